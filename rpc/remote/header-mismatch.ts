// Repeats a call that a server of MCP 2026-07-28 refused because the headers do not mirror the arguments.
// Most likely the tool's definition has changed since we listed it. So we list the tools again, once, and
// call by the new definition. The server refused the first call, so this is safe for calls that change
// something too. Called by remote-server.ts.
import type { RemoteChannel } from './channel.ts'
import { listTools } from './intake/listing.ts'
import { modernCodes } from './modern.ts'
import type { Reply } from './reply.ts'
import type { RemoteRequest } from './target.ts'

/**
 * @param ask sends the call
 * @returns the reply; the first refusal when the new list does not have the tool
 */
export async function callAgainOnMismatch(
  channel: RemoteChannel,
  request: RemoteRequest,
  ask: (request: RemoteRequest) => Promise<Reply>,
): Promise<Reply> {
  const reply = await ask(request)
  if (reply.type !== 'rpc-error' || reply.code !== modernCodes.headerMismatch) return reply
  const { target, deadline, signal, params } = request
  const listed = await listTools(channel, { target, deadline, signal, idempotencyKey: null }, false)
  if ('type' in listed) return reply
  const tool = listed.tools.find(({ name }) => name === params['name'])
  return tool === undefined ? reply : ask({ ...request, inputSchema: tool.inputSchema })
}
