// The counts of rate limits, so that a restart does not begin their minute anew. The server's memory is what decides
// (http/kept-limits.ts); this is written behind it, many counts at once, and read when the server starts. No tenant is
// named here: a client is a key, a user or an address, and nobody outside asks for its count.
import type { Queries } from './statement.ts'

export interface RateCount {
  readonly bucket: string
  readonly client: string
  /** Requests in the window. */
  readonly used: number
  /** Of the window, in Unix ms. */
  readonly endsAt: number
}

export interface RateCountStore {
  /** Of windows that still run; when there are too many, those with the most requests. @param now Unix ms */
  load(now: number): Promise<readonly RateCount[]>
  /** Of one bucket, each client once. Removes, now and then, what is over. */
  save(counts: readonly RateCount[], now: number): Promise<void>
}

/** What a server takes into its memory when it starts. */
const mostLoaded = 100_000
/** Windows last a minute: a sweep as often keeps no more than two of a client's. */
const sweepMs = 60_000

export function rateCountStore(queries: Queries): RateCountStore {
  let sweptAt = 0

  return {
    async load(now) {
      const rows = await queries.query<RateCount>(load, [now, mostLoaded])
      return rows.map(row => ({ ...row, endsAt: Number(row.endsAt) }))
    },

    async save(counts, now) {
      await queries.query(save, [
        ...[counts.map(({ bucket }) => bucket), counts.map(({ client }) => client)],
        ...[counts.map(({ used }) => used), counts.map(({ endsAt }) => endsAt)],
      ])
      if (now - sweptAt < sweepMs) return
      sweptAt = now
      await queries.query(sweep, [now])
    },
  }
}

const load = {
  name: 'rate-counts.load',
  text: `select bucket, client, used, ends_at as "endsAt" from rate_counts
    where ends_at > $1 order by used desc limit $2`,
}

const save = {
  name: 'rate-counts.save',
  text: `insert into rate_counts (bucket, client, used, ends_at)
    select * from unnest($1::text[], $2::text[], $3::int[], $4::bigint[])
    on conflict (bucket, client) do update set used = excluded.used, ends_at = excluded.ends_at`,
}

const sweep = {
  name: 'rate-counts.sweep',
  text: 'delete from rate_counts where ends_at <= $1',
}
