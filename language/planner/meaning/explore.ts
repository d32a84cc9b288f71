// Goes through the picks of a reading: code that picks at forks is run again for every other pick, on a copy
// of the state. What a statement means in a state is found once, whatever sentence it is part of.
import { spend } from '../chart/meter.ts'
import { Dead, type State } from './state.ts'

export const exploreBounds = {
  /** States that are kept. */
  beam: 4,
  /** Runs for one statement in one state. */
  tries: 300,
  /** Readings that cost so much more than the best are none. */
  slack: 3,
  /** What a run costs, in attempts of the chart. */
  runWork: 30,
} as const

export interface Attempt {
  /** The cheapest first. */
  readonly states: readonly State[]
  /** Why nothing was found, as far as one run tells. */
  readonly reason: Dead | null
  /** Up to which cost was looked. */
  readonly budget: number
}

/** @param budget readings that cost more are none */
export function explore(
  bases: readonly State[],
  run: (state: State) => unknown,
  budget = Number.POSITIVE_INFINITY,
): Attempt {
  const found: State[] = []
  let reason: Dead | null = null
  let best = Number.POSITIVE_INFINITY
  for (const base of bases) {
    let picks: number[] = []
    for (let tries = 0; tries < exploreBounds.tries; tries++) {
      spend(base.meter, exploreBounds.runWork)
      const state = base.clone()
      state.picks = picks
      state.maxCost = Math.min(best + exploreBounds.slack, budget)
      try {
        state.value = run(state)
        found.push(state)
        best = Math.min(best, state.cost)
      } catch (error) {
        if (!(error instanceof Dead)) throw error
        if (reason === null || saysLess(reason, error)) reason = error
        else if (state.stamp !== base.stamp && !error.isCost && !saysLess(error, reason)) reason = error
      }
      const next = nextPicks(state, Math.min(best + exploreBounds.slack, budget))
      if (next === null) break
      picks = next
    }
  }
  found.sort((a, b) => a.cost - b.cost)
  const keys = new Set<string>()
  const states = found.filter(state => {
    if (state.cost > best + exploreBounds.slack || keys.size >= exploreBounds.beam) return false
    const key = stepsOf(state)
    return keys.has(key) ? false : keys.add(key)
  })
  return { states, reason, budget }
}

/** What a name means and what a result is are said before what else does not go together. */
function saysLess(error: Dead, other: Dead): boolean {
  return !ofNames.has(error.code) && ofNames.has(other.code)
}
const ofNames: ReadonlySet<string> = new Set([
  'UNCLEAR_REFERENCE',
  'UNKNOWN_TOOL',
  'AMBIGUOUS_TOOL',
  'BAD_ARGUMENT',
])

/** @param most readings that cost more are none */
function nextPicks(state: State, most: number): number[] | null {
  for (let at = state.at - 1; at >= 0; at--) {
    const next = (state.picks[at] ?? 0) + 1
    const floor = state.floors[at]
    if (floor !== undefined && areTooDear(floor.options, next, most - floor.cost)) continue
    if (next < state.widths[at]!) return [...state.picks.slice(0, at), next]
  }
  return null
}

function stepsOf(state: State): string {
  return JSON.stringify([
    state.blocks.map(block => block.steps),
    state.schedule,
    state.trigger,
    state.lastAsked,
    state.value,
    state.loop?.id === null && state.loop.over,
  ])
}

/** None from this one on can be paid. */
function areTooDear(options: readonly { readonly cost: number }[], from: number, most: number): boolean {
  return options.every(({ cost }, index) => index < from || cost > most)
}

/**
 * Reads a part by itself, and goes on with one of the ways that it can be read.
 * @param part what is read: the same part in the same state means the same
 */
export function locally<T>(state: State, part: object, run: (state: State) => T): T {
  const number = state.keys.of(part)
  let known = state.memory.get(number)
  if (known === undefined) state.memory.set(number, (known = new Map()))
  let attempt = known.get(state.stamp)
  const budget = state.maxCost - state.cost
  if (attempt === undefined || (attempt.states.length === 0 && attempt.budget < budget)) {
    const base = state.clone()
    base.cost = 0
    attempt = explore([base], run, budget)
    known.set(state.stamp, attempt)
  }
  if (attempt.states.length === 0) throw attempt.reason ?? new Dead('nothing fits', null)
  const chosen = state.choose(attempt.states)
  const { cost } = state
  state.adopt(chosen)
  state.cost = cost
  return chosen.value as T
}
