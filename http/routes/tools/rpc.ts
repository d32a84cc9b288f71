// The service's own tool server at /rpc: plain JSON-RPC 2.0 and MCP on one URL. The lanes speak the protocols
// (rpc/lanes/), the surface has the tools; these routes connect both to HTTP.
import { z } from 'zod'
import { Failure } from '../../../domain/failure.ts'
import { usualScopes } from '../../../domain/people/connection.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import type { LaneAnswer } from '../../../rpc/lanes/lane-answer.ts'
import { createAddresses, resourceMetadata } from '../../connections/addresses.ts'
import { isConnected } from '../../connections/caller.ts'
import { askForScope } from '../../connections/step-up.ts'
import type { IncomingRequest } from '../../exchange.ts'
import { laneRequest } from '../../mcp/requests/lane-requests.ts'
import { createHostCheck, createOriginCheck, type OriginRules } from '../../mcp/requests/origins.ts'
import type { SurfaceOf } from '../../mcp/surfaces.ts'
import { stream, text } from '../../pipeline/reply.ts'
import { type Route, route } from '../../pipeline/route.ts'

export interface RpcRoutesOptions extends OriginRules {
  readonly surfaceOf: SurfaceOf
}

export function rpcRoutes({ surfaceOf, ...origins }: RpcRoutesOptions): readonly Route[] {
  const judgeOrigin = createOriginCheck(origins)
  const judgeHost = createHostCheck(origins)
  const { originOf } = createAddresses(origins)
  const admit = (caller: Caller, request: IncomingRequest) => {
    judgeOrigin(request.header('origin'))
    judgeHost(request.header('host'))
    refuseChatOnly(caller)
  }
  const common = {
    tag: 'rpc',
    bucket: 'rpc',
    challenge: (request: IncomingRequest) => {
      const origin = originOf(request.header('host'))
      return { ...resourceMetadata(origin), scope: usualScopes.join(' ') }
    },
    returns: z.unknown(),
  } as const

  return [
    route('POST /rpc', {
      ...common,
      summary: 'Call the service as a tool server (JSON-RPC 2.0, MCP)',
      description:
        'Plain JSON-RPC 2.0 (`tools/list`, `tools/call`, batches of up to 50, notifications), MCP 2026-07-28, ' +
        'and sessions of MCP 2025-03-26 to 2025-11-25.',
      rawBody: true,
    }).handle(async ({ caller, body, request }, services) => {
      admit(caller, request)
      const surface = surfaceOf({ caller, request, services })
      if (isConnected(caller)) await askForScope(caller, body, surface)
      return replyOf(await services.lanes.post(laneRequest(caller, request), body, surface))
    }),

    route('GET /rpc', {
      ...common,
      summary: 'Read the messages of an MCP session, or resume a stream with Last-Event-ID',
      produces: 'text/event-stream',
    }).handle(async ({ caller, request }, services) => {
      admit(caller, request)
      const surface = () => surfaceOf({ caller, request, services })
      return replyOf(await services.lanes.get(laneRequest(caller, request), surface))
    }),

    route('DELETE /rpc', { ...common, summary: 'End an MCP session' }).handle(
      async ({ caller, request }, services) => {
        admit(caller, request)
        const surface = () => surfaceOf({ caller, request, services })
        return replyOf(await services.lanes.delete(laneRequest(caller, request), surface))
      },
    ),
  ]
}

/**
 * Refuses a key whose only scope is `chat`: a web page may hold it (docs/internals/contract.md, 2).
 * @throws {Failure} forbidden
 */
function refuseChatOnly({ key }: Caller): void {
  if (key?.scopes.every(scope => scope === 'chat'))
    throw new Failure(
      'forbidden',
      'this API key may only chat: /rpc needs one of the scopes read, write, execute',
    )
}

function replyOf(answer: LaneAnswer) {
  if (answer.type === 'stream') return stream(answer.source, answer.after)
  const { status, body, headers } = answer
  return text(body ?? '', 'application/json', { status, ...(headers && { headers }) })
}
