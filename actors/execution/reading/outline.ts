// The steps of an execution as a tree of rows; execution-log.ts keeps one for each execution that is looked
// at, and folds only what is new into it.
// 1. A row's parent follows from its path: `pay.each[2].send` stands in the item `pay.each[2]`, or directly
//    in `pay` when the items have one step only. `then`, `else` and `onError` are no rows.
// 2. Items, branches, calls and turns stand by their place; other rows in the order in which they began.
import { allSteps, ownLists } from '../../../domain/plan/nested-steps.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import type { ExecutionStep } from '../../../domain/work/execution.ts'
import type { OutlineInside, OutlineRow } from '../../../domain/work/outline.ts'
import type { Entry } from '../../../runtime/journal.ts'
import { Timeline } from './timeline.ts'

/** A row while its numbers are being counted. */
type Counted = OutlineRow & { inside: { -readonly [Name in keyof OutlineInside]: number } | null }

export interface OutlineTree {
  readonly inside: OutlineInside
  readonly rows: ReadonlyMap<string, OutlineRow>
  /** By the id of the row around them, '' at the top. */
  readonly within: ReadonlyMap<string, readonly OutlineRow[]>
}

/** Characters of an error in a row. */
const errorLength = 300

export class OutlineFold {
  readonly #timeline: Timeline
  readonly #declared: ReadonlyMap<string, Step>
  #at = 0
  #tree: { readonly seq: number; readonly tree: OutlineTree } | null = null

  constructor(plan: Plan) {
    this.#timeline = new Timeline(plan, () => false)
    this.#declared = new Map(allSteps(plan.steps).map(step => [step.id, step]))
  }

  get seq(): number {
    return this.#timeline.seq
  }

  /** Time of the last entry, Unix ms. */
  get at(): number {
    return this.#at
  }

  take(entry: Entry): void {
    this.#timeline.take(entry)
    this.#at = entry.at
  }

  tree(): OutlineTree {
    if (this.#tree?.seq !== this.seq) this.#tree = { seq: this.seq, tree: this.#grow() }
    return this.#tree.tree
  }

  #grow(): OutlineTree {
    const rows = new Map<string, Counted>()
    const within = new Map<string, Counted[]>()
    const inside = { rows: 0, steps: 0, open: 0, failed: 0 }
    const add = (row: Counted) => {
      rows.set(row.id, row)
      const siblings = within.get(row.in ?? '')
      if (siblings === undefined) within.set(row.in ?? '', [row])
      else siblings.push(row)
    }
    for (const step of this.#timeline.steps) {
      const { parent, group, place } = this.#standing(step.id)
      if (group !== null && !rows.has(group.id)) add(groupRow(group, step))
      add(rowOf(step, group?.id ?? parent, group === null ? place : null))
    }
    for (const siblings of within.values())
      if (siblings.some(({ place }) => place !== null)) siblings.sort(byPlace)
    for (const row of rows.values()) if (!isGroup(row)) count(row, rows, inside)
    for (const row of [...rows.values()].reverse()) {
      const directly = within.get(row.id)
      if (directly === undefined) continue
      row.inside!.rows = directly.length
      if (isGroup(row)) Object.assign(row, summed(directly))
    }
    inside.rows = within.get('')?.length ?? 0
    return { inside, rows, within }
  }

  /** Where a step stands: the row around it, and the item or branch between them when that is a row. */
  #standing(path: string): Standing {
    const parts = path.split('.')
    const join = (length: number) => (length === 0 ? null : parts.slice(0, length).join('.'))
    // Paths take turns between steps and frames; an agent's turn is a step right below a step.
    if (parts.length % 2 === 0)
      return { parent: join(parts.length - 1), group: null, place: placeOf(parts.at(-1)!) }
    if (parts.length === 1) return { parent: null, group: null, place: null }
    const frame = parts.at(-2)!
    const parent = join(parts.length - 2)
    const place = /^(each|turn|branch|call)/.test(frame) ? placeOf(frame) : null
    if (place === null || this.#isSingle(parts.at(-3)!, frame, place)) return { parent, group: null, place }
    const kind = frame.startsWith('branch') ? 'branch' : 'item'
    return { parent, group: { id: join(parts.length - 1)!, in: parent, kind, place }, place }
  }

  /** Has the frame one step only? Then its step stands for it. */
  #isSingle(owner: string, frame: string, place: number): boolean {
    if (frame.startsWith('call')) return true
    const step = this.#declared.get(owner)
    const lists = step === undefined ? [] : ownLists(step)
    // All turns of a loop have one list.
    return (lists[place] ?? lists[0])?.steps.length === 1
  }
}

interface Standing {
  readonly parent: string | null
  readonly group: Group | null
  readonly place: number | null
}

interface Group {
  readonly id: string
  readonly in: string | null
  readonly kind: 'item' | 'branch'
  readonly place: number
}

function placeOf(part: string): number | null {
  const place = /\[(\d+)\]$/.exec(part)?.[1]
  return place === undefined ? null : Number(place)
}

function isGroup({ kind }: OutlineRow): boolean {
  return kind === 'item' || kind === 'branch'
}

function rowOf(step: ExecutionStep, around: string | null, place: number | null): Counted {
  const { id, kind, title, status, tool, attempt, error, startedAt, finishedAt, durationMs, phases } = step
  return {
    ...{ id, in: around, kind, title, place, status, tool, attempt },
    error: error === null ? null : textOf(error),
    ...{ startedAt, finishedAt, durationMs, phases, inside: null },
  }
}

/** What the error says; a message that was left out of the list is not there. */
function textOf({ message }: { readonly message?: string }): string {
  return (message ?? '').slice(0, errorLength).toWellFormed()
}

function groupRow({ id, in: around, kind, place }: Group, { startedAt }: ExecutionStep): Counted {
  return {
    ...{ id, in: around, kind, title: '', place, status: 'running', tool: null, attempt: 1, error: null },
    ...{ startedAt, finishedAt: null, durationMs: null, phases: [], inside: null },
  }
}

function byPlace(one: OutlineRow, other: OutlineRow): number {
  return (one.place ?? -1) - (other.place ?? -1)
}

/** Counts a step in every row around it. */
function count(step: Counted, rows: ReadonlyMap<string, Counted>, top: Counted['inside']): void {
  const isOpen = ['running', 'waiting', 'awaiting_approval'].includes(step.status)
  const isFailed = step.status === 'failed'
  const add = (inside: NonNullable<Counted['inside']>) => {
    inside.steps++
    if (isOpen) inside.open++
    if (isFailed) inside.failed++
  }
  add(top!)
  for (let at = step.in; at !== null; ) {
    const row = rows.get(at)
    if (row === undefined) return
    row.inside ??= { rows: 0, steps: 0, open: 0, failed: 0 }
    add(row.inside)
    at = row.in
  }
}

const worst = [
  'failed',
  'awaiting_approval',
  'running',
  'waiting',
  'cancelled',
  'completed',
  'skipped',
] as const

/** An item or a branch is what its steps are. */
function summed(rows: readonly OutlineRow[]): Partial<OutlineRow> {
  const status = worst.find(each => rows.some(row => row.status === each)) ?? 'completed'
  const startedAt = Math.min(...rows.map(row => row.startedAt ?? Number.POSITIVE_INFINITY))
  const ends = rows.map(({ finishedAt }) => finishedAt)
  const finishedAt = ends.includes(null) ? null : Math.max(...ends.map(Number))
  const error = rows.find(row => row.error !== null)?.error ?? null
  return {
    status,
    startedAt,
    finishedAt,
    durationMs: finishedAt === null ? null : finishedAt - startedAt,
    error,
  }
}
