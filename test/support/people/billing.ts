// Accounts with billing over HTTP, on a simulated clock: the sandbox, or another provider of payments.
import { defaultFreeExecutions, tiersOf } from '../../../domain/billing/tiers.ts'
import { billingRoutes } from '../../../http/routes/billing/billing.ts'
import { sandboxRoutes } from '../../../http/routes/billing/sandbox.ts'
import { openBilling } from '../../../main/billing.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { organizationStore } from '../../../storage/accounts/organizations.ts'
import { sandboxPageStore } from '../../../storage/billing/sandbox-pages.ts'
import { subscriptionStore } from '../../../storage/billing/subscriptions.ts'
import { CachedFacts } from '../../../storage/cached-facts.ts'
import type { Database } from '../../../storage/postgres/database.ts'
import { usageStore } from '../../../storage/usage/usage.ts'
import { appUrl, startAccountServer } from './accounts.ts'

interface Options {
  readonly isProduction?: boolean
}

/** 2026-11-20, noon. */
export const begin = Date.UTC(2026, 10, 20, 12)

export async function startBilling(database: Database, { isProduction = false }: Options = {}) {
  const clock = new SimulatedClock(begin)
  const tiers = tiersOf(defaultFreeExecutions)
  const open = (facts: CachedFacts) => {
    const stores = {
      subscriptions: subscriptionStore(database, facts),
      organizations: organizationStore(database, facts),
      usage: usageStore(database),
      sandboxPages: sandboxPageStore(database),
    }
    return {
      ...stores,
      ...openBilling({ settings: { isProduction, appUrl, tiers, stripe: null }, stores, clock }),
    }
  }
  let opened = open(new CachedFacts())
  const server = await startAccountServer(database, {
    more(facts) {
      opened = open(facts)
      return { routes: [...billingRoutes, ...sandboxRoutes], services: { ...opened, tiers } }
    },
  })
  return { ...server, ...opened, clock, pathOf: (url: string) => url.slice(appUrl.length) }
}
