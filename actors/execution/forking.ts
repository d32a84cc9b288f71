// A retry is a new execution that keeps results of an earlier one: which ones, read from its journal. Paths are the same
// in both, so it works inside of foreach and parallel too.
import { listsOf } from '../../domain/dependencies.ts'
import { Failure } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import type { Plan, Step } from '../../domain/plan.ts'
import { type Entry, seqAfter } from '../../runtime/journal.ts'
import { stepIdOf } from './paths.ts'
import type { Event } from './protocol.ts'

interface Results {
  [path: string]: Json
}

/**
 * Results to keep, by path: of the steps that completed, here or in the execution that this one retried; with `fromStep`
 * only of those that had here before it began.
 * @throws {Failure} validation-failed: it never began
 */
export function keptResults(entries: Iterable<Entry>, fromStep: string | null): Results {
  const kept: Results = {}
  for (const { body } of entries) {
    for (const event of JSON.parse(body) as Event[]) {
      // It may have ended before it came to them.
      if (event.type === 'started' && fromStep === null) Object.assign(kept, event.start.forkedFrom?.kept)
      if (!('step' in event)) continue
      // The step itself, what it is part of, and whatever came after it run again.
      if (fromStep !== null && isAtOrInside(event.step, fromStep)) return kept
      if (event.type === 'step-completed') kept[event.step] = event.output
      if (event.type === 'step-skipped') kept[event.step] = null
    }
  }
  if (fromStep !== null)
    throw new Failure('validation-failed', `fromStep: the execution has no step ${fromStep}`)
  return kept
}

/** Entries of one read of the journal. */
const pageSize = 100

/** The same of an execution's whole journal, read a page at a time. @throws {Failure} validation-failed, unavailable */
export async function keptOf(
  read: (address: string, after: number, limit: number) => Promise<Entry[]>,
  id: string,
  fromStep: string | null,
): Promise<Results> {
  const entries: Entry[] = []
  for (let page: Entry[] | null = null; page === null || page.length === pageSize; ) {
    const last = entries.at(-1)
    page = await read(id, last ? seqAfter(last) - 1 : 0, pageSize)
    entries.push(...page)
  }
  return keptResults(entries, fromStep)
}

/**
 * Without the approvals of the plan and the blocks around them, whose parts are kept one by one: what was approved, or
 * was not in need of it, may be something else now, and with `fromStep` it has been done once already.
 */
export function withoutApprovals(kept: Readonly<Results>, plan: Plan): Results {
  const asking = new Set(askingIn(plan.steps))
  const dropped = new Set<string>()
  for (const path in kept) {
    if (!asking.has(stepIdOf(path))) continue
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) dropped.add(path.slice(0, end))
  }
  return Object.fromEntries(Object.entries(kept).filter(([path]) => !dropped.has(path)))
}

/** Ids of all approvals, and of the blocks that hold one. */
function* askingIn(steps: readonly Step[]): Iterable<string> {
  for (const step of steps) {
    if (asks(step)) yield step.id
    for (const list of listsOf(step)) yield* askingIn(list)
  }
}

/** A call that has an approval in its onError does not: when it succeeded, nobody was asked. */
function asks(step: Step): boolean {
  if (step.kind === 'approval') return true
  const isBlock = step.kind === 'if' || step.kind === 'foreach' || step.kind === 'parallel'
  return isBlock && listsOf(step).some(list => list.some(asks))
}

function isAtOrInside(path: string, step: string): boolean {
  return path === step || path.startsWith(`${step}.`)
}
