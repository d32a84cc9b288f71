// What the actor of a tool server writes of it, from its host thread. The rest of the row, its settings, is written by
// storage/tool-servers.ts in the main thread.
// 1. What was published for earlier settings, or by an earlier version, changes nothing.
import type { Publication } from '../domain/server-tool.ts'
import type { Queries } from './statement.ts'

/** @throws {Failure} unavailable */
export async function savePublication(queries: Queries, publication: Publication): Promise<void> {
  const { id, organizationId, revision, version, status, error, protocol, lastCheckedAt } = publication
  const { tools, controls, details } = publication
  const texts = [tools, controls, details].map(part => JSON.stringify(part))
  const columns = [status, error, protocol, lastCheckedAt, ...texts]
  await queries.query(save, [id, organizationId, revision, version, ...columns])
}

/** The server was asked at that time. @returns false when its row is gone. @throws {Failure} unavailable */
export async function noteCheck(
  queries: Queries,
  { organizationId, id, at }: { organizationId: string; id: string; at: number },
): Promise<boolean> {
  return (await queries.query(note, [id, organizationId, at])).length > 0
}

/** Addresses of the actors that look after servers, in order, after a given one. */
export async function toolServerAddresses(queries: Queries, after: string, limit: number): Promise<string[]> {
  const rows = await queries.query<{ id: string }>(addresses, [after, limit])
  return rows.map(({ id }) => id)
}

const save = {
  name: 'tool-servers.publish',
  text: `update tool_servers set version = $4, status = $5, error = $6, protocol = $7,
      last_checked_at = greatest(last_checked_at, $8::bigint), tools = $9, controls = $10, details = $11
    where id = $1 and organization_id = $2 and revision = $3 and version < $4`,
}

const note = {
  name: 'tool-servers.note-check',
  text: 'update tool_servers set last_checked_at = $3 where id = $1 and organization_id = $2 returning id',
}

const addresses = {
  name: 'tool-servers.addresses',
  text: 'select id from tool_servers where id > $1 order by id limit $2',
}
