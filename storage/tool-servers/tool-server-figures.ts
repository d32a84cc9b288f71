// Figures of calls to tool servers. Each thread counts in memory and writes now and then, one row per
// server and thread; a reader adds them up. When a thread ends, its unwritten figures are lost.
import { faded, type ThreadFigures } from '../../domain/tools/server-figures.ts'
import type { Queries } from '../postgres/statement.ts'

/** Older rows tell of calls that nobody asks about any more. */
const keptMs = 10 * 60_000

/** The slot of the main thread. */
export const mainSlot = -1

/** Figures of one server in one thread. */
export interface FiguresRow {
  readonly serverId: string
  readonly figures: ThreadFigures
}

/** @param slot number of the host, from 0; mainSlot for the main thread. @throws {Failure} unavailable */
export async function saveFigures(
  queries: Queries,
  slot: number,
  rows: readonly FiguresRow[],
  at: number,
): Promise<void> {
  const ids = rows.map(({ serverId }) => serverId)
  const bodies = rows.map(({ figures }) => JSON.stringify(figures))
  await queries.query(save, [ids, slot, bodies, at])
}

/**
 * Recent figures of the organization's servers from all threads, by server. A thread writes only after a
 * call, so what it wrote fades here.
 */
export async function readFigures(
  queries: Queries,
  organizationId: string,
  now: number,
): Promise<ReadonlyMap<string, readonly ThreadFigures[]>> {
  const rows = await queries.query<FiguresColumns>(read, [organizationId, now - keptMs])
  const byServer = new Map<string, ThreadFigures[]>()
  for (const { serverId, body, updatedAt } of rows) {
    const figures = faded(JSON.parse(body) as ThreadFigures, now - updatedAt)
    const known = byServer.get(serverId)
    if (known) known.push(figures)
    else byServer.set(serverId, [figures])
  }
  return byServer
}

interface FiguresColumns {
  readonly serverId: string
  readonly body: string
  /** Unix ms. */
  readonly updatedAt: number
}

const save = {
  name: 'tool-server-figures.save',
  // Inserts nothing for a server that was removed in the meantime.
  text: `insert into tool_server_figures (server_id, slot, body, updated_at)
    select f.id, $2, f.body, $4 from unnest($1::text[], $3::text[]) as f(id, body)
      join tool_servers s on s.id = f.id
    on conflict (server_id, slot) do update set body = excluded.body, updated_at = excluded.updated_at`,
}

const read = {
  name: 'tool-server-figures.read',
  text: `select f.server_id as "serverId", f.body, f.updated_at as "updatedAt" from tool_server_figures f
      join tool_servers s on s.id = f.server_id
    where s.organization_id = $1 and f.updated_at >= $2`,
}
