// Settings that are rows first, and told to an actor after that: of webhooks, tool servers, schedules. What could not be
// told, because hosts were away or the service died in between, stays untold in its table, where the chore finds it.
import { Failure } from '../domain/failure.ts'
import type { Chore } from '../runtime/chore.ts'

/** The rows that hold the settings. */
export interface SettingRows<Setting> {
  /** Those that their actors have not heard of, by key, after a given one. */
  untold(after: string, limit: number): Promise<readonly Setting[]>
  told(setting: Setting): Promise<void>
}

export interface Telling<Setting> {
  /** @throws {Failure} what the actor refuses, `unavailable`, `overloaded` */
  tell(setting: Setting): Promise<void>
  /** Tells what could not be told. @throws {Failure} as tell */
  tellAll(): Promise<void>
  /** The same, again and again. */
  readonly chore: Chore
}

export interface TellingParts<Setting> {
  /** Of the chore. */
  readonly name: string
  readonly rows: SettingRows<Setting>
  readonly keyOf: (setting: Setting) => string
  /** Tells the actor. */
  readonly say: (setting: Setting) => Promise<unknown>
}

const pageSize = 100
/** Between two looks for settings that could not be told when they were made. */
const tellEveryMs = 15_000

export function tellingOf<Setting>({ name, rows, keyOf, say }: TellingParts<Setting>): Telling<Setting> {
  async function tell(setting: Setting): Promise<void> {
    await say(setting)
    await rows.told(setting)
  }

  async function tellAll(): Promise<void> {
    let after = ''
    for (;;) {
      const page = await rows.untold(after, pageSize)
      await Promise.all(page.map(tell))
      if (page.length < pageSize) return
      after = keyOf(page.at(-1)!)
    }
  }

  return {
    tell,
    tellAll,
    chore: {
      name,
      async work() {
        await tellAll()
        return tellEveryMs
      },
    },
  }
}

/** For what a chore does again: hosts that are away are no failure. */
export async function unlessAway(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isAway(error)) throw error
  }
}

/** For what the actor finds out by itself: nothing that it answers, or cannot answer, matters. */
export async function ifPossible(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/** Nobody answers just now; asked again, somebody will. */
export function isAway(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'unavailable' || error.code === 'overloaded')
}
