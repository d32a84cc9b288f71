// The budget of an execution: the compute units that it may use. What would exceed it does not begin; the
// execution asks for more, by an approval, and pauses. advance.ts, alarm.ts, deciding.ts and evolve.ts call
// it.
// 1. Calls are held back before they begin, so they never exceed the budget. An answer of a model is counted
//    when it is there: one answer may.
// 2. Who approves raises the budget of this execution; who denies ends it.
import { codeCu, startCu, toolCu } from '../../../domain/billing/meter.ts'
import { derivedIdAt } from '../../../domain/ids.ts'
import type { Json, JsonObject, JsonSchema } from '../../../domain/json.ts'
import { digestOf } from '../../../domain/work/approval.ts'
import { budgetStep } from '../../../domain/work/budget.ts'
import type { Event, State } from '../protocol.ts'
import { ended } from './failing.ts'
import { isReserving } from './month-budget.ts'
import { type ExecutionContext, stepAt } from './paths.ts'

/** Does it wait for a decision about its budget, or for the answer of a monthly one? Nothing begins. */
export function isOutOfBudget(state: Pick<State, 'approvals' | 'monthly' | 'hasEnded'>): boolean {
  return Object.hasOwn(state.approvals, budgetStep) || isReserving(state)
}

/** Is nothing left for a model? What an answer costs is known when it is there. */
export function isSpent({ budget, monthly, cu }: Pick<State, 'budget' | 'monthly' | 'cu'>): boolean {
  return (budget !== null && cu >= budget) || (monthly !== null && cu >= monthly.granted)
}

/** The events, or in their place the question for more when they cost more than is left. */
export function withinBudget(
  context: ExecutionContext,
  state: State,
  events: readonly Event[],
  now: number,
): readonly Event[] {
  const { budget, monthly } = state
  if (budget === null && monthly === null) return events
  const cost = events.reduce((sum, event) => sum + costOf(context, event), 0)
  return moreFor(context, state, cost, now) ?? events
}

/** What a model may be asked for: so many compute units have to be there. */
export const modelRoom = 10

/** The question for more; null when the cost fits. A step that costs nothing needs no budget of its own. */
export function moreFor(
  context: ExecutionContext,
  state: State,
  cost: number,
  now: number,
): readonly Event[] | null {
  const { budget, monthly, cu } = state
  if (budget !== null && cost > 0 && cu + cost > budget)
    return [ask(context, state, { scope: 'execution', limit: budget, used: cu }, now)]
  if (monthly === null || cu + cost <= monthly.granted) return null
  if (monthly.refused !== null) return [ask(context, state, monthly.refused, now)]
  return [{ type: 'budget-requested', needed: cu + cost - monthly.granted }]
}

interface Short {
  readonly scope: 'execution' | 'workflow' | 'key'
  readonly limit: number
  readonly used: number
}

const owners = { execution: 'this execution', workflow: 'the workflow', key: 'the API key' } as const

function ask({ id }: ExecutionContext, state: State, { scope, limit, used }: Short, now: number): Event {
  const of = scope === 'execution' ? '' : ' a month'
  const message = `The budget of ${owners[scope]}, ${limit} compute units${of}, does not suffice: ${used} are used. Give this execution ${raiseOf(state, null)} more, or another number?`
  const args: JsonObject = { scope, limit, used }
  const name = `${state.budget} ${state.monthly?.granted} ${state.monthly?.question}`
  return {
    type: 'approval-requested',
    step: budgetStep,
    request: {
      id: derivedIdAt('approval', `${id}/${budgetStep}/${name}`, now),
      ...{ message, tool: null, args, digest: digestOf(message, null, args) },
      ...{ assignees: ['owner', 'admin'], form, expiresAt: null, onTimeout: 'fail', onDeny: 'fail' },
      ...{ quorum: 1, notStarter: false },
    },
  }
}

const form: JsonSchema = {
  type: ['object', 'null'],
  properties: {
    cu: { type: 'integer', minimum: 1, maximum: 1_000_000_000, title: 'Compute units to add' },
  },
}

/** Added by a decision that names no number, where no budget says what is usual. */
const usualRaise = 100

/** Compute units that a decision adds: those of its form, else as many as the execution began with. */
export function raiseOf({ start }: Pick<State, 'start'>, filled: Json): number {
  const cu = typeof filled === 'object' && filled !== null ? (filled as JsonObject)['cu'] : undefined
  return typeof cu === 'number' ? cu : Math.max(startCu, start?.budget ?? usualRaise)
}

/** The end of an execution whose budget nobody raised. @param state without the approval */
export function unraised(state: State, by: string | null): readonly Event[] {
  const limit = state.monthly?.refused?.limit ?? state.budget
  const message = `its budget of ${limit} compute units is used up, and ${by ?? 'nobody'} ${by === null ? 'raised it' : 'did not raise it'}`
  return ended(state, 'failed', null, { code: 'budget-exceeded', message, step: null })
}

function costOf(context: ExecutionContext, event: Event): number {
  if (!('step' in event) || ('kept' in event && event.kept)) return 0
  const isPure = 'input' in event && event.type !== 'step-started'
  if (event.type !== 'step-started' && !isPure) return 0
  const { kind } = stepAt(context, event.step).block
  if (kind === 'code') return codeCu
  return kind === 'tool' || (kind === 'agent-call' && !isPure) ? toolCu : 0
}
