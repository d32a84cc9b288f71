// One organization sends the worst that is known, side by side, while another one works: what does the other
// one notice? Goal R12 of docs/internals/goals.md.
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey, newOwner } from '../probes/people.ts'
import type { Client } from '../support/people/client.ts'
import { Product } from '../support/product.ts'
import { attacks } from './attacks.ts'

/** Milliseconds, of one kind of request. */
export interface Times {
  readonly count: number
  readonly median: number
  readonly p99: number
  readonly most: number
  /** Answers that were none, or no success. */
  readonly failed: number
}

export interface NeighboursReport {
  readonly quiet: { readonly [what: string]: Times }
  readonly besides: { readonly [what: string]: Times }
  /** Attacks sent, by name, and how they were answered. */
  readonly attacks: { readonly [name: string]: { readonly [status: string]: number } }
  /** Resident memory of the server: before, at its highest, and 5 s after, in MB. */
  readonly megabytes: { readonly before: number; readonly most: number; readonly after: number }
  /** The longest time that the main thread was held during the attacks, by its own count, in ms. */
  readonly mainHeldMs: number
  /** The same of an idle process: what the machine, with too few processors, did to everybody. */
  readonly anyThreadHeldMs: number
  readonly goals: readonly Goal[]
}

/** A part of goal R12, and what was measured. */
export interface Goal {
  readonly what: string
  readonly goal: string
  readonly measured: string
  readonly isMet: boolean
}

export type Attacks = Awaited<ReturnType<typeof attacks>>

/** Nobody is held back by a limit on requests. */
export const environment = {
  ...{ FREE_TIER_EXECUTIONS: '1000000000', LOGIN_FAILURES: '0', RATE_LIMIT_AUTH: '0' },
  ...{ RATE_LIMIT_WRITE: '0', RATE_LIMIT_READ: '0' },
}
const goals = { mainHeldMs: 50, executionLateMs: 250, megabytes: 64 } as const
/** Attacks under way at once. */
const atOnce = 12

export async function besideTheWorst(forMs: number): Promise<NeighboursReport> {
  const ends: (() => unknown)[] = []
  const product = await Product.start({ environment, t: { teardown: end => void ends.push(end) } })
  try {
    const [attacker, neighbour] = [await newOwner(product), await newOwner(product)]
    const client = product.client(await newKey(neighbour))
    const work = await neighbourWork(client)
    const all = await attacks(product.client(await newKey(attacker)))
    await watched(work, 3_000)
    const quiet = await watched(work, Math.min(20_000, forMs / 4))
    const memory = watchMemory(product)
    const before = memory.now()
    const machine = watchMachine()
    // What the start took does not count.
    await heldMs(product.client())
    const attack = attackWith(all)
    const besides = await watched(work, forMs)
    const mainHeldMs = await heldMs(product.client())
    const anyThreadHeldMs = machine.end()
    await attack.end()
    await pause(5_000)
    const megabytes = { before, most: memory.most(), after: memory.now() }
    memory.end()
    const report = { quiet, besides, attacks: attack.counts, megabytes, mainHeldMs, anyThreadHeldMs }
    return { ...report, goals: goalsOf(report) }
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

/** Sends the attacks, one after the other in each of some lanes, until it is ended. */
export function attackWith(all: Attacks) {
  const counts: Record<string, Record<string, number>> = {}
  const over = new AbortController()
  const lanes = Array.from({ length: atOnce }, async (_, lane) => {
    for (let turn = lane; !over.signal.aborted; turn++) {
      const { name, send } = all[turn % all.length]!
      const status = String(await send().catch(() => 'cut'))
      const known = (counts[name] ??= {})
      known[status] = (known[status] ?? 0) + 1
    }
  })
  return {
    counts,
    async end() {
      over.abort()
      await Promise.race([Promise.all(lanes), pause(20_000)])
    },
  }
}

function goalsOf(report: Omit<NeighboursReport, 'goals'>): Goal[] {
  const { quiet, besides, megabytes, mainHeldMs, anyThreadHeldMs } = report
  const usual = quiet['execution']!.median
  const { most, median, p99 } = besides['execution']!
  const failed = Object.values(besides).reduce((sum, each) => sum + each.failed, 0)
  const grown = megabytes.most - megabytes.before
  return [
    {
      what: 'the main thread is never held for long',
      goal: `${goals.mainHeldMs} ms`,
      measured: `${mainHeldMs} ms; an idle process of this machine: ${anyThreadHeldMs} ms`,
      isMet: mainHeldMs <= goals.mainHeldMs,
    },
    {
      what: "another organization's execution of three steps is never late",
      goal: `${goals.executionLateMs} ms later than the usual ${usual} ms`,
      measured: `${Math.round(most - usual)} ms later at most; ${median} ms in the median, ${p99} ms at p99`,
      isMet: most - usual <= goals.executionLateMs,
    },
    {
      what: 'memory does not grow',
      goal: `+${goals.megabytes} MB`,
      measured: `+${grown} MB (${megabytes.before} -> ${megabytes.most}, ${megabytes.after} 5 s after)`,
      isMet: grown <= goals.megabytes,
    },
    {
      what: "nobody's work fails but the sender's",
      goal: '0 failures',
      measured: `${failed} failures`,
      isMet: failed === 0,
    },
  ]
}

type Work = { readonly [what: string]: () => Promise<boolean> }

/** An execution of three steps, a read, and the probe of health. */
async function neighbourWork(client: Client): Promise<Work> {
  const steps = ['a', 'b', 'c'].map(id => ({ id, kind: 'set', value: { $: 'inputs.x + 1' } }))
  const plan = { steps }
  const made = await client.post('/api/v1/workflows', { name: 'neighbour', prompt: 'Add one', plan })
  if (made.status !== 201)
    throw new Error(`the neighbour's workflow: ${made.status} ${JSON.stringify(made.body)}`)
  // A thread that has read a prompt stays, and takes memory of its own.
  await client.post('/api/v1/workflows/plan', { prompt: 'Return 1' })
  const execute = `/api/v1/workflows/${made.body.id}/execute`
  return {
    execution: async () => {
      const { status, body } = await client.post(execute, { inputs: { x: 1 } }, { prefer: 'wait=30' })
      return status < 300 && body.status === 'completed'
    },
    read: async () => (await client.get('/api/v1/executions?limit=1')).status === 200,
    health: async () => (await client.get('/healthz')).status === 200,
  }
}

/** Each kind of work again and again, one at a time. */
async function watched(work: Work, forMs: number): Promise<{ [what: string]: Times }> {
  const until = performance.now() + forMs
  const entries = Object.entries(work).map(async ([what, run]) => {
    const times: number[] = []
    let failed = 0
    while (performance.now() < until) {
      const startedAt = performance.now()
      if (!(await run().catch(() => false))) failed++
      times.push(performance.now() - startedAt)
      await pause(20)
    }
    return [what, timesOf(times, failed)] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function timesOf(times: readonly number[], failed: number): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! * 10) / 10
  return { count: sorted.length, median: at(0.5), p99: at(0.99), most: at(1), failed }
}

async function heldMs(client: Client): Promise<number> {
  const { body } = await client.get('/metrics')
  return Math.round(Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(body)?.[1] ?? 0) * 1_000)
}

/** How long an idle process waits for a processor at most. */
function watchMachine() {
  const file = new URL('./idle.ts', import.meta.url)
  const worker = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  let heldMs = 0
  worker.on('message', message => {
    heldMs = message as number
  })
  return {
    end() {
      worker.kill()
      return Math.round(heldMs)
    },
  }
}

function watchMemory({ pid }: Product) {
  const now = () =>
    Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024)
  let most = now()
  const timer = setInterval(() => {
    most = Math.max(most, now())
  }, 200)
  return { now, most: () => most, end: () => clearInterval(timer) }
}
