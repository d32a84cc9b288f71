// The three lanes of /rpc behind one interface. The route passes in the HTTP request and the caller's
// surface, and gets the answer. Made once by the composition; lives as long as the process.
import type { RpcSessions } from '../../storage/requests/rpc-sessions.ts'
import { rpcCodes, rpcFailure } from '../json-rpc.ts'
import type { Surface } from '../surface/surface.ts'
import { laneOf } from './lane.ts'
import { type LaneAnswer, type LaneRequest, whole } from './lane-answer.ts'
import { createLegacyLane } from './legacy/legacy-lane.ts'
import { noNodes, Passing, type SessionNodes } from './legacy/passing.ts'
import { Sessions } from './legacy/sessions.ts'
import { createModernLane } from './modern/modern-lane.ts'
import { createRequestStates } from './modern/request-state.ts'
import { createPlainLane } from './plain.ts'
import { StreamPlaces } from './stream-places.ts'

export interface Lanes {
  /**
   * @param text the body
   * @throws {Failure} rate-limited: as `get`
   */
  post(request: LaneRequest, text: string, surface: Surface): LaneAnswer | Promise<LaneAnswer>
  /** @throws {Failure} rate-limited: the caller has too many open streams */
  get(request: LaneRequest, surface: () => Surface): Promise<LaneAnswer>
  delete(request: LaneRequest, surface: () => Surface): Promise<LaneAnswer>
  /** Answers another node (legacy/passing.ts). @throws {Failure} for the client */
  readonly serve: Passing['serve']
  /** Gives the sessions up: another node, or the next start, goes on with them. */
  close(): Promise<void>
}

export interface LanesParts {
  /** Version of the service. */
  readonly version: string
  /** Origin of the service. Default: the lanes name none. */
  readonly website?: string | undefined
  /** 32 bytes that seal the state which clients hold for us. They outlive the process. */
  readonly secret: Uint8Array
  /** Parses JSON; anything it throws is a parse error. */
  readonly parse: (text: string) => unknown
  /** Gets errors of methods that callers must not see. */
  readonly report: (error: unknown, method: string) => void
  /** Where sessions outlive this process. */
  readonly rows: RpcSessions
  /** Default: this server is alone. */
  readonly nodes?: SessionNodes | undefined
}

export function createLanes(parts: LanesParts): Lanes {
  const { version, website, secret, parse, report, rows, nodes = noNodes } = parts
  const sessions = new Sessions({ version, website, report, rows, nodes })
  const places = new StreamPlaces()
  const plain = createPlainLane(report)
  const modern = createModernLane({ version, website, states: createRequestStates(secret), report })
  const legacy = createLegacyLane(sessions)
  const passing = new Passing({ sessions, nodes, lane: legacy, parse })

  return {
    post(request, text, surface) {
      const marks = {
        sessionId: request.header('mcp-session-id'),
        protocolVersion: request.header('mcp-protocol-version'),
      }
      let body: unknown
      try {
        body = parse(text)
      } catch {
        return parseError(laneOf(marks, null) === 'modern')
      }
      switch (laneOf(marks, body)) {
        case 'plain':
          return plain(body, surface, () => signalOf(request))
        case 'modern':
          return Promise.resolve(modern(request, body, surface)).then(it =>
            places.hold(request.principal, it),
          )
        case 'legacy':
          return passing
            .passOn(request, { method: 'POST', text }, () => surface)
            .then(answer => answer ?? legacy.post(request, body, surface))
      }
    },
    async get(request, surface) {
      const passed = await passing.passOn(request, { method: 'GET', text: '' }, surface)
      return places.hold(request.principal, passed ?? legacy.get(request))
    },
    async delete(request, surface) {
      const passed = await passing.passOn(request, { method: 'DELETE', text: '' }, surface)
      return passed ?? legacy.delete(request)
    },
    serve: (message, callerOf) => passing.serve(message, callerOf),
    async close() {
      await passing.close()
      await sessions.close()
    },
  }
}

/** @param isModern an error without an id then has no member `id` */
function parseError(isModern: boolean): LaneAnswer {
  const { id: _, ...anonymous } = rpcFailure(null, rpcCodes.parseError, 'Parse error')
  return whole(400, JSON.stringify(isModern ? anonymous : { ...anonymous, id: null }))
}

/** Aborts when the caller leaves. */
function signalOf(request: LaneRequest): AbortSignal {
  const gone = new AbortController()
  request.onClose(() => gone.abort())
  return gone.signal
}
