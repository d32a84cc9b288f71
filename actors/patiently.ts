// How effects speak to what may be away just now, another actor or the database: again, until there is an answer.
import { Failure } from '../domain/failure.ts'
import type { Outside } from '../runtime/actor.ts'

/** Between two tries. */
const pauseMs = 1_000

/** Asks until there is an answer; null when the effect is no longer owed. @throws {Failure} a refusal for good */
export async function patiently<T>({ signal, pause }: Outside, ask: () => Promise<T>): Promise<T | null> {
  while (!signal.aborted) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Failure) || (error.code !== 'unavailable' && error.code !== 'overloaded'))
        throw error
      await pause(pauseMs)
    }
  }
  return null
}
