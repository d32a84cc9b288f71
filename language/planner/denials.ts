// Approvals whose decision is asked for later: a workflow that asks goes on after a denial; one that does not
// is ended by it.
import { withLists } from '../../domain/plan/nested-steps.ts'
import type { Step } from '../../domain/plan/plan.ts'

/** Approvals whose decision is asked for do not end the workflow when it is a denial. */
export function withDenials(steps: readonly Step[]): readonly Step[] {
  const said = JSON.stringify(steps)
  const asked = new Set([...said.matchAll(/\bsteps\.(\w+)\.approved\b/g)].map(([, id]) => id!))
  return asked.size === 0 ? steps : steps.map(step => withDenial(step, asked))
}

function withDenial(step: Step, asked: ReadonlySet<string>): Step {
  const mapped = withLists(step, list => list.map(each => withDenial(each, asked)))
  return mapped.kind === 'approval' && asked.has(mapped.id) ? { ...mapped, onDeny: 'continue' } : mapped
}
