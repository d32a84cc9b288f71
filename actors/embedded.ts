// The engine of the service: hosts on worker threads of this process, over one database, alone or as a node
// of a cluster. main.ts starts it.
import type { Settings } from '../domain/settings/settings.ts'
import {
  type ClusterEngine,
  type ClusterOptions,
  startClusterEngine,
} from '../runtime/cluster/cluster-engine.ts'
import type { Desk, Engine } from '../runtime/engine.ts'
import type { Log } from '../runtime/log.ts'
import type { Placement } from '../runtime/placement/placement.ts'
import { startLocalEngine } from '../runtime/system/local-engine.ts'
import { startPool } from '../runtime/system/pool.ts'
import type { FindToWake } from '../runtime/system/waking.ts'
import type { HostConfig } from './host.ts'
import { HostFigures, type TakenFigures } from './host-figures.ts'

/** The config of a host: a part of the settings, and what the start has found out. */
export function hostConfig(
  settings: Settings,
  found: Pick<
    HostConfig,
    'databaseUrl' | 'keys' | 'sealing' | 'chain' | 'version' | 'isFenced' | 'watched' | 'standing'
  >,
): HostConfig {
  const { networkPolicy, fusePureSteps, executionLimits, toolRefreshMs, otlpEndpoint, logLevel } = settings
  const { webhookRetryMs, model, cuLimits, chainLimit } = settings
  const isDebugging = logLevel === 'debug' || logLevel === 'trace'
  const chosen = { networkPolicy, fusePureSteps, executionLimits, toolRefreshMs, otlpEndpoint, isDebugging }
  return { ...chosen, webhookRetryMs, model, cuLimits, chainLimit, ...found }
}

export interface EmbeddedOptions {
  /** Worker threads. */
  readonly hosts: number
  readonly config: HostConfig
  readonly log: Log
  readonly toWake: FindToWake
  /** Default: it is away. */
  readonly desk?: Desk
  /** Answers the main threads of other nodes. Default: it is away. */
  readonly guestDesk?: Desk
  /** An actor changed a fact that the main thread caches. */
  readonly changed: (what: unknown) => void
  /** A host reports what its commits have changed. */
  readonly told: (what: unknown) => void
  /** Default: this server is alone. */
  readonly cluster?: ClusterParts | null
}

export type ClusterParts = Pick<
  ClusterOptions,
  'placement' | 'network' | 'standing' | 'clusterId' | 'secret' | 'version'
>

export interface EmbeddedEngine extends Engine {
  /** Sum of what the hosts have measured. */
  readonly figures: HostFigures
  /** In a cluster: the node's view of it. */
  readonly cluster: ClusterView | null
}

export interface ClusterView
  extends Pick<ClusterEngine, 'asks' | 'askDesk' | 'isCurrent' | 'links' | 'join'> {
  readonly placement: Placement
}

/**
 * Heap of one host. Past it the thread ends, not the process. From 2,048 on V8 lets a heap grow to four times
 * what lives in it before it collects; below that to twice.
 */
const heapMegabytes = 2_000

export async function startActors({
  hosts,
  config,
  cluster = null,
  ...parts
}: EmbeddedOptions): Promise<EmbeddedEngine> {
  const filename = new URL('./host.ts', import.meta.url).href
  const pool = startPool({ filename, threads: hosts, config, heapMegabytes })
  const figures = new HostFigures()
  const options = {
    ...parts,
    slots: hosts,
    open: pool.open,
    isFenced: config.isFenced,
    measured: (slot: number, taken: unknown) => figures.add(slot, taken as TakenFigures),
    close: pool.close,
  }
  if (cluster === null) return Object.assign(await startLocalEngine(options), { figures, cluster: null })
  const cut = (isCut: boolean) => parts.changed({ type: 'cut', isCut })
  const engine = await startClusterEngine({ ...options, ...cluster, cut })
  const view = {
    placement: cluster.placement,
    asks: engine.asks,
    askDesk: engine.askDesk.bind(engine),
    join: () => engine.join(),
    get isCurrent() {
      return engine.isCurrent
    },
    get links() {
      return engine.links
    },
  }
  return Object.assign(engine, { figures, cluster: view })
}
