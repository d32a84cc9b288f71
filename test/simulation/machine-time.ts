// What code beyond the ports asks of the process itself, the time, chance and pauses, comes from the world
// that is being simulated: the hub and its client of tool servers run unchanged. Between two worlds the
// process has its own again.
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { Random } from './random.ts'
import type { Scheduler } from './scheduler.ts'

interface Taken {
  readonly scheduler: Scheduler
  /** Not that of the scheduler: a test runner that draws between two tasks would change the world. */
  readonly random: Random
}

let taken: Taken | null = null

/** @returns gives the process its own time back */
export function takeTime(scheduler: Scheduler, seed: number): () => void {
  taken = { scheduler, random: new Random(seed) }
  return () => {
    taken = null
  }
}

const { now } = Date
const { random } = Math
const uptime = performance.now.bind(performance)
const pause = timers.setTimeout
Date.now = () => taken?.scheduler.current.now() ?? now()
Math.random = () => taken?.random.next() ?? random()
performance.now = () => taken?.scheduler.time ?? uptime()
/** Of the thread whose code asks, and ends with it. */
timers.setTimeout = ((delayMs, value, options) =>
  taken?.scheduler.current.sleep(delayMs ?? 0).then(() => value) ??
  pause(delayMs, value, options)) as typeof timers.setTimeout
syncBuiltinESMExports()
