import { test } from 'tap'
import { billingPeriod, monthAround } from '../../../domain/billing/billing-period.ts'
import { amountDue, executionLimitsOf, tiersOf } from '../../../domain/billing/tiers.ts'
import { readSettings } from '../../../domain/settings/settings.ts'

test('plans are those of the code, changed by what the operator says', async t => {
  const { free, pro, scale } = tiersOf(7, { pro: { amount: 3_500, executions: 10 } })
  t.match(free, { plan: 'free', executions: 7, amount: 0 })
  t.match(pro, { plan: 'pro', executions: 10, amount: 3_500, name: 'Pro' })
  t.strictSame(executionLimitsOf({ free, pro, scale }), { free: 7, pro: 10, scale: null })
})

test('compute units over those of the plan cost by the thousand begun, where the plan says so', async t => {
  const { pro } = tiersOf(1, { pro: { cu: 1_000, amount: 100, overage: 5 } })
  t.strictSame(
    [0, 1_000, 1_001, 2_000, 2_001].map(cu => amountDue(pro, cu)),
    [100, 100, 105, 105, 110],
  )
  t.equal(amountDue(tiersOf().pro, 1e9), tiersOf().pro.amount)
})

test('a period is a calendar month in UTC', async t => {
  const { start, end } = monthAround(Date.UTC(2026, 11, 31, 23, 59, 59, 999))
  t.equal(start, Date.UTC(2026, 11, 1))
  t.equal(end, Date.UTC(2027, 0, 1))
  t.equal(monthAround(end).start, end)
  t.strictSame(billingPeriod(tiersOf(5).free, { executions: 3, cu: 9, serviceModel: null }, start), {
    ...{ plan: 'free', periodStart: start, periodEnd: end },
    ...{
      executions: { used: 3, limit: 5 },
      cu: { used: 9, included: null },
      serviceModel: null,
      currency: 'usd',
      amountDue: 0,
    },
  })
})

test('variables of billing that do not fit together are refused by their names', async t => {
  const refused = (given: Record<string, string>) => {
    try {
      readSettings(given)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  t.match(refused({ PLANS: '{' }), /PLANS: expected JSON/)
  t.match(refused({ PLANS: '{"gold": {}}' }), /PLANS/)
  t.match(refused({ PLANS: '{"pro": {"amount": -1}}' }), /PLANS.*amount/)
  t.match(refused({ STRIPE_SECRET_KEY: 'sk_test_1' }), /STRIPE_WEBHOOK_SECRET: expected a value/)
  t.match(refused({ STRIPE_PRICE_PRO: 'price_1' }), /STRIPE_SECRET_KEY: expected a value/)
  const both = { FREE_TIER_EXECUTIONS: '1', PLANS: '{"free": {"executions": 2}}' }
  t.match(refused(both), /FREE_TIER_EXECUTIONS: expected no value/)
  t.equal(readSettings({ PLANS: '{"free": {"executions": 2}}' }).executionLimits.free, 2)
})
