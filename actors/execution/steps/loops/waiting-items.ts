// Items of a loop that wait for a decision hold up no other item: the loop's concurrency bounds those at
// work. advance.ts asks when nothing is ready. Since irVersion 2.
import { own } from '../../../../domain/own.ts'
import type { Event, State } from '../../protocol.ts'
import { openIn } from '../frames.ts'
import { type ExecutionContext, stepAt } from '../paths.ts'

/** Items of one loop that may wait at once. */
const mostWaiting = 1_000

/** The beginning of the next item of a loop whose open items wait for people; null when there is none. */
export function nextItem(context: ExecutionContext, state: State): readonly Event[] | null {
  if (context.program.irVersion < 2) return null
  for (const path in state.approvals) {
    for (const loop of loopsAround(path)) {
      const composite = own(state.composites, loop)
      const { block } = stepAt(context, loop)
      if (composite === undefined || block.kind !== 'foreach' || composite.next >= composite.items.length)
        continue
      const waiting = waitingIn(state, loop)
      if (waiting <= mostWaiting && openIn(composite) - waiting < block.concurrency)
        return [{ type: 'item-opened', step: loop }]
    }
  }
  return null
}

/** Paths of the loops around a step, innermost first. */
function* loopsAround(path: string): Generator<string> {
  for (const { index } of [...path.matchAll(/\.each\[\d+\](?=\.)/g)].reverse()) yield path.slice(0, index)
}

/** Open items of the loop in which somebody is asked and nothing else goes on. */
function waitingIn(state: State, loop: string): number {
  const asking = slotsIn(state.approvals, loop)
  const { calls, retries, parked, waits, agents, children } = state
  for (const open of [calls, retries, parked, waits, agents, children])
    for (const slot of slotsIn(open, loop)) asking.delete(slot)
  return asking.size
}

function slotsIn(open: object, loop: string): Set<string> {
  const prefix = `${loop}.each[`
  const slots = new Set<string>()
  for (const path in open)
    if (path.startsWith(prefix)) slots.add(path.slice(prefix.length, path.indexOf(']', prefix.length)))
  return slots
}
