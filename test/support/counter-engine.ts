// Engines of counters over one journal in memory, which outlives them: on worker threads and in this thread.
// What hosts do outside is noted here; from a thread it comes over a channel of its own (counter-thread.ts).
import { randomUUID } from 'node:crypto'
import { BroadcastChannel } from 'node:worker_threads'
import { systemClock } from '../../runtime/clock.ts'
import { deskAddress } from '../../runtime/engine.ts'
import type { Journal } from '../../runtime/journal.ts'
import { silentLog } from '../../runtime/log.ts'
import { MemoryJournal } from '../../runtime/memory-journal.ts'
import { inProcessLinks, type Link, type OpenLink } from '../../runtime/system/link.ts'
import { startLocalEngine } from '../../runtime/system/local-engine.ts'
import { startPool } from '../../runtime/system/pool.ts'
import { slotOf } from '../../runtime/system/routing.ts'
import type { ServedHost } from '../../runtime/system/serve.ts'
import type { EngineLife, EngineOptions } from '../contracts/engine.ts'
import { type CounterWorld, counterKind, turns } from './actors/host.ts'

type Teardown = { teardown(end: () => unknown): unknown }

const slots = 2

/** What a host does outside. */
export interface CounterReports {
  performed(what: string): void
  heard(what: unknown): void
}

/** @param served returns the host's end of its link */
export function reportingWorld(
  reports: CounterReports,
  served: () => Pick<ServedHost, 'announce' | 'tell'>,
): CounterWorld {
  return {
    async perform(address, { id }, _signal, outside) {
      reports.performed(`${address} ${id}`)
      if (id === 'desk') {
        const asking = outside.ask(deskAddress, { by: address })
        const said = await asking.catch(({ code }: { code: string }) => code)
        reports.performed(`${address} heard ${said}`)
        return { type: 'returned', id }
      }
      if (id === 'announce') served().announce({ type: 'announced' })
      if (id.startsWith('tell')) served().tell(id)
      return id === 'announce' || id.startsWith('tell')
        ? { type: 'returned', id }
        : new Promise<never>(() => {})
    },
  }
}

/** An engine whose hosts run in this thread. */
export function engineInProcess(t: Teardown, options: EngineOptions = {}): Promise<EngineLife> {
  return startWorld(t, options, (journal, reports) => {
    const open = inProcessLinks(
      (_, served) => ({
        kinds: [counterKind(reportingWorld(reports, served))],
        journal,
        invalidate: reports.heard,
        isFenced: options.isFenced ?? false,
      }),
      systemClock,
    )
    return { open, close: async () => {} }
  })
}

export interface ThreadConfig {
  /** Name of the channel to this thread. */
  readonly channel: string
  readonly isFenced: boolean
}

/** A call of the journal, or what was done outside, as a thread says it. */
export type FromThread =
  | {
      readonly call: number
      readonly from: string
      readonly method: 'commit' | 'read' | 'load'
      args: unknown[]
    }
  | { readonly performed: string }
  | { readonly heard: unknown }

/** An engine whose hosts run in worker threads. */
export function engineOnThreads(t: Teardown, options: EngineOptions = {}): Promise<EngineLife> {
  return startWorld(t, options, (journal, reports) => {
    const channel = new BroadcastChannel(randomUUID())
    const config: ThreadConfig = { channel: channel.name, isFenced: options.isFenced ?? false }
    channel.onmessage = async event => {
      const said = (event as MessageEvent).data as FromThread
      if ('performed' in said) return reports.performed(said.performed)
      if ('heard' in said) return reports.heard(said.heard)
      if (!('method' in said)) return
      const method = journal[said.method].bind(journal) as (...args: unknown[]) => Promise<unknown>
      channel.postMessage({ answered: said.call, to: said.from, result: await method(...said.args) })
    }
    const filename = new URL('./counter-thread.ts', import.meta.url).href
    const pool = startPool({ filename, threads: slots, config, heapMegabytes: 64 })
    const close = async () => {
      await pool.close()
      channel.close()
    }
    return { open: pool.open, close }
  })
}

async function startWorld(
  t: Teardown,
  { journal = new MemoryJournal(), isFenced = false, desk }: EngineOptions,
  begin: (
    journal: Journal<unknown>,
    reports: CounterReports,
  ) => { open: OpenLink; close: () => Promise<void> },
): Promise<EngineLife> {
  const performed: string[] = []
  const heard: string[] = []
  const changed: unknown[] = []
  const told: unknown[] = []
  const links: Link[] = []
  const { open, close } = begin(journal, {
    performed: what => performed.push(what),
    heard: what => heard.push(JSON.stringify(what)),
  })
  const engine = await startLocalEngine({
    ...{ slots, isFenced, close, log: silentLog },
    open: (slot, events) => (links[slot] = open(slot, events)),
    toWake: async (which, after, limit) => journal.toWake(which, after, limit),
    changed: what => changed.push(what),
    told: what => told.push(what),
    ...(desk !== undefined && { desk }),
  })
  t.teardown(() => engine.stop())
  const kill = (address: string) => links[slotOf(address, slots)]!.kill()
  return { engine, hosts: slots, journal, performed, heard, changed, told, kill, settle: () => turns() }
}
