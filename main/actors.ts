// Starts the actors and opens the stores, called by main.ts. Each needs the other: a store that changes a
// fact tells every host, and a host that changes a fact tells the stores of this thread.
import { randomUUID } from 'node:crypto'
import { type EmbeddedEngine, hostConfig, startActors } from '../actors/embedded.ts'
import { clusterIdOf } from '../domain/settings/cluster-settings.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { chainKeyFrom, openDerivedSecrets } from '../http/account/derived-secrets.ts'
import { systemClock } from '../runtime/clock.ts'
import { NodeStanding } from '../runtime/cluster/node-standing.ts'
import { tcpNetwork } from '../runtime/cluster/tcp-network.ts'
import type { Desk } from '../runtime/engine.ts'
import type { Log } from '../runtime/log.ts'
import type { Lifecycle } from '../runtime/process/lifecycle.ts'
import type { Changed } from '../storage/cached-facts.ts'
import type { HostReport } from '../storage/events/changes.ts'
import { WatchExchange, type WatchNotice } from '../storage/events/watch-exchange.ts'
import { addressesToWake } from '../storage/journal/wakeups.ts'
import { openPlacement } from '../storage/placement/open-placement.ts'
import type { Database } from '../storage/postgres/database.ts'
import { openStores, type Stores } from '../storage/stores.ts'
import type { Opened } from './open.ts'

export interface ActorParts {
  readonly settings: Settings
  readonly log: Log
  readonly database: Database
  readonly opened: Opened
  readonly version: string
  /** Answers the actors' asks to the main thread. */
  readonly desk: Desk
  /** Answers other nodes. */
  readonly guestDesk: Desk
}

export interface StartedActors {
  readonly stores: Stores
  readonly engine: EmbeddedEngine
  /** Is this the node that does what one node of a cluster does? The one with the first shard. */
  readonly leads: () => boolean
  /** In a cluster: begins to have actors. When everything is loaded. */
  readonly join: () => Promise<void>
}

/** The engine stops with the process, in its place in the order of `life`. */
export async function openActors(life: Lifecycle, parts: ActorParts): Promise<StartedActors> {
  const { settings, log, database, version, desk, guestDesk } = parts
  const { vault, keys, sealing, fence } = parts.opened
  const { hosts } = settings
  // Nothing changes a fact before the engine is there: requests and chores come later.
  const stores = openStores(database, vault, changed => engine.system.invalidate(changed))
  const cluster = clusterOf(life, parts)
  const config = hostConfig(settings, {
    ...{ databaseUrl: database.url, keys, version },
    sealing: sealing.shared,
    chain: { key: chainKeyFrom(await openDerivedSecrets(stores.signingKeys)), appUrl: settings.appUrl },
    isFenced: fence.isUp,
    watched: stores.changes.watched.shared,
    standing: cluster?.standing.shared ?? null,
  })
  const exchange = new WatchExchange({
    ...{ node: randomUUID(), changes: stores.changes, clock: systemClock },
    send: notice => engine.system.invalidate(notice),
  })
  const engine: EmbeddedEngine = await life.start(
    `${hosts} actor host${hosts === 1 ? '' : 's'}`,
    () =>
      startActors({
        ...{ hosts, config, log, desk, guestDesk, cluster },
        toWake: addressesToWake(database),
        changed(what) {
          const change = what as Changed | WatchNotice
          if (change.type === 'watched') return exchange.receive(change)
          stores.facts.receive(change)
          if (change.type !== 'cut' || change.isCut) return
          // What others told meanwhile may not have arrived.
          stores.changes.missed()
          exchange.repeat()
        },
        told(what) {
          const report = what as HostReport
          stores.changes.receive(report)
          if (report.type === 'began' && cluster !== null) exchange.repeat()
        },
      }),
    started => started.stop(),
  )
  const { cluster: view } = engine
  if (view !== null) stores.facts.trust(() => view.isCurrent)
  return {
    ...{ stores, engine },
    leads: () => view === null || view.placement.isOwn(0),
    async join() {
      if (view === null) return
      await life.start(
        `node at ${settings.cluster?.address}`,
        async () => {
          await view.join()
          exchange.start()
        },
        () => exchange.stop(),
      )
    },
  }
}

/** What makes this server a node; null: it is alone. */
function clusterOf(life: Lifecycle, { settings, database, opened, version, log }: ActorParts) {
  const { cluster } = settings
  const { vault, sealing } = opened
  if (cluster === null) return null
  return {
    placement: openPlacement({
      ...{ database, cluster, version, keys: vault.keyIds },
      seen: members => sealing.follow(members, vault.keyIds),
      refused: life.endAtOnce,
      note: (line, error) => log.warn({ err: error }, line),
    }),
    network: tcpNetwork(cluster.address),
    standing: new NodeStanding(),
    clusterId: clusterIdOf(cluster.secret),
    secret: cluster.secret,
    version,
  }
}
