// Sums of compute units before a run, of which a part may be unknown: what each kind of block costs
// (blocks/) is put together by compute-estimate.ts.
import { cuRates } from '../billing/compute-units.ts'

export interface Cost {
  readonly least: number
  /** Null when the plan does not bound it. */
  readonly most: number | null
  /** What has been spent where the execution may end inside; null when it cannot end there. */
  readonly earliest: number | null
}

export const noCost: Cost = { least: 0, most: 0, earliest: null }

export function priceOf(unit: string): number {
  return cuRates.find(rate => rate.unit === unit)!.cu
}

export function plus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b
}

/** So often at most; null: as often as one likes, and nothing stays nothing. */
export function times(most: number | null, times: number | null): number | null {
  if (most === 0) return 0
  return most === null || times === null ? null : most * times
}

/** One of them is run. */
export function oneOf(branches: readonly Cost[]): Cost {
  const ends = branches.flatMap(({ earliest }) => (earliest === null ? [] : [earliest]))
  return {
    least: Math.min(...branches.map(({ least }) => least)),
    most: branches.some(({ most }) => most === null) ? null : Math.max(...branches.map(({ most }) => most!)),
    earliest: ends.length === 0 ? null : Math.min(...ends),
  }
}
