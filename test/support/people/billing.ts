// Accounts with billing over HTTP, on a simulated clock: the sandbox, or a Stripe on loopback.
import tap from 'tap'
import type { StripeSettings } from '../../../domain/billing/billing-variables.ts'
import { defaultFreeExecutions, tiersOf } from '../../../domain/billing/tiers.ts'
import { billingRoutes } from '../../../http/routes/billing/billing.ts'
import { sandboxRoutes } from '../../../http/routes/billing/sandbox.ts'
import { stripeRoutes } from '../../../http/routes/billing/stripe-webhook.ts'
import { openBilling } from '../../../main/billing.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { organizationStore } from '../../../storage/accounts/organizations.ts'
import { sandboxPageStore } from '../../../storage/billing/sandbox-pages.ts'
import { subscriptionStore } from '../../../storage/billing/subscriptions.ts'
import { usageReportStore } from '../../../storage/billing/usage-reports.ts'
import { CachedFacts } from '../../../storage/cached-facts.ts'
import { modelUsageStore } from '../../../storage/models/model-usage.ts'
import type { Database } from '../../../storage/postgres/database.ts'
import { usageStore } from '../../../storage/usage/usage.ts'
import { appUrl, startAccountServer } from './accounts.ts'

interface Options {
  readonly isProduction?: boolean
  readonly stripe?: StripeSettings
  readonly clock?: SimulatedClock
}

/** 2026-11-20, noon. */
export const begin = Date.UTC(2026, 10, 20, 12)

/** Closed when the test file ends. */
export async function startBilling(
  database: Database,
  { isProduction = false, stripe, clock = new SimulatedClock(begin) }: Options = {},
) {
  const facts = new CachedFacts()
  const tiers = tiersOf(defaultFreeExecutions)
  const outbound = createOutbound({ policy: 'open' })
  tap.teardown(() => outbound.close())
  const stores = {
    subscriptions: subscriptionStore(database, facts),
    organizations: organizationStore(database, facts),
    usage: usageStore(database),
    usageReports: usageReportStore(database),
    modelUsage: modelUsageStore(database),
    sandboxPages: sandboxPageStore(database),
  }
  const settings = { isProduction, appUrl, model: null, tiers, stripe: stripe ?? null }
  const opened = await openBilling({ settings, stores, outbound, clock })
  const routes = [...billingRoutes, ...sandboxRoutes, ...stripeRoutes]
  const server = await startAccountServer(database, { facts, routes, services: { ...opened, tiers } })
  return { ...server, ...stores, ...opened, clock, pathOf: (url: string) => url.slice(appUrl.length) }
}
