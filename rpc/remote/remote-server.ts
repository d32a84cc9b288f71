// The client of tool servers: tools/list and tools/call (contract 9), whatever the protocol that they speak. One per
// process or worker thread, for all servers. The hub calls tools through it; the actors of servers list them.
// 1. What a server does wrong is a value, never an exception, and its message names the server and what it did.
// 2. Every call ends by its deadline, with at most 1 MiB of output.
// 3. A call that changes something is never sent twice, but for one that was turned away before anything was done: by a
//    forgotten session, in the wrong protocol, or for its headers. One that changes nothing is sent again when a connection breaks.
// 4. What is listed or kept holds no secret of the organization; what a call answers, or says on the way, the hub cleans.
//
// A server can recognise a repeated attempt of the same call: each carries the same key, in the header
// `Idempotency-Key` and in the parameters as `_meta["troupe/idempotencyKey"]`. How it is done: rpc/remote/.
import type { JsonObject } from '../../domain/json.ts'
import type { ToolError, ToolResult } from '../../domain/tool.ts'
import type { Credentials, CredentialUse } from '../credentials/credentials.ts'
import { noCredentials } from '../credentials/no-credentials.ts'
import { scrubbedListing } from '../credentials/scrubbed-result.ts'
import { rpcCodes } from '../json-rpc.ts'
import { keepLarge, type LargeResultStore } from '../large-results.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { ToolProgress } from '../tool-progress.ts'
import { RemoteChannel } from './channel.ts'
import { mirroringAnew } from './header-mismatch.ts'
import { type Listed, listTools } from './listing.ts'
import type { Failed } from './reply.ts'
import { type CalledTool, readToolResult } from './result.ts'
import { retrying } from './retrying.ts'
import type { Headers, RemoteRequest, RemoteTarget } from './target.ts'
import { answerBytes } from './wire.ts'

export type { CalledTool } from './result.ts'
export type { RemoteTarget } from './target.ts'

export interface RemoteCall {
  /** Valid against the tool's inputSchema. */
  readonly args: JsonObject
  readonly idempotencyKey: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Told what the tool says while it works. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
  /** Credentials whose secrets are in the arguments: told what became of them. */
  readonly uses?: readonly CredentialUse[]
  /** Beside those of the protocol, for instance `traceparent`. Never those of whoever called. */
  readonly headers?: Headers | undefined
}

export type Listing = Listed | { readonly ok: false; readonly error: ToolError }

export interface ListOptions {
  /** For all pages together. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Finds out again which protocol the server speaks, although it is known. */
  readonly isAnew?: boolean
}

export interface RemoteServers {
  /** Every tool that the server has, page by page. */
  list(target: RemoteTarget, options: ListOptions): Promise<Listing>
  call(target: RemoteTarget, tool: CalledTool, call: RemoteCall): Promise<ToolResult>
  /** Ends the sessions with servers; before the outbound client is closed. */
  close(): Promise<void>
}

export interface RemoteParts {
  /** Default: there are none. */
  readonly credentials?: Credentials | undefined
  /** Without one, what is larger than 1 MiB fails. */
  readonly largeResults?: LargeResultStore | undefined
  /** A server has said that its tools changed. */
  readonly onToolsChanged?: ((target: RemoteTarget) => void) | undefined
}

export function createRemoteServers(outbound: Outbound, parts: RemoteParts = {}): RemoteServers {
  const { credentials = noCredentials, onToolsChanged = () => {} } = parts
  const channel = new RemoteChannel({ outbound, credentials, onToolsChanged })
  return {
    async list(target, { timeoutMs, signal, isAnew = false }) {
      const sending = { target, deadline: Date.now() + timeoutMs, signal, idempotencyKey: null }
      return scrubbedListing(credentials, target.organizationId, async () => {
        const listed = await listTools(channel, sending, isAnew)
        return 'type' in listed ? { ok: false, error: errorOf(target, listed) } : listed
      })
    },
    async call(target, tool, call) {
      const ask = (request: RemoteRequest) => {
        const send = () => channel.ask(request)
        return mayRepeat(tool) ? retrying(request, send) : send()
      }
      const reply = await mirroringAnew(channel, requestOf(target, tool, call), ask)
      const status = reply.type === 'result' ? 200 : reply.status
      for (const use of call.uses ?? []) credentials.used(use, status)
      if (reply.type !== 'result') return { ok: false, error: errorOf(target, reply) }
      const { result, sizeBytes } = reply
      if (sizeBytes <= answerBytes) return resultOf(target, tool, result, true)
      return largeResultOf(target, tool, result, { credentials, largeResults: parts.largeResults })
    },
    close: () => channel.close(),
  }
}

function requestOf(
  target: RemoteTarget,
  { name, inputSchema }: CalledTool,
  { args, idempotencyKey, timeoutMs, signal, onProgress, headers }: RemoteCall,
): RemoteRequest {
  return {
    target,
    method: 'tools/call',
    params: { name, arguments: args, _meta: { 'troupe/idempotencyKey': idempotencyKey } },
    deadline: Date.now() + timeoutMs,
    headers: { ...headers, 'idempotency-key': idempotencyKey },
    idempotencyKey,
    signal,
    inputSchema,
    onProgress,
  }
}

/** Does calling it twice change no more than calling it once, as far as its server says? */
function mayRepeat({ effect, annotations }: CalledTool): boolean {
  return effect === 'read' || effect === 'pure' || annotations?.idempotentHint === true
}

function resultOf(target: RemoteTarget, tool: CalledTool, result: unknown, isChecked: boolean): ToolResult {
  const read = readToolResult(result, tool, isChecked)
  return read.ok ? read : { ok: false, error: named(target, read.error) }
}

async function largeResultOf(
  target: RemoteTarget,
  tool: CalledTool,
  result: unknown,
  { credentials, largeResults }: { credentials: Credentials; largeResults: LargeResultStore | undefined },
): Promise<ToolResult> {
  const read = resultOf(target, tool, result, false)
  if (!read.ok) return read
  const { organizationId } = target
  const message = `answered with more than ${answerBytes} bytes`
  if (largeResults === undefined)
    return { ok: false, error: named(target, { code: 'too-large', message, retryable: false }) }
  const output = credentials.scrubValue(organizationId, read.output)
  const kept = await keepLarge(largeResults, organizationId, output)
  return kept.ok ? kept : { ok: false, error: named(target, kept.error) }
}

function errorOf(target: RemoteTarget, failed: Failed): ToolError {
  if (failed.type === 'fault') return named(target, failed.error)
  const code = failed.code === rpcCodes.invalidParams ? 'invalid-arguments' : 'server-error'
  const message = `answered the error ${failed.code}: ${failed.message || 'without a message'}`
  return named(target, { code, message, retryable: false })
}

/** What a tool says itself stands for itself. */
function named({ name }: RemoteTarget, error: ToolError): ToolError {
  const message = error.code === 'tool-failed' ? error.message : `tool server "${name}" ${error.message}`
  return { ...error, message }
}
