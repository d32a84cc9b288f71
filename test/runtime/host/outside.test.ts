// Asks of effects to other actors.
import { test } from 'tap'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { bounds } from '../../../runtime/config.ts'
import { OutsideAsks } from '../../../runtime/host/outside.ts'
import type { FromHost } from '../../../runtime/system/frames.ts'
import { slotOf } from '../../../runtime/system/routing.ts'
import { type CounterMessage, TestSystem, turns } from '../../support/actors/system.ts'

const on = (slot: number) =>
  ['a', 'b', 'c', 'd', 'e', 'f'].map(name => `cnt_${name}`).find(address => slotOf(address, 2) === slot)!
const add = (id: string): CounterMessage => ({ type: 'add', id })

function asks() {
  const clock = new SimulatedClock()
  const sent: { head: Extract<FromHost, { type: 'ask' }>; payload: string }[] = []
  const send = (head: FromHost, payload = '') => void sent.push({ head: head as never, payload })
  const standing = { isAlive: true, owns: () => true }
  const outside = new OutsideAsks({ clock, send, standing })
  const { signal } = new AbortController()
  return { clock, sent, send, standing, outside, ask: outside.outside(signal).ask }
}

test('an ask leaves with its message and is answered with the reply, or the refusal', async t => {
  const { outside, sent, ask } = asks()
  const [taken, refused] = [ask('cnt_a', { n: 1 }, true), ask('cnt_b', { n: 2 })]
  t.match(sent, [
    { head: { type: 'ask', address: 'cnt_a', fresh: true }, payload: '{"n":1}' },
    { head: { type: 'ask', address: 'cnt_b', fresh: false }, payload: '{"n":2}' },
  ])
  outside.settle(sent[1]!.head.id, true, JSON.stringify({ code: 'conflict', message: 'no' }))
  outside.settle(sent[0]!.head.id, false, '"yes"')
  t.equal(await taken, '"yes"')
  await t.rejects(refused, { name: 'Failure', code: 'conflict', message: 'no' })
})

test('without an answer in time the other is unavailable; what comes later is for nobody', async t => {
  const { clock, outside, sent, ask } = asks()
  const asked = ask('cnt_a', {})
  clock.advance(bounds.outsideAskMs - 1)
  clock.advance(1)
  await t.rejects(asked, { code: 'unavailable' })
  outside.settle(sent[0]!.head.id, false, '1')
})

test('the answer to an ask of a host that died is not taken for that of the next host', async t => {
  const [dead, next] = [asks(), asks()]
  next.clock.advance(1)
  const late = new OutsideAsks(next)
  void dead.ask('cnt_a', {})
  void dead.ask('cnt_a', {})
  let answer = ''
  void late
    .outside(new AbortController().signal)
    .ask('cnt_b', {})
    .then(reply => {
      answer = reply
    })
  for (const { head } of dead.sent) late.settle(head.id, false, '"stale"')
  await turns()
  t.equal(answer, '')
  late.settle(next.sent[0]!.head.id, false, '"own"')
  await turns()
  t.equal(answer, '"own"')
})

test('a pause ends after its time, or when the effect is no longer owed', async t => {
  const { clock, outside } = asks()
  const controller = new AbortController()
  const { pause } = outside.outside(controller.signal)
  const ended: number[] = []
  for (const ms of [1_000, 5_000]) void pause(ms).then(() => ended.push(ms))
  clock.advance(1_000)
  await turns()
  t.strictSame(ended, [1_000])
  controller.abort()
  await turns()
  t.strictSame(ended, [1_000, 5_000])
  await pause(5_000)
})

test('past the own deadline of its node no pause ends, until a beat has renewed it', async t => {
  const { clock, outside, standing } = asks()
  const { pause } = outside.outside(new AbortController().signal)
  let hasEnded = false
  void pause(1_000).then(() => {
    hasEnded = true
  })
  standing.isAlive = false
  clock.advance(20_000)
  await turns()
  t.notOk(hasEnded)
  standing.isAlive = true
  clock.advance(bounds.renewalMs)
  await turns()
  t.ok(hasEnded)
})

/** A system in which every effect of the actor on slot 0 says something to the one on slot 1. */
async function speaking(t: Parameters<typeof TestSystem.start>[0], message: CounterMessage) {
  const heard: unknown[] = []
  const system = await TestSystem.start(t, {
    slots: 2,
    perform: async (_, { id }, __, { ask }) => {
      heard.push(await ask(on(1), message, true).then(JSON.parse, error => error.code))
      return { type: 'returned', id }
    },
  })
  return { system, heard }
}

test('an effect speaks to an actor on another host, and has its reply or its refusal', async t => {
  for (const [message, expected] of [
    [add('x'), { added: ['x'] }],
    [{ type: 'refuse', code: 'forbidden' }, 'forbidden'],
  ] as const) {
    const { system, heard } = await speaking(t, message)
    await system.ask(on(0), { type: 'call', id: 'speak' }, { isFresh: true })
    await turns()
    t.match(heard, [expected])
    t.strictSame((await system.ask(on(0), { type: 'view' })).owed, [])
  }
})

test('an effect whose own host dies speaks again from the next, the other hears it once', async t => {
  const { system, heard } = await speaking(t, add('x'))
  const release = system.journals[1]!.hold()
  await system.ask(on(0), { type: 'call', id: 'speak' }, { isFresh: true })
  await turns()
  await system.kill(0)
  await system.rise()
  release()
  await turns(40)
  t.match(heard, [{ added: ['x'] }])
  t.strictSame((await system.ask(on(0), { type: 'view' })).owed, [])
})

test('an effect that speaks to an actor whose host dies is answered by the next', async t => {
  const { system, heard } = await speaking(t, add('x'))
  const release = system.journals[1]!.hold()
  await system.ask(on(0), { type: 'call', id: 'speak' }, { isFresh: true })
  await turns()
  await system.kill(1)
  release()
  await system.rise()
  await turns(40)
  t.match(heard, [{ added: ['x'] }])
})
