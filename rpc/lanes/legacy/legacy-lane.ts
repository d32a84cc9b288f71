// The lane of MCP 2025-03-26 to 2025-11-25 over HTTP. POST passes messages to a session and returns its
// answers, as JSON or as a stream that can be resumed. GET opens the standalone stream or resumes one. DELETE
// ends the session. session.ts makes the answers.
import { Failure } from '../../../domain/failure.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { type RpcId, readRequest, rpcCodes, rpcFailure } from '../../json-rpc.ts'
import type { Surface } from '../../surface/surface.ts'
import { type LaneAnswer, type LaneRequest, takesEvents, whole } from '../lane-answer.ts'
import { callMethods } from '../methods.ts'
import { sessionVersions } from '../versions.ts'
import { handshakeDefect, isInitialize, isRequest, messagesDefect } from './messages.ts'
import type { Session } from './session.ts'
import type { Message } from './session-transport.ts'
import type { Sessions } from './sessions.ts'

export interface LegacyLane {
  post(request: LaneRequest, body: unknown, surface: Surface): Promise<LaneAnswer>
  get(request: LaneRequest): LaneAnswer
  delete(request: LaneRequest): Promise<LaneAnswer>
}

/** A session with a longer handshake would be too long a row. */
const handshakeChars = 65_536

export function createLegacyLane(sessions: Sessions): LegacyLane {
  async function initialize(request: LaneRequest, body: JsonObject, surface: Surface): Promise<LaneAnswer> {
    if (readRequest(body) === null) return refusal(400, rpcCodes.invalidRequest, 'Invalid Request')
    const defect = handshakeDefect(body)
    if (defect !== null) return refusal(200, rpcCodes.invalidParams, defect, body['id'] as RpcId)
    const params = body['params'] as JsonObject
    if (JSON.stringify(params).length > handshakeChars) {
      const message = `params: expected at most ${handshakeChars} characters`
      return refusal(200, rpcCodes.invalidParams, message, body['id'] as RpcId)
    }
    const { principal, organizationId } = request
    const session = await sessions.begin({ principal, organizationId, surface })
    const answer = session.understands(body)
      ? await answerWhole(session, [body as Message], surface, false)
      : refusal(400, rpcCodes.invalidRequest, 'Invalid Request')
    if (!session.isInitialized) {
      await sessions.forget(session)
      return answer
    }
    try {
      await sessions.keep(session, params)
    } catch (error) {
      await sessions.forget(session)
      throw error
    }
    return { ...answer, headers: { 'Mcp-Session-Id': session.id } }
  }

  /** The session that a request names, or the answer when the caller has no such session. */
  function sessionOf(request: LaneRequest): Session | LaneAnswer {
    const id = request.header('mcp-session-id')
    if (id === '') return refusal(400, rpcCodes.invalidRequest, 'Mcp-Session-Id is missing: initialize first')
    const session = sessions.find(id, request.principal)
    if (session === null) return refusal(404, -32001, 'Session not found')
    const named = request.header('mcp-protocol-version')
    if (named === '' || sessionVersions.includes(named)) return session
    const known = sessionVersions.join(', ')
    return refusal(
      400,
      rpcCodes.invalidRequest,
      `MCP-Protocol-Version ${named} is unknown, expected one of ${known}`,
    )
  }

  async function post(request: LaneRequest, body: unknown, surface: Surface): Promise<LaneAnswer> {
    if (isInitialize(body) && request.header('mcp-session-id') === '')
      return initialize(request, body, surface)
    const session = sessionOf(request)
    if ('type' in session) return session
    const isBatch = Array.isArray(body)
    const messages: unknown[] = isBatch ? body : [body]
    const defect = messagesDefect(session, messages)
    if (defect !== null) return refusal(400, rpcCodes.invalidRequest, defect)
    return deliverMessages(request, session, { messages: messages as Message[], isBatch, surface })
  }

  return {
    post,
    get(request) {
      const session = sessionOf(request)
      if ('type' in session) return session
      if (!takesEvents(request)) {
        return refusal(406, rpcCodes.invalidRequest, 'Not Acceptable: expected Accept: text/event-stream')
      }
      return read(request, session)
    },
    async delete(request) {
      const session = sessionOf(request)
      if ('type' in session) return session
      await sessions.end(session)
      return whole(200, null)
    },
  }
}

type WholeAnswer = LaneAnswer & { readonly type: 'whole' }

interface PostedMessages {
  readonly messages: readonly Message[]
  readonly isBatch: boolean
  readonly surface: Surface
}

async function deliverMessages(
  request: LaneRequest,
  session: Session,
  { messages, isBatch, surface }: PostedMessages,
): Promise<LaneAnswer> {
  const requests = messages.filter(isRequest)
  if (requests.length === 0) {
    session.transport.deliver(messages)
    return whole(202, null)
  }
  const mayTakeTime = requests.some(({ method }) => callMethods.has(method!))
  if (!mayTakeTime || !takesEvents(request)) return answerWhole(session, messages, surface, isBatch)
  const stream = session.transport.openStream(
    requests.map(({ id }) => id!),
    surface,
  )
  // Clients of earlier revisions fail on an event without data.
  if (request.header('mcp-protocol-version') === sessionVersions[0]) stream.prime()
  session.transport.deliver(messages)
  return { type: 'stream', source: stream, after: 0 }
}

/** Answers in one piece, once every request has its answer. */
async function answerWhole(
  session: Session,
  messages: readonly Message[],
  surface: Surface,
  isBatch: boolean,
): Promise<WholeAnswer> {
  const { transport } = session
  const ids = messages.filter(isRequest).map(({ id }) => id!)
  const stream = transport.openStream(ids, surface)
  transport.deliver(messages)
  await stream.answered
  transport.drop(stream)
  const text = stream.responses(isBatch)
  // Nobody cancelled it: the session goes on at another node, or at the next start.
  if (text === '' && session.hasEnded)
    throw new Failure('unavailable', 'the session has ended here; try again', { retryAfterMs: 1_000 })
  return text === '' ? { type: 'whole', status: 202, body: null } : { type: 'whole', status: 200, body: text }
}

/** The standalone stream, or the rest of an interrupted one. */
function read(request: LaneRequest, { transport }: Session): LaneAnswer {
  const named = request.header('last-event-id')
  if (named === '') {
    const { standalone } = transport
    return { type: 'stream', source: standalone, after: standalone.deliveredId, isLasting: true }
  }
  const after = /^\d{1,15}$/.test(named) ? Number(named) : null
  const source = after === null ? null : transport.streamOfEvent(after)
  if (after === null || source === null) {
    return refusal(400, rpcCodes.invalidRequest, 'Last-Event-ID: no event of this session that is still kept')
  }
  return { type: 'stream', source, after: Math.max(after, source.beginsAfter), isLasting: true }
}

function refusal(status: number, code: number, message: string, id: RpcId = null): WholeAnswer {
  return { type: 'whole', status, body: JSON.stringify(rpcFailure(id, code, message)) }
}
