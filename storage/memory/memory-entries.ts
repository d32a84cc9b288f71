// What a memory holds, as lists for people, and its removal by hand. Routes and storage/memory/ call it; the
// memory is one of the caller's organization.

import type { MemoryEntry } from '../../domain/memory/shared-memory.ts'
import { badCursor, cursorOf, type Page, type PageRequest, placeIn } from '../../domain/page.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export interface EntryFilter extends PageRequest {
  /** A part of the key, in any case. */
  readonly q?: string | undefined
}

/** By key. @param id of the memory @throws {Failure} validation-failed: a made-up cursor */
export async function entriesOf(
  queries: Queries,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  { q, ...page }: EntryFilter,
  now: number,
): Promise<Page<MemoryEntry>> {
  const values = [organizationId, id, afterOf(page), q ?? null, now, page.limit + 1]
  const rows = await queries.query<EntryRow>(list, values)
  const cursorAfter = (index: number) => cursorOf(`${cursorName}${rows[index]!.key}`)
  const next = rows.length > page.limit ? cursorAfter(page.limit - 1) : null
  return { items: rows.slice(0, page.limit).map(entryOf), next, cursorAfter }
}

/** @returns was there something? */
export async function removeEntry(
  queries: Queries,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  key: string,
): Promise<boolean> {
  const [row] = await queries.query<{ removed: number }>(removeOne, [organizationId, id, key])
  return row!.removed > 0
}

/** All of them. @returns how many */
export async function clearMemory(
  queries: Queries,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<number> {
  const [row] = await queries.query<{ removed: number }>(removeAll, [organizationId, id])
  return row!.removed
}

interface EntryRow extends Omit<MemoryEntry, 'kind' | 'value'> {
  readonly value: string | null
}

function entryOf({ key, value, ...row }: EntryRow): MemoryEntry {
  return {
    key,
    kind: value === null ? 'item' : 'value',
    value: value === null ? null : JSON.parse(value),
    ...row,
  }
}

const cursorName = 'memory '

function afterOf({ cursor }: PageRequest): string | null {
  if (cursor === undefined || cursor === null) return null
  const place = placeIn(cursor)
  if (!place.startsWith(cursorName) || place.includes('\0')) throw badCursor()
  return place.slice(cursorName.length)
}

const list: Statement = {
  name: 'memory-entries.list',
  text: `select k.key, k.value, k.run as "executionId", k.at::float8 as "updatedAt", k.expires_at::float8 as "expiresAt"
    from memories m join memory_keys k on k.memory_id = m.id
    where m.organization_id = $1 and m.id = $2 and ($3::text is null or k.key > $3)
      and ($4::text is null or strpos(lower(k.key), lower($4)) > 0) and (k.expires_at is null or k.expires_at > $5)
    order by k.key limit $6`,
}

/** Counts come after the lock on the memory, as those of migration 067. */
const removing = (which: string): string => `
with memory as materialized (select id from memories where organization_id = $1 and id = $2 for update),
gone as (
  delete from memory_keys k using memory m where k.memory_id = m.id${which} returning octet_length(k.value) as bytes
),
counted as (select count(*)::int as removed, coalesce(sum(bytes), 0)::bigint as bytes from gone),
updated as (
  update memories m set keys = m.keys - c.removed, bytes = m.bytes - c.bytes from counted c
    where m.organization_id = $1 and m.id = $2 and c.removed > 0
)
select removed from counted`

const removeOne: Statement = { name: 'memory-entries.remove', text: removing(' and k.key = $3') }

const removeAll: Statement = { name: 'memory-entries.clear', text: removing('') }
