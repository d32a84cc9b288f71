// The results that a retry keeps, read from the journal of the execution that it retries. The retry is a new
// execution; paths are the same in both, so this works inside foreach and parallel too. retrying.ts, bulk
// actions and execution-log.ts call it.

import type { Ending } from '../../../domain/expression/endings.ts'
import { Failure } from '../../../domain/failure.ts'
import type { Json } from '../../../domain/json.ts'
import { listsOf, ownLists } from '../../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import type { ForkedFrom } from '../../../domain/work/execution.ts'
import { type Entry, seqAfter } from '../../../runtime/journal.ts'
import type { Event } from '../protocol.ts'
import { stepIdOf } from '../steps/paths.ts'

interface Results {
  [path: string]: Json
}

/** What a retry keeps of an execution. */
export type Kept = Required<Pick<ForkedFrom, 'kept' | 'endings'>>

/**
 * Results of the steps that completed, by path, here or in the execution that this one retried.
 * @param fromStep keep only steps that completed here before this one began; null for all
 * @throws {Failure} validation-failed: `fromStep` never began
 */
export function keptResults(entries: Iterable<Entry>, fromStep: string | null): Kept {
  const kept: Results = {}
  const endings: { [path: string]: Ending } = {}
  for (const { body } of entries) {
    for (const event of JSON.parse(body) as Event[]) {
      // The execution may have ended before it reached its own kept steps.
      if (event.type === 'started' && fromStep === null) {
        Object.assign(kept, event.start.forkedFrom?.kept)
        Object.assign(endings, event.start.forkedFrom?.endings)
      }
      if (!('step' in event)) continue
      // The step, the blocks around it, and everything after it run again.
      if (fromStep !== null && isAtOrInside(event.step, fromStep)) return { kept, endings }
      if (event.type === 'step-completed') kept[event.step] = event.output
      if (event.type === 'step-skipped') kept[event.step] = null
      if (event.type === 'step-skipped') endings[event.step] = 'skipped'
      if (event.type === 'step-recovered') endings[event.step] = 'failed'
    }
  }
  if (fromStep !== null)
    throw new Failure('validation-failed', `fromStep: the execution has no step ${fromStep}`)
  return { kept, endings }
}

/** Entries of one read of the journal. */
const pageSize = 100

/**
 * `keptResults` of an execution's journal, read a page at a time.
 * @throws {Failure} validation-failed, unavailable
 */
export async function keptOf(
  read: (address: string, after: number, limit: number) => Promise<Entry[]>,
  id: string,
  fromStep: string | null,
): Promise<Kept> {
  const entries: Entry[] = []
  for (let page: Entry[] | null = null; page === null || page.length === pageSize; ) {
    const last = entries.at(-1)
    page = await read(id, last ? seqAfter(last) - 1 : 0, pageSize)
    entries.push(...page)
  }
  return keptResults(entries, fromStep)
}

/**
 * The results without approvals and the blocks around them (their other steps are kept). A changed retry asks
 * again: other things may need approval now, and with `fromStep` the approved thing has been done once.
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

/** Does the step ask for an approval, or hold one? An `onError` does not count: its step has succeeded. */
function asks(step: Step): boolean {
  return step.kind === 'approval' || ownLists(step).some(({ steps }) => steps.some(asks))
}

function isAtOrInside(path: string, step: string): boolean {
  return path === step || path.startsWith(`${step}.`)
}
