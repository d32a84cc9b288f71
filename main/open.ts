// What the process opens on its database before any actor lives, called by main.ts: the vault, the fence and
// tracing, in this order. A wrong master key ends the start here, before anything is served.
import { openTracing } from '../actors/host-instruments.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { Lifecycle } from '../runtime/process/lifecycle.ts'
import type { Tracing } from '../runtime/tracing/tracing.ts'
import type { Database } from '../storage/postgres/database.ts'
import { type OpenedVault, openVault } from '../storage/secrets/open-vault.ts'
import { openWorkFence, type WorkFence } from './chores.ts'

export interface Opened {
  readonly vault: OpenedVault['vault']
  /** Where the master keys are; the hosts open vaults of their own with them. */
  readonly keys: OpenedVault['source']
  /** Which of them seals; in memory that the hosts share. */
  readonly sealing: OpenedVault['sealing']
  readonly fence: WorkFence
  /** Null when no receiver of traces is configured. */
  readonly tracing: Tracing | null
}

/** @throws {Error} the master key is missing or does not fit: one line that says what to do */
export async function openOn(
  database: Database,
  settings: Settings,
  version: string,
  life: Lifecycle,
): Promise<Opened> {
  const isNode = settings.cluster !== null
  const { vault, source: keys, sealing } = await openVault(database, { ...settings, isNode }, life.say)
  const fence = await openWorkFence(database)
  const tracing = await openTracing({ ...settings, version })
  return { vault, keys, sealing, fence, tracing }
}
