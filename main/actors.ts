// Starts the actors and opens the stores, called by main.ts. Each needs the other: a store that changes a
// fact tells every host, and a host that changes a fact tells the stores of this thread.
import { type EmbeddedEngine, hostConfig, startActors } from '../actors/embedded.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { Desk } from '../runtime/engine.ts'
import type { Log } from '../runtime/log.ts'
import type { Lifecycle } from '../runtime/process/lifecycle.ts'
import type { Changed } from '../storage/cached-facts.ts'
import type { HostReport } from '../storage/events/changes.ts'
import { addressesToWake } from '../storage/journal/wakeups.ts'
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
}

export interface StartedActors {
  readonly stores: Stores
  readonly engine: EmbeddedEngine
}

/** The engine stops with the process, in its place in the order of `life`. */
export async function openActors(life: Lifecycle, parts: ActorParts): Promise<StartedActors> {
  const { settings, log, database, version, desk } = parts
  const { vault, keys, fence } = parts.opened
  const { hosts } = settings
  // Nothing changes a fact before the engine is there: requests and chores come later.
  const stores = openStores(database, vault, changed => engine.system.invalidate(changed))
  const config = hostConfig(settings, {
    ...{ databaseUrl: database.url, keys, version },
    isFenced: fence.isUp,
    watched: stores.changes.watched.shared,
  })
  const engine = await life.start(
    `${hosts} actor host${hosts === 1 ? '' : 's'}`,
    () =>
      startActors({
        ...{ hosts, config, log, desk },
        toWake: addressesToWake(database),
        changed: what => stores.facts.receive(what as Changed),
        told: report => stores.changes.receive(report as HostReport),
      }),
    started => started.stop(),
  )
  return { stores, engine }
}
