import { test } from 'tap'
import { deliveryPauseMs, sparingPauseMs } from '../../../domain/news/delivery-pauses.ts'
import { newWebhookSecret, wants, webhookBounds } from '../../../domain/news/webhook.ts'

const pauses = (random: number, retryAfterMs = 0) =>
  [1, 2, 3, 12, 40].map(attempts => deliveryPauseMs(attempts, { firstMs: 5_000, random, retryAfterMs }))

test('pauses double up to an hour, half of each is jitter', async t => {
  t.strictSame(pauses(0), [2_500, 5_000, 10_000, 1_800_000, 1_800_000])
  t.strictSame(pauses(0.999_999_9), [5_000, 10_000, 20_000, 3_600_000, 3_600_000])
})

test('an endpoint that asks for a longer pause has it, up to the life of a delivery', async t => {
  t.strictSame(pauses(0, 30_000), [30_000, 30_000, 30_000, 1_800_000, 1_800_000])
  t.ok(pauses(0, 1e12).every(pause => pause === webhookBounds.lifeMs))
})

test('within its life a delivery is tried some thirty times', async t => {
  let [at, attempts] = [0, 0]
  for (; at < webhookBounds.lifeMs; attempts++)
    at += deliveryPauseMs(attempts + 1, { firstMs: 5_000, random: 0.5, retryAfterMs: 0 })
  t.ok(attempts > 20 && attempts < 60, `${attempts} attempts`)
})

test('an endpoint is spared once as many attempts in a row have failed as go out at once', async t => {
  const failures = [0, 7, 8, 9, 12, 100]
  t.strictSame(
    failures.map(each => sparingPauseMs(each, 5_000)),
    [0, 0, 250, 500, 4_000, 60_000],
  )
})

test('what is not told outside, and pings, are wanted by nobody', async t => {
  t.ok(wants(['*'], 'execution.failed'))
  t.ok(wants(['workflow.created', 'execution.failed'], 'execution.failed'))
  t.notOk(wants(['workflow.created'], 'execution.failed'))
  for (const type of ['webhook.failing', 'usage.warning', 'ping']) t.notOk(wants(['*', 'ping'], type))
})

test('a secret is one of Standard Webhooks, of 24 random bytes', async t => {
  t.match(newWebhookSecret(), /^whsec_[\w+/]{32}$/)
  t.not(newWebhookSecret(), newWebhookSecret())
})
