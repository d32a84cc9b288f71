// Rate limits: fixed windows of a minute, one bucket per client and kind of request, counted in memory. A
// client is the API key or user of an authenticated request (with a chat token, the end user that it
// names), else its address (for IPv6 the /64 network, which a provider gives to one customer). kept-
// limits.ts keeps the counts over a restart.
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Failure } from '../../domain/failure.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { RateCount } from '../../storage/requests/rate-counts.ts'
import type { Bucket } from './bucket.ts'

/** Requests a minute; 0 switches a limit off, which then costs nothing and sends no header. */
export type LimitRates = Readonly<Record<Exclude<Bucket, 'none'>, number>>

/** docs/internals/contract.md, 2. */
export const defaultRates: LimitRates = { auth: 10, write: 60, read: 300, rpc: 300, oauth: 60, hook: 600 }

/** The state of a client's bucket after a request. */
export interface Standing {
  readonly limit: number
  readonly remaining: number
  /** Until the window ends. */
  readonly resetMs: number
  readonly isExceeded: boolean
}

export interface Limits {
  /**
   * Counts a request.
   * @param client returns whose it is (see `clientOf`); called only where there is a limit
   * @param points how many requests it counts for, default 1
   * @returns null when the bucket has no limit
   */
  take(bucket: Bucket, client: () => string, points?: number): Promise<Standing> | null
}

/** Limits whose counts can be read and restored. */
export interface CountedLimits extends Limits {
  /** The count of the current window; null when the client has made no request in it. */
  count(bucket: Bucket, client: string): Promise<RateCount | null>
  /** Sets counts, except those of buckets without a limit and of windows that are over. */
  restore(counts: readonly RateCount[]): void
}

const windowSeconds = 60

export function createLimits(rates: LimitRates = defaultRates): CountedLimits {
  const limiters = new Map<string, RateLimiterMemory>()
  for (const [bucket, rate] of Object.entries(rates)) {
    if (rate > 0) {
      limiters.set(bucket, new RateLimiterMemory({ points: rate, duration: windowSeconds, keyPrefix: '' }))
    }
  }
  return {
    take(bucket, client, points = 1) {
      const limiter = limiters.get(bucket)
      if (limiter === undefined) return null
      return limiter.consume(client(), points).then(
        state => standing(limiter.points, state, false),
        // The library rejects with the state when a bucket is full.
        (state: unknown) => {
          if (state instanceof RateLimiterRes) return standing(limiter.points, state, true)
          throw state
        },
      )
    },

    async count(bucket, client) {
      const state = await limiters.get(bucket)?.get(client)
      if (!state || state.msBeforeNext <= 0) return null
      return { bucket, client, used: state.consumedPoints, endsAt: Date.now() + state.msBeforeNext }
    },

    restore(counts) {
      // Never longer than a window, even when the clock has jumped.
      const latest = Date.now() + windowSeconds * 1_000
      for (const [bucket, limiter] of limiters) {
        const storage = counts
          .filter(count => count.bucket === bucket)
          .map(({ client, used, endsAt }) => ({
            key: client,
            value: used,
            expiresAt: Math.min(endsAt, latest),
          }))
        limiter.restore({ version: 1, storage })
      }
    },
  }
}

/** The client whose buckets a request counts in. */
export function clientOf(caller: Caller | null, address: string): string {
  if (caller === null) return networkOf(address)
  const { userId, key } = caller
  if (key === null) return userId
  const { subject = null } = key
  return subject === null ? key.id : `${key.id}/${subject}`
}

/** The headers that show a client the state of its bucket. */
export function rateHeaders({ limit, remaining, resetMs }: Standing): string[] {
  return [
    'RateLimit-Limit',
    String(limit),
    'RateLimit-Remaining',
    String(remaining),
    'RateLimit-Reset',
    String(Math.ceil(resetMs / 1000)),
  ]
}

export function rateLimited({ limit, resetMs }: Standing): Failure {
  return new Failure('rate-limited', `more than ${limit} requests a minute`, { retryAfterMs: resetMs })
}

function standing(limit: number, state: RateLimiterRes, isExceeded: boolean): Standing {
  return { limit, remaining: state.remainingPoints, resetMs: state.msBeforeNext, isExceeded }
}

function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const { parts } = ipaddr.IPv6.parse(address)
  return `${parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
