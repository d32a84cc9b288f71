// The language models of an organization: which there are, what they cost and what they may spend.
import { Failure } from '../../../domain/failure.ts'
import {
  ChangeModels,
  type Model,
  ModelTest,
  providerUrls,
  ShownModels,
  TestModel,
} from '../../../domain/models/model.ts'
import { allowsHost } from '../../../domain/tools/allowed-hosts.ts'
import { testModel } from '../../../rpc/models/model-test.ts'
import { checkUrl, type NetworkPolicy, OutboundError } from '../../../rpc/outbound/outbound.ts'
import { route } from '../../pipeline/route.ts'
import type { Services } from '../../services.ts'
import { leavingSignal } from '../../streaming/leaving.ts'

export const modelRoutes = [
  route('GET /api/v1/models', {
    summary: 'Get the language models, their budget and what they have spent',
    description:
      'Models are asked where rules do not suffice. Without one, nothing is asked. `service` is the model that the operator has configured for everybody; it is asked while the list is empty.',
    permission: 'model:read',
    returns: ShownModels,
  }).handle(({ caller }, services) => shown(services, caller.organizationId)),

  route('PUT /api/v1/models', {
    summary: 'Set the language models and their budget',
    description:
      'Absent fields stay as they are; `models` replaces the whole list. The key of a model is a credential of kind `model`. Test it by `POST /api/v1/models/test`.',
    permission: 'model:write',
    audit: 'models.updated',
    body: ChangeModels,
    returns: ShownModels,
  }).handle(async ({ caller, body }, services) => {
    const { organizationId } = caller
    for (const [index, model] of (body.models ?? []).entries())
      await check(services, organizationId, model, `models.${index}`)
    await services.modelSettings.change(organizationId, body)
    return shown(services, organizationId)
  }),

  route('POST /api/v1/models/test', {
    summary: 'Ask a model for one word',
    description: 'Says whether it answers, how long it took and what was wrong. It costs a few tokens.',
    permission: 'model:write',
    body: TestModel.optional(),
    returns: ModelTest,
  }).handle(async ({ caller, body, request }, { models, modelSettings }) => {
    const { organizationId } = caller
    const name = body?.name
    const { models: kept } = await modelSettings.get(organizationId)
    if (name !== undefined && !kept.some(one => one.name === name))
      throw new Failure('validation-failed', `name: there is no model ${JSON.stringify(name)}`)
    return testModel(await models.open(organizationId, name), leavingSignal(request))
  }),
]

async function shown(
  { models, modelSettings, modelUsage }: Pick<Services, 'models' | 'modelSettings' | 'modelUsage'>,
  organizationId: string,
): Promise<ShownModels> {
  const { service } = models
  const used = await modelUsage.of(organizationId, Date.now())
  const kept = await modelSettings.get(organizationId)
  return {
    ...kept,
    models: [...kept.models],
    hosts: [...kept.hosts],
    service: service && {
      ...{ provider: service.provider, model: service.model, cuPerMonth: service.cuPerMonth },
    },
    used,
  }
}

/** @throws {Failure} validation-failed: what a call would be refused for */
async function check(
  { credentials, networkPolicy }: Pick<Services, 'credentials' | 'networkPolicy'>,
  organizationId: string,
  { provider, url: given, credential: named }: Model,
  at: string,
): Promise<void> {
  const url = given ?? providerUrls[provider]!
  checkAddress(url, networkPolicy, at)
  if (named === null) return
  const refuse = (why: string) => {
    throw new Failure('validation-failed', `${at}.credential: ${why}`)
  }
  const all = await credentials.named(organizationId)
  const found = all.find(({ id, name }) => id === named || name === named)
  if (found === undefined) return refuse(`there is no credential ${JSON.stringify(named)}`)
  if (found.kind !== 'model') return refuse(`expected a credential of kind model, received ${found.kind}`)
  if (!allowsHost(found.allowedHosts, new URL(url)))
    refuse(`the credential ${found.name} may not be sent to ${new URL(url).host}`)
}

function checkAddress(url: string, policy: NetworkPolicy, at: string): void {
  try {
    checkUrl(url, policy)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new Failure('validation-failed', `${at}.url: ${error.message}`)
  }
}
