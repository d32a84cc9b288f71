// Payments by Stripe, against a Stripe on loopback: checkouts, customers, events in any order, the chore that
// finds what no event told, and reports of usage.
import tap, { test } from 'tap'
import { graceMs } from '../../../domain/billing/subscription.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { openTestDatabase } from '../../support/database.ts'
import { begin, startBilling } from '../../support/people/billing.ts'
import { probes } from '../../support/probes.ts'
import { StripeServer } from '../../support/servers/stripe-server.ts'

const clock = new SimulatedClock(begin)
const stripe = await StripeServer.start(tap, clock)
const database = await openTestDatabase()
const server = await startBilling(database, { stripe: stripe.settings, clock, isProduction: true })
const { call } = server
const [syncChore, reportChore] = server.billingChores

// biome-ignore lint/suspicious/noExplicitAny: objects of a foreign API
type Thing = Record<string, any>

async function deliver(event: Thing, options = {}) {
  const { body, signature } = stripe.sign(event, options)
  return post(body, signature)
}

async function post(body: string, signature: string | null) {
  const headers = {
    'content-type': 'application/json',
    ...(signature !== null && { 'stripe-signature': signature }),
  }
  const url = `http://127.0.0.1:${server.port}/api/v1/billing/stripe-webhook`
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as Thing }
}

async function subscribe(plan = 'pro') {
  const { token, user } = await server.signUp()
  const { url } = (await call('POST /api/v1/billing/checkout', token, { plan })).body
  const subscription = stripe.pay(url)
  return { token, subscription, organizationId: user.organization.id }
}

const subscriptionOf = async (token: string) => (await call('GET /api/v1/billing/subscription', token)).body
const planOf = async (token: string) => (await call('GET /api/v1/billing/current', token)).body.plan
const applied = { status: 200, body: { received: true, applied: true } }
const ignored = { status: 200, body: { received: true, applied: false } }

test('a checkout leads to Stripe and back to our own origin, and its payment counts by the event', async t => {
  probes(t, 86)
  const { token } = await server.signUp()
  const evil = { price: 'price_x', customer: 'cus_x', success_url: 'https://evil.example', cu: -5 }
  const opened = await call('POST /api/v1/billing/checkout', token, {
    plan: 'pro',
    successPath: '/ok',
    ...evil,
  })
  t.match(opened, { status: 201, body: { url: /^https:\/\/checkout\.stripe\.test\//, expiresAt: Number } })
  const checkout = [...stripe.checkouts.values()].at(-1)!
  t.match(checkout, { success_url: 'http://troupe.example/ok', price: 'price_pro' }, 'P86 ignored')
  t.match(checkout, { usagePrice: 'price_cu' }, 'charged by usage beside the plan')
  t.notMatch(JSON.stringify(checkout), /evil|price_x|cus_x/, 'P86')
  const away = await call('POST /api/v1/billing/checkout', token, { successPath: 'https://evil.example' })
  t.equal(away.status, 400, 'P86')
  t.equal(await planOf(token), 'free')
  const subscription = stripe.pay(opened.body.url)
  t.strictSame(await deliver(stripe.event('customer.subscription.created', subscription)), applied)
  t.equal(await planOf(token), 'pro')
  t.match(await subscriptionOf(token), { status: 'active', currentPeriodEnd: begin + 30 * 86_400_000 })
  t.equal((await call('POST /api/v1/billing/checkout', token, { plan: 'pro' })).status, 409)
  t.match((await call('POST /api/v1/billing/portal', token)).body.url, /^https:\/\/billing\.stripe\.test/)
})

test('an event that is forged, old, of another account or another mode is 400 and changes nothing', async t => {
  probes(t, 85)
  const { token, subscription } = await subscribe()
  const event = stripe.event('customer.subscription.created', subscription)
  const { body, signature } = stripe.sign(event)
  const wrong = {
    missing: await post(body, null),
    nonsense: await post(body, 'v1=00'),
    'another body': await post(body.replace('active', 'trialing'), signature),
    'another secret': await deliver(event, { secret: 'whsec_other' }),
    'too old': await deliver(event, { at: clock.now() - 301_000 }),
    'from the future': await deliver(event, { at: clock.now() + 301_000 }),
    'of another account': await deliver({ ...event, account: 'acct_other' }),
    'of the other mode': await deliver({ ...event, livemode: true }),
    'no JSON': await post('{', stripe.sign(event).signature),
  }
  for (const [what, answer] of Object.entries(wrong))
    t.match(answer, { status: 400, body: { error: /^(Stripe-Signature|account|livemode): / } }, `P85 ${what}`)
  const stranger = { ...subscription, customer: 'cus_unknown' }
  t.strictSame(await deliver(stripe.event('customer.subscription.created', stranger)), ignored, 'P85 unknown')
  t.equal(await planOf(token), 'free', 'P85 nothing has changed')
  t.strictSame(await deliver(event), applied)
  t.strictSame(await post(body, signature), ignored, 'P85 a replay')
  clock.advance(301_000)
  t.equal((await post(body, signature)).status, 400, 'P85 a late replay')
  t.equal(await planOf(token), 'pro')
})

test('events in any order, many times and at once lead to what Stripe has', async t => {
  const { token, subscription } = await subscribe()
  const created = stripe.event('customer.subscription.created', subscription)
  Object.assign(subscription, { cancel_at_period_end: true })
  const updated = stripe.event('customer.subscription.updated', subscription)
  Object.assign(subscription, { status: 'canceled' })
  const deleted = stripe.event('customer.subscription.deleted', subscription)
  t.strictSame(await deliver(deleted), applied)
  const late = [updated, created, updated, created, deleted]
  const answers = await Promise.all(late.map(event => deliver(event)))
  t.ok(answers.every(({ status }) => status === 200))
  t.equal(answers.filter(({ body }) => body['applied']).length, 2, 'each event once')
  t.match(await subscriptionOf(token), { plan: 'free', status: 'canceled' })
})

test('an organization has one customer, whoever asks at once and whatever fails', async t => {
  const { token } = await server.signUp()
  const before = stripe.customers.size
  // A request is tried three times, and all failures may meet the same one.
  stripe.failures = ['before', 'after']
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => call('POST /api/v1/billing/checkout', token, { plan: 'scale' })),
  )
  t.strictSame(
    answers.map(({ status, body }) => [status, body.error ?? null]),
    answers.map(() => [201, null]),
  )
  t.equal(stripe.customers.size, before + 1)
})

test('of two paid checkouts one subscription lives: the newest, and the plan changes with it', async t => {
  const { token, subscription } = await subscribe('pro')
  await deliver(stripe.event('customer.subscription.created', subscription))
  clock.advance(1_000)
  const { url } = (await call('POST /api/v1/billing/checkout', token, { plan: 'scale' })).body
  const newer = stripe.pay(url)
  await deliver(
    stripe.event('checkout.session.completed', { object: 'checkout.session', customer: newer['customer'] }),
  )
  t.equal(await planOf(token), 'scale')
  t.equal(subscription['status'], 'canceled')
  t.equal(newer['status'], 'active')
})

test('a checkout that was opened anew cannot be paid twice', async t => {
  const { token } = await server.signUp()
  const [first, second] = [
    await call('POST /api/v1/billing/checkout', token),
    await call('POST /api/v1/billing/checkout', token),
  ]
  t.throws(() => stripe.pay(first.body.url), /not open/)
  t.ok(stripe.pay(second.body.url))
})

test('a payment that is due leaves the plan for the grace; the subscription ends when Stripe ends it', async t => {
  const { token, subscription } = await subscribe()
  await deliver(stripe.event('customer.subscription.created', subscription))
  Object.assign(subscription, { status: 'past_due' })
  await deliver(
    stripe.event('invoice.payment_failed', { object: 'invoice', customer: subscription['customer'] }),
  )
  const due = await subscriptionOf(token)
  t.match(due, { status: 'past_due', plan: 'pro', graceEndsAt: clock.now() + graceMs })
  clock.advance(graceMs - 1)
  await deliver(
    stripe.event('invoice.payment_failed', { object: 'invoice', customer: subscription['customer'] }),
  )
  t.match(await subscriptionOf(token), due, 'a second failure prolongs nothing')
  t.equal(await planOf(token), 'pro')
  clock.advance(1)
  await syncChore!.work()
  t.equal(await planOf(token), 'free')
  Object.assign(subscription, { status: 'active' })
  await deliver(stripe.event('invoice.paid', { object: 'invoice', customer: subscription['customer'] }))
  t.equal(await planOf(token), 'pro', 'it is paid after all')
})

test('what no event told, the chore finds; while Stripe is away, what time changes is changed', async t => {
  const { token, subscription } = await subscribe()
  clock.advance(600_000)
  await syncChore!.work()
  t.equal(await planOf(token), 'pro', 'the payment')
  Object.assign(subscription, { cancel_at_period_end: true })
  await deliver(stripe.event('customer.subscription.updated', subscription))
  clock.advance(30 * 86_400_000)
  stripe.failures = Array.from({ length: 40 }, () => 'before' as const)
  await t.rejects(syncChore!.work(), { code: 'unavailable' })
  t.equal(await planOf(token), 'free', 'its time is over')
  stripe.failures = []
  Object.assign(subscription, { status: 'canceled' })
  clock.advance(6 * 3_600_000)
  await syncChore!.work()
  t.match(await subscriptionOf(token), { status: 'canceled' })
})

test('an event during a failure of Stripe is to be sent again, and then counts', async t => {
  const { token, subscription } = await subscribe()
  const event = stripe.event('customer.subscription.created', subscription)
  stripe.failures = Array.from({ length: 4 }, () => 'before' as const)
  const refused = await deliver(event)
  t.match(refused, { status: 503, body: { error: /payment provider could not/ } })
  t.notMatch(JSON.stringify(refused.body), /double|sk_test/, 'nothing of its texts')
  stripe.failures = []
  t.strictSame(await deliver(event), applied)
  t.equal(await planOf(token), 'pro')
})

test('what an organization that ends has subscribed to is canceled', async t => {
  const { organizationId, subscription } = await subscribe()
  await server.billing.end(organizationId)
  await server.billing.end(organizationId)
  t.equal(subscription['status'], 'canceled')
})

test('compute units are reported once, also when the answer is lost, and only those since the subscription', async t => {
  const { organizationId, subscription } = await subscribe()
  await deliver(stripe.event('customer.subscription.created', subscription))
  const use = (cu: number) =>
    database.query(
      {
        name: '',
        text: `insert into usage as u (organization_id, period, shard, cu) values ($1, $2, 1000, $3)
          on conflict (organization_id, period, shard) do update set cu = u.cu + $3`,
      },
      [
        organizationId,
        new Date(clock.now()).getUTCFullYear() * 100 + new Date(clock.now()).getUTCMonth() + 1,
        cu,
      ],
    )
  const reported = () =>
    [...stripe.meterEvents.values()]
      .filter(({ customer }) => customer === subscription['customer'])
      .map(({ value }) => value)
  await use(10)
  await reportChore!.work()
  t.strictSame(reported(), [], 'what was used before')
  await use(7)
  stripe.failures = ['after', 'after', 'after', 'after']
  await t.rejects(reportChore!.work(), { code: 'unavailable' })
  stripe.failures = []
  await use(5)
  await reportChore!.work()
  await reportChore!.work()
  t.strictSame(reported().sort(), [5, 7])
})
