// A language model by the providers of the AI SDK (sdk-models.ts): one call, streamed, without a retry
// (retrying-model.ts has those). It speaks to a provider itself: `streamText` of the SDK takes three times as
// long for each word, and keeps all of them.
import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import type { JsonObject } from '../../domain/json.ts'
import {
  type LanguageModel,
  type ModelMessage,
  type ModelRequest,
  type ModelResult,
  modelFailure,
} from '../../domain/models/language-model.ts'
import { modelBounds } from '../../domain/models/model.ts'
import { shownSchema } from '../../domain/tools/shown-schema.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { ModelAnswerReader } from './answer-reader.ts'
import { modelError } from './model-error.ts'
import { type ModelTimes, modelFetch, modelTimes } from './model-fetch.ts'
import { type SdkModel, SdkModels } from './sdk-models.ts'

export interface AiModelParts extends SdkModel {
  /** Opened for each call and kept by nobody; null for a server that asks for none. */
  readonly key: () => string | null | Promise<string | null>
  readonly contextTokens: number
  readonly maxOutputTokens: number
  readonly outbound: Outbound
  readonly clock: Clock
  readonly times?: ModelTimes
  /** Default: of its own. */
  readonly sdk?: SdkModels
}

export function aiModel(parts: AiModelParts): LanguageModel {
  const { model: name, contextTokens, maxOutputTokens, sdk = new SdkModels(), times = modelTimes } = parts
  const identity = JSON.stringify([parts.provider, parts.url, name, maxOutputTokens])
  const bounds = { contextTokens, maxOutputTokens }
  return { name, identity, ...bounds, ask: request => ask({ ...parts, sdk, times }, request) }
}

async function ask(parts: Required<AiModelParts>, request: ModelRequest): Promise<ModelResult> {
  const { url, clock, outbound, times, sdk } = parts
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
    const { timeoutMs: totalMs, ready } = request
    const fetch = modelFetch({
      outbound,
      clock,
      url,
      times,
      ready,
      totalMs,
      maxBytes: modelBounds.answerBytes,
    })
    const stream = await sdk.stream(parts, callOf(request, parts), { key, fetch })
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

function callOf(
  request: ModelRequest,
  { maxOutputTokens: most, provider }: Pick<AiModelParts, 'maxOutputTokens' | 'provider'>,
): LanguageModelV4CallOptions {
  const { instructions, messages, tools, schema, json, maxOutputTokens = most, signal } = request
  return {
    prompt: [{ role: 'system', content: instructions }, ...messages.map(promptMessage)],
    maxOutputTokens: Math.min(maxOutputTokens, most),
    abortSignal: signal,
    ...(tools !== undefined &&
      tools.length > 0 && {
        tools: tools.map(tool => ({
          type: 'function' as const,
          ...tool,
          inputSchema: shownSchema(tool.inputSchema) as object,
        })),
      }),
    ...(json !== undefined && { responseFormat: jsonFormat(json, provider) }),
    ...(schema !== undefined && {
      responseFormat: { type: 'json' as const, name: schema.name, schema: schema.schema as object },
    }),
  }
}

/**
 * Anthropic makes JSON by a tool that takes it. The others have a mode for it; the strict schemas of OpenAI
 * hold no objects with names of their own, as the arguments of a tool are.
 */
function jsonFormat({ name, schema }: NonNullable<ModelRequest['json']>, provider: AiModelParts['provider']) {
  return { type: 'json' as const, ...(provider === 'anthropic' && { name, schema: schema as object }) }
}

function promptMessage(message: ModelMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] }
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
          output: { type: isError ? 'error-json' : 'json', value: output as never },
        })),
      }
  }
}
