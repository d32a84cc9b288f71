// A plan that is there is changed: in words, or by answers to what the model asked. What the model makes of
// it and what was changed by hand come together (merging/merged-plan.ts).
import type { Json } from '../../domain/json.ts'
import { allSteps, withLists } from '../../domain/plan/nested-steps.ts'
import type { Diagnostic, Plan, Step } from '../../domain/plan/plan.ts'
import type { Revision } from '../../domain/plan/planning.ts'
import type { OpenQuestion } from '../../domain/plan/said-of-plan.ts'
import { type Chosen, chosenIn, optionsOf, shownSides } from './merging/choices.ts'
import { type Conflict, mergedPlan } from './merging/merged-plan.ts'
import type { Settled } from './merging/settling.ts'
import { isSame } from './merging/values.ts'
import { saidNotation } from './said-notation.ts'

/**
 * All that a person has said: the words that steps quote. A request in notation is the plan that they change.
 */
export function saidInAll(request: string, revision: Revision | null): string {
  if (revision === null) return request
  const { change, answers } = revision
  const answered = Object.entries(answers).flatMap(([id, answer]) =>
    id.startsWith(keeping) ? [] : [typeof answer === 'string' ? answer : JSON.stringify(answer)],
  )
  const begun = saidNotation(request) === null ? request : ''
  return [begun, change ?? '', ...answered].filter(part => part !== '').join('\n')
}

/** Does the step stand in a plan from before? Then it needs no words of the request. */
export function isAsItWas(step: Step, revision: Revision | null): boolean {
  return [revision?.plan, revision?.base].some(plan => {
    const was = allSteps(plan?.steps ?? []).find(({ id }) => id === step.id)
    return was !== undefined && isSame(essence(step), essence(was))
  })
}

/** Without the steps inside, and without what the compiler writes. */
function essence(step: Step): Json {
  const { span: _, effect: __, ...own } = withLists(step, () => []) as Step & { readonly effect?: unknown }
  return own as unknown as Json
}

export interface Revised {
  readonly plan: Plan
  readonly questions: readonly OpenQuestion[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Of the question whether the model may change what was changed by hand. */
const keeping = 'keep:'

/** @param model what the model made of the plan that is there */
export function revised({ plan: hand, base, answers }: Revision, model: Plan): Revised {
  if (hand === null) return { plan: model, questions: [], diagnostics: [] }
  const settled = settledBy(answers)
  const { plan, conflicts, unmet } = mergedPlan({ base: base ?? hand, hand, model }, settled)
  const diagnostics = [...conflicts.map(noteOf), ...unmet.map(unmetNote)]
  return { plan, questions: conflicts.map(questionOf), diagnostics }
}

/** What names no side settles nothing: it is asked again where it still is a question. */
function settledBy(answers: Revision['answers']): Settled {
  const settled = new Map<string, Chosen>()
  for (const [id, answer] of Object.entries(answers)) {
    const chosen = id.startsWith(keeping) ? chosenIn(answer) : null
    if (chosen !== null) settled.set(id.slice(keeping.length), chosen)
  }
  return settled
}

function questionOf(conflict: Conflict): OpenQuestion {
  const text = `${conflict.path} was changed by hand. Which of them is meant?`
  return { id: keeping + conflict.path, text, options: [...optionsOf(conflict)] }
}

function noteOf(conflict: Conflict): Diagnostic {
  const { path } = conflict
  const { byHand, byModel } = shownSides(conflict)
  return kept(
    path,
    `${path} stays as it was changed by hand (${byHand}); the change would make it ${byModel}`,
  )
}

function unmetNote(path: string): Diagnostic {
  return kept(path, `${path}: what was chosen there could not be applied: look at the plan as it is now`)
}

function kept(path: string, message: string): Diagnostic {
  return { code: 'KEPT_BY_HAND', severity: 'question', path, span: null, message }
}
