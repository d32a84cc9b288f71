// What the actor of a tool server publishes in the server's row, from its host thread
// (actors/tool-server/hosted.ts). storage/tool-servers/tool-servers.ts writes the settings of the row, in
// the main thread.
// 1. A publication that follows from earlier settings, or has an older version, changes nothing.
import { eventRow } from '../../domain/news/event.ts'
import type { ServerAbout } from '../../domain/tools/server-about.ts'
import type { Publication } from '../../domain/tools/server-tool.ts'
import type { Queries } from '../postgres/statement.ts'

/** @throws {Failure} unavailable */
export async function savePublication(queries: Queries, publication: Publication): Promise<void> {
  const { id, organizationId, revision, version, status, error, protocol, lastCheckedAt } = publication
  const { tools, controls, details } = publication
  const texts = [tools, controls, details].map(part => JSON.stringify(part))
  const columns = [status, error, protocol, lastCheckedAt, ...texts]
  // The statement sets the type and the data, and inserts no event when nothing is worth one.
  const news = eventRow({ organizationId, type: 'tool_server.down', resource: id, data: null })
  const event = [news.id, news.createdAt, news.body]
  await queries.query(save, [id, organizationId, revision, version, ...columns, ...event])
}

/**
 * Notes when the server was last asked for its tools. @returns false when its row is gone. @throws
 * {Failure} unavailable
 */
export async function noteCheck(
  queries: Queries,
  { organizationId, id, at }: { organizationId: string; id: string; at: number },
): Promise<boolean> {
  return (await queries.query(note, [id, organizationId, at])).length > 0
}

/** Keeps what the server says of itself. @returns whether it is something new */
export async function saveAbout(
  queries: Queries,
  { organizationId, id, url }: { organizationId: string; id: string; url: string },
  said: ServerAbout,
): Promise<boolean> {
  return (await queries.query(about, [id, organizationId, url, JSON.stringify(said)])).length > 0
}

/**
 * Publishes an event when the server goes down or recovers, or when tools become quarantined: once each,
 * however long it lasts. A new server that nobody has asked yet counts as down without an error, so its
 * first success is no recovery. The row is locked before it is read, so that the comparison is with its
 * latest state.
 */
const save = {
  name: 'tool-servers.publish',
  text: `with before as materialized (
      select status, name, url, error, coalesce(controls::jsonb->'withheld', '[]') as withheld from tool_servers
      where id = $1 and organization_id = $2 and revision = $3 and version < $4 for update
    ),
    news as (
      select case
        when $5 = 'down' and status <> 'down' then 'tool_server.down'
        when exists (
          select from jsonb_array_elements($10::jsonb->'withheld') tool
          where tool->>'status' in ('quarantined', 'removed') and not withheld @> jsonb_build_array(tool)
        ) then 'tool_server.quarantined'
        when $5 <> 'down' and status = 'down' and error is not null then 'tool_server.recovered'
      end as type, name, url from before
    ),
    told as (
      insert into event_outbox (id, organization_id, type, resource, created_at, body)
      select $12, $2, type, $1, $13::bigint, ($14::jsonb || jsonb_build_object('type', type, 'data',
        jsonb_build_object('id', $1::text, 'name', name, 'url', url, 'error', $6::text)))::text
      from news where type is not null
    )
    update tool_servers set version = $4, status = $5, error = $6, protocol = $7,
      last_checked_at = greatest(last_checked_at, $8::bigint), tools = $9, controls = $10, details = $11
    from before where id = $1 and organization_id = $2`,
}

const about = {
  name: 'tool-servers.about',
  text: `update tool_servers set about = $4
    where id = $1 and organization_id = $2 and url = $3 and about is distinct from $4 returning id`,
}

const note = {
  name: 'tool-servers.note-check',
  text: 'update tool_servers set last_checked_at = $3 where id = $1 and organization_id = $2 returning id',
}
