// Billing for the routes in http/routes/billing/: plans, the current period, the subscription, and the pages
// of the payment provider.
import { type BillingPeriod, billingPeriod } from '../../domain/billing/billing-period.ts'
import type { CheckoutRequest, PaymentPage, PortalRequest } from '../../domain/billing/checkout.ts'
import { planAt, type Subscription, viewOf } from '../../domain/billing/subscription.ts'
import type { Tiers } from '../../domain/billing/tiers.ts'
import { Failure } from '../../domain/failure.ts'
import type { PaymentProvider } from '../../rpc/billing/payment-provider.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { OrganizationStore } from '../../storage/accounts/organizations.ts'
import type { SubscriptionStore } from '../../storage/billing/subscriptions.ts'
import type { ModelUsageStore } from '../../storage/models/model-usage.ts'
import type { UsageStore } from '../../storage/usage/usage.ts'

export interface BillingParts {
  readonly tiers: Tiers
  readonly subscriptions: SubscriptionStore
  readonly organizations: OrganizationStore
  readonly usage: UsageStore
  readonly modelUsage: Pick<ModelUsageStore, 'of'>
  /** The model of the service; null: it has none. */
  readonly serviceModel: { readonly cuPerMonth: number | null } | null
  /** Null: nobody takes payments. */
  readonly provider: PaymentProvider | null
  readonly clock: Clock
}

export type Billing = ReturnType<typeof createBilling>

export function createBilling(parts: BillingParts) {
  const { tiers, subscriptions, organizations, usage, clock } = parts

  /** @throws {Failure} unavailable */
  function provider(): PaymentProvider {
    if (parts.provider !== null) return parts.provider
    throw new Failure('unavailable', 'payments are not set up on this server: STRIPE_SECRET_KEY is not set')
  }

  async function payerOf(organizationId: string) {
    const { name } = await organizations.get(organizationId)
    return { organizationId, name }
  }

  async function serviceModelOf(organizationId: string, at: number) {
    if (parts.serviceModel === null) return null
    const { serviceCu } = await parts.modelUsage.of(organizationId, at)
    return { used: serviceCu, limit: parts.serviceModel.cuPerMonth }
  }

  return {
    /** The cheapest first. */
    plans: () => [tiers.free, tiers.pro, tiers.scale],

    async current(organizationId: string): Promise<BillingPeriod> {
      const at = clock.now()
      const { plan } = await organizations.terms(organizationId)
      const use = await usage.ofMonth(organizationId, at)
      return billingPeriod(
        tiers[plan],
        { ...use, serviceModel: await serviceModelOf(organizationId, at) },
        at,
      )
    },

    async subscription(organizationId: string): Promise<Subscription> {
      return viewOf(await subscriptions.get(organizationId))
    },

    /** @throws {Failure} conflict: the plan is in force already; unavailable */
    async checkout(organizationId: string, request: CheckoutRequest): Promise<PaymentPage> {
      const payments = provider()
      const state = await subscriptions.get(organizationId)
      const isPaid = state.status === 'active' && planAt(state, clock.now()) === request.plan
      if (isPaid && !state.cancelAtPeriodEnd)
        throw new Failure('conflict', `plan: the organization is on the plan ${request.plan} already`)
      return payments.checkout(await payerOf(organizationId), request)
    },

    /** The organization has ended: nobody pays for it any more. @throws {Failure} unavailable */
    async end(organizationId: string): Promise<void> {
      await parts.provider?.end(organizationId)
    },

    /** @throws {Failure} unavailable */
    async portal(organizationId: string, request: PortalRequest): Promise<PaymentPage> {
      return provider().portal(await payerOf(organizationId), request)
    },
  }
}
