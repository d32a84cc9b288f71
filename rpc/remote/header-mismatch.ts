// A server of MCP 2026-07-28 refuses a call whose headers do not mirror the arguments that it wants mirrored: most likely
// the tool's definition has changed since it was listed. The tools are listed again, once, and the call is made as the
// definition of now wants it. Safe also for what changes something, because the first call was refused.
import type { RemoteChannel } from './channel.ts'
import { listTools } from './listing.ts'
import { modernCodes } from './modern.ts'
import type { Reply } from './reply.ts'
import type { RemoteRequest } from './target.ts'

/**
 * @param ask sends the call
 * @returns what it came to; the refusal itself when a list says nothing new
 */
export async function mirroringAnew(
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
