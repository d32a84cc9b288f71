// How effects ask an actor or the database that may be away just now: again and again, until there is an
// answer. The effects of every kind call it.
import type { Outside } from '../runtime/actor.ts'
import { isAway } from './setting-sync.ts'

/** Pause between two attempts. */
const pauseMs = 1_000

/**
 * Calls `ask` until it answers. @returns null when the effect is no longer pending
 * @throws {Failure} a refusal other than `unavailable` and `overloaded`
 */
export async function askUntilAnswered<T>(
  { signal, pause }: Pick<Outside, 'signal' | 'pause'>,
  ask: () => Promise<T>,
): Promise<T | null> {
  while (!signal.aborted) {
    try {
      return await ask()
    } catch (error) {
      if (!isAway(error)) throw error
      await pause(pauseMs)
    }
  }
  return null
}
