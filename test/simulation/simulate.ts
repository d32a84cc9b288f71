// One seed, from beginning to end.
import { bounds } from '../../runtime/config.ts'
import { takeTime } from './machine-time.ts'
import { World } from './world/world.ts'

export interface Simulation {
  /** What broke; null when nothing did. */
  readonly failure: Error | null
  /** The same for the same seed and the same code. */
  readonly hash: string
  readonly tasks: number
  /** How often what has happened. */
  readonly counts: ReadonlyMap<string, number>
  /** Everything that happened, when it was asked for. */
  readonly lines: readonly string[]
}

/**
 * Lives are short here: in two of three worlds a turn is full after a few events all the same, and in one of
 * five what is gathered for the next commit is soon enough. In two of seven an organization soon has a lot
 * gathered, so that two commits are under way at once. In three of eleven most actors are large, and wait for
 * each other.
 */
const changed = bounds as { -readonly [name in keyof typeof bounds]: unknown }
const { eventsPerTurn, actorsPerCommit, commitsGathered, heavyBytes } = bounds
const { largeActorBytes, largeBytesEach, linkBeatMs, linkLateMs } = bounds

/** In one of two worlds decisions take time: some of them a turn, or each. */
const decisionMs = [0, 0, 4, 15]

export interface SimulateOptions {
  readonly isTraced?: boolean
  /** Nodes of a cluster at first: so many, or a number from the seed. Default: one process, no cluster. */
  readonly nodes?: number | 'any'
}

/** Links beat less often than in life: it is their beats that most tasks of a cluster would be. */
const links = { linkBeatMs: 200, linkLateMs: 500 }

export async function simulate(
  seed: number,
  { isTraced = false, nodes = 0 }: SimulateOptions = {},
): Promise<Simulation> {
  const world = new World(seed, nodes === 'any' ? 1 + (seed % 5) : nodes)
  const { scheduler } = world
  if (isTraced) scheduler.lines = []
  const stray = (error: unknown) => scheduler.fail(error as Error)
  process.on('unhandledRejection', stray)
  const giveBack = takeTime(scheduler, seed)
  changed.eventsPerTurn = seed % 3 === 0 ? eventsPerTurn : 1 + (seed % 5)
  if (seed % 5 === 1) Object.assign(changed, { actorsPerCommit: 2, commitsGathered: 1 })
  if (seed % 7 < 2) changed.heavyBytes = 500
  if (seed % 11 < 3) Object.assign(changed, { largeActorBytes: 600, largeBytesEach: 3_000 })
  Object.assign(changed, links)
  scheduler.decisionMs = decisionMs[seed % decisionMs.length]!
  let failure: Error | null = null
  try {
    await world.run()
  } catch (error) {
    failure = error as Error
  } finally {
    giveBack()
    Object.assign(changed, { eventsPerTurn, actorsPerCommit, commitsGathered, heavyBytes })
    Object.assign(changed, { largeActorBytes, largeBytesEach, linkBeatMs, linkLateMs })
    process.off('unhandledRejection', stray)
  }
  const { hash, tasks, counts, lines } = scheduler
  return { failure, hash, tasks, counts, lines: lines ?? [] }
}
