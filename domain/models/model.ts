// The language models of an organization: which there are, what they cost and what they may spend. Shapes as
// they arrive and leave over HTTP; the key of a model is a credential of kind `model`.
// domain/models/language-model.ts is the port through which one is asked.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { text } from '../text.ts'
import { isHostPattern } from '../tools/allowed-hosts.ts'

export const modelBounds = {
  perOrganization: 20,
  nameLength: 100,
  urlLength: 2_048,
  hosts: 100,
  /** Bytes of all messages to a model, and of one answer. */
  messageBytes: 1024 * 1024,
  answerBytes: 1024 * 1024,
} as const

/** `compatible`: any server that speaks the chat completions of OpenAI, such as Ollama or vLLM. */
export const modelProviders = ['openai', 'anthropic', 'compatible'] as const
export type ModelProvider = (typeof modelProviders)[number]

/** Where the providers are, unless a model says otherwise. */
export const providerUrls: Readonly<Record<ModelProvider, string | null>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  compatible: null,
}

export const oneLine = (length: number) =>
  text(1, length).refine(value => !/[\u0000-\u001f\u007f]/.test(value), 'expected one line of text')

export const baseUrl = z
  .string()
  .max(modelBounds.urlLength)
  .refine(isBaseUrl, 'expected an http or https URL without user name, password, query or fragment')

/** How it does with plans. */
export const planning = z.enum(['well', 'badly']).nullable().meta({
  description:
    'How it did with the plan of a sample request; null: nobody knows. The plans of one that did badly come with a warning.',
})

export const Model = z.object({
  /** What the organization calls it; unique among its models. */
  name: oneLine(modelBounds.nameLength),
  provider: z.enum(modelProviders).meta(openValues),
  /** What the provider calls it. */
  model: oneLine(200),
  /** Base URL of its API, such as `http://localhost:11434/v1`; null for the provider's own. */
  url: baseUrl.nullable().default(null),
  /** Id or name of a credential of kind `model`; null for a server that asks for no key. */
  credential: text(1, 100).nullable().default(null),
  /** Tokens that a request and its answer may have together. */
  contextTokens: z.int().min(1_000).max(10_000_000).default(32_000),
  /** Largest answer, in tokens. */
  maxOutputTokens: z.int().min(100).max(1_000_000).default(8_000),
  /** Price of 1,000 tokens, in and out, in compute units. */
  cuPerThousandTokens: z.number().min(0).max(1_000).default(1),
  /** The one that is asked when nobody names another. */
  default: z.boolean().default(false),
  plans: planning.default(null),
})
export type Model = z.infer<typeof Model>

const models = z
  .array(Model)
  .max(modelBounds.perOrganization)
  .superRefine((list, context) => {
    const report = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    list.forEach(({ name, provider, url }, index) => {
      if (list.findIndex(other => other.name === name) < index)
        report([index, 'name'], `another model is called ${JSON.stringify(name)}`)
      if (provider === 'compatible' && url === null)
        report([index, 'url'], 'expected the base URL of the API, such as http://localhost:11434/v1')
    })
    if (list.filter(one => one.default).length > 1) report([], 'expected one default at most')
  })
  .transform(withDefault)

/** Compute units that models may spend in a calendar month (UTC). */
const cuPerMonth = z.int().min(0).max(1e12).nullable()

const hosts = z
  .array(
    text(1, 300).refine(
      isHostPattern,
      'expected a host, such as api.example.com, *.example.com, api.example.com:8443 or *',
    ),
  )
  .max(modelBounds.hosts)

/** The body of `PUT /api/v1/models`: it replaces the settings; absent fields stay as they are. */
export const ChangeModels = z.object({
  models: models.optional(),
  cuPerMonth: cuPerMonth.optional(),
  /** Whether a workflow that a model planned has to be accepted before it runs unattended. */
  acceptPlans: z.boolean().optional(),
  /** Hosts that models may reach without a question: `api.example.com`, `*.example.com`, `*`. */
  hosts: hosts.optional(),
})
export type ChangeModels = z.infer<typeof ChangeModels>

export interface ModelSettings {
  readonly models: readonly Model[]
  /** Null: no limit. */
  readonly cuPerMonth: number | null
  readonly acceptPlans: boolean
  readonly hosts: readonly string[]
}

export const defaultModelSettings: ModelSettings = {
  ...{ models: [], cuPerMonth: null, acceptPlans: true, hosts: [] },
}

export const ModelUse = z.object({
  /** yyyymm, UTC. */
  period: z.int(),
  calls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cu: z.int(),
  serviceCu: z.int().meta({ description: 'Of `cu`: what the model of the service has spent' }),
})
export type ModelUse = z.infer<typeof ModelUse>

/** The settings as they are shown. */
export const ShownModels = z.object({
  models: z.array(Model),
  cuPerMonth,
  acceptPlans: z.boolean(),
  /** Hosts that models may reach without a question. */
  hosts: z.array(z.string()),
  /** The model of the service itself (`MODEL_URL`), which is asked while the list is empty; null for none. */
  service: Model.pick({ provider: true, model: true })
    .extend({
      cuPerMonth: cuPerMonth.meta({ description: 'What it may spend for you in a month; null: no limit' }),
    })
    .nullable(),
  /** What models have spent in this month. */
  used: ModelUse,
  local: z.boolean().meta({
    description:
      'May this caller look for models that run on the machine of the service (`GET /api/v1/models/local`)?',
  }),
})
export type ShownModels = z.infer<typeof ShownModels>

/** Compute units of one call, in whole units: what is begun counts. */
export function modelCu(tokens: number, cuPerThousandTokens: number): number {
  return Math.ceil((tokens / 1_000) * cuPerThousandTokens)
}

/** The provider that answers at a URL, for a configuration that names none. */
export function providerAt(baseUrl: string): ModelProvider {
  const host = URL.parse(baseUrl)?.hostname ?? ''
  if (host === 'api.anthropic.com') return 'anthropic'
  return host === 'api.openai.com' ? 'openai' : 'compatible'
}

/** One is the default: the first one, if none says so. */
function withDefault(list: Model[]): Model[] {
  if (list.length === 0 || list.some(one => one.default)) return list
  return list.map((one, index) => ({ ...one, default: index === 0 }))
}

export function isBaseUrl(value: string): boolean {
  if (/[\u0000-\u0020\u007f]/.test(value) || !URL.canParse(value)) return false
  const { protocol, username, password, hash, search } = new URL(value)
  return (protocol === 'http:' || protocol === 'https:') && `${username}${password}${hash}${search}` === ''
}
