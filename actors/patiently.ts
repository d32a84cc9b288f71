// How effects speak to what may be away just now, another actor or the database: again, until there is an answer.
import type { Outside } from '../runtime/actor.ts'
import { isAway } from './telling.ts'

/** Between two tries. */
const pauseMs = 1_000

/** Asks until there is an answer; null when the effect is no longer owed. @throws {Failure} a refusal for good */
export async function patiently<T>({ signal, pause }: Outside, ask: () => Promise<T>): Promise<T | null> {
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
