// A plan that somebody sends, with what is said of it, in the form in which planners answer.

import { Failure } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import type { AttributedPlan, Diagnostic, Plan, SaidOfPlan } from '../../domain/plan/plan.ts'
import type { Planned } from '../../domain/plan/planning.ts'
import { readPlan } from '../../domain/plan/reading/read-plan.ts'
import type { SentSaying } from '../services.ts'

/** What was said of the plan. */
export function saidOf({
  assumptions,
  cannot,
  questions,
  quotes,
  name,
  base,
}: Partial<SaidOfPlan>): Partial<SaidOfPlan> {
  if (quotes === undefined && assumptions === undefined && base === undefined) return {}
  return {
    quotes: quotes ?? {},
    assumptions: assumptions ?? [],
    cannot: cannot ?? [],
    questions: questions ?? [],
    name: name ?? null,
    ...(base !== undefined && { base }),
  }
}

/** A plan that nobody was asked for. */
export type Sent = Omit<Planned, 'plannedBy'> & Pick<AttributedPlan, 'plannedBy'>

export function sentPlan(sent: Json | null, saying: SentSaying): Sent | null {
  if (sent === null) return null
  const { plan, faults } = readPlan(sent)
  const attribution = attributionOf(saying)
  const base = saying.base == null ? null : readPlan(saying.base)
  return {
    plan,
    diagnostics: [...faults, ...(base?.faults ?? [])],
    schedule: null,
    explanation: null,
    ...attribution,
    ...(base !== null && { base: base.plan }),
  }
}

/** A prompt that is a plan in notation is as a plan that is sent: whoever sends it has written it. */
export function attributed(planned: Planned, saying: SentSaying): Planned | Sent {
  return planned.plannedBy === 'author' ? { ...planned, ...attributionOf(saying) } : planned
}

function attributionOf({ quotes, assumptions, plannedBy, isByAgent = false }: SentSaying) {
  const by = isByAgent ? 'agent' : plannedBy === 'model' ? 'model' : 'author'
  return { plannedBy: by, ...(quotes && { quotes }), ...(assumptions && { assumptions }) } as const
}

/**
 * Words that a model or an agent sends are its own as much as a plan is: whatever plans them, nobody has said
 * them.
 */
export function byWhom<Made extends Pick<AttributedPlan, 'plannedBy'>>(
  made: Made,
  { isByAgent }: SentSaying,
): Made {
  return isByAgent === true && made.plannedBy !== 'model' ? { ...made, plannedBy: 'agent' } : made
}

/** Of the messages that one line of text tells; the diagnostics have all. */
const messagesTold = 10

/**
 * A plan that was sent to be changed, or another that belongs to it.
 * @param name of the plan in the request
 * @throws {Failure} validation-failed: its shape is wrong
 */
export function readWhole(sent: Json, name: string): Plan {
  const { plan, faults } = readPlan(sent)
  if (faults.length > 0) throw unreadable(faults, name)
  return plan
}

/**
 * Nothing of a plan is kept or changed whose shape is wrong: what could not be read would be lost.
 * @param name of the plan in the request
 */
export function unreadable(diagnostics: readonly Diagnostic[], name = 'plan'): Failure {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  const more = errors.length > messagesTold ? `; and ${errors.length - messagesTold} more` : ''
  const message = `${name}: ${errors.slice(0, messagesTold).join('; ')}${more}`
  return new Failure('validation-failed', message, { diagnostics: diagnostics as unknown as Json })
}
