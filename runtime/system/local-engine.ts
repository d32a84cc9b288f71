// The engine of one process: a System over the hosts that `open` starts, on worker threads
// (actors/embedded.ts) or in this thread (tests).
import type { Engine } from '../engine.ts'
import { System, type SystemParts } from './system.ts'

export interface LocalEngineOptions extends SystemParts {
  /** Called after the last host has stopped: ends the pool of threads, for instance. */
  readonly close?: () => Promise<void>
  /** Time for the commits in flight when the engine stops. Default 10 s. */
  readonly stopWithinMs?: number
}

/** @throws {Error} a host does not start */
export async function startLocalEngine({
  close = async () => {},
  stopWithinMs = 10_000,
  ...parts
}: LocalEngineOptions): Promise<Engine> {
  const system = new System(parts)
  try {
    await system.start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    system,
    get isReady() {
      return system.isReady
    },
    get load() {
      return system.load
    },
    unfence: () => system.unfence(),
    endWaits: () => system.endWaits(),
    async stop() {
      await system.stop(stopWithinMs)
      await close()
    },
  }
}
