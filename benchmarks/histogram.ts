// Latencies of one measurement, in constant memory: the buckets of HdrHistogram with 64 steps for each
// doubling, so that a quantile is off by at most 1/128 of its value. `load.ts` records every answer; nothing
// is sampled away.

/** Steps for each doubling; values below twice this many are exact. */
const steps = 64
const stepBits = 6
/** Microseconds; longer ones are recorded as this: 35 minutes. */
const maximum = 2 ** 31 - 1

export class Histogram {
  readonly #counts = new Float64Array((31 - stepBits + 1) * steps)
  #total = 0
  #longest = 0

  /** @param microseconds >= 0; fractions are dropped */
  record(microseconds: number): void {
    const value = microseconds > maximum ? maximum : microseconds | 0
    this.#counts[bucketOf(value)]!++
    this.#total++
    if (value > this.#longest) this.#longest = value
  }

  get total(): number {
    return this.#total
  }

  /** Microseconds. */
  get longest(): number {
    return this.#longest
  }

  /**
   * @param share in [0, 1]: 0.5 is the median
   * @returns microseconds, the middle of the bucket that holds the quantile; 0 when nothing was recorded
   */
  quantile(share: number): number {
    const rank = Math.max(1, Math.ceil(share * this.#total))
    let seen = 0
    for (let bucket = 0; bucket < this.#counts.length; bucket++) {
      seen += this.#counts[bucket]!
      if (seen >= rank) return Math.min(middleOf(bucket), this.#longest)
    }
    return 0
  }
}

function bucketOf(value: number): number {
  if (value < 2 * steps) return value
  const shift = 31 - Math.clz32(value) - stepBits
  return shift * steps + (value >>> shift)
}

function middleOf(bucket: number): number {
  if (bucket < 2 * steps) return bucket
  const shift = Math.floor(bucket / steps) - 1
  return (bucket - shift * steps) * 2 ** shift + (2 ** shift - 1) / 2
}
