// Opens billing: Stripe, or where it is not configured the sandbox, which production does not have. Called by
// main/services.ts.
import type { Settings } from '../domain/settings/settings.ts'
import { type Billing, createBilling } from '../http/billing/billing.ts'
import { createSandbox, type Sandbox } from '../http/billing/sandbox.ts'
import { openStripe } from '../rpc/billing/stripe-client.ts'
import { stripeProvider } from '../rpc/billing/stripe-provider.ts'
import { type StripeSync, stripeSync } from '../rpc/billing/stripe-sync.ts'
import { usageReports } from '../rpc/billing/usage-reports.ts'
import type { Outbound } from '../rpc/outbound/outbound.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Chore } from '../runtime/process/chore.ts'
import type { Stores } from '../storage/stores.ts'

export interface BillingOptions {
  readonly settings: Pick<Settings, 'isProduction' | 'appUrl' | 'model' | 'tiers' | 'stripe'>
  readonly stores: Pick<
    Stores,
    'subscriptions' | 'organizations' | 'usage' | 'modelUsage' | 'usageReports' | 'sandboxPages'
  >
  readonly outbound: Outbound
  readonly clock: Clock
}

export interface OpenedBilling {
  readonly billing: Billing
  readonly sandbox: Sandbox | null
  readonly stripeSync: StripeSync | null
  readonly billingChores: readonly Chore[]
}

export async function openBilling(options: BillingOptions): Promise<OpenedBilling> {
  const { settings, stores, clock } = options
  const { isProduction, appUrl, tiers } = settings
  const open = (provider: Parameters<typeof createBilling>[0]['provider']) =>
    createBilling({ ...stores, tiers, serviceModel: settings.model, provider, clock })
  if (settings.stripe !== null) return withStripe(options, settings.stripe, open)
  if (isProduction) return { billing: open(null), sandbox: null, stripeSync: null, billingChores: [] }
  const sandbox = createSandbox({
    ...{ pages: stores.sandboxPages, subscriptions: stores.subscriptions, clock, appUrl },
  })
  return { billing: open(sandbox), sandbox, stripeSync: null, billingChores: [sandbox.chore] }
}

async function withStripe(
  { settings: { appUrl }, stores: { subscriptions, usageReports: reports }, outbound, clock }: BillingOptions,
  settings: NonNullable<Settings['stripe']>,
  open: (provider: ReturnType<typeof stripeProvider>) => Billing,
): Promise<OpenedBilling> {
  const stripe = await openStripe(settings, outbound)
  const sync = stripeSync({ stripe, subscriptions, clock })
  const chores = [sync.chore]
  if (settings.meter !== null) chores.push(usageReports({ stripe, reports, clock }))
  return {
    billing: open(stripeProvider({ stripe, subscriptions, appUrl, clock })),
    ...{ sandbox: null, stripeSync: sync, billingChores: chores },
  }
}
