// The client of tool servers: tools/list and tools/call (docs/internals/contract.md, 9) in every protocol.
// One per process or worker thread, for all servers. The hub calls tools through it; the actors of servers
// list them.
// 1. What a server does wrong is a value, never an exception. Its message names the server and what it did.
// 2. Every call ends by its deadline, with at most 1 MiB of output.
// 3. A call that changes something is sent once. The only exception is a call that the server refused before
//    it did anything: an unknown session, the wrong protocol, or its headers. A call that changes nothing is
//    sent again when its connection breaks.
// 4. Listings and kept results hold no secret of the organization. The hub takes secrets out of results and
//    progress.
//
// A server can recognise another attempt of the same call by its key, in the header `Idempotency-Key` and in
// the parameters as `_meta["troupe/idempotencyKey"]`. The parts of the client: rpc/remote/.
import type { Json, JsonObject, JsonSchema } from '../../domain/json.ts'
import { withSentNumerals } from '../../domain/schema/sent-numerals.ts'
import type { ToolError, ToolResult } from '../../domain/tools/tool.ts'
import type { Credentials, CredentialUse } from '../credentials/credentials.ts'
import { noCredentials } from '../credentials/no-credentials.ts'
import { scrubbedListing } from '../credentials/scrubbed-result.ts'
import { rpcCodes } from '../json-rpc.ts'
import type { LargeResultStore } from '../large-results.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { StdioCalls } from '../stdio/stdio-calls.ts'
import { type CheckValue, checkHere } from '../tool-outcome.ts'
import type { ToolProgress } from '../tool-progress.ts'
import { RemoteChannel } from './channel.ts'
import { callAgainOnMismatch } from './header-mismatch.ts'
import { type Listed, listTools } from './intake/listing.ts'
import { isTooLarge, largeResultOf, withLinks } from './large.ts'
import type { Listened, ListenOptions } from './listening.ts'
import type { Failed } from './reply.ts'
import { type CalledTool, checkedResult, readToolResult, sentOf } from './result.ts'
import { withRetries } from './retrying.ts'
import type { Headers, RemoteRequest, RemoteTarget } from './target.ts'
import { TaskCalls } from './task-calls.ts'
import { answerBytes } from './wire.ts'

export type { Listened, ListenOptions } from './listening.ts'
export type { CalledTool } from './result.ts'
export type { RemoteTarget } from './target.ts'

export interface RemoteCall {
  /** They fit the tool's inputSchema. */
  readonly args: JsonObject
  readonly idempotencyKey: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Called with what the tool says while it works. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
  /** Credentials whose secrets are in the arguments; they learn what became of the request. */
  readonly uses?: readonly CredentialUse[]
  /** The result should also hold what the server sent. */
  readonly wantsContent?: boolean
  /** Added to the protocol's own, for instance `traceparent`. Never headers of our caller. */
  readonly headers?: Headers | undefined
}

export type Listing = Listed | { readonly ok: false; readonly error: ToolError }

export interface ListOptions {
  /** For all pages together. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Run a trial although the protocol is known. */
  readonly isAnew?: boolean
}

export interface RemoteServers {
  /** Every tool that the server has, page by page. */
  list(target: RemoteTarget, options: ListOptions): Promise<Listing>
  call(target: RemoteTarget, tool: CalledTool, call: RemoteCall): Promise<ToolResult>
  /** Hears that the tools have changed, as long as the server has a stream for it. */
  listen(target: RemoteTarget, options: ListenOptions): Promise<Listened>
  /** Ends the sessions with servers. Call it before the outbound client closes. */
  close(): Promise<void>
}

export interface RemoteParts {
  /** Default: no credentials. */
  readonly credentials?: Credentials | undefined
  /** Without it a result larger than 1 MiB fails. */
  readonly largeResults?: LargeResultStore | undefined
  /** Holds results against the outputSchema of their tool. Default: in this thread. */
  readonly check?: CheckValue | undefined
  /** Servers on stdio. Default: there are none. */
  readonly stdio?: StdioCalls | undefined
  /** Called when a server says that its tools have changed. */
  readonly onToolsChanged?: ((target: RemoteTarget) => void) | undefined
}

export function createRemoteServers(outbound: Outbound, parts: RemoteParts = {}): RemoteServers {
  const { credentials = noCredentials, check = checkHere, onToolsChanged = () => {}, stdio } = parts
  const channel = new RemoteChannel({ outbound, credentials, onToolsChanged, stdio })
  const taskCalls = new TaskCalls(channel)
  return {
    async list(target, { timeoutMs, signal, isAnew = false }) {
      const sending = { target, deadline: Date.now() + timeoutMs, signal, isAnew, idempotencyKey: null }
      return scrubbedListing(credentials, target.organizationId, async () => {
        const listed = await listTools(channel, sending, isAnew)
        return 'type' in listed ? { ok: false, error: errorOf(target, listed) } : listed
      })
    },
    async call(target, tool, call) {
      const ask = (request: RemoteRequest) => {
        const send = () => channel.ask(request)
        return mayRepeat(tool) ? withRetries(request, send) : send()
      }
      const reply = await taskCalls.call(requestOf(target, tool, call), request =>
        callAgainOnMismatch(channel, request, ask),
      )
      const status = reply.type === 'result' ? 200 : reply.status
      for (const use of call.uses ?? []) credentials.used(use, status)
      if (reply.type !== 'result') return { ok: false, error: errorOf(target, reply) }
      const { sizeBytes } = reply
      const isLarge = sizeBytes > answerBytes
      const { organizationId } = target
      const keeping = { organizationId, credentials, largeResults: parts.largeResults }
      const result = isLarge ? await withLinks(reply.result, keeping) : reply.result
      if (isLarge && (result === reply.result || isTooLarge(result)))
        return named(target, await largeResultOf(result, tool, keeping))
      const read = await resultOf(target, tool, result, check)
      return call.wantsContent === true ? withSent(read, result) : read
    },
    listen: (target, options) => channel.listen(target, options),
    close: () => channel.close(),
  }
}

function requestOf(
  target: RemoteTarget,
  { name, upstreamName = name, inputSchema }: CalledTool,
  { args, idempotencyKey, timeoutMs, signal, onProgress, headers }: RemoteCall,
): RemoteRequest {
  return {
    target,
    method: 'tools/call',
    params: {
      name: upstreamName,
      arguments: withSentNumerals(inputSchema, args),
      _meta: { 'troupe/idempotencyKey': idempotencyKey },
    },
    deadline: Date.now() + timeoutMs,
    headers: { ...headers, 'idempotency-key': idempotencyKey },
    idempotencyKey,
    signal,
    inputSchema,
    onProgress,
  }
}

/** Does the server say that a second call changes no more than the first? */
function mayRepeat({ effect, annotations }: CalledTool): boolean {
  return effect === 'read' || effect === 'pure' || annotations?.idempotentHint === true
}

async function resultOf(
  target: RemoteTarget,
  tool: CalledTool,
  result: unknown,
  check: CheckValue,
): Promise<ToolResult> {
  const checking = (schema: JsonSchema, value: Json) => check(target.organizationId, schema, value)
  return named(target, await checkedResult(readToolResult(result, tool), tool, checking))
}

function named(target: RemoteTarget, read: ToolResult): ToolResult {
  return read.ok ? read : { ok: false, error: withServerName(target, read.error) }
}

function withSent(read: ToolResult, result: unknown): ToolResult {
  const sent = read.ok || read.error.code === 'tool-failed' ? sentOf(result) : null
  return sent === null ? read : { ...read, sent }
}

function errorOf(target: RemoteTarget, failed: Failed): ToolError {
  if (failed.type === 'fault') return withServerName(target, failed.error)
  const code = failed.code === rpcCodes.invalidParams ? 'invalid-arguments' : 'server-error'
  const message = `answered the error ${failed.code}: ${failed.message || 'without a message'}`
  const { data = null } = failed as { readonly data?: Json }
  const content = { code: failed.code, message: failed.message, data }
  return withServerName(target, { code, message, retryable: false, tool: { status: null, content } })
}

/** A tool's own message stays as it is; other messages begin with the server's name. */
function withServerName({ name }: RemoteTarget, error: ToolError): ToolError {
  const message = error.code === 'tool-failed' ? error.message : `tool server "${name}" ${error.message}`
  return { ...error, message }
}
