// A retry is a new execution that keeps results of an earlier one: which ones, read from its journal. Paths are the same
// in both, so it works inside of foreach and parallel too.
import { Failure } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import { type Entry, seqAfter } from '../../runtime/journal.ts'
import type { Event } from './protocol.ts'

/**
 * Results to keep, by path: of the steps that completed, and with `fromStep` only those that had before it began.
 * @throws {Failure} validation-failed: it never began
 */
export function keptResults(entries: Iterable<Entry>, fromStep: string | null): { [path: string]: Json } {
  const kept: { [path: string]: Json } = {}
  for (const { body } of entries) {
    for (const event of JSON.parse(body) as Event[]) {
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
): Promise<{ [path: string]: Json }> {
  const entries: Entry[] = []
  for (let page: Entry[] | null = null; page === null || page.length === pageSize; ) {
    const last = entries.at(-1)
    page = await read(id, last ? seqAfter(last) - 1 : 0, pageSize)
    entries.push(...page)
  }
  return keptResults(entries, fromStep)
}

function isAtOrInside(path: string, step: string): boolean {
  return path === step || path.startsWith(`${step}.`)
}
