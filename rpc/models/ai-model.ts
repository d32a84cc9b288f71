// A language model by the AI SDK: one call, streamed, without a retry (retrying-model.ts has those). The only
// importer of the SDK, which it loads at the first call: a service without a model never does.
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelMessage as SdkMessage, ToolSet } from 'ai'
import type { Json, JsonObject } from '../../domain/json.ts'
import {
  type LanguageModel,
  type ModelMessage,
  type ModelRequest,
  type ModelResult,
  modelFailure,
} from '../../domain/models/language-model.ts'
import { type ModelProvider, modelBounds } from '../../domain/models/model.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { ModelAnswerReader } from './answer-reader.ts'
import { modelError } from './model-error.ts'
import { type ModelTimes, modelFetch, modelTimes } from './model-fetch.ts'

export interface AiModelParts {
  readonly provider: ModelProvider
  /** What the provider calls it. */
  readonly model: string
  readonly url: string
  /** Opened for each call and kept by nobody; null for a server that asks for none. */
  readonly key: () => string | null | Promise<string | null>
  readonly contextTokens: number
  readonly maxOutputTokens: number
  readonly outbound: Outbound
  readonly clock: Clock
  readonly times?: ModelTimes
}

export function aiModel(parts: AiModelParts): LanguageModel {
  const { model: name, contextTokens } = parts
  return { name, contextTokens, ask: request => ask(parts, request) }
}

async function ask(parts: AiModelParts, request: ModelRequest): Promise<ModelResult> {
  const { url, clock } = parts
  request.signal.throwIfAborted()
  const { host } = new URL(url)
  const key = await parts.key()
  const scrub = (text: string) => (key === null ? text : text.replaceAll(key, '[secret]'))
  const fail = (error: unknown): ModelResult => {
    request.signal.throwIfAborted()
    return { ok: false, error: modelError(error, { host, now: clock.now(), scrub }) }
  }
  const reader = new ModelAnswerReader(host, request)
  try {
    const { streamText, jsonSchema, tool, Output } = await import('ai')
    const tools: ToolSet = {}
    for (const { name, description, inputSchema } of request.tools ?? [])
      tools[name] = tool({ description, inputSchema: jsonSchema(inputSchema as object) })
    const { schema } = request
    const { stream } = streamText({
      model: await open(parts, request, key),
      instructions: request.instructions,
      messages: request.messages.map(sdkMessage),
      maxOutputTokens: Math.min(request.maxOutputTokens ?? parts.maxOutputTokens, parts.maxOutputTokens),
      maxRetries: 0,
      abortSignal: request.signal,
      onError: () => {},
      ...(request.tools !== undefined && { tools }),
      ...(schema !== undefined && {
        output: Output.object({ name: schema.name, schema: jsonSchema(schema.schema as object) }),
      }),
    })
    for await (const part of stream) {
      if (part.type === 'error') return withTokens(fail(part.error), reader)
      if (!reader.read(part)) return modelFailure('bad-answer', `${host} answered with too much`)
    }
  } catch (error) {
    return withTokens(fail(error), reader)
  }
  request.signal.throwIfAborted()
  return reader.result()
}

/** A call that broke has cost what was read until then. */
function withTokens(result: ModelResult, reader: ModelAnswerReader): ModelResult {
  if (result.ok || !reader.hasBegun) return result
  return { ok: false, error: { ...result.error, tokens: reader.tokens } }
}

async function open(
  { provider, model, url, outbound, clock, times = modelTimes }: AiModelParts,
  request: ModelRequest,
  key: string | null,
): Promise<LanguageModelV4> {
  const bounds = { totalMs: request.timeoutMs, maxBytes: modelBounds.answerBytes }
  const fetch = modelFetch({ outbound, clock, url, times, ...bounds })
  const common = { baseURL: url.replace(/\/+$/, ''), fetch }
  // Without a key the SDK would look for one in the environment.
  const apiKey = key ?? 'none'
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI({ ...common, apiKey }).chat(model)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic({ ...common, apiKey })(model)
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const more = { name: 'compatible', includeUsage: true, supportsStructuredOutputs: true }
      return createOpenAICompatible({ ...common, ...more, ...(key !== null && { apiKey }) })(model)
    }
  }
}

function sdkMessage(message: ModelMessage): SdkMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text }
    case 'assistant': {
      const text = message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]
      const calls = message.calls.map(({ id, tool, args }) => ({
        ...{ type: 'tool-call' as const, toolCallId: id, toolName: tool, input: args as JsonObject },
      }))
      return { role: 'assistant', content: [...text, ...calls] }
    }
    case 'tool':
      return {
        role: 'tool',
        content: message.results.map(({ id, tool, output, isError }) => ({
          ...{ type: 'tool-result' as const, toolCallId: id, toolName: tool },
          output: { type: isError ? 'error-json' : 'json', value: output as Json as never },
        })),
      }
  }
}
