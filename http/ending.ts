// The end of an organization, with whatever of it acts by itself: executions, schedules, tool servers, webhooks. Nobody
// comes in any more once its row says so; what follows is cleared away after that, and again after a crash, until it is
// done. Each step may be done twice.
import type { Actor } from '../domain/audit.ts'
import { Failure } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import type { Chore } from '../runtime/chore.ts'
import type { Services } from './services.ts'

/** More than an organization may have. */
const webhookLimit = 100
const lookEveryMs = 30_000

/** It has ended when this resolves; what could not be cleared away just now, the chore does. @throws {Failure} not-found */
export async function endOrganization(services: Services, actor: Actor): Promise<void> {
  await services.organizations.end(actor)
  try {
    await clearAway(services, actor)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/** Clears away what a crash, or a database or hosts that were away, left of organizations that have ended. */
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
  const { webhooks, deliveryActors } = services
  // First, so that nobody is told of what ends.
  for (const { id } of (await webhooks.list(organizationId, { limit: webhookLimit })).items) {
    await webhooks.remove(actor, id)
    await deliveryActors.forget(id)
  }
  await services.bulks.start(newId('bulk'), { organizationId, startedBy, action: 'cancel', filter: {} })
  await services.schedules.hear()
  for (const { id } of await services.toolServers.list(organizationId)) {
    await services.toolServers.remove(organizationId, id)
    await services.toolServerActors.forget(id)
  }
  await services.organizations.cleared(organizationId)
}
