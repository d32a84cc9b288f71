import { test } from 'tap'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { type Log, silentLog } from '../../../runtime/log.ts'
import { startChores } from '../../../runtime/process/chore.ts'
import { turns } from '../../support/actors/host.ts'

test('a portion follows the one before after the pause that it asked for', async t => {
  const clock = new SimulatedClock()
  let portions = 0
  const work = async () => {
    portions++
    return 100
  }
  const stop = startChores([{ name: 'count', work }], clock, silentLog)
  for (const [passMs, expected] of [
    [0, 1],
    [99, 1],
    [1, 2],
    [100, 3],
  ] as const) {
    clock.advance(passMs)
    await turns()
    t.equal(portions, expected)
  }
  await stop()
  clock.advance(1_000)
  t.equal(portions, 3, 'none after the stop')
})

test('a portion that fails is told and tried again, and keeps no other chore from its work', async t => {
  const clock = new SimulatedClock()
  const warnings: unknown[] = []
  const log: Log = { ...silentLog, warn: facts => warnings.push(facts) }
  let [failures, portions] = [0, 0]
  const failing = async () => {
    failures++
    throw new Error('away')
  }
  const working = async () => {
    portions++
    return 1_000
  }
  const chores = [
    { name: 'fails', work: failing },
    { name: 'works', work: working },
  ]
  const stop = startChores(chores, clock, log)
  for (let seconds = 0; seconds < 10; seconds++) {
    await turns()
    clock.advance(1_000)
  }
  t.equal(failures, 3)
  t.equal(portions, 11)
  t.match(warnings[0], { chore: 'fails', err: { message: 'away' } })
  await stop()
})

test('a stop waits for the portion that is under way', async t => {
  const clock = new SimulatedClock()
  let finish = () => {}
  const work = () =>
    new Promise<number>(resolve => {
      finish = () => resolve(0)
    })
  const stop = startChores([{ name: 'long', work }], clock, silentLog)
  let hasStopped = false
  const stopped = stop().then(() => {
    hasStopped = true
  })
  await turns()
  t.notOk(hasStopped)
  finish()
  await stopped
  clock.advance(1_000)
  t.pass('it ended, and nothing follows')
})
