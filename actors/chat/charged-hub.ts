// The hub as language models of chats call it: each call is charged before it begins, as in a workflow, and
// refused once the organization has used up its month. actors/host.ts gives it to the kind of chat sessions.
import { isOurs } from '../../domain/billing/meter.ts'
import { offeredName } from '../../domain/tools/tool.ts'
import type { Hub } from '../../rpc/hub.ts'
import type { ChatCharges, ReachedQuota } from '../../storage/usage/chat-charges.ts'

type ChatHub = Pick<Hub, 'list' | 'call'>

/** @throws {Failure} unavailable: nothing was called */
export function chargedHub(hub: ChatHub, charges: ChatCharges): ChatHub {
  return {
    list: organizationId => hub.list(organizationId),

    async call(call) {
      const { organizationId, server, tool, idempotencyKey } = call
      const charged = { organizationId, name: idempotencyKey, tool: offeredName({ server, name: tool }) }
      const reached = await charges.charge(charged)
      if (reached !== null)
        return {
          ok: false,
          error: { code: 'quota-exceeded', message: refusalOf(reached), retryable: false },
        }
      const result = await hub.call(call)
      if (!result.ok && hasNotBegun(result.error)) await charges.takeBack(charged)
      return result
    },
  }
}

/** It waits for an approval first, or we refused it. */
export function hasNotBegun(error: { readonly code: string }): boolean {
  return error.code === 'approval-required' || isOurs(error)
}

function refusalOf({ unit, limit }: ReachedQuota): string {
  return `monthly limit of ${limit} ${unit} reached: chats call no tools until the month (UTC) is over, or the plan is another one (Settings > Billing)`
}
