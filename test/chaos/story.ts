// The journal of one execution as a chaos run reads it back: told once, without a gap, along the graph of
// statuses.
import type { Event } from '../../actors/execution/protocol.ts'
import { isOurs } from '../../domain/billing/meter.ts'
import { type ExecutionStatus, isTerminal } from '../../domain/work/execution.ts'
import type { Violations } from './checks/violations.ts'
import { isCall } from './workflows.ts'

export interface JournalRow {
  readonly address: string
  readonly seq: number
  readonly at: number
  readonly body: string
}

export interface Told {
  readonly at: number
  readonly event: Event
}

export interface Story {
  readonly id: string
  readonly told: readonly Told[]
  readonly status: ExecutionStatus
  /** Compute units, folded from the events. */
  readonly cu: number
  readonly finishedAt: number | null
}

/** docs/internals/contract.md: from what to what a status may change. */
const graph: { readonly [from in ExecutionStatus]: readonly ExecutionStatus[] } = {
  queued: ['running', 'cancelled', 'failed'],
  running: ['waiting', 'awaiting_approval', 'completed', 'failed', 'cancelled'],
  waiting: ['running', 'completed', 'failed', 'cancelled'],
  awaiting_approval: ['running', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
}

/** What may happen once only, of each step or of each approval. */
const once: ReadonlySet<Event['type']> = new Set([
  'started',
  'step-completed',
  'step-failed',
  'step-skipped',
  'wait-started',
  'approval-requested',
  'approval-decided',
  'child-started',
  'ended',
  'parent-told',
  'follower-told',
])

/** After the end only these are told. */
const epilogue: ReadonlySet<Event['type']> = new Set(['parent-told', 'follower-told', 'child-cancelled'])

/** @param rows of one address, in order */
export function readStory(id: string, rows: readonly JournalRow[], violations: Violations): Story {
  const told = rows.flatMap(({ at, body }) => (JSON.parse(body) as Event[]).map(event => ({ at, event })))
  let next = 1
  for (const { seq, body } of rows) {
    violations.expect('the journal has no gap', seq === next, () => `${id}: ${seq} instead of ${next}`)
    next = seq + (JSON.parse(body) as Event[]).length
  }
  nothingIsToldTwice(id, told, violations)
  const changes = told.filter(({ event }) => event.type === 'status-changed')
  const statuses = changes.map(({ event }) => (event as { status: ExecutionStatus }).status)
  statusesFollowTheGraph(id, statuses, violations)
  nothingFollowsTheEnd(id, told, violations)
  const status = statuses.at(-1) ?? 'queued'
  return {
    id,
    told,
    status,
    cu: cuOf(told),
    finishedAt: isTerminal(status) ? changes.at(-1)!.at : null,
  }
}

/** One for the start and one for each call; nothing when it ended its host again and again. */
function cuOf(told: readonly Told[]): number {
  const end = told.find(({ event }) => event.type === 'ended')?.event
  if (end?.type === 'ended' && end.error?.code === 'parked' && end.error.step === null) return 0
  const calls = told.filter(({ event }) => event.type === 'step-started' && isCall(event.step))
  const ours = told.filter(
    ({ event }) =>
      (event.type === 'attempt-failed' || event.type === 'step-failed' || event.type === 'step-parked') &&
      isOurs(event.error) &&
      isCall(event.step),
  )
  return 1 + calls.length - ours.length
}

function nothingIsToldTwice(id: string, told: readonly Told[], violations: Violations): void {
  const seen = new Set<string>()
  for (const { event } of told) {
    if (!once.has(event.type)) continue
    const name = `${event.type} ${'step' in event ? event.step : ''}`
    violations.expect('a step has one result, told once', !seen.has(name), () => `${id}: ${name} again`)
    seen.add(name)
  }
}

function statusesFollowTheGraph(
  id: string,
  statuses: readonly ExecutionStatus[],
  violations: Violations,
): void {
  let from: ExecutionStatus = 'queued'
  for (const to of statuses) {
    const before = from
    violations.expect(
      'statuses move along the graph',
      graph[before].includes(to),
      () => `${id}: ${before} to ${to}`,
    )
    from = to
  }
}

function nothingFollowsTheEnd(id: string, told: readonly Told[], violations: Violations): void {
  const end = told.findIndex(({ event }) => event.type === 'ended')
  if (end < 0) return
  const late = told.slice(end + 1).find(({ event }) => !epilogue.has(event.type))
  violations.expect('nothing follows the end', late === undefined, () => `${id}: ${late?.event.type}`)
}
