import { test } from 'tap'
import type { LanguageModel, ModelRequest, ModelResult } from '../../../domain/models/language-model.ts'
import { CallPlaces, callsAtOnce } from '../../../rpc/models/call-places.ts'

/** A model whose answers are given by the test, and a clock that it turns. */
function held() {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const clock = {
    now: () => now,
    after(delayMs: number, callback: () => void) {
      const timer = { at: now + delayMs, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
  }
  const asked: { readonly request: ModelRequest; readonly end: () => void }[] = []
  const model = {
    ask: (request: ModelRequest) =>
      new Promise<ModelResult>(resolve => {
        const answer = { text: request.instructions, calls: [] }
        asked.push({ request, end: () => resolve({ ok: true, answer } as unknown as ModelResult) })
      }),
  } as unknown as LanguageModel
  const places = new CallPlaces(clock)
  const ask = (name: string, organizationId = 'org_1', signal = new AbortController().signal) =>
    places
      .bounded(model, organizationId)
      .ask({ instructions: name, messages: [], timeoutMs: 1_000, signal } as ModelRequest)
  const turn = (ms: number) => {
    now += ms
    for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.callback()
  }
  return { asked, ask, turn, timers, names: () => asked.map(({ request }) => request.instructions) }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test('so many calls are under way; the next ones wait, and go on in their order', async t => {
  const { ask, asked, names, turn, timers } = held()
  for (let n = 0; n < callsAtOnce; n++) void ask(`${n}`)
  const late = [ask('a'), ask('b')]
  await settled()
  t.equal(asked.length, callsAtOnce)
  turn(300)
  asked[3]!.end()
  await settled()
  t.strictSame(names().slice(callsAtOnce), ['a'])
  t.equal(asked[callsAtOnce]!.request.timeoutMs, 700, 'what it has waited is gone from its time')
  asked[0]!.end()
  await settled()
  t.strictSame(names().slice(callsAtOnce), ['a', 'b'])
  for (const { end } of asked) end()
  t.strictSame(
    (await Promise.all(late)).map(({ ok }) => ok),
    [true, true],
  )
  t.equal(timers.size, 0)
})

test('another organization has places of its own', async t => {
  const { ask, names } = held()
  for (let n = 0; n < callsAtOnce; n++) void ask(`${n}`)
  void ask('other', 'org_2')
  await settled()
  t.ok(names().includes('other'))
})

test('a call that waits for half of its time is refused, and can be made again', async t => {
  const { ask, asked, turn } = held()
  for (let n = 0; n < callsAtOnce; n++) void ask(`${n}`)
  const late = ask('late')
  turn(500)
  t.match(await late, { ok: false, error: { code: 'rate-limited', retryable: true } })
  asked[0]!.end()
  await settled()
  void ask('again')
  await settled()
  t.equal(asked.length, callsAtOnce + 1)
})

test('a call that is called off while it waits leaves the queue', async t => {
  const { ask, asked, names, timers } = held()
  for (let n = 0; n < callsAtOnce; n++) void ask(`${n}`)
  const control = new AbortController()
  const gone = ask('gone', 'org_1', control.signal)
  const next = ask('next')
  control.abort(new Error('called off'))
  await t.rejects(gone, /called off/)
  asked[0]!.end()
  await settled()
  t.notOk(names().includes('gone'))
  for (const { end } of asked) end()
  await next
  t.equal(timers.size, 0)
})
