// Whose turn it is, once somebody has written something. Pure.
import type { Planning } from './planning.ts'
import type { Planner } from './use-planner.ts'

/** Is it the model's? Then the button and the keys that run the plan have it planned first. */
export function isForModel(
  { mode }: Pick<Planner, 'mode'>,
  { isStale, planned, text, progress }: Pick<Planning, 'isStale' | 'planned' | 'text' | 'progress'>,
): boolean {
  if (mode !== 'model' || text.trim() === '') return false
  const isUnread = planned?.origin === 'reader' && planned.status !== 'ready'
  return isStale || isUnread || progress !== null
}
