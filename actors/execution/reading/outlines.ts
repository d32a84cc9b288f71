// Pages of the outlines of executions, for GET /executions/:id/outline. The outlines that were looked at last
// are kept, so that a next page, or one more look at an execution that goes on, folds only what is new.
import { badCursor, cursorOf, placeIn } from '../../../domain/page.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { Outline, OutlineRow } from '../../../domain/work/outline.ts'
import { BoundedCache } from '../../../storage/postgres/bounded-cache.ts'
import { type JournalFeedParts, type ReadEntries, yieldingFold } from '../../journal-feed.ts'
import { OutlineFold, type OutlineTree } from './outline.ts'

export interface OutlineRequest {
  /** The row whose inside is asked for; absent: the top. */
  readonly in?: string | undefined
  /** Rows that failed, or hold a failure, come first. */
  readonly first?: 'failed' | undefined
  readonly limit: number
  readonly cursor?: string | undefined
}

/** What is inside a row of at most as many rows comes with it, as long as the answer stays small. */
const smallGroup = 30
const mostWithin = 1_000
/** Entries of a journal to read at once: a loop makes many small ones. */
const entriesAtOnce = 2_000
/** Executions whose outlines are kept. A step of one takes about 500 bytes. */
const mostKept = 16

interface Kept {
  readonly fold: OutlineFold
  /** Readings of one outline take turns. */
  last: Promise<void>
}

export function outlines({ clock }: Pick<JournalFeedParts, 'clock'>, read: ReadEntries) {
  const cache = new BoundedCache<Kept>(mostKept)

  async function catchUp(fold: OutlineFold, id: string): Promise<void> {
    const folding = yieldingFold(fold, clock)
    for (;;) {
      const entries = await read(id, fold.seq, entriesAtOnce)
      if (entries.length === 0) return
      for (const entry of entries) await folding(entry)
    }
  }

  /** @param id of an execution that the caller may read */
  return async (id: string, plan: Plan, request: OutlineRequest): Promise<Outline> => {
    const kept = (await cache.get(id, async () => ({
      fold: new OutlineFold(plan),
      last: Promise.resolve(),
    })))!
    const turn = kept.last.then(() => catchUp(kept.fold, id))
    kept.last = turn.catch(() => {})
    await turn
    const { seq, at } = kept.fold
    return { executionId: id, seq, at, ...pageOf(kept.fold.tree(), request) }
  }
}

function pageOf(
  tree: OutlineTree,
  { in: around = '', first, limit, cursor }: OutlineRequest,
): Pick<Outline, 'inside' | 'rows' | 'next'> {
  const inOrder = tree.within.get(around) ?? []
  const all = first === 'failed' ? failedFirst(inOrder) : inOrder
  const from = startOf(cursor)
  const page = all.slice(from, from + limit)
  const rows: OutlineRow[] = []
  const add = (row: OutlineRow) => {
    rows.push(row)
    if (row.inside !== null && row.inside.rows <= smallGroup && rows.length + row.inside.rows <= mostWithin)
      for (const inner of tree.within.get(row.id) ?? []) add(inner)
  }
  for (const row of page) add(row)
  const next = from + limit < all.length ? cursorOf(`outline ${from + limit}`) : null
  const inside = tree.rows.get(around)?.inside ?? (around === '' ? tree.inside : nothing)
  return { inside, rows, next }
}

const nothing = { rows: 0, steps: 0, open: 0, failed: 0 }

function failedFirst(rows: readonly OutlineRow[]): readonly OutlineRow[] {
  const isBad = ({ status, inside }: OutlineRow) => status === 'failed' || (inside?.failed ?? 0) > 0
  return [...rows.filter(isBad), ...rows.filter(row => !isBad(row))]
}

function startOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const [, from] = /^outline (\d{1,9})$/.exec(placeIn(cursor)) ?? []
  if (from === undefined) throw badCursor()
  return Number(from)
}
