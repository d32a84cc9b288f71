// A simulation of what makes one PostgreSQL cheap or dear: the hosts of all nodes gather decisions while
// their commit before is in flight, so commits grow with the load of each host. Many hosts with little to do
// make many small commits; the same load in few hosts makes few large ones. Pure: the same options give the
// same answer.
import type { Measured } from './parameters.ts'
import { product } from './parameters.ts'

export interface GroupCommitOptions {
  readonly hosts: number
  /** Decisions of actors a second, of all hosts together; each host has its equal part. */
  readonly turnsPerSecond: number
  /** Cores of PostgreSQL. */
  readonly cores: number
  readonly costs: Pick<Measured, 'commitUs' | 'turnUs' | 'flushMs'>
  /** Simulated, after as much again of warming up. Default: until every host has committed some 100 times. */
  readonly seconds?: number
  readonly seed?: number
}

export interface GroupCommitResult {
  readonly commitsPerSecond: number
  readonly turnsPerCommit: number
  /** Busy share of PostgreSQL's cores, by commits. */
  readonly busy: number
  /** From a decision until it is durable, milliseconds. */
  readonly meanMs: number
  /** More comes in than goes out. */
  readonly isOverloaded: boolean
}

/** Past so many decisions that wait in the middle of all hosts, nothing is gained by going on. */
const hopeless = 4 * product.actorsPerCommit

/** Events are arrivals at hosts and ends of commits; times in seconds. */
export function simulateGroupCommit(options: GroupCommitOptions): GroupCommitResult {
  const { hosts, turnsPerSecond, cores, costs, seed = 1 } = options
  const { seconds = Math.min(2, Math.max(0.1, (100 * hosts) / turnsPerSecond)) } = options
  const random = randomOf(seed)
  const gathered = Array.from({ length: hosts }, (): number[] => [])
  const isCommitting = new Uint8Array(hosts)
  const events = new Events()
  /** When each core is free again. Commits queue for the first one that is. */
  const freeAt = new Float64Array(cores)
  const counts = { commits: 0, turns: 0, busyS: 0, waitedS: 0, arrived: 0 }
  let waiting = 0

  const begin = (host: number, now: number) => {
    const turns = gathered[host]!.splice(0, product.actorsPerCommit)
    if (turns.length === 0) return
    isCommitting[host] = 1
    waiting -= turns.length
    let core = 0
    for (let other = 1; other < cores; other++) if (freeAt[other]! < freeAt[core]!) core = other
    const workS = (costs.commitUs + costs.turnUs * turns.length) / 1e6
    const doneAt = Math.max(now, freeAt[core]!) + workS
    freeAt[core] = doneAt
    const durableAt = doneAt + costs.flushMs / 1e3
    events.push({ at: durableAt, host, isArrival: false })
    if (now < seconds) return
    counts.commits++
    counts.turns += turns.length
    counts.busyS += workS
    for (const arrivedAt of turns) counts.waitedS += durableAt - arrivedAt
  }

  const gap = () => (-Math.log(1 - random()) * hosts) / turnsPerSecond
  for (let host = 0; host < hosts; host++) events.push({ at: gap(), host, isArrival: true })
  let isOverloaded = false
  for (;;) {
    const { at, host, isArrival } = events.pop()
    if (at > 2 * seconds) break
    if (isArrival) {
      events.push({ at: at + gap(), host, isArrival: true })
      gathered[host]!.push(at)
      waiting++
      if (at >= seconds) counts.arrived++
      if (waiting > hopeless * hosts) {
        isOverloaded = true
        break
      }
    } else isCommitting[host] = 0
    if (isCommitting[host] === 0) begin(host, at)
  }
  const { commits, turns, busyS, waitedS, arrived } = counts
  return {
    commitsPerSecond: commits / seconds,
    turnsPerCommit: turns / Math.max(1, commits),
    busy: busyS / seconds / cores,
    meanMs: (waitedS / Math.max(1, turns)) * 1e3,
    isOverloaded: isOverloaded || turns < 0.95 * arrived,
  }
}

interface Event {
  readonly at: number
  readonly host: number
  readonly isArrival: boolean
}

/** The earliest one first: a binary heap. */
class Events {
  readonly #heap: Event[] = []

  push(event: Event): void {
    const heap = this.#heap
    let place = heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (heap[parent]!.at <= event.at) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = event
  }

  pop(): Event {
    const heap = this.#heap
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return first
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child++
      if (heap[child]!.at >= last.at) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
    return first
  }
}

/** Mulberry32: small, and good enough for gaps between arrivals. @returns numbers in [0, 1) */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
