// The language models of an organization: which there are, what they cost and what they may spend.
import { Failure, notFound } from '../../../domain/failure.ts'
import { ConnectedModel, ConnectModel, FoundServers } from '../../../domain/models/connecting.ts'
import { ChangeModels, type Model, providerUrls, ShownModels } from '../../../domain/models/model.ts'
import { ModelTest, SamplePlan, TestModel } from '../../../domain/models/model-test.ts'
import { allowsHost } from '../../../domain/tools/allowed-hosts.ts'
import { testModel } from '../../../rpc/models/model-test.ts'
import { refuseBadUrl } from '../../../rpc/outbound/refuse-bad-url.ts'
import { connectModel } from '../../models/connecting.ts'
import { mayLookAround, type Visit } from '../../models/operator.ts'
import { sampled } from '../../models/sampling.ts'
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
  }).handle((visit, services) => shown(services, visit)),

  route('PUT /api/v1/models', {
    summary: 'Set the language models and their budget',
    description:
      'Absent fields stay as they are; `models` replaces the whole list. The key of a model is a credential of kind `model`. Test it by `POST /api/v1/models/test`.',
    permission: 'model:write',
    audit: 'models.updated',
    body: ChangeModels,
    returns: ShownModels,
  }).handle(async ({ caller, body, request }, services) => {
    const { organizationId } = caller
    for (const [index, model] of (body.models ?? []).entries())
      await check(services, organizationId, model, `models.${index}`)
    await services.modelSettings.change(organizationId, body)
    return shown(services, { caller, request })
  }),

  route('POST /api/v1/models/connect', {
    summary: 'Connect a language model by its key, or one that runs on this machine',
    description:
      'Keeps the key as a credential and adds the model in one step, then has it plan a sample request: `sample.plans` says whether it can. One that did badly is kept, and its plans come with a warning. A key that the provider refuses is not kept. `local` is for the person who started the service, outside of production.',
    permission: 'model:write',
    body: ConnectModel,
    examples: { body: { key: 'sk-ant-api03-0123456789' } },
    returns: ConnectedModel,
    status: 201,
  }).handle(async ({ caller, body, request }, services) => {
    if (body.local !== undefined) await refuseOthers({ caller, request }, services)
    const actor = { caller, address: request.clientAddress }
    return connectModel(services, actor, body, leavingSignal(request))
  }),

  route('GET /api/v1/models/local', {
    summary: 'Look for language models that run on the machine of the service',
    description:
      'Ollama and LM Studio, where they usually listen. Only for the person who started the service, in a browser on the same machine, and never in production: `local` of `GET /api/v1/models` says whether it may be asked.',
    permission: 'model:write',
    returns: FoundServers,
    failures: [404],
  }).handle(async ({ caller, request }, services) => {
    await refuseOthers({ caller, request }, services)
    return services.localModels.find(leavingSignal(request))
  }),

  route('POST /api/v1/models/test', {
    summary: 'Ask a model for one word, and for a sample plan',
    description:
      'Says whether it answers, how long it took and what was wrong. It costs a few tokens; with `plan`, which is for a model of the organization, some thousand.',
    permission: 'model:write',
    body: TestModel.optional(),
    returns: ModelTest.extend({ sample: SamplePlan.nullable() }),
  }).handle(async ({ caller, body, request }, services) => {
    const { models, modelSettings } = services
    const { organizationId } = caller
    const name = body?.name
    const { models: kept } = await modelSettings.get(organizationId)
    const named = kept.find(one => (name === undefined ? one.default : one.name === name))
    if (name !== undefined && named === undefined)
      throw new Failure('validation-failed', `name: there is no model ${JSON.stringify(name)}`)
    const signal = leavingSignal(request)
    const test = await testModel(await models.open(organizationId, name), signal)
    const isPlanned = body?.plan === true && test.ok && named !== undefined
    const tried = isPlanned ? await sampled(services, organizationId, named.name, signal) : null
    return { ...test, sample: tried?.sample ?? null }
  }),
]

/** @throws {Failure} not-found */
async function refuseOthers(visit: Visit, services: Services): Promise<void> {
  if (!(await mayLookAround(visit, services))) throw notFound('path')
}

async function shown(services: Services, visit: Visit): Promise<ShownModels> {
  const { models, modelSettings, modelUsage } = services
  const { organizationId } = visit.caller
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
    local: await mayLookAround(visit, services),
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
  refuseBadUrl(url, networkPolicy, `${at}.url`)
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
