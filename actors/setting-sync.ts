// Sends settings from their rows to the actors that work by them: webhooks, tool servers, schedules. The
// clients of those kinds (client.ts in their folders) call `sync` after each write.
// 1. The row is written first. It stays marked as unsynced until the actor has taken the setting.
// 2. A setting that did not arrive, because hosts were away or the service died, is sent again by the chore.
// Also here: what to do with an actor that does not answer just now.
import { Failure } from '../domain/failure.ts'
import type { Chore } from '../runtime/process/chore.ts'

/** The rows that hold the settings. */
export interface SettingRows<Setting> {
  /** A page of settings that their actors have not taken, ordered by key, after the key `after`. */
  unsynced(after: string, limit: number): Promise<readonly Setting[]>
  markSynced(setting: Setting): Promise<void>
}

export interface SettingSync<Setting> {
  /** Sends one setting to its actor. @throws {Failure} the actor's refusal, `unavailable`, `overloaded` */
  sync(setting: Setting): Promise<void>
  /** Sends every setting that is not synced. @throws {Failure} as `sync` */
  syncAll(): Promise<void>
  /** Calls `syncAll` again and again. */
  readonly chore: Chore
}

export interface SettingSyncParts<Setting> {
  /** Name of the chore. */
  readonly name: string
  readonly rows: SettingRows<Setting>
  readonly keyOf: (setting: Setting) => string
  /** Sends the setting to its actor; resolves when the actor has taken it. */
  readonly send: (setting: Setting) => Promise<unknown>
}

const pageSize = 100
/** Pause between two scans for unsynced settings. */
const syncEveryMs = 15_000

export function settingSync<Setting>({
  name,
  rows,
  keyOf,
  send,
}: SettingSyncParts<Setting>): SettingSync<Setting> {
  async function sync(setting: Setting): Promise<void> {
    await send(setting)
    await rows.markSynced(setting)
  }

  async function syncAll(): Promise<void> {
    let after = ''
    for (;;) {
      const page = await rows.unsynced(after, pageSize)
      await Promise.all(page.map(sync))
      if (page.length < pageSize) return
      after = keyOf(page.at(-1)!)
    }
  }

  return {
    sync,
    syncAll,
    chore: {
      name,
      async work() {
        await syncAll()
        return syncEveryMs
      },
    },
  }
}

/** Ignores that nobody answers just now: for work that a chore does again. */
export async function unlessAway(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isAway(error)) throw error
  }
}

/** Ignores every Failure: for news that the actor would find out by itself later. */
export async function ifPossible(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/** Does the failure pass by itself, so that a later ask gets an answer? */
export function isAway(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'unavailable' || error.code === 'overloaded')
}
