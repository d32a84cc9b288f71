// The actor system of this process: hosts on worker threads over one database. The embedded implementation of the port
// `ActorSystem`.
import type { Settings } from '../domain/settings.ts'
import type { Log } from '../runtime/log.ts'
import { startPool } from '../runtime/pool.ts'
import { System } from '../runtime/system.ts'
import type { HostConfig } from './host.ts'
import { HostFigures, type TakenFigures } from './host-figures.ts'

/** What hosts are to know of the settings, beside where they are and what has been found out. */
export function hostConfig(
  settings: Settings,
  found: Pick<HostConfig, 'databaseUrl' | 'keys' | 'version' | 'isFenced'>,
): HostConfig {
  const { networkPolicy, fusePureSteps, freeExecutions, toolRefreshMs, otlpEndpoint, logLevel } = settings
  const { webhookRetryMs } = settings
  const isDebugging = logLevel === 'debug' || logLevel === 'trace'
  const chosen = { networkPolicy, fusePureSteps, freeExecutions, toolRefreshMs, otlpEndpoint, isDebugging }
  return { ...chosen, webhookRetryMs, ...found }
}

export interface EmbeddedOptions {
  /** Worker threads. */
  readonly hosts: number
  readonly config: HostConfig
  readonly log: Log
  /** Addresses of actors that have not ended, in order, after a given one. */
  readonly unfinished: (after: string, limit: number) => Promise<readonly string[]>
  /** Addresses that are to be woken before a moment (Unix ms), in order, after a given one. */
  readonly due: (before: number, after: string, limit: number) => Promise<readonly string[]>
  /** An actor changed a fact that the main thread caches. */
  readonly changed: (what: unknown) => void
}

export interface EmbeddedSystem {
  /** Sum of what the hosts have measured. */
  readonly figures: HostFigures
  readonly system: System
  stop(): Promise<void>
}

/** Heap of one host. Past it the thread ends, the process does not. */
const heapMegabytes = 2_048

/** For commits under way when the service stops. */
const stopWithinMs = 10_000

export async function startActors({
  hosts,
  config,
  log,
  unfinished,
  due,
  changed,
}: EmbeddedOptions): Promise<EmbeddedSystem> {
  const filename = new URL('./host.ts', import.meta.url).href
  const pool = startPool({ filename, threads: hosts, config, heapMegabytes })
  const figures = new HostFigures()
  const measured = (slot: number, taken: unknown) => figures.add(slot, taken as TakenFigures)
  const { isFenced } = config
  const parts = { slots: hosts, open: pool.open, log, unfinished, due, changed, measured, isFenced }
  const system = new System(parts)
  try {
    await system.start()
  } catch (error) {
    await pool.close()
    throw error
  }
  return {
    system,
    figures,
    async stop() {
      await system.stop(stopWithinMs)
      await pool.close()
    },
  }
}
