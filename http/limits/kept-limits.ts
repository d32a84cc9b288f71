// Rate limits whose counts survive a restart and are shared by all nodes of a cluster. Memory decides; what a
// node has counted is added to storage behind it, and the sum comes back into memory.
// 1. No request waits for a query, except one under /auth/: it is added durably, and held against the sum of
//    all nodes, before it continues. So neither a killed server nor a second node gives more guesses at a
//    password. Such additions go together, and stop at the limit: refused requests are not added.
// 2. Other buckets are added once a second and at a clean stop: a kill may forgive a client one second, and a
//    second node may grant one more.
// 3. When the database is away, memory loses nothing; what was counted is added when it is back.
import type { RateCountStore } from '../../storage/requests/rate-counts.ts'
import type { Bucket } from './bucket.ts'
import { type CountedLimits, createLimits, type LimitRates, type Limits } from './limits.ts'

export interface KeptLimits extends Limits {
  /** Writes what is still to be written. */
  close(): Promise<void>
}

const delayMs = 1_000
/** Most clients of one bucket that wait to be written. Counts of more clients are in memory only. */
const mostWaiting = 20_000

/** @throws {Failure} unavailable: the earlier counts cannot be read */
export async function openLimits(rates: LimitRates, store: RateCountStore): Promise<KeptLimits> {
  const limits = createLimits(rates)
  limits.restore(await store.load(Date.now()))
  const buckets = new Map<Bucket, WrittenBucket>()

  function writtenBucket(bucket: Bucket): WrittenBucket {
    const known = buckets.get(bucket)
    if (known !== undefined) return known
    const added = new WrittenBucket(bucket, limits, store)
    buckets.set(bucket, added)
    return added
  }

  return {
    take(bucket, clientOf, points = 1) {
      let client = ''
      const taken = limits.take(bucket, () => (client = clientOf()), points)
      if (taken === null) return null
      const written = writtenBucket(bucket)
      if (bucket !== 'auth') {
        written.note(client, points)
        return taken
      }
      return taken.then(async standing => {
        if (standing.isExceeded) return standing
        written.note(client, points)
        await written.upToNow()
        const used = (await limits.count(bucket, client))?.used ?? 0
        const { limit } = standing
        return { ...standing, remaining: Math.max(0, limit - used), isExceeded: used > limit }
      })
    },

    async close() {
      await Promise.all([...buckets.values()].map(bucket => bucket.upToNow()))
    },
  }
}

/** What was counted in one bucket and is not in storage yet. */
class WrittenBucket {
  readonly #bucket: Bucket
  readonly #limits: CountedLimits
  readonly #store: RateCountStore
  /** Points by client. */
  #added = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  #underWay: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(bucket: Bucket, limits: CountedLimits, store: RateCountStore) {
    this.#bucket = bucket
    this.#limits = limits
    this.#store = store
  }

  note(client: string, points: number): void {
    const before = this.#added.get(client)
    if (before !== undefined || this.#added.size < mostWaiting)
      this.#added.set(client, (before ?? 0) + points)
    this.#timer ??= setTimeout(() => void this.upToNow(), delayMs).unref()
  }

  /**
   * Resolves when the counts noted so far are written, or cannot be. One write runs, and the next gathers
   * behind it.
   */
  upToNow(): Promise<void> {
    if (this.#underWay !== null) {
      this.#next ??= this.#underWay.then(() => {
        this.#next = null
        return this.upToNow()
      })
      return this.#next
    }
    this.#underWay = this.#write().finally(() => {
      this.#underWay = null
    })
    return this.#underWay
  }

  async #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const added = this.#added
    this.#added = new Map()
    if (added.size === 0) return
    const counts = await Promise.all(
      [...added.keys()].map(client => this.#limits.count(this.#bucket, client)),
    )
    const inWindow = counts
      .filter(count => count !== null)
      // What was noted in a window before this one is over.
      .map(count => ({ ...count, used: Math.min(count.used, added.get(count.client)!) }))
    try {
      const sums = await this.#store.add(inWindow, Date.now())
      // Requests were counted here while the sum was on its way.
      this.#limits.restore(sums.map(sum => ({ ...sum, used: sum.used + (this.#added.get(sum.client) ?? 0) })))
    } catch {
      // The database is away; requests that need it report it. These counts are added with the next ones.
      for (const [client, points] of added) this.note(client, points)
    }
  }
}
