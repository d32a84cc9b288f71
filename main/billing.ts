// Opens billing: the payment provider, or where none is configured the sandbox, which production does not
// have. Called by main/services.ts.
import type { Settings } from '../domain/settings/settings.ts'
import { type Billing, createBilling } from '../http/billing/billing.ts'
import { createSandbox, type Sandbox } from '../http/billing/sandbox.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Chore } from '../runtime/process/chore.ts'
import type { Stores } from '../storage/stores.ts'

export interface BillingOptions {
  readonly settings: Pick<Settings, 'isProduction' | 'appUrl' | 'tiers' | 'stripe'>
  readonly stores: Pick<Stores, 'subscriptions' | 'organizations' | 'usage' | 'sandboxPages'>
  readonly clock: Clock
}

export interface OpenedBilling {
  readonly billing: Billing
  readonly sandbox: Sandbox | null
  readonly billingChores: readonly Chore[]
}

export function openBilling({ settings, stores, clock }: BillingOptions): OpenedBilling {
  const { isProduction, appUrl, tiers } = settings
  const sandbox = isProduction
    ? null
    : createSandbox({ pages: stores.sandboxPages, subscriptions: stores.subscriptions, clock, appUrl })
  return {
    billing: createBilling({ ...stores, tiers, provider: sandbox, clock }),
    sandbox,
    billingChores: sandbox === null ? [] : [sandbox.chore],
  }
}
