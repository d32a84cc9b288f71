// The service's own tool server at /rpc: plain JSON-RPC 2.0 and MCP on one URL. What is said there is the lanes' matter
// (rpc/lanes/), what there is to call the surface's; here HTTP meets them.
import { z } from 'zod'
import { Failure } from '../../domain/failure.ts'
import type { Caller } from '../../domain/permissions.ts'
import type { LaneAnswer, LaneRequest } from '../../rpc/lanes/lane-answer.ts'
import type { Surface } from '../../rpc/surface/surface.ts'
import type { IncomingRequest } from '../exchange.ts'
import { createHostCheck, createOriginCheck, type OriginRules } from '../origins.ts'
import { reply, stream, text } from '../reply.ts'
import { type Route, route } from '../route.ts'
import type { Visit } from '../service-tools.ts'

export interface RpcRoutesOptions extends OriginRules {
  /** What a caller gets to see. */
  readonly surfaceOf: (visit: Visit) => Surface
}

const metadataPath = '/.well-known/oauth-protected-resource'

export function rpcRoutes({ surfaceOf, ...origins }: RpcRoutesOptions): readonly Route[] {
  const judgeOrigin = createOriginCheck(origins)
  const judgeHost = createHostCheck(origins)
  const { appUrl } = origins
  const admit = (caller: Caller, request: IncomingRequest) => {
    judgeOrigin(request.header('origin'))
    judgeHost(request.header('host'))
    refuseChatOnly(caller)
  }
  const common = {
    tag: 'rpc',
    bucket: 'rpc',
    challenge: `resource_metadata="${appUrl}${metadataPath}/rpc"`,
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
      return answered(await services.lanes.post(laneRequest(caller, request), body, surface))
    }),

    route('GET /rpc', {
      ...common,
      summary: 'Read what an MCP session has to say by itself, or resume a stream by Last-Event-ID',
      produces: 'text/event-stream',
    }).handle(({ caller, request }, { lanes }) => {
      admit(caller, request)
      return answered(lanes.get(laneRequest(caller, request)))
    }),

    route('DELETE /rpc', { ...common, summary: 'End an MCP session' }).handle(
      async ({ caller, request }, { lanes }) => {
        admit(caller, request)
        return answered(await lanes.delete(laneRequest(caller, request)))
      },
    ),

    ...[metadataPath, `${metadataPath}/rpc`].map(path =>
      metadataRoute(`GET ${path}` as `GET /${string}`, appUrl),
    ),
  ]
}

/** A key with nothing but `chat` is what a web page may hold (contract 2). @throws {Failure} forbidden */
function refuseChatOnly({ key }: Caller): void {
  if (key?.scopes.every(scope => scope === 'chat'))
    throw new Failure(
      'forbidden',
      'this API key may only chat: /rpc needs one of the scopes read, write, execute',
    )
}

/** RFC 9728. There is no authorization server: credentials are API keys and the tokens of a login. */
function metadataRoute(pattern: `GET /${string}`, appUrl: string): Route {
  const metadata = {
    resource: `${appUrl}/rpc`,
    resource_name: 'Troupe',
    bearer_methods_supported: ['header'],
    resource_documentation: `${appUrl}/openapi.json`,
  }
  return route(pattern, {
    summary: 'How to authenticate at /rpc (RFC 9728)',
    tag: 'rpc',
    public: true,
    returns: z.record(z.string(), z.unknown()),
  }).handle(() => reply(metadata, { headers: { 'Cache-Control': 'public, max-age=300' } }))
}

function laneRequest(caller: Caller, request: IncomingRequest): LaneRequest {
  const { organizationId, userId, key } = caller
  return {
    header: name => request.header(name),
    onClose: listener => request.onClose(listener),
    organizationId,
    principal: `${organizationId} ${key?.id ?? userId}`,
  }
}

function answered(answer: LaneAnswer) {
  if (answer.type === 'stream') return stream(answer.source, answer.after)
  const { status, body, headers } = answer
  return text(body ?? '', 'application/json', { status, ...(headers && { headers }) })
}
