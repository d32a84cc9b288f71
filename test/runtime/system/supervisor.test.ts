// The watchdog: whom it ends, and whom not.
import { test } from 'tap'
import { type Clock, SimulatedClock } from '../../../runtime/clock.ts'
import { bounds } from '../../../runtime/config.ts'
import { silentLog } from '../../../runtime/log.ts'
import { type FromHost, pack } from '../../../runtime/system/frames.ts'
import type { LinkEvents } from '../../../runtime/system/link.ts'
import { Supervisor } from '../../../runtime/system/supervisor.ts'

/**
 * One slot whose hosts stand at once, unless they are told to wait, and then say nothing unless they are made
 * to.
 */
async function standing(clock: Clock, toStand: Promise<void> = Promise.resolve()) {
  const slot = { suspect: '', events: null as LinkEvents | null }
  let isFirst = true
  const say = (head: FromHost) => slot.events!.receive(pack([{ head, payload: '' }]))
  const supervisor = new Supervisor({
    slots: 1,
    clock,
    log: silentLog,
    events: { frame() {}, hostStarted() {} },
    open(_, events) {
      slot.events = events
      void (isFirst ? Promise.resolve() : toStand).then(() => say({ type: 'ready', threadId: 0 }))
      isFirst = false
      return { send() {}, kill: () => events.ended(new Error('killed')), suspect: () => slot.suspect }
    },
  })
  await supervisor.start()
  return { supervisor, slot, beat: () => say({ type: 'beat', queued: 0, active: 0 }) }
}

async function rise(clock: SimulatedClock): Promise<void> {
  clock.advance(0)
  await null
}

test('what has ended a host before is given less time the next time, nobody else is', async t => {
  const clock = new SimulatedClock()
  const { supervisor, slot, beat } = await standing(clock)
  slot.suspect = 'cnt_loop'
  clock.advance(bounds.silenceMs)
  t.equal(supervisor.restarts, 0)
  clock.advance(bounds.beatMs)
  t.equal(supervisor.restarts, 1)

  await rise(clock)
  beat()
  slot.suspect = 'cnt_slow'
  clock.advance(bounds.suspectSilenceMs + 3 * bounds.beatMs)
  t.equal(supervisor.restarts, 1)
  beat()
  slot.suspect = 'cnt_loop'
  clock.advance(bounds.suspectSilenceMs)
  t.equal(supervisor.restarts, 1)
  clock.advance(2 * bounds.beatMs)
  t.equal(supervisor.restarts, 2)
})

test('a main thread that was kept from running, or slept, ends no host that it could not hear', async t => {
  let now = 0
  const timers: (() => void)[] = []
  const clock: Clock = {
    now: () => now,
    elapsed: () => now,
    after: (_, callback) => {
      timers.push(callback)
      return () => {}
    },
    soon: () => {},
  }
  const { supervisor, beat } = await standing(clock)
  for (let n = 0; n < 3; n++) {
    now += 10 * bounds.silenceMs
    for (const callback of timers.splice(0).slice(-1)) callback()
    t.equal(supervisor.restarts, 0)
  }
  beat()
})

test('all hosts are replaced when those after them are ready, or when none is to come', async t => {
  const clock = new SimulatedClock()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { supervisor } = await standing(clock, promise)
  let isReplaced = false
  const replaced = supervisor.replaceAll().then(() => {
    isReplaced = true
  })
  for (let n = 0; n < 5; n++) await rise(clock)
  t.notOk(isReplaced)
  resolve()
  await replaced
  t.ok(supervisor.isReady)

  const last = await standing(clock, new Promise(() => {}))
  const ended = last.supervisor.replaceAll()
  await rise(clock)
  void last.supervisor.stop(1)
  await ended
  t.pass('whoever stops meanwhile waits for none')
})
