// The counts of rate limits, kept so that a restart does not begin their minute anew.
// http/limits/kept-limits.ts decides from memory, writes many counts at once behind it, and reads them when
// the server starts. Rows name no organization: a client is a key, a user or an address, and no outsider
// can ask for its count.
import type { Queries } from '../postgres/statement.ts'

export interface RateCount {
  readonly bucket: string
  readonly client: string
  /** Requests in the window. */
  readonly used: number
  /** End of the window, Unix ms. */
  readonly endsAt: number
}

export interface RateCountStore {
  /** Counts of windows that still run; of too many, those with the most requests. @param now Unix ms */
  load(now: number): Promise<readonly RateCount[]>
  /** Writes counts of one bucket, each client once. Now and then it also removes ended windows. */
  save(counts: readonly RateCount[], now: number): Promise<void>
}

/** Counts that a starting server loads at most. */
const mostLoaded = 100_000
/** Windows last a minute; sweeping as often leaves at most two of a client's. */
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
