// Payments by Stripe: its pages, for customers that are made when they are first needed.
import type { CheckoutRequest, PaymentPage, PortalRequest } from '../../domain/billing/checkout.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { SubscriptionStore } from '../../storage/billing/subscriptions.ts'
import type { Payer, PaymentProvider } from './payment-provider.ts'
import type { StripeClient } from './stripe-client.ts'

export interface StripeProviderParts {
  readonly stripe: StripeClient
  readonly subscriptions: SubscriptionStore
  /** Origin of the service, no slash at the end. */
  readonly appUrl: string
  readonly clock: Clock
}

/** When to ask how a checkout ended, should no event come. */
const checkAfterMs = 600_000

export function stripeProvider({
  stripe,
  subscriptions,
  appUrl,
  clock,
}: StripeProviderParts): PaymentProvider {
  async function customerOf(payer: Payer): Promise<string> {
    const { customerId } = await subscriptions.get(payer.organizationId)
    if (customerId !== null) return customerId
    const made = await stripe.createCustomer(payer)
    return subscriptions.keepCustomer(payer.organizationId, made, clock.now())
  }

  return {
    async checkout(payer: Payer, { plan, successPath, cancelPath }: CheckoutRequest): Promise<PaymentPage> {
      const customerId = await customerOf(payer)
      const [successUrl, cancelUrl] = [appUrl + successPath, appUrl + cancelPath]
      const { id, url, expiresAt } = await stripe.openCheckout({ customerId, plan, successUrl, cancelUrl })
      const { organizationId } = payer
      const before = await subscriptions.keepCheckout(organizationId, id, clock.now() + checkAfterMs)
      if (before !== null) await stripe.closeCheckout(before)
      return { url, expiresAt }
    },

    async end(organizationId: string): Promise<void> {
      const { customerId } = await subscriptions.get(organizationId)
      if (customerId === null) return
      const ended = new Set(['canceled', 'incomplete_expired'])
      const open = (await stripe.subscriptionsOf(customerId)).filter(({ status }) => !ended.has(status))
      for (const { id } of open) await stripe.cancel(id)
    },

    async portal(payer: Payer, { returnPath }: PortalRequest): Promise<PaymentPage> {
      return stripe.openPortal(await customerOf(payer), appUrl + returnPath)
    },
  }
}
