// Requests to sessions, whichever node has them: a request that comes to another node is passed on to the one
// that has its session, and answered as that one says. Stands before legacy-lane.ts, at both nodes.
//   client -> this node: passOn -> node of the session: serve -> legacy-lane.ts -> back
// 1. A session that no living node has is taken over here (sessions.ts).
// 2. A request is passed on at most once: when the link ends, nobody here knows whether the other node has
//    begun it.
// 3. Where the answer is a stream, the other node lends it (lent-streams.ts).
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../../domain/failure.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { SourceEvent } from '../../../runtime/event-source.ts'
import type { Surface } from '../../surface/surface.ts'
import type { LaneAnswer, LaneRequest } from '../lane-answer.ts'
import type { LegacyLane } from './legacy-lane.ts'
import { LentSource } from './lent-source.ts'
import { type LentStream, LentStreams, longestPullMs } from './lent-streams.ts'
import type { Sessions, SessionsParts } from './sessions.ts'

/** The nodes of the cluster, as sessions know them. */
export type SessionNodes = SessionsParts['nodes'] & {
  isLinked(node: number): boolean
  /** @returns JSON text, as `Passing.serve`. @throws {Failure} its refusal, overloaded, unavailable */
  ask(node: number, message: LaneMessage, timeoutMs: number): Promise<string>
}

/** What one node asks of another. */
export type LaneMessage =
  | ({ readonly type: 'rpc'; readonly origin: JsonObject } & PassedRequest)
  | { readonly type: 'rpc-events'; readonly stream: string }
  | { readonly type: 'rpc-leave'; readonly stream: string }

export interface PassedRequest {
  readonly method: 'POST' | 'GET' | 'DELETE'
  /** The body. */
  readonly text: string
}

/** A request of another node, and the surface of its caller. */
export interface PassedCaller {
  readonly request: LaneRequest
  readonly surface: Surface
}

type LaneReply =
  | (LaneAnswer & { readonly type: 'whole' })
  | ({ readonly type: 'lent' } & LentStream)
  /** Another node has the session by now, or none: look again. */
  | { readonly type: 'elsewhere' }

/** How long a session is looked for whose node cannot be reached. */
const findWithinMs = 5_000
const lookAgainMs = 100
/** Longer than a call takes that asks its client's user again and again (session-calls.ts). */
const answerWithinMs = 7_200_000
const leaveWithinMs = 5_000
/** What sessions ask of other nodes at once. Far less than actors may (`bounds.queued`). */
const asksAtOnce = 5_000
/** How long a node that stops waits for what others have passed on to it. */
const stopWithinMs = 3_000

export interface PassingParts {
  readonly sessions: Sessions
  readonly nodes: SessionNodes
  readonly lane: LegacyLane
  readonly parse: (text: string) => unknown
}

export class Passing {
  readonly #parts: PassingParts
  readonly #lent = new LentStreams()
  /** Requests of other nodes that are being answered here. */
  readonly #served = new Set<Promise<LaneReply>>()
  #asks = 0
  #isClosed = false

  constructor(parts: PassingParts) {
    this.#parts = parts
  }

  /**
   * Has the node of the session answer, when that is another one.
   * @param surface called when this node takes the session over
   * @returns null: the session is in this memory, or there is none
   * @throws {Failure} unavailable: its node cannot be reached, and what that node refuses
   */
  async passOn(
    request: LaneRequest,
    passed: PassedRequest,
    surface: () => Surface,
  ): Promise<LaneAnswer | null> {
    const { nodes } = this.#parts
    const end = performance.now() + findWithinMs
    for (;;) {
      const node = await this.#nodeOf(request, surface)
      if (node === null) return null
      if (nodes.isLinked(node)) {
        const message = { type: 'rpc', origin: request.origin(), ...passed } as const
        const reply = JSON.parse(await this.#ask(node, message, answerWithinMs)) as LaneReply
        if (reply.type === 'whole') return reply
        if (reply.type === 'lent') return this.#borrowed(node, reply)
      }
      if (performance.now() > end) {
        const text = 'the node that has this session cannot be reached; try again'
        throw new Failure('unavailable', text, { retryAfterMs: 1_000 })
      }
      await pause(lookAgainMs)
    }
  }

  /**
   * Answers another node.
   * @param callerOf opens what a LaneRequest's `origin` has packed
   * @returns JSON text of a `LaneReply`; of events, null when the stream is lent no more
   * @throws {Failure} for the client
   */
  async serve(message: LaneMessage, callerOf: (origin: JsonObject) => PassedCaller): Promise<string> {
    switch (message.type) {
      case 'rpc':
        return JSON.stringify(await this.#serve(message, callerOf(message.origin)))
      case 'rpc-events':
        return JSON.stringify(await this.#lent.pull(message.stream))
      case 'rpc-leave':
        this.#lent.leave(message.stream)
        return 'null'
    }
  }

  /** Takes nothing more of other nodes, and finishes what it has taken, for a while. */
  async close(): Promise<void> {
    this.#isClosed = true
    const served = Promise.allSettled([...this.#served])
    await Promise.race([served, pause(stopWithinMs, undefined, { ref: false })])
    this.#lent.close()
  }

  async #serve(passed: PassedRequest, caller: PassedCaller): Promise<LaneReply> {
    const answer = this.#answer(passed, caller)
    this.#served.add(answer)
    try {
      return await answer
    } finally {
      this.#served.delete(answer)
    }
  }

  async #answer({ method, text }: PassedRequest, { request, surface }: PassedCaller): Promise<LaneReply> {
    const { lane, parse } = this.#parts
    if (this.#isClosed || (await this.#nodeOf(request, () => surface)) !== null) return { type: 'elsewhere' }
    const answer = await (method === 'POST'
      ? lane.post(request, parse(text), surface)
      : method === 'GET'
        ? lane.get(request)
        : lane.delete(request))
    return answer.type === 'whole' ? answer : { type: 'lent', ...this.#lent.lend(answer) }
  }

  /** The other node that has the session; null: this one, or none. */
  async #nodeOf(request: LaneRequest, surface: () => Surface): Promise<number | null> {
    const { sessions } = this.#parts
    const { principal, organizationId } = request
    const id = request.header('mcp-session-id')
    if (id === '' || sessions.find(id, principal) !== null) return null
    const owner = { principal, organizationId }
    return sessions.search(id, owner, () => ({ ...owner, surface: surface() }))
  }

  async #ask(node: number, message: LaneMessage, withinMs: number): Promise<string> {
    if (this.#asks >= asksAtOnce) {
      const text = 'too much waits for the node that has this session; try again soon'
      throw new Failure('overloaded', text, { retryAfterMs: 1_000 })
    }
    this.#asks++
    try {
      return await this.#parts.nodes.ask(node, message, withinMs)
    } finally {
      this.#asks--
    }
  }

  #borrowed(node: number, { stream, after, isLasting }: LentStream): LaneAnswer {
    const ask = (message: LaneMessage, withinMs: number) => this.#ask(node, message, withinMs)
    const source = new LentSource({
      async next() {
        const events = await ask({ type: 'rpc-events', stream }, 2 * longestPullMs)
        return JSON.parse(events) as readonly SourceEvent[] | null
      },
      leave: () => void ask({ type: 'rpc-leave', stream }, leaveWithinMs).catch(() => {}),
    })
    return { type: 'stream', source, after, ...(isLasting && { isLasting }) }
  }
}

/** A server that is alone. */
export const noNodes: SessionNodes = {
  own: 0,
  isMember: () => false,
  isLinked: () => false,
  ask: () => Promise.reject(new Failure('unavailable', 'there is no other node')),
}
