// One seed of the cluster that places shards, from beginning to end.
import type { Simulation } from '../simulate.ts'
import { ClusterWorld } from './cluster-world.ts'

export async function simulatePlacement(seed: number, isTraced = false): Promise<Simulation> {
  const world = new ClusterWorld(seed)
  const { scheduler } = world
  if (isTraced) scheduler.lines = []
  const stray = (error: unknown) => scheduler.fail(error as Error)
  process.on('unhandledRejection', stray)
  let failure: Error | null = null
  try {
    await world.run()
  } catch (error) {
    failure = error as Error
  } finally {
    process.off('unhandledRejection', stray)
  }
  const { hash, tasks, counts, lines } = scheduler
  return { failure, hash, tasks, counts, lines: lines ?? [] }
}
