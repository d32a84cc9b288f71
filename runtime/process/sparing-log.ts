// A log for failures that come with every request while the database is away: it writes the first line of
// each message at once, then one every `troubleMs` that says how many there were.
import { type Clock, systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { Repeats } from './repeats.ts'

/** The same log, but with only some of the warnings and errors that repeat; `times` counts since the last. */
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
