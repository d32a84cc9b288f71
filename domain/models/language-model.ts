// The port of language models: one request, one answer. rpc/models/ implements it by the AI SDK, and puts
// retries, budgets and usage around it (rpc/models/models.ts).
// 1. What the other side does wrong is a value, `{ok: false, error}`; nothing is thrown but the reason of the
//    signal.
// 2. It answers by `timeoutMs`, with at most `maxOutputTokens`.
// 3. No message of an error holds a key, or the text of a request.
// 4. It judges nothing: whether a value fits the schema, and arguments fit a tool, is for whoever asked.
import type { Json, JsonSchema } from '../json.ts'

export interface LanguageModel {
  /** What the provider calls it. */
  readonly name: string
  /** All that changes its answers: two with the same are one model. */
  readonly identity: string
  /** Tokens of request and answer together. */
  readonly contextTokens: number
  /** Of an answer, when a request does not say fewer. */
  readonly maxOutputTokens: number
  /** It did badly with a sample plan. Default: nobody knows. */
  readonly isWeak?: boolean
  /** @throws the reason of `signal` */
  ask(request: ModelRequest): Promise<ModelResult>
}

export interface ModelRequest {
  /** What the model is to do; nothing of it comes from outside. */
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  /** The answer is JSON of this schema. */
  readonly schema?: { readonly name: string; readonly schema: JsonSchema }
  /**
   * The answer is to be JSON; `value` is null where it is none, which is no error. The schema is for
   * providers that make JSON only by one; it holds nobody.
   */
  readonly json?: { readonly name: string; readonly schema: JsonSchema }
  readonly tools?: readonly ModelTool[]
  /** Default: that of the model. */
  readonly maxOutputTokens?: number
  /** For all attempts together. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Called with each piece of text as it comes; after a break the text begins again, with `''`. */
  readonly onText?: (text: string) => void
  /**
   * Awaited with the compute units that the request has cost, whatever came of it: an answer, a failure, or
   * nothing because it was given up. Not called where nobody meters the model, or nothing was spent.
   */
  readonly onCost?: (cu: number) => Promise<void>
  /** Awaited before more of the answer is read: who is slow to take text gets more of it at once. */
  readonly ready?: () => Promise<void>
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly results: readonly ModelCallResult[] }

export interface ModelTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
}

/** A call of a tool that the model asks for. */
export interface ModelCall {
  readonly id: string
  readonly tool: string
  /** As the model wrote them: not checked against anything. */
  readonly args: Json
}

export interface ModelCallResult {
  readonly id: string
  readonly tool: string
  readonly output: Json
  readonly isError: boolean
}

export type ModelResult =
  | { readonly ok: true; readonly answer: ModelAnswer }
  | { readonly ok: false; readonly error: ModelError }

export interface ModelAnswer {
  readonly text: string
  /** The text as JSON, when JSON or a schema was asked for; not checked against it. */
  readonly value: Json
  readonly calls: readonly ModelCall[]
  readonly tokens: ModelTokens
  /** What the tokens cost in compute units; absent when nobody meters the model. */
  readonly cu?: number
}

export interface ModelTokens {
  readonly input: number
  readonly output: number
}

export type ModelErrorCode =
  | 'no-model' // none is configured under this name
  | 'over-budget' // the organization has spent what its models may
  | 'too-long' // the request does not fit into the context
  | 'cut-short' // the answer is longer than it may be
  | 'refused' // the model, or its provider, does not want to answer
  | 'unauthenticated' // no key, or a wrong one
  | 'bad-request' // the provider does not take the request
  | 'rate-limited' // 429
  | 'unavailable' // not reached, or 5xx
  | 'timeout' // no answer in time, or a silence within it
  | 'bad-answer' // not the protocol, or JSON that does not parse

export interface ModelError {
  readonly code: ModelErrorCode
  /** For a person; names the host and what it did. */
  readonly message: string
  readonly retryable: boolean
  /** How long the provider asked to be left alone (Retry-After). */
  readonly retryAfterMs?: number
  /** What the failed call has cost all the same. */
  readonly tokens?: ModelTokens
}

export function modelFailure(
  code: ModelErrorCode,
  message: string,
  more: Partial<Omit<ModelError, 'code' | 'message'>> = {},
): { readonly ok: false; readonly error: ModelError } {
  return { ok: false, error: { retryable: false, ...more, code, message } }
}

/** Some four characters are a token; for requests before they are sent, and servers that count nothing. */
export function roughTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** A rough count of what a request asks the model to read. */
export function requestTokens({ instructions, messages, schema, tools = [] }: ModelRequest): number {
  const read = { messages, tools, schema: schema?.schema ?? null }
  return roughTokens(instructions) + roughTokens(JSON.stringify(read))
}
