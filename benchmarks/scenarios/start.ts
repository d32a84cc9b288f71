// How long does the product take from its start until it is ready, on an empty data directory and on one that
// exists, and how much memory does it hold when nothing happens?
import { setTimeout as pause } from 'node:timers/promises'
import { residentMb } from '../processor-time.ts'
import { dataDirectory, startProduct } from '../product.ts'
import type { Sample, Scenario } from '../scenario.ts'

/** What start-up leaves behind has been collected by then. */
const idleMs = 5_000

export const start: Scenario = {
  name: 'start',
  goals: ['S11'],
  question: 'How long until /readyz is 200, first start and warm, and how much memory is held when idle?',
  async round() {
    const directory = dataDirectory()
    return [await startOnce('first start', directory, 4_000), await startOnce('warm start', directory, 1_500)]
  },
}

async function startOnce(label: string, directory: string, atMost: number): Promise<Sample> {
  const product = await startProduct({}, directory)
  await pause(idleMs)
  const figures = { readyMs: product.readyMs, idleMb: residentMb(product.pid) }
  await product.stop()
  return {
    label,
    figures,
    goals: [
      { figure: 'readyMs', atMost },
      { figure: 'idleMb', atMost: 150 },
    ],
  }
}
