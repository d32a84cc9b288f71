// Chores: background work that never finishes, done a portion at a time with pauses until the service stops.
// main/chores.ts starts them. A portion that fails is tried again after a while; requests do not notice.
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

export interface Chore {
  readonly name: string
  /**
   * Every node of a cluster does it; it concerns what the node has in memory. Default: only the one that
   * leads.
   */
  readonly isEverywhere?: boolean
  /** One portion. @returns milliseconds until the next */
  readonly work: () => Promise<number>
}

/** Pause after a failure: a database that restarts is back by then. */
const retryMs = 5_000

/** Pause of a node that does not lead. */
const idleMs = 500

/**
 * @param leads is this the node that does what one node does? Default: yes
 * @returns a function that stops them; it resolves when the running portions are done
 */
export function startChores(
  chores: readonly Chore[],
  clock: Clock,
  log: Log,
  leads: () => boolean = () => true,
): () => Promise<void> {
  const led = ({ work, ...chore }: Chore) => ({ ...chore, work: async () => (leads() ? work() : idleMs) })
  const stops = chores.map(chore => startChore(chore.isEverywhere ? chore : led(chore), clock, log))
  return async () => {
    await Promise.all(stops.map(stop => stop()))
  }
}

function startChore({ name, work }: Chore, clock: Clock, log: Log): () => Promise<void> {
  let isStopping = false
  let callOff = () => {}
  let underWay = Promise.resolve()

  async function portion(): Promise<void> {
    const pauseMs = await work().catch(error => {
      log.warn({ err: error, chore: name }, 'a chore failed, it is tried again')
      return retryMs
    })
    if (!isStopping) callOff = clock.after(pauseMs, begin)
  }

  function begin(): void {
    underWay = portion()
  }

  begin()
  return () => {
    isStopping = true
    callOff()
    return underWay
  }
}
