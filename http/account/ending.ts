// Ends an organization, with everything of it that acts by itself: executions, schedules, tool servers,
// webhooks.
// 1. First its row says that it has ended, and nobody gets in any more.
// 2. The rest is cleared away after that, and by a chore after a crash, until it is done.
// 3. Each step may be done twice.

import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import type { Actor } from '../../domain/people/audit.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Services } from '../services.ts'

/** More than an organization may have. */
const webhookLimit = 100
const lookEveryMs = 30_000

/**
 * The organization has ended when this resolves. The chore clears away what could not be cleared now.
 * @throws {Failure} not-found
 */
export async function endOrganization(services: Services, actor: Actor): Promise<void> {
  await services.organizations.end(actor)
  try {
    await clearAway(services, actor)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/**
 * Clears away the rest of organizations that have ended, after a crash, or when the database or hosts were
 * away.
 */
export function endingChore(services: Services): Chore {
  return {
    name: 'ended organizations',
    async work() {
      for (const { organizationId, userId } of await services.organizations.endings()) {
        const caller = { organizationId, userId, role: 'owner', key: null, sessionId: null } as const
        await clearAway(services, { caller, address: null })
      }
      return lookEveryMs
    },
  }
}

async function clearAway(services: Services, actor: Actor): Promise<void> {
  const { organizationId, userId: startedBy } = actor.caller
  const { webhooks, webhookActors } = services
  // Webhooks go first, so that they do not report the end of the rest.
  for (const { id } of (await webhooks.list(organizationId, { limit: webhookLimit })).items) {
    await webhooks.remove(actor, id)
    await webhookActors.forget(id)
  }
  await services.bulks.start(newId('bulk'), { organizationId, startedBy, action: 'cancel', filter: {} })
  await services.schedules.syncSettings()
  await services.billing.end(organizationId)
  for (const { id } of await services.toolServers.list(organizationId)) {
    await services.toolServers.remove(organizationId, id)
    await services.toolServerActors.forget(id)
    await services.stdioServers.remove(id)
  }
  await services.organizations.cleared(organizationId)
}
