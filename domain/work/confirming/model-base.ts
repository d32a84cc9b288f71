// The last plan that a model wrote of a workflow: what a change in words is merged over, so that what was
// changed by hand since stays (language/planning/revision.ts). Called by chats and the dashboard.
import type { Plan, PlannedBy } from '../../plan/plan.ts'
import { needsConfirmation } from './needs-confirmation.ts'

interface Attributed {
  readonly version: number
  readonly plannedBy: PlannedBy | null
}

export interface Versions {
  /** Newest first. */
  list(): Promise<readonly Attributed[]>
  /** Null: it cannot be read. */
  get(version: number): Promise<{ readonly plan: Plan; readonly base?: Plan | undefined } | null>
}

/** @returns null: it is the plan that is there, or there is none */
export async function modelBase(
  { version, plannedBy }: Attributed,
  versions: Versions,
): Promise<Plan | null> {
  // Of a plan by a model, too, something may have been made by hand before.
  if (needsConfirmation(plannedBy)) return (await versions.get(version))?.base ?? null
  const listed = await versions.list()
  const last = listed.find(each => each.version <= version && needsConfirmation(each.plannedBy))
  const found = last === undefined ? null : await versions.get(last.version)
  return found === null ? null : (found.base ?? found.plan)
}
