// Does anything that attacks leave behind stay in memory? Rounds of attacks; after each round all that was
// begun ends, every thread collects its garbage, and what is left is written down. The first two rounds warm
// up: code, caches, connections. After that nothing may grow.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey, newOwner } from '../probes/people.ts'
import type { Client } from '../support/people/client.ts'
import { Product } from '../support/product.ts'
import { attacks } from './attacks.ts'
import type { HeapLine } from './heap-watch.ts'
import { attackWith, environment } from './neighbours.ts'

/** Megabytes that live in a thread after each round; with what it holds outside of its heap. */
export type Lives = { readonly [thread: string]: readonly number[] }

const warmRounds = 2

export async function livesAfter(rounds: number, forMs: number, say: (line: string) => void): Promise<Lives> {
  const ends: (() => unknown)[] = []
  const directory = mkdtempSync(join(tmpdir(), 'troupe-heap-'))
  const ask = join(directory, 'ask')
  const watch = new URL('./heap-watch.ts', import.meta.url).href
  const watched = { ...environment, TROUPE_HEAP_ASK: ask, NODE_OPTIONS: `--expose-gc --import ${watch}` }
  const product = await Product.start({ environment: watched, t: { teardown: end => void ends.push(end) } })
  try {
    const client = product.client(await newKey(await newOwner(product)))
    const all = await attacks(client)
    const lives: Record<string, number[]> = {}
    for (let round = 1; round <= rounds; round++) {
      const attack = attackWith(all)
      await pause(forMs)
      await attack.end()
      await allEnded(client)
      writeFileSync(ask, '')
      await pause(4_000)
      for (const [thread, megabytes] of Object.entries(lastLines(`${ask}.lines`)))
        (lives[thread] ??= []).push(megabytes)
      rmSync(ask)
      say(`round ${round}: ${JSON.stringify(lives)}`)
    }
    return lives
  } finally {
    for (const end of ends.reverse()) await end()
    rmSync(directory, { recursive: true })
  }
}

/** What grew since the warm rounds, in megabytes, of the thread that grew most. */
export function growth(lives: Lives): number {
  const grown = Object.values(lives).map(megabytes => megabytes.at(-1)! - (megabytes[warmRounds - 1] ?? 0))
  return Math.max(...grown)
}

async function allEnded(client: Client): Promise<void> {
  for (const status of ['queued', 'running']) {
    for (let left = 120; left > 0; left--) {
      const { body } = await client.get(`/api/v1/executions?status=${status}&limit=1`)
      if (body.length === 0) break
      await pause(1_000)
    }
  }
}

function lastLines(file: string): { [thread: string]: number } {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const last: Record<string, number> = {}
  for (const line of lines) {
    const { threadId, usedBytes, externalBytes } = JSON.parse(line) as HeapLine
    last[threadId === 0 ? 'main' : `thread ${threadId}`] = Math.round((usedBytes + externalBytes) / 1e6)
  }
  return last
}
