// The steps inside of steps. Called by whoever walks through a plan; computes nothing.
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
