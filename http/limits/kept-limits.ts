// Rate limits whose counts survive a restart. Memory decides; storage is written behind it.
// 1. No request waits for a query, except one under /auth/: its count is durable before it continues, so that
//    a killed server does not reset the guessing of passwords. Such writes go together, and stop at the
//    limit: refused requests are not written.
// 2. Other buckets are written once a second and at a clean stop: a kill may forgive a client one second.
// 3. When the database is away, memory loses nothing; changed counts are written when it is back.
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
    take(bucket, clientOf, points) {
      let client = ''
      const taken = limits.take(bucket, () => (client = clientOf()), points)
      if (taken === null) return null
      const written = writtenBucket(bucket)
      if (bucket !== 'auth') {
        written.note(client)
        return taken
      }
      return taken.then(async standing => {
        if (standing.isExceeded) return standing
        written.note(client)
        await written.upToNow()
        return standing
      })
    },

    async close() {
      await Promise.all([...buckets.values()].map(bucket => bucket.upToNow()))
    },
  }
}

/** The counts of one bucket that have changed since they were written. */
class WrittenBucket {
  readonly #bucket: Bucket
  readonly #limits: CountedLimits
  readonly #store: RateCountStore
  #changed = new Set<string>()
  #timer: NodeJS.Timeout | null = null
  #underWay: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(bucket: Bucket, limits: CountedLimits, store: RateCountStore) {
    this.#bucket = bucket
    this.#limits = limits
    this.#store = store
  }

  note(client: string): void {
    if (this.#changed.size < mostWaiting) this.#changed.add(client)
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
    const clients = this.#changed
    this.#changed = new Set()
    if (clients.size === 0) return
    const counts = await Promise.all([...clients].map(client => this.#limits.count(this.#bucket, client)))
    try {
      await this.#store.save(
        counts.filter(count => count !== null),
        Date.now(),
      )
    } catch {
      // The database is away; requests that need it report it. These counts are written again with the next
      // ones.
      for (const client of clients) this.note(client)
    }
  }
}
