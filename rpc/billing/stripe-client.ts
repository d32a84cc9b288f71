// Stripe by its SDK: the only importer, which loads it once payments are configured. Called by
// stripe-provider.ts and stripe-sync.ts, which know no type of the SDK.
// 1. Every request goes out by the guarded client, and is retried by the SDK with an idempotency key.
// 2. What Stripe refuses, and what does not reach it, is a Failure without any of its texts.
import type StripeSdk from 'stripe'
import type { StripeSettings } from '../../domain/billing/billing-variables.ts'
import type { PaidPlan } from '../../domain/billing/checkout.ts'
import { Failure } from '../../domain/failure.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { outboundFetch } from './outbound-fetch.ts'
import type { Payer } from './payment-provider.ts'

/** A subscription as far as it matters here; times are Unix ms. */
export interface StripeSubscription {
  readonly id: string
  /** Null: none of its prices is that of a plan. */
  readonly plan: PaidPlan | null
  /** In Stripe's words: active, trialing, past_due, incomplete, canceled, unpaid, ... */
  readonly status: string
  readonly createdAt: number
  readonly currentPeriodEnd: number | null
  readonly cancelAtPeriodEnd: boolean
}

export interface StripeEvent {
  readonly id: string
  readonly type: string
  /** Of another account that is connected to ours; null: ours. */
  readonly account: string | null
  readonly isLive: boolean
  /** Whom it is about; null: no customer. */
  readonly customerId: string | null
}

export interface CheckoutWish {
  readonly customerId: string
  readonly plan: PaidPlan
  readonly successUrl: string
  readonly cancelUrl: string
}

export type StripeClient = Awaited<ReturnType<typeof openStripe>>

/** Of an event, so that one that was recorded cannot be sent again later. */
export const toleranceSeconds = 300

export async function openStripe(
  { secretKey, webhookSecret, prices, usagePrice, meter, url }: StripeSettings,
  outbound: Outbound,
) {
  const { default: Stripe } = await import('stripe')
  const { hostname, port, protocol } = new URL(url)
  const stripe = new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(outboundFetch(outbound)),
    ...{ host: hostname, protocol: protocol === 'http:' ? 'http' : 'https' },
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    ...{ maxNetworkRetries: 2, timeout: 10_000, telemetry: false },
  })

  async function ask<T>(what: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run()
    } catch (error) {
      const { type = 'unknown', code } = error as { type?: string; code?: string }
      const why = code === undefined ? type : `${type}, ${code}`
      throw new Failure('unavailable', `the payment provider could not ${what} (${why})`)
    }
  }

  return {
    prices,
    isLive: secretKey.includes('_live_'),

    /** The same customer for the same organization, however often and by how many at once. */
    async createCustomer({ organizationId, name }: Payer): Promise<string> {
      const params = { name, metadata: { organizationId } }
      const options = { idempotencyKey: `customer/${organizationId}` }
      return (await ask('make a customer', () => stripe.customers.create(params, options))).id
    },

    async openCheckout({ customerId, plan, successUrl, cancelUrl }: CheckoutWish) {
      const price = prices[plan]
      if (price === null) throw new Failure('validation-failed', `plan: ${plan} is not sold on this server`)
      const session = await ask('open a checkout', () =>
        stripe.checkout.sessions.create({
          ...{ mode: 'subscription', customer: customerId, success_url: successUrl, cancel_url: cancelUrl },
          // What is charged by usage has no quantity.
          line_items: [{ price, quantity: 1 }, ...(usagePrice === null ? [] : [{ price: usagePrice }])],
          subscription_data: { metadata: { plan } },
        }),
      )
      return { id: session.id, url: session.url!, expiresAt: session.expires_at * 1_000 }
    },

    /** Nobody pays it any more, unless somebody has. */
    async closeCheckout(id: string): Promise<void> {
      await stripe.checkout.sessions.expire(id).catch(() => {})
    },

    /** @returns its address, which Stripe keeps for some minutes */
    async openPortal(customerId: string, returnUrl: string) {
      const session = await ask('open its portal', () =>
        stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }),
      )
      return { url: session.url, expiresAt: session.created * 1_000 + portalMs }
    },

    /** All of a customer, as Stripe has them now. */
    async subscriptionsOf(customer: string): Promise<StripeSubscription[]> {
      const params = { customer, status: 'all', limit: 100 } as const
      const { data } = await ask('list subscriptions', () => stripe.subscriptions.list(params))
      return data.map(one => subscriptionOf(one, prices))
    },

    /** At once; what is left of its period is credited. */
    async cancel(id: string): Promise<void> {
      const params = { prorate: true, invoice_now: true }
      await ask('cancel a subscription', () => stripe.subscriptions.cancel(id, params))
    },

    /** @param id the same for the same portion: Stripe counts it once */
    async report(id: string, customerId: string, cu: number, at: number): Promise<void> {
      if (meter === null) return
      const payload = { stripe_customer_id: customerId, value: String(cu) }
      const event = { event_name: meter, payload, identifier: id, timestamp: Math.floor(at / 1_000) }
      await ask('take usage', () => stripe.billing.meterEvents.create(event, { idempotencyKey: id }))
    },

    /** @param at now, Unix ms @throws {Failure} validation-failed: says what is wrong with it */
    verify(payload: Buffer, signature: string, at: number): StripeEvent {
      if (signature === '') throw new Failure('validation-failed', 'Stripe-Signature: missing')
      const age = at / 1_000 - Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
      if (Math.abs(age) > toleranceSeconds)
        throw new Failure(
          'validation-failed',
          `Stripe-Signature: expected a time within ${toleranceSeconds} s of now`,
        )
      try {
        const event = stripe.webhooks.constructEvent(
          payload,
          signature,
          webhookSecret,
          toleranceSeconds,
          undefined,
          at,
        )
        return eventOf(event)
      } catch {
        throw new Failure('validation-failed', 'Stripe-Signature: it does not fit the body')
      }
    },
  }
}

/** Stripe ends a portal that nobody has opened after five minutes. */
const portalMs = 300_000

function subscriptionOf(
  { id, status, created, items, cancel_at, cancel_at_period_end }: StripeSdk.Subscription,
  prices: StripeSettings['prices'],
): StripeSubscription {
  const plans = ['pro', 'scale'] as const
  const planOf = (price: string) => plans.find(plan => prices[plan] === price) ?? null
  const item = items.data.find(one => planOf(one.price.id) !== null)
  const endsAt = cancel_at ?? item?.current_period_end ?? null
  return {
    ...{ id, status, createdAt: created * 1_000, plan: item === undefined ? null : planOf(item.price.id) },
    currentPeriodEnd: endsAt === null ? null : endsAt * 1_000,
    cancelAtPeriodEnd: cancel_at_period_end || cancel_at !== null,
  }
}

function eventOf(event: StripeSdk.Event): StripeEvent {
  const object = event.data.object as { object?: unknown; id?: unknown; customer?: unknown }
  const customer = object.object === 'customer' ? object.id : object.customer
  const customerId = typeof customer === 'object' ? (customer as { id?: unknown } | null)?.id : customer
  return {
    ...{ id: event.id, type: event.type, account: event.account ?? null, isLive: event.livemode },
    customerId: typeof customerId === 'string' ? customerId : null,
  }
}
