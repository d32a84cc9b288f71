// Subscriptions follow what Stripe says. An event only says that something has changed: the state is asked
// for anew, so that events may come twice, late, or in another order.
// 1. An event is applied once. It is noted in the transaction of what it changes, and when that fails,
//    Stripe sends it again.
// 2. Of two answers, the one to the later question stays (storage/billing/subscriptions.ts).
// 3. A customer has one live subscription: of several, the newest stays and the others are canceled.
// 4. What no event told, the chore finds.
import { noSubscription, type SubscriptionState } from '../../domain/billing/subscription.ts'
import { Failure } from '../../domain/failure.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { StoredSubscription, SubscriptionStore } from '../../storage/billing/subscriptions.ts'
import type { StripeClient, StripeEvent, StripeSubscription } from './stripe-client.ts'

export interface StripeSyncParts {
  readonly stripe: StripeClient
  readonly subscriptions: SubscriptionStore
  readonly clock: Clock
}

export interface StripeSync {
  /**
   * Takes an event of Stripe.
   * @returns whether it concerned anything here for the first time
   * @throws {Failure} validation-failed: it is not from our Stripe; unavailable: to be sent again
   */
  receive(payload: Buffer, signature: string): Promise<boolean>
  /** Asks for the subscription of an organization. @throws {Failure} unavailable */
  sync(organizationId: string): Promise<void>
  readonly chore: Chore
}

const lookEveryMs = 10_000
const mostAtOnce = 50
/** How often what nothing is known of to change is asked for, and what was due and did not change. */
export const recheckMs = { quiet: 6 * 3_600_000, due: 900_000 } as const

/** Events that say nothing of a subscription are taken, and not looked at. */
const followed = /^(customer\.subscription\.|checkout\.session\.|invoice\.|customer\.deleted$)/

export function stripeSync({ stripe, subscriptions, clock }: StripeSyncParts): StripeSync {
  async function sync(organizationId: string, event: StripeEvent | null): Promise<boolean> {
    const { customerId, question } = await subscriptions.ask(organizationId)
    if (customerId === null) return false
    const all = await stripe.subscriptionsOf(customerId)
    const [current, ...surplus] = liveOf(all)
    if (current !== undefined && current.status !== 'past_due')
      for (const { id } of surplus) await stripe.cancel(id)
    const at = clock.now()
    const latest = current ?? all.sort((a, b) => b.createdAt - a.createdAt)[0]
    const decide = (before: StoredSubscription) => ({
      ...stateOf(latest, before, at),
      externalId: latest?.id ?? null,
    })
    let isFirst = true
    await subscriptions.change(organizationId, at, decide, {
      ...{ question, recheck: recheckMs },
      along: async queries => {
        isFirst = event === null || (await subscriptions.noteEvent(event, at, queries))
        return isFirst
      },
    })
    return isFirst
  }

  return {
    async receive(payload, signature) {
      const event = stripe.verify(payload, signature, clock.now())
      if (event.account !== null)
        throw new Failure('validation-failed', 'account: the event is of another account')
      if (event.isLive !== stripe.isLive)
        throw new Failure('validation-failed', `livemode: expected ${stripe.isLive}, as the secret key is`)
      if (event.customerId === null || !followed.test(event.type)) return false
      if (await subscriptions.isNoted(event.id)) return false
      const organizationId = await subscriptions.ofCustomer(event.customerId)
      return organizationId === null ? false : sync(organizationId, event)
    },

    async sync(organizationId) {
      await sync(organizationId, null)
    },

    chore: {
      name: 'stripe subscriptions',
      async work() {
        const at = clock.now()
        const failures: unknown[] = []
        const due = await subscriptions.due(at, mostAtOnce)
        for (const organizationId of due) {
          // What time alone changes does not wait for Stripe.
          await subscriptions.change(organizationId, at, current => current, { recheck: recheckMs })
          await sync(organizationId, null).catch(error => failures.push(error))
        }
        if (failures.length > 0) throw failures[0]
        return due.length === mostAtOnce ? 100 : lookEveryMs
      },
    },
  }
}

/** Those that are paid or due, the newest first. */
function liveOf(all: readonly StripeSubscription[]): StripeSubscription[] {
  return all
    .filter(({ plan, status }) => plan !== null && ['active', 'trialing', 'past_due'].includes(status))
    .sort((a, b) => b.createdAt - a.createdAt)
}

function stateOf(
  latest: StripeSubscription | undefined,
  before: StoredSubscription,
  at: number,
): SubscriptionState {
  // One whose first payment is under way has changed nothing yet.
  if (latest === undefined || latest.plan === null || latest.status.startsWith('incomplete'))
    return before.status === 'none' ? noSubscription : { ...before, status: 'canceled', pastDueSince: null }
  const { plan, currentPeriodEnd, cancelAtPeriodEnd } = latest
  const state = { plan, currentPeriodEnd, cancelAtPeriodEnd, pastDueSince: null }
  switch (latest.status) {
    case 'active':
    case 'trialing':
      return { ...state, status: 'active' }
    case 'past_due': {
      const isSame = before.status === 'past_due' && before.externalId === latest.id
      return { ...state, status: 'past_due', pastDueSince: isSame ? before.pastDueSince : at }
    }
    default:
      return { ...state, status: 'canceled', cancelAtPeriodEnd: false }
  }
}
