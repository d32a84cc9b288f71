// Counts the calls of a tool that all threads have made in the current minute, for the limits of tools. One
// row a tool; earlier minutes are overwritten.
import type { Queries } from '../postgres/statement.ts'

export interface RateTake {
  readonly serverId: string
  readonly tool: string
  /** Minutes since 1970. */
  readonly minute: number
  readonly wanted: number
  readonly perMinute: number
}

/** @returns true when as many calls as wanted were left; else it takes none. @throws {Failure} unavailable */
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
