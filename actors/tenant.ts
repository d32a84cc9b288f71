// Whose actor it is, for the fairness of a host: the organization. Every kind in actors/*/effects.ts has this
// as its `tenantOf`.
import type { Beginning } from '../runtime/actor.ts'

/** What every kind's first message, first event and state have of these two. */
interface Owned {
  readonly start?: { readonly organizationId?: string } | null
  readonly setting?: { readonly organizationId?: string } | null
}

export function tenantOf(beginning: Beginning<unknown, unknown, unknown>): string | null {
  const { start, setting } = firstOf(beginning) as Owned
  return start?.organizationId ?? setting?.organizationId ?? null
}

function firstOf(beginning: Beginning<unknown, unknown, unknown>): unknown {
  if ('state' in beginning) return beginning.state
  return 'event' in beginning ? beginning.event : beginning.message
}
