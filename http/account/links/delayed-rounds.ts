// Rounds of work that begin a random moment after they are asked for: no answer is still under way by then,
// so its time cannot reveal what the work finds. For mails about addresses of which nobody may learn whether
// they have an account.
import type { Chore } from '../../../runtime/process/chore.ts'
import { Rounds } from '../../../runtime/process/rounds.ts'

export interface DelayedRounds {
  /** Starts a round soon. */
  ask(): void
  /** The same work every half a minute: for what a crash or a failed round has left. */
  readonly chore: Chore
  close(): Promise<void>
}

const atOnce = 20
const restMs = 30_000
const delayMs = 500

/**
 * @param take up to so many things that wait, the oldest first
 * @param handle does one of them, so that it does not wait any more
 */
export function delayedRounds<T>(
  name: string,
  take: (limit: number) => Promise<readonly T[]>,
  handle: (one: T) => Promise<void>,
): DelayedRounds {
  const rounds = new Rounds(async () => {
    for (let seen = atOnce; seen === atOnce && !rounds.isClosed; ) {
      const waiting = await take(atOnce)
      for (const one of waiting) await handle(one)
      seen = waiting.length
    }
  })
  const timers = new Set<NodeJS.Timeout>()
  return {
    ask() {
      const timer = setTimeout(() => {
        timers.delete(timer)
        // The chore tries again.
        void rounds.run().catch(() => {})
      }, Math.random() * delayMs)
      timers.add(timer.unref())
    },

    chore: {
      name,
      async work() {
        await rounds.run()
        return restMs
      },
    },

    close() {
      for (const timer of timers) clearTimeout(timer)
      return rounds.close()
    },
  }
}
