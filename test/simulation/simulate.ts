// One seed, from beginning to end.
import { takeTime } from './machine-time.ts'
import { World } from './world.ts'

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

export async function simulate(seed: number, isTraced = false): Promise<Simulation> {
  const world = new World(seed)
  const { scheduler } = world
  if (isTraced) scheduler.lines = []
  const stray = (error: unknown) => scheduler.fail(error as Error)
  process.on('unhandledRejection', stray)
  const giveBack = takeTime(scheduler, seed)
  let failure: Error | null = null
  try {
    await world.run()
  } catch (error) {
    failure = error as Error
  } finally {
    giveBack()
    process.off('unhandledRejection', stray)
  }
  const { hash, tasks, counts, lines } = scheduler
  return { failure, hash, tasks, counts, lines: lines ?? [] }
}
