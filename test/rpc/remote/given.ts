// A tool server on loopback of which a test writes the answers, and the connector that speaks to it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Test } from 'tap'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { ToolServerProtocol } from '../../../domain/tools/tool-server.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import {
  type CalledTool,
  createRemoteServers,
  type RemoteCall,
  type RemoteParts,
  type RemoteTarget,
} from '../../../rpc/remote/remote-server.ts'
import { serve } from '../loopback.ts'

/** One request as it arrived; a DELETE has an empty method. */
export interface Asked {
  readonly id?: number
  readonly method: string
  readonly params: JsonObject
  readonly headers: IncomingMessage['headers']
  readonly url: string
  /** Of the HTTP request. */
  readonly verb: string
  readonly body: string
}

/** The result, or undefined when it writes the response itself. */
export type Answer = (asked: Asked, response: ServerResponse) => Json | undefined | Promise<Json | undefined>

export interface GivenOptions extends RemoteParts {
  /** Default `plain`. */
  readonly protocol?: ToolServerProtocol | null
}

export async function given(t: Test, answer: Answer, { protocol = 'plain', ...parts }: GivenOptions = {}) {
  const asked: Asked[] = []
  const { origin } = await serve(t, async (request, response) => {
    const message = await read(request)
    asked.push(message)
    const result = await answer(message, response)
    if (result !== undefined) response.end(rpcResult(message.id, result))
  })
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const target = targetAt(`${origin}/rpc`, protocol)
  const methods = () => asked.map(({ method }) => method)
  return { asked, methods, target, outbound, servers: createRemoteServers(outbound, parts) }
}

export function targetAt(url: string, protocol: ToolServerProtocol | null): RemoteTarget {
  return { id: 'srv_1', organizationId: 'org_1', name: 'Orders', url, protocol }
}

async function read(request: IncomingMessage): Promise<Asked> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const { headers, url = '', method: verb = '' } = request
  const message = body === '' ? { method: '' } : JSON.parse(body)
  return { ...message, headers, url, verb, body }
}

export function rpcResult(id: number | undefined, result: Json): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result })
}

export function rpcError(id: number | undefined | null, code: number, message = 'no', data?: Json): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } })
}

/** One server-sent event. */
export function event(message: object): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`
}

export const listTool: CalledTool = { name: 'list', inputSchema: {}, outputSchema: null, effect: 'write' }
export const readTool: CalledTool = { ...listTool, effect: 'read' }
export const limits = { timeoutMs: 5_000 }
export const call: RemoteCall = { args: { a: 1 }, idempotencyKey: 'exec_1/fetch', ...limits }
/** What a call comes to whose time was up before its server was ready for it. */
export const notReady = {
  ok: false,
  error: {
    code: 'timeout',
    message: 'tool server "Orders" was not ready before the deadline of the call',
    retryable: true,
  },
}
export const textPart = (text: string) => ({ type: 'text', text })
