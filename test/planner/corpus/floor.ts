// What must not get worse: how many prompts of each domain are right (floor.json), and which are known to be
// silently wrong, with the reason (known.json). The tests hold the planner to both.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figuresOf } from './figures.ts'
import type { Judged } from './judge.ts'

export interface Floor {
  readonly [slug: string]: { readonly right: number; readonly rightlyRefused: number }
}

export interface KnownWrong {
  readonly id: string
  readonly reason: string
}

const floorFile = join(import.meta.dirname, 'floor.json')

export function readFloor(): Floor {
  return JSON.parse(readFileSync(floorFile, 'utf8'))
}

export function readKnown(): readonly KnownWrong[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'known.json'), 'utf8'))
}

/** Domains that were not judged keep their floor. */
export function keepFloor(judged: ReadonlyMap<string, readonly Judged[]>): Floor {
  const floor = {
    ...readFloor(),
    ...Object.fromEntries([...judged].map(([slug, all]) => [slug, floorOf(all)])),
  }
  const sorted = Object.fromEntries(Object.entries(floor).sort(([a], [b]) => (a < b ? -1 : 1)))
  const lines = Object.entries(sorted).map(([slug, { right, rightlyRefused }]) => {
    return `  "${slug}": { "right": ${right}, "rightlyRefused": ${rightlyRefused} }`
  })
  writeFileSync(floorFile, `{\n${lines.join(',\n')}\n}\n`)
  return sorted
}

export function floorOf(all: readonly Judged[]): Floor[string] {
  const { right, rightlyRefused } = figuresOf(all)
  return { right, rightlyRefused }
}
