// Whose plans are confirmed. By itself, so that the dashboard has it without what acceptance takes.
import type { PlannedBy } from '../../plan/plan.ts'

/** Does somebody have to confirm the plan before it starts by itself? */
export function needsConfirmation(plannedBy: PlannedBy | null | undefined): boolean {
  return plannedBy === 'model' || plannedBy === 'agent'
}
