// The trace of a run as the cache holds it: rows of the outline that were read, and what the log has told
// since. Pure: use-trace.ts reads pages into it and applies events.
// 1. A row is replaced when it changes, so that drawn rows know whether they must be drawn again.
// 2. Counts of groups follow the log; the end of the run reads them once more.
import type { Answer, Streamed } from '../../../../http/client.ts'
import { type PlanStep, standingOf } from './standing.ts'

export type Outline = Answer<'GET /api/v1/executions/:id/outline'>
export type Row = Outline['rows'][number]
export type Inside = NonNullable<Row['inside']>
export type LogEvent = Streamed<'GET /api/v1/executions/:id/logs'>
type LoggedStep = Extract<LogEvent, { event: 'step' }>['data']['step']

export interface Group {
  readonly ids: readonly string[]
  /** Cursor of the next page; null when all rows are there. */
  readonly next: string | null
}

export interface Trace {
  /** Number of the last event in it. */
  readonly seq: number
  /** Changes with every change. */
  readonly version: number
  /** Time of the last event of the page that was read first. */
  readonly readAt: number
  readonly inside: Inside
  readonly rows: Map<string, Row>
  /** By the id of the row around them, '' at the top. */
  readonly within: Map<string, Group>
  /** What the log has said of steps, also of those that are in no page. */
  readonly told: Map<string, State>
}

type State = 'open' | 'failed' | 'done'
type Steps = ReadonlyMap<string, PlanStep>

/** A group of its own each time, as rows that begin are added to it in place. */
const emptyGroup = (): Group => ({ ids: [], next: null })

export function traceOf(outline: Outline): Trace {
  const trace: Trace = {
    ...{ seq: outline.seq, version: 0, readAt: outline.at, inside: outline.inside },
    ...{ rows: new Map(), within: new Map(), told: new Map() },
  }
  return withPage(trace, '', outline)
}

/** @param around the row whose inside the page holds, '' for the top */
export function withPage(trace: Trace, around: string, { rows, next }: Outline): Trace {
  const added = new Map<string, string[]>()
  for (const row of rows) {
    const isKnown = trace.rows.has(row.id)
    trace.rows.set(row.id, row)
    const ids = added.get(row.in ?? '') ?? []
    if (!isKnown) ids.push(row.id)
    added.set(row.in ?? '', ids)
  }
  for (const [id, ids] of added) {
    const group = trace.within.get(id) ?? emptyGroup()
    trace.within.set(id, { ...group, ids: [...group.ids, ...ids] })
  }
  trace.within.set(around, { ...(trace.within.get(around) ?? emptyGroup()), next })
  return { ...trace, version: trace.version + 1 }
}

/** The trace after these events. @param steps of the plan, by id */
export function withEvents(trace: Trace, events: readonly LogEvent[], steps: Steps): Trace {
  const next = { ...trace, inside: { ...trace.inside }, version: trace.version + 1 }
  for (const { event, data } of events) if (event === 'step') take(next, data.step, steps)
  return { ...next, seq: events.at(-1)?.id ?? trace.seq }
}

function take(trace: Trace, step: LoggedStep, steps: Steps): void {
  const { parent, group, place } = standingOf(step.id, steps)
  const known = trace.rows.get(step.id)
  const wasTold = trace.told.get(step.id)
  const isNew = known === undefined && wasTold === undefined && (step.startedAt ?? 0) > trace.readAt
  const before = wasTold ?? (known ? stateOf(known) : isNew ? null : 'open')
  const after = stateOf(step)
  trace.told.set(step.id, after)
  const row = rowOf(step, group?.id ?? parent, group === null ? place : null)
  if (known !== undefined) trace.rows.set(step.id, { ...row, inside: known.inside })
  else if (isNew) {
    if (group !== null && !trace.rows.has(group.id) && (place ?? 0) >= rowsIn(trace, parent))
      append(trace, groupRow({ ...row, id: group.id, in: parent, kind: group.kind, place }))
    append(trace, row)
  }
  count(trace, row.in, before, after)
  if (group !== null) sum(trace, group.id)
}

function rowsIn({ rows, inside }: Trace, id: string | null): number {
  return (id === null ? inside : rows.get(id)?.inside)?.rows ?? 0
}

/** A row that has just begun: drawn when everything before it is. */
function append(trace: Trace, row: Row): void {
  const around = row.in ?? ''
  const outer = trace.rows.get(around)
  if (outer !== undefined) {
    const inside = outer.inside ?? { rows: 0, steps: 0, open: 0, failed: 0 }
    trace.rows.set(around, { ...outer, inside: { ...inside, rows: inside.rows + 1 } })
  }
  const group = trace.within.get(around) ?? (outer?.inside ? null : emptyGroup())
  // Rows of a group that nobody has opened are counted, and read when it is opened.
  if (group === null || group.next !== null) return
  trace.rows.set(row.id, row)
  ;(group.ids as string[]).push(row.id)
  trace.within.set(around, group)
}

function count(trace: Trace, around: string | null, before: State | null, after: State): void {
  const change = (inside: Inside): Inside => ({
    rows: inside.rows,
    steps: inside.steps + (before === null ? 1 : 0),
    open: inside.open + (after === 'open' ? 1 : 0) - (before === 'open' ? 1 : 0),
    failed: inside.failed + (after === 'failed' ? 1 : 0) - (before === 'failed' ? 1 : 0),
  })
  Object.assign(trace.inside, change(trace.inside))
  for (let id = around; id !== null; ) {
    const row = trace.rows.get(id)
    if (row?.inside == null) return
    trace.rows.set(id, { ...row, inside: change(row.inside) })
    id = row.in
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
function sum(trace: Trace, id: string): void {
  const row = trace.rows.get(id)
  const rows = (trace.within.get(id)?.ids ?? []).map(each => trace.rows.get(each)!)
  if (row === undefined || rows.length === 0) return
  const status = worst.find(each => rows.some(inner => inner.status === each)) ?? 'completed'
  const isOpen = rows.some(inner => inner.finishedAt === null)
  const finishedAt = isOpen ? null : Math.max(...rows.map(inner => inner.finishedAt ?? 0))
  const durationMs = finishedAt === null ? null : finishedAt - (row.startedAt ?? finishedAt)
  const error = rows.find(inner => inner.error !== null)?.error ?? null
  trace.rows.set(id, { ...row, status, finishedAt, durationMs, error })
}

function stateOf({ status }: Pick<Row, 'status'>): State {
  if (status === 'failed') return 'failed'
  return status === 'running' || status === 'waiting' || status === 'awaiting_approval' ? 'open' : 'done'
}

function rowOf(step: LoggedStep, around: string | null, place: number | null): Row {
  const { id, kind, title, status, tool, attempt, error, startedAt, finishedAt, durationMs, phases } = step
  return {
    ...{ id, in: around, kind, title, place, status, tool, attempt, error: error?.message ?? null },
    ...{ startedAt, finishedAt, durationMs, phases, inside: null },
  }
}

function groupRow(row: Row): Row {
  return { ...row, title: '', tool: null, attempt: 1, error: null, phases: [], inside: null }
}
