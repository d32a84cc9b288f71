// Plans, the current billing period, the subscription, and the way to the payment pages.
import { z } from 'zod'
import { BillingPeriod } from '../../../domain/billing/billing-period.ts'
import { CheckoutRequest, PaymentPage, PortalRequest } from '../../../domain/billing/checkout.ts'
import { Subscription } from '../../../domain/billing/subscription.ts'
import { Tier } from '../../../domain/billing/tiers.ts'
import { fixedOrder, pageOfList } from '../../../domain/page.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

export const billingRoutes = [
  route('GET /api/v1/billing/plans', {
    summary: 'List the plans',
    description:
      'The cheapest first. `amount` and `overage` (for each thousand compute units begun over `cu`) are in the smallest unit of the currency. Null means no number.',
    permission: 'billing:read',
    query: z.object(listQuery),
    returns: z.array(Tier),
  }).handle(({ query }, { billing }) => page(pageOfList(billing.plans(), query, fixedOrder('plans')))),

  route('GET /api/v1/billing/current', {
    summary: 'Get the current billing period',
    description:
      'A calendar month in UTC. Executions count when they start, compute units when their execution ends.',
    permission: 'billing:read',
    returns: BillingPeriod,
  }).handle(({ caller }, { billing }) => billing.current(caller.organizationId)),

  route('GET /api/v1/billing/subscription', {
    summary: 'Get the subscription',
    description:
      'While a payment is due (`past_due`) the plan stays until `graceEndsAt`. A subscription that is to end (`cancelAtPeriodEnd`) stays until `currentPeriodEnd`.',
    permission: 'billing:read',
    returns: Subscription,
  }).handle(({ caller }, { billing }) => billing.subscription(caller.organizationId)),

  route('POST /api/v1/billing/checkout', {
    summary: 'Open a checkout for a plan',
    description:
      'Open `url` in a browser. Both paths are of this service; other addresses are 400. The plan is in force when the payment has gone through. Without a payment provider `url` is a local sandbox page, and in production this is 503.',
    permission: 'billing:write',
    audit: 'billing.checkout-opened',
    body: CheckoutRequest.optional(),
    returns: PaymentPage,
    status: 201,
    secret: true,
    failures: [409, 503],
  }).handle(({ caller, body }, { billing }) =>
    billing.checkout(caller.organizationId, body ?? CheckoutRequest.parse({})),
  ),

  route('POST /api/v1/billing/portal', {
    summary: 'Open the billing portal',
    description:
      'Open `url` in a browser: change the plan or the card, see invoices, cancel. As with checkout, it may be a sandbox page.',
    permission: 'billing:write',
    audit: 'billing.portal-opened',
    body: PortalRequest.optional(),
    returns: PaymentPage,
    status: 201,
    secret: true,
    failures: [503],
  }).handle(({ caller, body }, { billing }) =>
    billing.portal(caller.organizationId, body ?? PortalRequest.parse({})),
  ),
]
