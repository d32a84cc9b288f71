// Triggers that a prompt says, on their way to the rows of a workflow's triggers.
import type { Json } from '../json.ts'
import type { Compilation } from '../plan/plan.ts'
import type { InputMapping } from './starts/input-mapping.ts'

/** As a version keeps them. */
export type KeptTrigger =
  | { readonly kind: 'hook' }
  | { readonly kind: 'completion'; readonly workflowId: string; readonly on: 'completed' | 'failed' | 'both' }

/** The inputs of an execution that the end of another one has started. */
export const completionInputs: InputMapping = {
  id: 'execution.id',
  status: 'execution.status',
  output: 'execution.output',
  error: 'execution.error',
}

/** Those that are not null: what completed has no error, and what failed no output. */
export function givenBy(on: 'completed' | 'failed' | 'both') {
  const all = ['id', 'status', 'output', 'error'] as const
  return all.filter(name =>
    name === 'output' ? on !== 'failed' : name === 'error' ? on !== 'completed' : true,
  )
}

/**
 * The triggers in the new prompt; undefined where nobody can tell, so that those before stay: there is no new
 * prompt, it is not understood, or somebody wrote its plan by hand.
 */
export function promptTriggers({
  plan,
  compilation,
}: {
  /** As it was sent. */
  readonly plan?: Json | undefined
  readonly compilation?: Compilation | undefined
}): readonly KeptTrigger[] | undefined {
  if (
    plan ||
    compilation?.plan.start !== undefined ||
    compilation === undefined ||
    compilation.status !== 'ready'
  )
    return undefined
  return (compilation.triggers ?? []).flatMap((trigger): KeptTrigger[] => {
    if (trigger.kind === 'hook') return [{ kind: 'hook' }]
    const { workflowId, on } = trigger
    return workflowId === undefined ? [] : [{ kind: 'completion', workflowId, on }]
  })
}
