// What the follower of an execution is to hear: a chat session that has started it. pending.ts asks for it.
// The follower hears of each status and of each approval that is asked for or decided; when several come
// while it cannot be reached, it hears of the last. News are numbered, so that it knows a late one.
import { view } from '../projection.ts'
import type { Event, State, TellFollowerEffect } from '../protocol.ts'
import type { ExecutionContext } from './paths.ts'

/** The effect that tells the follower, unless it knows. */
export function* following(
  context: ExecutionContext,
  state: State,
  follower: string,
): Iterable<TellFollowerEffect> {
  const { news } = state
  if (news === state.toldFollower) return
  yield { type: 'tell-follower', id: `tell ${news}`, follower, news, execution: view(context, state) }
}

/** Is the event something that a follower hears of? */
export function isNews({ type }: Event): boolean {
  return type === 'status-changed' || type === 'approval-requested' || type === 'approval-decided'
}
