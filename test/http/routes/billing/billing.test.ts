// Billing over HTTP with the sandbox: what is asked, what is refused, and the life of a subscription as time
// goes by.
import { test } from 'tap'
import { graceMs, monthLater } from '../../../../domain/billing/subscription.ts'
import { eventStore, settleEvents } from '../../../../storage/events/events.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { begin, startBilling } from '../../../support/people/billing.ts'

const database = await openTestDatabase()
const server = await startBilling(database)
const { call } = server

const form = { 'content-type': 'application/x-www-form-urlencoded' }
async function press(path: string, action: string) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    ...{ method: 'POST', headers: form, body: `action=${action}` },
  })
  return { status: response.status, body: await response.text() }
}

async function openPage(token: string, kind: 'checkout' | 'portal', body?: object): Promise<string> {
  const opened = await call(`POST /api/v1/billing/${kind}`, token, body)
  if (opened.status !== 201) throw new Error(`${kind} answered ${opened.status}`)
  return server.pathOf(opened.body.url)
}

const subscriptionOf = async (token: string) => (await call('GET /api/v1/billing/subscription', token)).body
const planOf = async (token: string) => (await call('GET /api/v1/billing/current', token)).body.plan

test('plans, period and subscription of a new organization', async t => {
  const { token } = await server.signUp()
  t.match(await call('GET /api/v1/billing/plans', token), {
    status: 200,
    body: [{ plan: 'free', executions: 500 }, { plan: 'pro', currency: 'usd' }, { plan: 'scale' }],
  })
  t.strictSame((await call('GET /api/v1/billing/current', token)).body, {
    serviceModel: null,
    ...{ plan: 'free', periodStart: Date.UTC(2026, 10, 1), periodEnd: Date.UTC(2026, 11, 1) },
    ...{
      executions: { used: 0, limit: 500 },
      cu: { used: 0, included: null },
      currency: 'usd',
      amountDue: 0,
    },
  })
  t.strictSame(await subscriptionOf(token), {
    ...{ plan: 'free', status: 'none', currentPeriodEnd: null, cancelAtPeriodEnd: false, graceEndsAt: null },
  })
})

test('a checkout that is paid puts the plan in force, once', async t => {
  const { token } = await server.signUp()
  const path = await openPage(token, 'checkout', {
    plan: 'pro',
    successPath: '/thanks?a=1',
    cancelPath: '/no',
  })
  const page = await call(`GET ${path}`)
  t.equal(page.status, 200)
  t.match(page.body, /This is a sandbox/)
  t.match(page.body, /href="\/no"/)
  t.notMatch(page.body, /<script|onclick|javascript:/)
  t.match(page.headers.get('content-security-policy'), /default-src 'none'.*form-action 'self'/)
  t.equal(page.headers.get('cache-control'), 'no-store')
  t.match(await press(path, 'decline'), { status: 200, body: /did not go through/ })
  t.equal(await planOf(token), 'free')
  t.match(await press(path, 'pay'), { status: 200, body: /href="\/thanks\?a=1"/ })
  t.equal(await planOf(token), 'pro')
  t.match(await subscriptionOf(token), { plan: 'pro', status: 'active', currentPeriodEnd: monthLater(begin) })
  t.equal((await press(path, 'pay')).status, 409)
  t.equal((await call('POST /api/v1/billing/checkout', token, { plan: 'pro' })).status, 409)
})

test('of many payments of one checkout at once, one counts', async t => {
  const { token, user } = await server.signUp()
  const path = await openPage(token, 'checkout')
  const answers = await Promise.all(Array.from({ length: 10 }, () => press(path, 'pay')))
  t.strictSame(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 409)])
  await settleEvents(database, 1_000)
  const told = (await eventStore(database).read(0, 1_000, ['subscription.changed'])).filter(
    ({ organizationId }) => organizationId === user.organization.id,
  )
  t.equal(told.length, 1)
  t.match(JSON.parse(told[0]!.body).data, { planInForce: 'pro', previous: { plan: 'free', status: 'none' } })
})

test('plans change in the portal; a canceled one stays until its end, and what was made stays', async t => {
  const { token } = await server.signUp()
  await press(await openPage(token, 'checkout'), 'pay')
  const portal = await openPage(token, 'portal', { returnPath: '/back' })
  t.match((await call(`GET ${portal}`)).body, /Change to Scale/)
  await press(portal, 'scale')
  t.equal(await planOf(token), 'scale')
  await press(portal, 'cancel')
  t.match(await subscriptionOf(token), { plan: 'scale', cancelAtPeriodEnd: true })
  await press(portal, 'resume')
  t.match(await subscriptionOf(token), { cancelAtPeriodEnd: false })
  await press(portal, 'cancel')
  await server.sandbox!.chore.work()
  t.equal(await planOf(token), 'scale', 'not before its end')
  const before = await call('GET /api/v1/organization', token)
  server.clock.advance((await subscriptionOf(token)).currentPeriodEnd - server.clock.now())
  await server.sandbox!.chore.work()
  t.match(await subscriptionOf(token), { plan: 'free', status: 'canceled' })
  t.equal(await planOf(token), 'free')
  t.match((await call('GET /api/v1/organization', token)).body, { ...before.body, plan: 'free' })
  await press(await openPage(token, 'checkout'), 'pay')
  t.equal(await planOf(token), 'pro', 'and it may come back')
})

test('a payment that is due leaves the plan for the grace, and one that comes saves it', async t => {
  const { token } = await server.signUp()
  await press(await openPage(token, 'checkout'), 'pay')
  const fail = async () => press(await openPage(token, 'portal'), 'fail')
  await fail()
  t.match(await subscriptionOf(token), { status: 'past_due', graceEndsAt: server.clock.now() + graceMs })
  server.clock.advance(graceMs - 1)
  await server.sandbox!.chore.work()
  t.equal(await planOf(token), 'pro')
  await press(await openPage(token, 'portal'), 'settle')
  t.match(await subscriptionOf(token), { status: 'active', graceEndsAt: null })
  await fail()
  server.clock.advance(graceMs)
  await server.sandbox!.chore.work()
  t.match(await subscriptionOf(token), { plan: 'free', status: 'canceled' })
  t.equal(await planOf(token), 'free')
})

test('what is paid is renewed when its period ends', async t => {
  const { token } = await server.signUp()
  await press(await openPage(token, 'checkout'), 'pay')
  const { currentPeriodEnd } = await subscriptionOf(token)
  server.clock.advance(currentPeriodEnd - server.clock.now())
  await server.sandbox!.chore.work()
  t.match(await subscriptionOf(token), { status: 'active', currentPeriodEnd: monthLater(currentPeriodEnd) })
})

test('unknown plans, foreign addresses, odd fields and odd buttons are refused or ignored', async t => {
  const { token } = await server.signUp()
  const checkout = 'POST /api/v1/billing/checkout'
  for (const body of [
    { plan: 'gold' },
    { plan: 'free' },
    { successPath: 'https://evil.example' },
    { cancelPath: '//evil.example' },
    { successPath: '/\\evil.example' },
  ]) {
    const answer = await call(checkout, token, body)
    t.match(answer, { status: 400, body: { error: /^(plan|successPath|cancelPath): expected/ } })
  }
  const evil = { price: 'price_x', customer: 'cus_x', success_url: 'https://evil.example', cu: -1, usage: 9 }
  const path = await openPage(token, 'checkout', evil)
  t.notMatch((await call(`GET ${path}`)).body, /evil|price_x|cus_x/)
  for (const action of ['', 'end', 'scale', 'nonsense']) t.equal((await press(path, action)).status, 400)
  t.equal((await press(await openPage(token, 'portal'), 'end')).status, 409, 'there is no subscription')
  t.equal(await planOf(token), 'free')
  for (const unknown of ['x', 'A'.repeat(43)])
    t.equal((await call(`GET /billing/sandbox/${unknown}`)).status, 404)
  server.clock.advance(3_600_000)
  t.equal((await press(path, 'pay')).status, 404, 'after an hour the page is gone')
  t.equal(await planOf(token), 'free')
})

test('in production without a provider, payment pages are 503 and there is no sandbox', async t => {
  const production = await startBilling(database, { isProduction: true })
  const { token } = await production.signUp()
  for (const kind of ['checkout', 'portal']) {
    const answer = await production.call(`POST /api/v1/billing/${kind}`, token)
    t.match(answer, { status: 503, body: { error: /STRIPE_SECRET_KEY/ } })
  }
  t.equal((await production.call('GET /billing/sandbox/x')).status, 404)
  t.equal((await production.call('GET /api/v1/billing/plans', token)).status, 200)
})

test('a viewer and a member read, and open no payment page', async t => {
  const { token } = await server.signUp()
  const { key } = await server.createKey(token, { scopes: ['read', 'write', 'execute'] })
  t.equal((await call('GET /api/v1/billing/current', key)).status, 200)
  t.equal((await call('POST /api/v1/billing/checkout', key)).status, 403)
  t.equal((await call('POST /api/v1/billing/portal', key)).status, 403)
  t.equal((await call('GET /api/v1/billing/plans')).status, 401)
})
