// The language models of an organization: finds the one to ask, and opens it with its key, its budget and its
// retries. main/services.ts makes it; planners and routes ask it.
// 1. The models of the organization come first; without any, the one of the service (`MODEL_URL`) is asked.
// 2. A key is opened for each call, for the host of the model only, and kept by nobody.
import {
  type LanguageModel,
  type ModelRequest,
  type ModelTokens,
  modelFailure,
} from '../../domain/models/language-model.ts'
import { type Model, type ModelSettings, providerUrls } from '../../domain/models/model.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ModelSettingsStore } from '../../storage/models/model-settings.ts'
import type { ModelUsageStore } from '../../storage/models/model-usage.ts'
import { ToolFailure } from '../builtin/tool.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { aiModel } from './ai-model.ts'
import { CallPlaces } from './call-places.ts'
import { meteredModel } from './metered-model.ts'
import type { ModelTimes } from './model-fetch.ts'
import { retryingModel } from './retrying-model.ts'
import { SdkModels } from './sdk-models.ts'

/** The model that the environment names. */
export interface ServiceModel extends Pick<Model, 'provider' | 'model'> {
  readonly url: string
  readonly key: string | null
  /** Compute units that each organization may spend of it in a month; null: no limit. */
  readonly cuPerMonth: number | null
}

export interface ModelParts {
  readonly settings: Pick<ModelSettingsStore, 'get'>
  readonly usage: ModelUsageStore
  readonly credentials: Pick<Credentials, 'modelKey' | 'learn' | 'scrubValue'>
  readonly outbound: Outbound
  /** For the model of the service, whose address its operator has chosen. */
  readonly serviceOutbound: Outbound | null
  readonly service: ServiceModel | null
  readonly clock: Clock
  readonly times?: ModelTimes
}

export type Payer = 'organization' | 'execution'

export interface Models {
  /**
   * @param name of a model of the organization. Default: its default
   * @param payer whose compute units the tokens are: an execution counts its own. Default: the organization
   * @returns null: there is none
   */
  open(organizationId: string, name?: string, payer?: Payer): Promise<LanguageModel | null>
  /** The names of the organization's models, and whether one is asked by who names none. */
  names(organizationId: string): Promise<{ readonly names: readonly string[]; readonly hasDefault: boolean }>
  /** Host patterns that an admin lets models reach without a question. */
  hosts(organizationId: string): Promise<readonly string[]>
  readonly service: ServiceModel | null
  close(): Promise<void>
}

export function createModels(given: ModelParts): Models {
  const parts = { ...given, sdk: new SdkModels() }
  const { settings, service } = parts
  const places = new CallPlaces(parts.clock)
  const opened = (asker: Asker, kept: ModelSettings, model: Model) =>
    places.bounded(metered(parts, asker, kept, model), asker.organizationId)
  return {
    service,
    close: async () => parts.serviceOutbound?.close(),
    hosts: async organizationId => (await settings.get(organizationId)).hosts,
    async names(organizationId) {
      const { models } = await settings.get(organizationId)
      const hasDefault = models.length === 0 ? service !== null : models.some(one => one.default)
      return { names: models.map(one => one.name), hasDefault }
    },
    async open(organizationId, name, payer = 'organization') {
      const asker = { organizationId, payer }
      const kept = await settings.get(organizationId)
      const found = kept.models.find(one => (name === undefined ? one.default : one.name === name))
      if (found !== undefined) return opened(asker, kept, found)
      const isOfService = kept.models.length === 0 && name === undefined && service !== null
      return isOfService ? opened(asker, kept, serviceModel(service)) : null
    },
  }
}

function serviceModel({ provider, model, url }: ServiceModel): Model {
  const usual = { contextTokens: 32_000, maxOutputTokens: 8_000, cuPerThousandTokens: 1, default: true }
  return { name: model, provider, model, url, credential: null, plans: null, ...usual }
}

interface Asker {
  readonly organizationId: string
  readonly payer: Payer
}

function metered(
  parts: ModelParts & { readonly sdk: SdkModels },
  { organizationId, payer }: Asker,
  { cuPerMonth, models }: ModelSettings,
  model: Model,
): LanguageModel {
  const { usage, credentials, clock, sdk } = parts
  const isOfService = models.length === 0
  const url = model.url ?? providerUrls[model.provider]!
  const { provider, contextTokens, maxOutputTokens, cuPerThousandTokens } = model
  const asked = aiModel({
    ...{ provider, model: model.model, url, contextTokens, maxOutputTokens, clock, sdk },
    outbound: (isOfService ? parts.serviceOutbound : null) ?? parts.outbound,
    ...(parts.times !== undefined && { times: parts.times }),
    key: () => (isOfService ? parts.service!.key : keyOf(parts, organizationId, model.credential, url)),
  })
  const meter = {
    spent: () => usage.of(organizationId, clock.now()),
    note: (tokens: ModelTokens, cu: number) =>
      usage.note(organizationId, {
        ...{ tokens, cu, at: clock.now(), isOfService },
        isCharged: payer === 'organization',
      }),
  }
  const scrub = async (request: ModelRequest) => {
    await credentials.learn(organizationId)
    const { messages, instructions, tools } = request
    const clean = credentials.scrubValue(organizationId, {
      messages,
      instructions,
      tools: tools ?? null,
    } as never)
    const { tools: cleanTools, ...rest } = clean as unknown as Pick<
      ModelRequest,
      'messages' | 'instructions' | 'tools'
    >
    return { ...request, ...rest, ...(cleanTools ? { tools: cleanTools } : {}) }
  }
  const serviceCuPerMonth = isOfService ? parts.service!.cuPerMonth : null
  const limits = { cuPerMonth, serviceCuPerMonth, cuPerThousandTokens, maxOutputTokens }
  const bounded = meteredModel(retryingModel(asked, clock), { meter, scrub, ...limits })
  return withKeyErrors({ ...bounded, isWeak: model.plans === 'badly' })
}

async function keyOf(
  { credentials }: ModelParts,
  organizationId: string,
  credential: string | null,
  url: string,
): Promise<string | null> {
  if (credential === null) return null
  return credentials.modelKey({ organizationId, credential, url, idempotencyKey: null })
}

/** A credential that is gone, or for another host, is an answer of the port too. */
function withKeyErrors(model: LanguageModel): LanguageModel {
  return {
    ...model,
    async ask(request) {
      try {
        return await model.ask(request)
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error
        return modelFailure('unauthenticated', error.message, { retryable: error.retryable })
      }
    },
  }
}
