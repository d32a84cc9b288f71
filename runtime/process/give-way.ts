// Lets this thread give way to the others of the process when there are too few processors: those that answer
// requests and decide for actors go first. Called by confined-worker.ts.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Of 20 steps; this many leave a third of the time of a thread that gives way to nobody. */
const niceness = 5

/** On Linux, where a thread has a priority of its own; elsewhere nothing. */
export function giveWay(): void {
  if (process.platform !== 'linux') return
  try {
    const [, , thread] = readlinkSync('/proc/thread-self').split('/')
    setPriority(Number(thread), niceness)
  } catch {
    // Without /proc, or where it is forbidden, all threads are alike.
  }
}
