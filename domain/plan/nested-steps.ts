// The steps inside of steps. Called by whoever walks through a plan, or changes it; computes nothing.
import type { Step } from './plan.ts'

/** The lists of steps directly inside a step. */
export function listsOf(step: Step): readonly (readonly Step[])[] {
  const handler = typeof step.onError === 'object' ? [step.onError.steps] : []
  switch (step.kind) {
    case 'if':
      return [
        ...step.cases.map(each => each.steps),
        ...(step.else === undefined ? [] : [step.else]),
        ...handler,
      ]
    case 'foreach':
      return [step.steps, ...handler]
    case 'parallel':
      return [...step.branches.map(branch => branch.steps), ...handler]
    default:
      return handler
  }
}

/** These steps and all steps inside them. */
export function allSteps(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap(step => [step, ...listsOf(step).flatMap(allSteps)])
}

/** The step with each list of steps directly inside it replaced. */
export function withLists<Each extends Step>(
  step: Each,
  map: (steps: readonly Step[]) => readonly Step[],
): Each {
  return { ...step, ...changed(step, map) }
}

function changed(step: Step, map: (steps: readonly Step[]) => readonly Step[]): Partial<Step> {
  const inside = <Block extends { readonly steps: readonly Step[] }>(blocks: readonly Block[]) =>
    blocks.map(block => ({ ...block, steps: map(block.steps) }))
  const handler = typeof step.onError === 'object' ? { onError: { steps: map(step.onError.steps) } } : {}
  switch (step.kind) {
    case 'if':
      return {
        ...handler,
        cases: inside(step.cases),
        ...(step.else !== undefined && { else: map(step.else) }),
      }
    case 'foreach':
      return { ...handler, steps: map(step.steps) }
    case 'parallel':
      return { ...handler, branches: inside(step.branches) }
    default:
      return handler
  }
}
