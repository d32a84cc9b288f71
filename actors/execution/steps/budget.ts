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
import { type ExecutionContext, stepAt } from './paths.ts'

/** Does it wait for a decision about its budget? Nothing begins meanwhile. */
export function isOutOfBudget({ approvals }: Pick<State, 'approvals'>): boolean {
  return Object.hasOwn(approvals, budgetStep)
}

/** Is nothing left for a model? What an answer costs is known when it is there. */
export function isSpent({ budget, cu }: Pick<State, 'budget' | 'cu'>): boolean {
  return budget !== null && cu >= budget
}

/** The events, or in their place the question for more when they cost more than is left. */
export function withinBudget(
  context: ExecutionContext,
  state: State,
  events: readonly Event[],
  now: number,
): readonly Event[] {
  if (state.budget === null) return events
  const cost = events.reduce((sum, event) => sum + costOf(context, event), 0)
  return cost === 0 || state.cu + cost <= state.budget ? events : [askForMore(context, state, now)]
}

export function askForMore({ id }: ExecutionContext, state: State, now: number): Event {
  const { budget, cu } = state
  const message = `The budget of ${budget} compute units does not suffice: ${cu} are used. Raise it by ${raiseOf(state, null)}, or by another number?`
  const args: JsonObject = { scope: 'execution', limit: budget, used: cu }
  return {
    type: 'approval-requested',
    step: budgetStep,
    request: {
      id: derivedIdAt('approval', `${id}/${budgetStep}/${budget}`, now),
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

/** Compute units that a decision adds: those of its form, else as many as the execution began with. */
export function raiseOf({ start }: Pick<State, 'start'>, filled: Json): number {
  const cu = typeof filled === 'object' && filled !== null ? (filled as JsonObject)['cu'] : undefined
  return typeof cu === 'number' ? cu : Math.max(startCu, start?.budget ?? 0)
}

/** The end of an execution whose budget nobody raised. @param state without the approval */
export function unraised(state: State, by: string | null): readonly Event[] {
  const message = `its budget of ${state.budget} compute units is used up, and ${by ?? 'nobody'} ${by === null ? 'raised it' : 'did not raise it'}`
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
