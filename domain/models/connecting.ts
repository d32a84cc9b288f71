// Connecting a language model in one step: by a key, whose form says whose it is, or by the name of a server
// on this machine. Shapes as they arrive and leave over HTTP, and which of the models on offer is taken.
import { z } from 'zod'
import { secretSchemas } from '../tools/credential.ts'
import { baseUrl, Model, type ModelProvider, modelProviders, oneLine } from './model.ts'
import { SamplePlan } from './model-test.ts'

/** Servers that run models on one's own machine, where they listen unless somebody has moved them. */
export const localServers = {
  ollama: { title: 'Ollama', url: 'http://127.0.0.1:11434/v1' },
  lmstudio: { title: 'LM Studio', url: 'http://127.0.0.1:1234/v1' },
} as const
export type LocalServer = keyof typeof localServers
export const localNames = Object.keys(localServers) as [LocalServer, ...LocalServer[]]

/** The body of `POST /api/v1/models/connect`. */
export const ConnectModel = z
  .object({
    key: secretSchemas.model.shape.apiKey
      .optional()
      .meta({ description: 'Kept as a credential of kind `model`, which its own host alone receives' }),
    local: z
      .enum(localNames)
      .optional()
      .meta({ description: 'A server on the machine of the service, in place of a key' }),
    provider: z
      .enum(modelProviders)
      .optional()
      .meta({ description: 'Absent: the key says it, `sk-ant-...` is anthropic, `sk-...` is openai' }),
    url: baseUrl.optional().meta({ description: 'Base URL of its API; absent: the provider’s own' }),
    model: oneLine(200).optional().meta({ description: 'Absent: one of those that the provider offers' }),
  })
  .superRefine(({ key, local, provider, url }, context) => {
    const report = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if ((key === undefined) === (local === undefined)) report('key', 'expected either key or local')
    if (local !== undefined && (url !== undefined || provider !== undefined))
      report('local', 'expected neither url nor provider beside it: they are known')
    if (provider === 'compatible' && url === undefined)
      report('url', 'expected the base URL of the API, such as https://api.example.com/v1')
  })
export type ConnectModel = z.infer<typeof ConnectModel>

/** What became of it. */
export const ConnectedModel = z.object({
  model: Model,
  /** Names of what the provider offers, the chosen one among them. */
  offered: z.array(z.string()),
  sample: SamplePlan,
})
export type ConnectedModel = z.infer<typeof ConnectedModel>

/** Servers that were looked for on the machine of the service. */
export const FoundServers = z.object({
  servers: z.array(
    z.object({
      local: z.enum(localNames),
      title: z.string(),
      isThere: z.boolean(),
      /** Names of the models that it offers. */
      models: z.array(z.string()),
    }),
  ),
})
export type FoundServers = z.infer<typeof FoundServers>

/** Whose key it is, by its form alone; null: it may be anybody's. */
export function ownerOfKey(key: string): Exclude<ModelProvider, 'compatible'> | null {
  if (key.startsWith('sk-ant-')) return 'anthropic'
  // Those of OpenRouter begin like those of OpenAI.
  return key.startsWith('sk-') && !key.startsWith('sk-or-') ? 'openai' : null
}

export interface OfferedModel {
  readonly name: string
  /** Unix ms; null: the provider does not say. */
  readonly createdAt: number | null
}

/** What plans well at each provider, best first. */
const preferred: Readonly<Record<ModelProvider, readonly RegExp[]>> = {
  openai: [/^gpt-\d+(\.\d+)?$/, /^gpt-\d[\w.]*-mini$/, /^gpt-4o$/],
  anthropic: [/^claude-sonnet-/, /^claude-(?!haiku|instant)/, /^claude-/],
  // The first one: whoever runs a server has chosen what is on it.
  compatible: [/^/],
}

/** They answer with numbers, sounds or pictures. */
const wordless = /embed|rerank|whisper|tts|moderation|image|dall-e|audio|realtime/i

/** The newest of the best kind that is offered; null: none that is known to plan. */
export function chosenModel(provider: ModelProvider, offered: readonly OfferedModel[]): string | null {
  const speaking = offered.filter(({ name }) => !wordless.test(name))
  for (const kind of preferred[provider]) {
    const found = speaking.filter(({ name }) => kind.test(name))
    const newest = found.reduce<OfferedModel | null>((best, each) => {
      return best === null || (each.createdAt ?? 0) > (best.createdAt ?? 0) ? each : best
    }, null)
    if (newest !== null) return newest.name
  }
  return null
}

/** Tokens of the context and of an answer, as the providers' models of today take them at least. */
export const usualTokens: Readonly<Record<ModelProvider, Pick<Model, 'contextTokens' | 'maxOutputTokens'>>> =
  {
    openai: { contextTokens: 128_000, maxOutputTokens: 16_000 },
    anthropic: { contextTokens: 200_000, maxOutputTokens: 16_000 },
    compatible: { contextTokens: 32_000, maxOutputTokens: 8_000 },
  }
