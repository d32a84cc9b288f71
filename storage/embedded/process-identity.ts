// Tells whether a process is still running, and still the same one. Process ids are reused, quickly in a
// container; an id together with its start time is not. Called for the ids in files: the claim on a data
// directory and PostgreSQL's postmaster.pid.
import { readFileSync } from 'node:fs'

/** Zombies do not count: they hold no resources. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.state !== 'Z'
}

/**
 * When the process started, in ticks of the system clock; `0` where the system does not tell, null when it
 * is gone.
 */
export function startTimeOf(pid: number): string | null {
  return isRunning(pid) ? (statOf(pid)?.startTime ?? '0') : null
}

/** proc(5): field 3 is the state, field 22 the start time; field 2, in parentheses, may hold blanks. */
function statOf(pid: number): { state: string | undefined; startTime: string | undefined } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return { state: fields[0], startTime: fields[19] }
  } catch {
    return null
  }
}
