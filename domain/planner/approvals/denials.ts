// "if it is approved", "if they deny it": conditions on the decision of the approval before. A workflow that
// asks for it goes on after a denial; one that does not is ended by it.
import type { Step } from '../../plan/plan.ts'
import type { Environment } from '../environment.ts'
import type { Token } from '../text/tokens.ts'
import { type Condition, phraseAt } from '../values/conditions.ts'
import { decisionSchema } from './approvals.ts'

const subjects = [
  'it is',
  'it was',
  'this is',
  'this was',
  'the request is',
  'the request was',
  'approval is',
  '',
]
const agents = ['they', 'someone', 'anyone', 'he', 'she']
const approvals = [
  ...subjects.map(subject => `${subject} approved`.trim()),
  ...agents.flatMap(agent => [`${agent} approve`, `${agent} approves`, `${agent} approved`]),
]
const denials = [
  ...subjects.flatMap(subject =>
    ['denied', 'not approved', 'rejected'].map(word => `${subject} ${word}`.trim()),
  ),
  ...agents.flatMap(agent => ['deny', 'denies', 'denied'].map(word => `${agent} ${word}`)),
]

export function decisionAt(tokens: readonly Token[], at: number, env: Environment): Condition | null {
  const isApproved = endOf(tokens, at, approvals)
  const end = isApproved ?? endOf(tokens, at, denials)
  const approval = env.results.findLast(({ schema }) => schema === decisionSchema)
  if (end === null || approval === undefined) return null
  const field = `steps.${approval.id}.approved`
  // An approval that may be skipped denies nothing.
  const value = approval.isUnclear ? `default(${field}, true)` : field
  return { expression: isApproved === null ? `!${value}` : value, end, values: [] }
}

function endOf(tokens: readonly Token[], at: number, phrases: readonly string[]): number | null {
  return phrases.map(words => phraseAt(tokens, at, words)).find(end => end !== null) ?? null
}

/** Approvals whose decision is asked for do not end the workflow when it is a denial. */
export function withDenials(steps: readonly Step[]): readonly Step[] {
  const said = JSON.stringify(steps)
  const asked = new Set([...said.matchAll(/\bsteps\.(\w+)\.approved\b/g)].map(([, id]) => id!))
  return asked.size === 0 ? steps : steps.map(step => withDenial(step, asked))
}

function withDenial(step: Step, asked: ReadonlySet<string>): Step {
  const mapped = mapLists(step, list => list.map(each => withDenial(each, asked)))
  return mapped.kind === 'approval' && asked.has(mapped.id) ? { ...mapped, onDeny: 'continue' } : mapped
}

function mapLists(step: Step, map: (steps: readonly Step[]) => readonly Step[]): Step {
  const handler = typeof step.onError === 'object' ? { onError: { steps: map(step.onError.steps) } } : {}
  switch (step.kind) {
    case 'if': {
      const cases = step.cases.map(each => ({ ...each, steps: map(each.steps) }))
      const other = step.else === undefined ? {} : { else: map(step.else) }
      return { ...step, ...handler, cases, ...other }
    }
    case 'foreach':
      return { ...step, ...handler, steps: map(step.steps) }
    case 'parallel':
      return {
        ...step,
        ...handler,
        branches: step.branches.map(each => ({ ...each, steps: map(each.steps) })),
      }
    default:
      return { ...step, ...handler }
  }
}
