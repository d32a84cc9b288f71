// The local sandbox that stands in for a payment provider where none is configured, so that the whole way can
// be tried: limit, 402, checkout, payment, further executions. main/services.ts makes none in production.
// 1. Nothing is paid. Every page says so.
// 2. Whoever has the secret address of a page may use it until it expires; a checkout is paid once.
// 3. What its buttons do goes the way of a real provider's news: domain/billing/subscription.ts decides.
import { randomBytes } from 'node:crypto'
import type { CheckoutRequest, PaidPlan, PaymentPage, PortalRequest } from '../../domain/billing/checkout.ts'
import {
  elapsed,
  ended,
  monthLater,
  paid,
  type SubscriptionState,
  unpaid,
} from '../../domain/billing/subscription.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import type { Payer, PaymentProvider } from '../../rpc/billing/payment-provider.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { SandboxPage, SandboxPageStore } from '../../storage/billing/sandbox-pages.ts'
import type { StoredSubscription, SubscriptionStore } from '../../storage/billing/subscriptions.ts'

export interface SandboxParts {
  readonly pages: SandboxPageStore
  readonly subscriptions: SubscriptionStore
  readonly clock: Clock
  /** Origin of the service, no slash at the end. */
  readonly appUrl: string
}

/** The buttons of a portal. `fail` and `settle`: the next payment does not, or does, go through. */
export const portalActions = ['cancel', 'resume', 'fail', 'settle', 'end', 'pro', 'scale'] as const
export type PortalAction = (typeof portalActions)[number]

/** A page with what it shows. */
export interface OpenPage {
  readonly page: SandboxPage & { readonly organizationName: string }
  readonly subscription: StoredSubscription
}

export interface Sandbox extends PaymentProvider {
  /** @throws {Failure} not-found */
  open(token: string): Promise<OpenPage>
  /** Pays a checkout. @throws {Failure} not-found, conflict when it was paid before */
  pay(token: string): Promise<void>
  /** @throws {Failure} not-found, conflict when there is nothing to do this to */
  manage(token: string, action: PortalAction): Promise<void>
  /** Renews and ends subscriptions as time goes by. */
  readonly chore: Chore
}

const pageMs = 3_600_000
const lookEveryMs = 10_000
const mostAtOnce = 100

export function createSandbox({ pages, subscriptions, clock, appUrl }: SandboxParts): Sandbox {
  async function newPage(page: Omit<SandboxPage, 'expiresAt' | 'usedAt'>): Promise<PaymentPage> {
    const token = randomBytes(32).toString('base64url')
    const at = clock.now()
    const expiresAt = at + pageMs
    await pages.add(token, { ...page, expiresAt }, at)
    return { url: `${appUrl}/billing/sandbox/${token}`, expiresAt }
  }

  async function pageOf(token: string, kind: SandboxPage['kind']) {
    const page = await pages.find(token, clock.now())
    if (page === null || page.kind !== kind) throw notFound('page')
    return page
  }

  return {
    checkout({ organizationId }: Payer, { plan, successPath, cancelPath }: CheckoutRequest) {
      return newPage({ organizationId, kind: 'checkout', plan, successPath, cancelPath })
    },

    portal({ organizationId }: Payer, { returnPath }: PortalRequest) {
      return newPage({
        organizationId,
        kind: 'portal',
        plan: null,
        successPath: returnPath,
        cancelPath: returnPath,
      })
    },

    async end(organizationId) {
      await subscriptions.change(organizationId, clock.now(), current =>
        current.status === 'none' || current.status === 'canceled' ? null : ended(current),
      )
    },

    async open(token) {
      const page = await pages.find(token, clock.now())
      if (page === null) throw notFound('page')
      return { page, subscription: await subscriptions.get(page.organizationId) }
    },

    async pay(token) {
      const { organizationId, plan } = await pageOf(token, 'checkout')
      const at = clock.now()
      let isFirst = false
      const once = async (queries: Parameters<SandboxPageStore['use']>[2]) => {
        isFirst = await pages.use(token, at, queries)
        return isFirst
      }
      await subscriptions.change(organizationId, at, () => paid(plan!, monthLater(at)), { along: once })
      if (!isFirst) throw new Failure('conflict', 'this checkout was paid before')
    },

    async manage(token, action) {
      const { organizationId } = await pageOf(token, 'portal')
      const at = clock.now()
      let isDone = false
      await subscriptions.change(organizationId, at, current => {
        const next = managed(current, action, at)
        isDone = next !== null
        return next
      })
      if (!isDone) throw new Failure('conflict', `there is no subscription to do this to: ${action}`)
    },

    chore: {
      name: 'sandbox subscriptions',
      async work() {
        const at = clock.now()
        const due = await subscriptions.due(at, mostAtOnce)
        for (const organizationId of due)
          await subscriptions.change(organizationId, at, current =>
            // Of a provider that was configured before.
            current.externalId === null ? elapsed(current, at) : null,
          )
        return lookEveryMs
      },
    },
  }
}

/** Null: the state has no such way. */
function managed(state: StoredSubscription, action: PortalAction, at: number): SubscriptionState | null {
  const { status, currentPeriodEnd } = state
  const isOpen = status === 'active' || status === 'past_due'
  if (!isOpen) return null
  switch (action) {
    case 'cancel':
      return { ...state, cancelAtPeriodEnd: true }
    case 'resume':
      return { ...state, cancelAtPeriodEnd: false }
    case 'fail':
      return unpaid(state, at)
    case 'settle':
      return paid(state.plan, Math.max(currentPeriodEnd ?? 0, monthLater(at)))
    case 'end':
      return ended(state)
    case 'pro':
    case 'scale':
      return { ...state, plan: action satisfies PaidPlan }
  }
}
