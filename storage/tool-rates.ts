// How many calls of a tool the threads have taken of the current minute: one row a tool, its earlier minutes forgotten.
import type { Queries } from './statement.ts'

export interface RateTake {
  readonly serverId: string
  readonly tool: string
  /** Minutes since 1970. */
  readonly minute: number
  readonly wanted: number
  readonly perMinute: number
}

/** @returns whether all that are wanted were left; none are taken otherwise. @throws {Failure} unavailable */
export async function takeRate(
  queries: Queries,
  { serverId, tool, minute, wanted, perMinute }: RateTake,
): Promise<boolean> {
  if (wanted > perMinute) return false
  return (await queries.query(take, [serverId, tool, minute, wanted, perMinute])).length > 0
}

const take = {
  name: 'tool-rates.take',
  text: `insert into tool_rates as r (server_id, tool, minute, taken)
      select id, $2, $3, $4 from tool_servers where id = $1
    on conflict (server_id, tool) do update set minute = excluded.minute,
      taken = excluded.taken + case when r.minute = excluded.minute then r.taken else 0 end
      where r.minute <> excluded.minute or r.taken + excluded.taken <= $5
    returning taken`,
}
