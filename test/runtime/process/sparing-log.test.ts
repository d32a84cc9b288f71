import { test } from 'tap'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { bounds } from '../../../runtime/config.ts'
import { type Log, silentLog } from '../../../runtime/log.ts'
import { sparingLog } from '../../../runtime/process/sparing-log.ts'

test('a message that comes all the time is written at once, then now and then with its number', async t => {
  const written: [string, object][] = []
  const log: Log = {
    ...silentLog,
    warn: (facts, message) => written.push([message, facts]),
    error: (facts, message) => written.push([message, facts]),
  }
  const clock = new SimulatedClock()
  const sparing = sparingLog(log, clock)
  for (let n = 0; n < 1_000; n++) sparing.error({ n }, 'away')
  sparing.warn({}, 'other')
  t.strictSame(written, [
    ['away', { n: 0, times: 1 }],
    ['other', { times: 1 }],
  ])
  clock.advance(bounds.troubleMs)
  sparing.error({ n: 1_000 }, 'away')
  sparing.error({ n: 1_001 }, 'away')
  t.strictSame(written.slice(2), [['away', { n: 1_000, times: 1_000 }]])
})
