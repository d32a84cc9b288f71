// Processor time and memory of a running server, read from /proc (Linux): its main thread, its other threads,
// and the processes below it (the embedded PostgreSQL). Tells which part of the product a request costs.
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor time since the process began, microseconds, in steps of 10 ms (the kernel's clock tick, 100 Hz).
 */
export interface ProcessorTime {
  readonly mainUs: number
  /** Hosts, the garbage collector's and the compiler's helpers, the thread pool. */
  readonly threadsUs: number
  readonly databaseUs: number
}

const tickUs = 10_000

export function processorTime(pid: number): ProcessorTime {
  let mainUs = 0
  let threadsUs = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const { timeUs } = readStat(`/proc/${pid}/task/${thread}/stat`)
    if (Number(thread) === pid) mainUs = timeUs
    else threadsUs += timeUs
  }
  const databaseUs = descendants(pid).reduce((sum, { timeUs }) => sum + timeUs, 0)
  return { mainUs, threadsUs, databaseUs }
}

/** Of a process and all that are below it now. What one that has ended took is missing. */
export function treeTime(pid: number): number {
  return [lookAt(pid), ...descendants(pid)].reduce((sum, each) => sum + (each?.timeUs ?? 0), 0)
}

/** From one reading to a later one, for each of `count` pieces of work. */
export function timePerPiece(before: ProcessorTime, after: ProcessorTime, count: number): ProcessorTime {
  return {
    mainUs: (after.mainUs - before.mainUs) / count,
    threadsUs: (after.threadsUs - before.threadsUs) / count,
    databaseUs: (after.databaseUs - before.databaseUs) / count,
  }
}

/** Resident memory of the process alone, MB of 1,000,000 bytes. */
export function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kib) * 1_024) / 1_000_000
}

/** A process at the time it was looked at; its number may be another's later, its start tells them apart. */
export interface Process {
  readonly pid: number
  readonly parent: number
  readonly timeUs: number
  /** Clock ticks since the machine was started. */
  readonly startTicks: number
}

/** Processes below this one, however deep. */
export function descendants(pid: number): Process[] {
  const numbers = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  const all = numbers.flatMap(name => lookAt(Number(name)) ?? [])
  const below = new Set([pid])
  for (let size = 0; size !== below.size; ) {
    size = below.size
    for (const each of all) if (below.has(each.parent)) below.add(each.pid)
  }
  below.delete(pid)
  return all.filter(each => below.has(each.pid))
}

export function isAlive({ pid, startTicks }: Process): boolean {
  return lookAt(pid)?.startTicks === startTicks
}

/** Null when there is no such process, or none any more. */
function lookAt(pid: number): Process | null {
  try {
    return { pid, ...readStat(`/proc/${pid}/stat`) }
  } catch {
    return null
  }
}

/**
 * @see proc(5): field 4 is the parent, 14 and 15 user and system time, 22 the start; field 2 may hold spaces
 */
function readStat(path: string): Omit<Process, 'pid'> {
  const stat = readFileSync(path, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  return { parent: Number(fields[1]), timeUs: ticks * tickUs, startTicks: Number(fields[19]) }
}
