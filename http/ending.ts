// The end of an organization, with whatever of it acts by itself: executions, schedules, tool servers, webhooks. Nobody
// comes in any more once its row says so; what follows is cleared away after that.
import type { Actor } from '../domain/audit.ts'
import { newId } from '../domain/ids.ts'
import type { Services } from './services.ts'

/** More than an organization may have. */
const webhookLimit = 100

/** @throws {Failure} not-found: it has ended before */
export async function endOrganization(services: Services, actor: Actor): Promise<void> {
  const { organizationId, userId: startedBy } = actor.caller
  await services.organizations.end(actor)
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
}
