// A difference of plans in plain words, a line for each step.
import type { StepDifference } from './step-difference.ts'

export function stepDifferenceLines({ added, removed, changed }: StepDifference): readonly string[] {
  return [
    ...added.map(({ id, title }) => `${title || id}: new`),
    ...removed.map(({ id, title }) => `${title || id}: removed`),
    ...changed.map(({ id, title, fields }) => {
      const names = fields.map(({ field }) => field).join(', ')
      return `${title || id}: changed (${names})`
    }),
  ]
}
