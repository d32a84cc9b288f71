import tap, { test } from 'tap'
import { aiModel } from '../../../rpc/models/ai-model.ts'
import { retryingModel } from '../../../rpc/models/retrying-model.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { type Clock, systemClock } from '../../../runtime/clock.ts'
import * as model from '../../support/servers/model-server.ts'

const server = await model.startModelServer(tap)
const outbound = createOutbound({ policy: 'open' })
tap.teardown(() => outbound.close())

/** Pauses take no time, and are written down; deadlines are those of the system. */
function hurried() {
  const pauses: number[] = []
  const clock: Clock = {
    ...systemClock,
    after(ms, callback) {
      if (ms > 8_000) return systemClock.after(ms, callback)
      pauses.push(ms)
      systemClock.soon(callback)
      return () => {}
    },
  }
  return { clock, pauses }
}

function ask(signal = new AbortController().signal, onPause = () => {}) {
  const { clock, pauses } = hurried()
  const watched: Clock = {
    ...clock,
    after(ms, callback) {
      if (ms <= 8_000) onPause()
      return clock.after(ms, callback)
    },
  }
  const asked = aiModel({
    ...{ provider: 'compatible', model: 'm', url: server.url, key: () => null, outbound, clock: systemClock },
    ...{ contextTokens: 32_000, maxOutputTokens: 500 },
  })
  const texts: string[] = []
  const request = {
    ...{
      instructions: 'Be brief.',
      messages: [{ role: 'user' as const, text: 'hello' }],
      timeoutMs: 20_000,
      signal,
    },
    onText: (text: string) => texts.push(text),
  } as const
  return { result: retryingModel(asked, watched).ask(request), pauses, texts }
}

test('a server that was busy is asked again, after the pause that it asked for', async t => {
  server.say(
    model.failing(429, 'slow', { 'Retry-After': '7' }),
    model.failing(500, 'oops'),
    model.text('Hello'),
  )
  const { result, pauses } = ask()
  t.match(await result, { ok: true, answer: { text: 'Hello' } })
  t.strictSame(pauses, [7_000, 2_000])
  t.equal(server.asked.length, 3)
})

test('three attempts are all that there are', async t => {
  server.say(model.failing(503, 'later'))
  const { result } = ask()
  t.match(await result, { ok: false, error: { code: 'unavailable' } })
  t.equal(server.asked.length, 3)
})

test('a pause that is longer than the time that is left ends it at once', async t => {
  server.say(model.failing(429, 'tomorrow', { 'Retry-After': '86400' }))
  t.match(await ask().result, { error: { code: 'rate-limited', retryAfterMs: 86_400_000 } })
  t.equal(server.asked.length, 1)
})

test('what would fail again is asked once', async t => {
  for (const said of [model.failing(401, 'no'), model.refusal('no'), model.failing(400, 'no')]) {
    server.say(said)
    t.match(await ask().result, { ok: false })
    t.equal(server.asked.length, 1)
  }
})

test('an answer that broke off begins again, and both have cost something', async t => {
  server.say(model.broken('Hel'), model.text('Hello'))
  const { result, texts } = ask()
  const answered = await result
  t.match(answered, { ok: true, answer: { text: 'Hello', tokens: { output: 201 } } })
  t.strictSame(texts, ['Hel', '', 'Hel', 'lo'])
})

test('whoever leaves while it pauses gets the reason', async t => {
  server.say(model.failing(503, 'later'))
  const leaving = new AbortController()
  const reason = new Error('left')
  await t.rejects(ask(leaving.signal, () => leaving.abort(reason)).result, reason)
  t.equal(server.asked.length, 1)
})
