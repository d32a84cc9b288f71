// Reads the parts of a streamed answer into one, and judges how it ended. Used by ai-model.ts.
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Json } from '../../domain/json.ts'
import {
  type ModelCall,
  type ModelRequest,
  type ModelResult,
  type ModelTokens,
  modelFailure,
  requestTokens,
  roughTokens,
} from '../../domain/models/language-model.ts'
import { modelBounds } from '../../domain/models/model.ts'
import { readJson } from '../../domain/numerals.ts'

/** Calls of tools in one answer. */
const mostCalls = 128

export class ModelAnswerReader {
  readonly #host: string
  readonly #request: ModelRequest
  #text = ''
  #thought = 0
  #calls: ModelCall[] = []
  #finish: string | null = null
  #counted: { readonly input: number | undefined; readonly output: number | undefined } | null = null

  constructor(host: string, request: ModelRequest) {
    this.#host = host
    this.#request = request
  }

  /** Whether anything has come. */
  get hasBegun(): boolean {
    return this.#text !== '' || this.#thought > 0 || this.#calls.length > 0 || this.#counted !== null
  }

  /** As the server counts them; a rough count where it does not. */
  get tokens(): ModelTokens {
    const written = this.#calls.map(({ args }) => JSON.stringify(args)).join('')
    const rough = roughTokens(this.#text) + roughTokens(written) + Math.ceil(this.#thought / 4)
    return {
      input: this.#counted?.input ?? requestTokens(this.#request),
      output: this.#counted?.output ?? rough,
    }
  }

  /** @returns false: it is too large */
  read(part: LanguageModelV4StreamPart): boolean {
    switch (part.type) {
      case 'text-delta':
        this.#text += part.delta
        this.#request.onText?.(part.delta)
        break
      case 'reasoning-delta':
        this.#thought += part.delta.length
        break
      case 'tool-call':
        this.#calls.push({ id: part.toolCallId, tool: part.toolName, args: argsOf(part.input) })
        break
      case 'finish': {
        const { inputTokens, outputTokens } = part.usage
        this.#finish = part.finishReason.unified
        this.#counted = { input: inputTokens.total, output: outputTokens.total }
        break
      }
    }
    return this.#text.length <= modelBounds.answerBytes && this.#calls.length <= mostCalls
  }

  result(): ModelResult {
    const { tokens } = this
    const fail = (code: 'cut-short' | 'refused' | 'bad-answer', what: string, retryable: boolean) =>
      modelFailure(code, `${this.#host} ${what}`, { retryable, ...(this.hasBegun && { tokens }) })
    switch (this.#finish) {
      case 'length':
        return fail('cut-short', `wrote more than the ${tokens.output} tokens that an answer may have`, false)
      case 'content-filter':
        return fail('refused', 'refused to answer', false)
      case 'stop':
      case 'tool-calls':
        return this.#answer()
      default:
        return fail('bad-answer', 'ended its answer in the middle', true)
    }
  }

  #answer(): ModelResult {
    const { tokens } = this
    const text = this.#text
    const calls = this.#calls
    const { schema, json } = this.#request
    if (schema === undefined && json === undefined)
      return { ok: true, answer: { text, value: null, calls, tokens } }
    const value = jsonIn(text) ?? (schema === undefined ? null : undefined)
    if (value !== undefined) return { ok: true, answer: { text, value, calls, tokens } }
    const message = `${this.#host} answered with what is no JSON`
    return modelFailure('bad-answer', message, { retryable: true, tokens })
  }
}

/** Lists and objects within each other: what is deeper can be read, and not written again. */
const deepest = 100

/** The arguments of a call: JSON, or the text that was to be JSON. */
function argsOf(input: string): Json {
  if (input.trim() === '') return {}
  try {
    const args = readJson(input)
    return isWithin(args, deepest) ? args : input
  } catch {
    return input
  }
}

function isWithin(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every(inner => isWithin(inner as Json, levels - 1))
}

/** Some servers put JSON into a block of code, whatever they are asked for. */
function jsonIn(text: string): Json | undefined {
  const [, inner = text] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text) ?? []
  try {
    return readJson(inner)
  } catch {
    return undefined
  }
}
