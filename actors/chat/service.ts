// The routes of the service, for assistants: their calls go to the desk of the main thread. The identity of a
// call is the answer and the number of the call in it, so an answer that is made again after a crash repeats
// no effect. Calls that change something are counted by themselves: what is read before them may differ.
import type { ServiceAnswer, ServiceCalls } from '../../domain/chat/service-calls.ts'
import type { Speaker } from '../../domain/chat/speaker.ts'
import { Failure } from '../../domain/failure.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Outside } from '../../runtime/actor.ts'
import { deskAddress } from '../../runtime/engine.ts'
import { askUntilAnswered } from '../ask-until-answered.ts'

/** A call on its way to the desk. */
export interface DeskCall {
  readonly type: 'service-call'
  readonly organizationId: string
  readonly sessionId: string
  /** The session's only workflow; null for all. */
  readonly workflowId: string | null
  readonly by: Speaker
  /** Unique in the session, the same for every try. */
  readonly key: string
  readonly route: string
  readonly args: JsonObject
  readonly waitMs: number
  /** A language model calls it as a tool: the answer is that of the tool. */
  readonly isTool?: true
}

/** For the end of an execution: the session follows a longer one, and its streams show the steps. */
const mostWaitMs = 1_000

export interface ServiceCaller extends Pick<DeskCall, 'organizationId' | 'sessionId' | 'workflowId' | 'by'> {
  /** Of the answer, or of the call within it, that the calls are made for. */
  readonly id: string
}

export function serviceCalls({ id, ...facts }: ServiceCaller, outside: Outside): ServiceCalls {
  let reads = 0
  let changes = 0
  return {
    async call(route, args = {}, wantedMs = 0): Promise<ServiceAnswer> {
      const waitMs = Math.min(wantedMs, mostWaitMs)
      const key = `${id}/${isRead(route) ? `read-${++reads}` : ++changes}`
      const answer = await deskCall({ type: 'service-call', ...facts, key, route, args, waitMs }, outside)
      if (answer === null) throw new Failure('unavailable', 'nobody waits for this answer any more')
      return answer
    },
  }
}

function isRead(route: string): boolean {
  return route.startsWith('GET ') || route === 'POST /api/v1/workflows/plan'
}

/** @returns null when nobody waits for the answer any more */
export async function deskCall(call: DeskCall, outside: Outside): Promise<ServiceAnswer | null> {
  return askDesk<ServiceAnswer>(call, outside)
}

/** @returns null when nobody waits for the answer any more */
export async function askDesk<T>(message: { readonly type: string }, outside: Outside): Promise<T | null> {
  const reply = await askUntilAnswered(outside, () => outside.ask(deskAddress, message))
  return reply === null ? null : (JSON.parse(reply) as T)
}
