// The counts of rate limits, kept so that a restart does not begin their minute anew, and so that nodes count
// together. http/limits/kept-limits.ts decides from memory, adds many counts at once behind it, and reads
// them when the server starts. Rows name no organization: a client is a key, a user or an address, and no
// outsider can ask for its count.
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
  /**
   * Adds to the counts of one bucket, each client once; a window that runs keeps its end. Now and then it
   * also removes ended windows.
   * @param added `used` is what is added to the client's count
   * @returns the counts after it, with what other nodes have added
   */
  add(added: readonly RateCount[], now: number): Promise<readonly RateCount[]>
}

/** Counts that a starting server loads at most. */
const mostLoaded = 100_000
/** Windows last a minute; sweeping as often leaves at most two of a client's. */
const sweepMs = 60_000

export function rateCountStore(queries: Queries): RateCountStore {
  let sweptAt = 0

  return {
    async load(now) {
      return (await queries.query<RateCount>(load, [now, mostLoaded])).map(withNumber)
    },

    async add(added, now) {
      const rows = await queries.query<RateCount>(add, [
        ...[added.map(({ bucket }) => bucket), added.map(({ client }) => client)],
        ...[added.map(({ used }) => used), added.map(({ endsAt }) => endsAt), now],
      ])
      if (now - sweptAt >= sweepMs) {
        sweptAt = now
        await queries.query(sweep, [now])
      }
      return rows.map(withNumber)
    },
  }
}

/** PostgreSQL sends an int8 as text. */
function withNumber(row: RateCount): RateCount {
  return { ...row, endsAt: Number(row.endsAt) }
}

const load = {
  name: 'rate-counts.load',
  text: `select bucket, client, used, ends_at as "endsAt" from rate_counts
    where ends_at > $1 order by used desc limit $2`,
}

const add = {
  name: 'rate-counts.add',
  text: `insert into rate_counts as kept (bucket, client, used, ends_at)
    select * from unnest($1::text[], $2::text[], $3::int[], $4::bigint[])
    on conflict (bucket, client) do update set
      used = excluded.used + case when kept.ends_at > $5 then kept.used else 0 end,
      ends_at = case when kept.ends_at > $5 then kept.ends_at else excluded.ends_at end
    returning bucket, client, used, ends_at as "endsAt"`,
}

const sweep = {
  name: 'rate-counts.sweep',
  text: 'delete from rate_counts where ends_at <= $1',
}
