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

/** Versions by hand in a row that are looked through for the base that they were sent with. */
const mostLooked = 20

/** @returns null: it is the plan that is there, or there is none */
export async function modelBase(
  { version, plannedBy }: Attributed,
  versions: Versions,
): Promise<Plan | null> {
  // Of a plan by a model, too, something may have been made by hand before.
  if (needsConfirmation(plannedBy)) return (await versions.get(version))?.base ?? null
  const upTo = (await versions.list()).filter(each => each.version <= version)
  const last = upTo.findIndex(each => needsConfirmation(each.plannedBy))
  // What a model wrote and somebody changed before they saved it lies with what they saved.
  for (const each of upTo.slice(0, last < 0 ? mostLooked : Math.min(last, mostLooked))) {
    const base = (await versions.get(each.version))?.base
    if (base !== undefined) return base
  }
  const found = last < 0 ? null : await versions.get(upTo[last]!.version)
  return found === null ? null : (found.base ?? found.plan)
}
