// Replays a recorded execution against another plan, with the recorded results, and says which steps differ.
// Runs confined (rehearsal.ts sends the journal).
import { canonical, type Json } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { withDefaults } from '../../../domain/schema/defaults.ts'
import type { ExecutionStep } from '../../../domain/work/execution.ts'
import { type Backtest, rehearsalBounds, type StepDifference } from '../../../domain/work/rehearsal.ts'
import type { Entry } from '../../../runtime/journal.ts'
import type { Event } from '../protocol.ts'
import { Recorded } from './recorded.ts'
import { type RehearsalTask, rehearse } from './rehearse.ts'
import { shownValues, stepsOf } from './shown.ts'

export interface BacktestTask extends Omit<RehearsalTask, 'start' | 'now'> {
  /** The plan that ran. */
  readonly ran: Plan
  readonly version: number
  /** The journal of the execution. */
  readonly entries: readonly Entry[]
}

export type Replayed = Backtest['runs'][number]

export default async function backtest({ ran, version, entries, ...task }: BacktestTask): Promise<Replayed> {
  const recorded = entries.flatMap(({ at, body }) =>
    (JSON.parse(body) as Event[]).map(event => ({ at, event })),
  )
  const started = recorded[0]!.event as Extract<Event, { type: 'started' }>
  const now = recorded.find(({ event }) => event.type === 'status-changed')?.at ?? recorded[0]!.at
  // What an earlier execution had done is recorded there, not here: its results stay.
  const inputs = withDefaults(task.plan.inputs ?? {}, started.start.inputs)
  const start = { ...started.start, inputs, isGated: false, parent: null, limit: null }
  const answers = new Recorded(
    ran,
    recorded.map(({ event }) => event),
  )
  const { state, events, madeUp } = await rehearse({ ...task, start, now }, answers)
  const [before, after] = [stepsOf(ran, recorded), stepsOf(task.plan, events)]
  const isMadeUp = (id: string) => madeUp.has(id) || answers.changed.has(id)
  const ended = recorded.findLast(({ event }) => event.type === 'ended')?.event as EndedEvent | undefined
  const status = { before: statusIn(recorded), after: state.status }
  const output = { before: ended?.output ?? null, after: state.output }
  const steps = differences(before, after, isMadeUp)
  const show = shownValues()
  return {
    executionId: task.id,
    version,
    isSame: steps.length === 0 && status.before === status.after && isEqual(output.before, output.after),
    status,
    output: { before: show(output.before), after: show(output.after) },
    error: state.error,
    steps: steps.slice(0, rehearsalBounds.shown).map(step => ({
      ...step,
      before: step.before && {
        ...step.before,
        input: show(step.before.input),
        output: show(step.before.output),
      },
      after: step.after && { ...step.after, input: show(step.after.input), output: show(step.after.output) },
    })),
    stepsCount: steps.length,
  }
}

type EndedEvent = Extract<Event, { type: 'ended' }>

function statusIn(recorded: readonly { readonly event: Event }[]): Replayed['status']['before'] {
  const last = recorded.findLast(({ event }) => event.type === 'status-changed')?.event
  return last?.type === 'status-changed' ? last.status : 'queued'
}

function differences(
  before: readonly ExecutionStep[],
  after: readonly ExecutionStep[],
  isMadeUp: (id: string) => boolean,
): StepDifference[] {
  const [old, made] = [
    new Map(before.map(step => [step.id, step])),
    new Map(after.map(step => [step.id, step])),
  ]
  const ids = [...made.keys(), ...[...old.keys()].filter(id => !made.has(id))]
  return ids.flatMap(id => {
    const [was, is] = [old.get(id) ?? null, made.get(id) ?? null]
    const fields = was === null || is === null ? [] : changedFields(was, is)
    if (was !== null && is !== null && fields.length === 0) return []
    return [{ id, fields, before: was && valuesOf(was), after: is && valuesOf(is), isMadeUp: isMadeUp(id) }]
  })
}

function changedFields(was: ExecutionStep, is: ExecutionStep): StepDifference['fields'] {
  const fields: StepDifference['fields'][number][] = []
  if (was.status !== is.status) fields.push('status')
  // The input of a wait or an approval holds moments and names of its own.
  if (was.kind !== 'wait' && was.kind !== 'approval' && !isEqual(was.input, is.input)) fields.push('input')
  if (!isEqual(was.output, is.output)) fields.push('output')
  return fields
}

function valuesOf({ status, input, output }: ExecutionStep) {
  return { status, input, output }
}

function isEqual(a: Json, b: Json): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b))
}
