// What the prompt says starts the workflow: the workflow whose executions are watched is there, and the plan
// reads no input that their end does not give. Called by compiler.ts.
import type { Diagnostic, PromptTrigger } from '../plan/plan.ts'
import { givenBy } from '../work/prompt-triggers.ts'
import type { NamedWorkflow } from './compiler.ts'

/** @returns what is said of it as the plan keeps it, and what is wrong with it */
export function judgedTrigger(
  { span, ...trigger }: PromptTrigger,
  workflows: readonly NamedWorkflow[] | null,
  inputs: readonly string[],
): { readonly trigger: PromptTrigger; readonly defects: readonly Diagnostic[] } {
  if (trigger.kind === 'hook') return { trigger, defects: [] }
  const defect = (code: Diagnostic['code'], message: string, candidates?: readonly string[]): Diagnostic => ({
    ...{ code, severity: 'error', path: 'triggers', span: span ?? null, message },
    ...(candidates && { candidates }),
  })
  const given: readonly string[] = givenBy(trigger.on)
  const defects = inputs
    .filter(name => !given.includes(name))
    .map(name => {
      const how = { completed: 'that completes', failed: 'that fails', both: 'that ends' }[trigger.on]
      const message = `an execution ${how} gives the inputs ${given.join(', ')}, and no ${name}`
      return defect('BAD_REFERENCE', message, given)
    })
  if (workflows === null) return { trigger, defects }
  const { workflowId, defect: wrong } = namedWorkflow(trigger.workflow, workflows)
  if (workflowId !== null) return { trigger: { ...trigger, workflowId }, defects }
  return { trigger, defects: [...defects, defect(...wrong!)] }
}

type Defect = readonly [Diagnostic['code'], string, readonly string[]]

/** The workflow that a name or id means, or why it means none. */
export function namedWorkflow(
  said: string,
  workflows: readonly NamedWorkflow[],
): { readonly workflowId: string | null; readonly defect: Defect | null } {
  const named = workflows.filter(({ id, name }) => id === said || name === said)
  const [only] = named
  if (only !== undefined && named.length === 1) return { workflowId: only.id, defect: null }
  const quoted = JSON.stringify(said)
  if (only !== undefined) {
    const message = `${named.length} workflows are called ${quoted}: say its id`
    const ids = named.slice(0, 5).map(({ id }) => id)
    return { workflowId: null, defect: ['AMBIGUOUS_WORKFLOW', message, ids] }
  }
  const near = workflows.filter(({ name }) => name.toLowerCase() === said.toLowerCase())
  const names = (near.length > 0 ? near : workflows).slice(0, 3).map(({ name }) => name)
  const message = `there is no workflow ${quoted} whose executions could start this one`
  return { workflowId: null, defect: ['UNKNOWN_WORKFLOW', message, names] }
}
