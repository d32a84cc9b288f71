// What a scenario is: a question, and one round that answers it once. `run.ts` repeats the rounds of all
// scenarios and quotes the median of each figure. A round that compares two things measures both, so that
// noise meets both alike.
import type { LoadResult } from './load.ts'

export interface Scenario {
  readonly name: string
  /** Which goals of docs/internals/goals.md it measures, `S1`; empty when it measures the bench itself. */
  readonly goals: readonly string[]
  readonly question: string
  round(span: Span): Promise<Sample[]>
}

/** How long each load lasts. */
export interface Span {
  readonly warmUpSeconds: number
  readonly seconds: number
  /** Of what is stored or waits before a load begins: 1, or a part of it to see that a scenario works. */
  readonly scale: number
}

export interface Sample {
  /** The case within the scenario: `strict, 256 connections`. */
  readonly label: string
  /** By the name of a figure, which carries its unit: `perSecond`, `p50Ms`. */
  readonly figures: Figures
  readonly goals?: readonly Goal[]
}

export type Figures = Readonly<Record<string, number>>

export interface Goal {
  readonly figure: string
  readonly atLeast?: number
  readonly atMost?: number
}

/** The figures that every load has. Errors are not among them: a load with errors fails its round. */
export function figuresOf(load: LoadResult): Figures {
  const { perSecond, p50Ms, p99Ms, longestMs, generatorUs } = load
  return { perSecond, p50Ms, p99Ms, longestMs, generatorUs }
}

/** `1 connection`, `256 connections`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
