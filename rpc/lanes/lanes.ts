// The three lanes of /rpc behind one interface. The route passes in the HTTP request and the caller's
// surface, and gets the answer. Made once by the composition; lives as long as the process.
import { rpcCodes, rpcFailure } from '../json-rpc.ts'
import type { Surface } from '../surface/surface.ts'
import { laneOf } from './lane.ts'
import { type LaneAnswer, type LaneRequest, whole } from './lane-answer.ts'
import { createLegacyLane } from './legacy/legacy-lane.ts'
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
  get(request: LaneRequest): LaneAnswer
  delete(request: LaneRequest): Promise<LaneAnswer>
  /** Ends the sessions. */
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
}

export function createLanes({ version, website, secret, parse, report }: LanesParts): Lanes {
  const sessions = new Sessions()
  const places = new StreamPlaces()
  const plain = createPlainLane(report)
  const modern = createModernLane({ version, website, states: createRequestStates(secret), report })
  const legacy = createLegacyLane({ sessions, version, website, report })

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
          return legacy.post(request, body, surface)
      }
    },
    get: request => places.hold(request.principal, legacy.get(request)),
    delete: request => legacy.delete(request),
    close: () => sessions.close(),
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
