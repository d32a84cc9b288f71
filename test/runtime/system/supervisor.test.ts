// The watchdog: whom it ends, and whom not.
import { test } from 'tap'
import { type Clock, SimulatedClock } from '../../../runtime/clock.ts'
import { bounds } from '../../../runtime/config.ts'
import { silentLog } from '../../../runtime/log.ts'
import { type FromHost, pack } from '../../../runtime/system/frames.ts'
import type { LinkEvents } from '../../../runtime/system/link.ts'
import { Supervisor } from '../../../runtime/system/supervisor.ts'

/** One slot whose hosts stand at once, and then say nothing unless they are made to. */
async function standing(clock: Clock) {
  const slot = { suspect: '', events: null as LinkEvents | null }
  const say = (head: FromHost) => slot.events!.receive(pack([{ head, payload: '' }]))
  const supervisor = new Supervisor({
    slots: 1,
    clock,
    log: silentLog,
    events: { frame() {}, hostStarted() {} },
    open(_, events) {
      slot.events = events
      queueMicrotask(() => say({ type: 'ready', threadId: 0 }))
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
