// A log for what fails at every request while the database is away: one line of each message at once, then now and then
// one that says how often it was.
import { type Clock, systemClock } from './clock.ts'
import type { Log } from './log.ts'
import { Repeats } from './repeats.ts'

/** The same log; of warnings and errors with the same message only some are written, with `times` since the last. */
export function sparingLog(log: Log, clock: Pick<Clock, 'now'> = systemClock): Log {
  const repeats = new Repeats(clock)
  const sparing = (level: 'warn' | 'error') => (facts: object, message: string) => {
    const times = repeats.count(message)
    if (times !== null) log[level]({ ...facts, times }, message)
  }
  return {
    debug: (facts, message) => log.debug(facts, message),
    info: (facts, message) => log.info(facts, message),
    warn: sparing('warn'),
    error: sparing('error'),
  }
}
