// The chore that reports compute units to Stripe's meter, for organizations that have a subscription there.
// 1. What is to be reported is written down first, as a portion with an id, and sent until Stripe has taken
//    it: Stripe counts an id once.
// 2. What was used before the subscription began is not reported.
import { Failure } from '../../domain/failure.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { UsageReportStore } from '../../storage/billing/usage-reports.ts'
import type { StripeClient } from './stripe-client.ts'

export interface UsageReportParts {
  readonly stripe: Pick<StripeClient, 'report'>
  readonly reports: UsageReportStore
  readonly clock: Clock
}

const intervalMs = 600_000
const mostAtOnce = 100

export function usageReports({ stripe, reports, clock }: UsageReportParts): Chore {
  return {
    name: 'usage reports',
    async work() {
      await reports.make(clock.now())
      const unsent = await reports.unsent(mostAtOnce)
      for (const { id, customerId, cu, madeAt } of unsent) {
        await stripe.report(id, customerId, cu, madeAt).catch(refusedUnlessTaken)
        await reports.sent(id, clock.now())
      }
      return unsent.length === mostAtOnce ? 100 : intervalMs
    },
  }
}

/** Stripe has it already, and said so in words of its own. */
function refusedUnlessTaken(error: unknown): void {
  if (error instanceof Failure && /resource_already_exists|duplicate_meter_event/.test(error.message)) return
  throw error
}
