// The steps inside of steps. Called by whoever walks through a plan, or changes it; computes nothing.
import { blockOf } from './blocks/blocks.ts'
import type { Step } from './plan.ts'

export interface ChildList {
  /** Where it stands: `steps`, `else`, `cases[0].steps`, `onError.steps`. */
  readonly field: string
  readonly steps: readonly Step[]
  /** Are they the steps of `onError`? They run in place of what the step gives. */
  readonly isHandler: boolean
  /** The case or branch that they are of, with its other fields. */
  readonly part: { readonly [field: string]: unknown } | null
}

/** The lists of steps directly inside a step, that of `onError` last. */
export function childLists(step: Step): readonly ChildList[] {
  const { onError } = step
  const own = ownLists(step)
  if (typeof onError !== 'object') return own
  return [...own, { field: 'onError.steps', steps: onError.steps, isHandler: true, part: null }]
}

/** Those that are a part of what the step does: all but that of `onError`. */
export function ownLists(step: Step): readonly ChildList[] {
  const values = step as unknown as { readonly [field: string]: unknown }
  return (blockOf(step).children ?? []).flatMap(({ field, each }) => {
    const value = values[field]
    if (value === undefined) return []
    if (each === undefined) return [{ field, steps: value as readonly Step[], isHandler: false, part: null }]
    return (value as readonly Part[]).map((part, index) => {
      const list = { field: `${field}[${index}].steps`, steps: part.steps }
      return { ...list, isHandler: false, part: part as unknown as ChildList['part'] }
    })
  })
}

interface Part {
  readonly steps: readonly Step[]
}

export function listsOf(step: Step): readonly (readonly Step[])[] {
  return childLists(step).map(({ steps }) => steps)
}

/** These steps and all steps inside them. */
export function allSteps(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap(step => [step, ...listsOf(step).flatMap(allSteps)])
}

/** The step with each list of steps directly inside it replaced. */
export function withLists<Each extends Step>(
  step: Each,
  map: (steps: readonly Step[], list: ChildList) => readonly Step[],
): Each {
  const replaced: { [field: string]: unknown } = {}
  for (const list of childLists(step)) {
    const [field = '', index] = list.field.split(/[.[\]]+/)
    const steps = map(list.steps, list)
    if (list.isHandler) replaced['onError'] = { ...(step.onError as object), steps }
    else if (list.part === null) replaced[field] = steps
    else {
      const parts = (replaced[field] ??= [...(step as unknown as { [field: string]: Part[] })[field]!])
      ;(parts as Part[])[Number(index)] = { ...list.part, steps } as Part
    }
  }
  return { ...step, ...replaced }
}
