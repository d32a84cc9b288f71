// Rate limits of tools, set by an admin: calls per minute (of the clock) of the whole organization, over all
// threads. Used by gate.ts. A thread leases calls from the common count, a tenth of the minute's limit at a
// time, so the database sees some ten queries a minute and not one for each call. Unused calls of a lease
// lapse.
export interface RateLeases {
  /**
   * Takes `wanted` calls of the minute, all or none.
   * @throws {Failure} unavailable
   */
  take(lease: RateLease): Promise<boolean>
}

export interface RateLease {
  readonly serverId: string
  readonly tool: string
  /** Minutes since 1970. */
  readonly minute: number
  readonly wanted: number
  readonly perMinute: number
}

const minuteMs = 60_000
const leasesPerMinute = 10
/** Tools counted at once. Past this the oldest count goes, with its lease. */
const tallies = 10_000

interface Tally {
  readonly minute: number
  left: number
  isSpent: boolean
  /** The lease being taken; other callers wait for it. */
  leasing: Promise<void> | null
}

export class ToolRates {
  readonly #leases: RateLeases
  readonly #tallies = new Map<string, Tally>()

  constructor(leases: RateLeases) {
    this.#leases = leases
  }

  /**
   * @returns 0 when the call may go, else the milliseconds until one may
   * @throws {Failure} unavailable
   */
  async take(serverId: string, tool: string, perMinute: number, now: number): Promise<number> {
    const minute = Math.floor(now / minuteMs)
    const tally = this.#tally(`${serverId} ${tool}`, minute)
    while (tally.left === 0 && !tally.isSpent) {
      tally.leasing ??= this.#lease(tally, { serverId, tool, minute, perMinute }).finally(() => {
        tally.leasing = null
      })
      await tally.leasing
    }
    if (tally.left === 0) return (minute + 1) * minuteMs - now
    tally.left--
    return 0
  }

  #tally(key: string, minute: number): Tally {
    const known = this.#tallies.get(key)
    if (known?.minute === minute) return known
    const tally = { minute, left: 0, isSpent: false, leasing: null }
    if (this.#tallies.size >= tallies) this.#tallies.delete(this.#tallies.keys().next().value!)
    this.#tallies.set(key, tally)
    return tally
  }

  /** Takes a tenth of the minute's limit; near its end, single calls. */
  async #lease(tally: Tally, of: Omit<RateLease, 'wanted'>): Promise<void> {
    const share = Math.max(1, Math.floor(of.perMinute / leasesPerMinute))
    if (await this.#leases.take({ ...of, wanted: share })) tally.left += share
    else if (share > 1 && (await this.#leases.take({ ...of, wanted: 1 }))) tally.left += 1
    else tally.isSpent = true
  }
}
