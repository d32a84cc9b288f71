// What tests of pausing executions ask again and again: is it there yet, what are its steps, why does it
// wait.
import { setTimeout as pause } from 'node:timers/promises'
import { allOf } from './pages.ts'
import type { Client } from './people/client.ts'

export const path = (id: string) => `/api/v1/executions/${id}`

/** Between two looks: short at first, as most is there soon, and never so short that looking is the work. */
const [firstPauseMs, longestPauseMs] = [5, 50]

/** Looks until it holds: waits for the product, not for a time. */
export async function until<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const seen = await look()
    if (holds(seen)) return seen
    await pause(pauseMs)
  }
}

/** The execution, once it has the status. */
export function untilStatus(client: Client, id: string, status: string) {
  return until(
    async () => (await client.get(path(id))).body,
    execution => execution.status === status,
  )
}

/** What it waits for, once it is of that kind. */
export async function untilWhy(client: Client, id: string, kind: string) {
  const why = await until(
    async () => (await client.get(`${path(id)}/why`)).body,
    ({ waitsFor }) => waitsFor.some((reason: { kind: string }) => reason.kind === kind),
  )
  return { ...why, reason: why.waitsFor.find((reason: { kind: string }) => reason.kind === kind) }
}

export async function stepsOf(client: Client, id: string) {
  return allOf(client, `${path(id)}/steps`)
}
