// Memories that workflows share by name: an admin makes them and says which workflows read and write them.
// Called by routes.
import { Failure, notFound } from '../../domain/failure.ts'
import { memoryBounds } from '../../domain/memory/memory.ts'
import type { Allowed, MemoryEntry, SharedMemory } from '../../domain/memory/shared-memory.ts'
import type { Page, PageRequest } from '../../domain/page.ts'
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import type { Clock } from '../../runtime/clock.ts'
import { writeAudit } from '../accounts/audit.ts'
import type { Database } from '../postgres/database.ts'
import { breaksUnique } from '../postgres/database-errors.ts'
import { idBefore, pageOf } from '../postgres/page.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { clearMemory, type EntryFilter, entriesOf, removeEntry } from './memory-entries.ts'

export interface MemorySettings {
  readonly readers: Allowed
  readonly writers: Allowed
}

/** What is absent stays. */
export interface ChangedSettings {
  readonly readers?: Allowed | undefined
  readonly writers?: Allowed | undefined
}

export type SharedMemoryStore = ReturnType<typeof sharedMemoryStore>

export function sharedMemoryStore(database: Database, clock: Pick<Clock, 'now'>) {
  async function get(organizationId: string, name: string): Promise<SharedMemory> {
    return viewOf(await rowOf(database, organizationId, name))
  }

  return {
    get,

    /** Newest first. */
    async list(organizationId: string, page: PageRequest): Promise<Page<SharedMemory>> {
      const values = [organizationId, idBefore('memory', page), page.limit + 1]
      return pageOf(await database.query<MemoryRow>(list, values), page, viewOf)
    },

    /**
     * If the id exists already, returns that memory.
     * @throws {Failure} conflict: the name, or too many; validation-failed: a workflow that is not there
     */
    async create(
      actor: Actor,
      { id, name, ...settings }: MemorySettings & { readonly id: string; readonly name: string },
    ): Promise<SharedMemory> {
      const { organizationId } = actor.caller
      try {
        await database.atomically(async queries => {
          const [before] = await queries.query<{ count: number; isThere: boolean }>(count, [
            organizationId,
            id,
          ])
          if (before!.isThere) return
          if (before!.count >= memoryBounds.shared)
            throw new Failure(
              'conflict',
              `an organization has at most ${memoryBounds.shared} shared memories`,
            )
          await requireWorkflows(queries, organizationId, settings)
          const lists = [listOf(settings.readers), listOf(settings.writers)]
          await queries.query(insert, [id, organizationId, name, ...lists, clock.now()])
          await writeAudit(queries, entryOf(actor, 'memory.created', { type: 'memory', id, name }))
        })
      } catch (error) {
        if (!breaksUnique(error, 'memories_organization_id_name_key')) throw error
        throw new Failure('conflict', `name: there is a memory ${JSON.stringify(name)} already`)
      }
      return get(organizationId, name)
    },

    /** @throws {Failure} not-found; validation-failed: a workflow that is not there */
    async change(actor: Actor, name: string, settings: ChangedSettings): Promise<SharedMemory> {
      const { organizationId } = actor.caller
      await database.atomically(async queries => {
        const before = await rowOf(queries, organizationId, name)
        const { readers, writers } = viewOf(before)
        const wanted = { readers: settings.readers ?? readers, writers: settings.writers ?? writers }
        await requireWorkflows(queries, organizationId, wanted)
        const lists = [listOf(wanted.readers), listOf(wanted.writers)]
        await queries.query(update, [organizationId, before.id, ...lists, clock.now()])
        await writeAudit(queries, entryOf(actor, 'memory.changed', { type: 'memory', id: before.id, name }))
      })
      return get(organizationId, name)
    },

    /** With all that it holds. @returns its id @throws {Failure} not-found */
    async remove(actor: Actor, name: string): Promise<string> {
      const { organizationId } = actor.caller
      return database.atomically(async queries => {
        const { id } = await rowOf(queries, organizationId, name)
        await queries.query(remove, [organizationId, id])
        await writeAudit(queries, entryOf(actor, 'memory.deleted', { type: 'memory', id, name }))
        return id
      })
    },

    /** By key. @throws {Failure} not-found */
    async entries(organizationId: string, name: string, filter: EntryFilter): Promise<Page<MemoryEntry>> {
      const { id } = await rowOf(database, organizationId, name)
      return entriesOf(database, { organizationId, id }, filter, clock.now())
    },

    /** Of a workflow's own. */
    ofWorkflow: (organizationId: string, id: string, filter: EntryFilter) =>
      entriesOf(database, { organizationId, id }, filter, clock.now()),

    /** @throws {Failure} not-found: no such key */
    async forget(organizationId: string, workflowId: string, key: string): Promise<void> {
      if (!(await removeEntry(database, { organizationId, id: workflowId }, key))) throw notFound('key')
    },

    /** @returns how many keys a workflow had */
    clear: (organizationId: string, id: string) => clearMemory(database, { organizationId, id }),
  }
}

interface MemoryRow extends Omit<SharedMemory, 'readers' | 'writers'> {
  readonly id: string
  readonly readers: readonly string[] | null
  readonly writers: readonly string[] | null
}

function viewOf({ id: _, readers, writers, ...row }: MemoryRow): SharedMemory {
  return { ...row, readers: allowedBy(readers), writers: allowedBy(writers) }
}

function allowedBy(ids: readonly string[] | null): Allowed {
  return ids === null ? 'all' : [...ids]
}

function listOf(allowed: Allowed): readonly string[] | null {
  return allowed === 'all' ? null : allowed
}

async function rowOf(queries: Queries, organizationId: string, name: string): Promise<MemoryRow> {
  const [row] = await queries.query<MemoryRow>(find, [organizationId, name])
  if (row === undefined) throw notFound('memory')
  return row
}

async function requireWorkflows(
  queries: Queries,
  organizationId: string,
  { readers, writers }: MemorySettings,
): Promise<void> {
  const named = [...new Set([...(listOf(readers) ?? []), ...(listOf(writers) ?? [])])]
  const [absent] = await queries.query<{ id: string }>(findAbsent, [organizationId, named])
  if (absent !== undefined) throw new Failure('validation-failed', `there is no workflow ${absent.id}`)
}

const columns = `id, name, readers, writers, keys, bytes::float8 as bytes, created_at::float8 as "createdAt",
  updated_at::float8 as "updatedAt"`

const find: Statement = {
  name: 'shared-memories.find',
  text: `select ${columns} from memories where organization_id = $1 and name = $2`,
}

const list: Statement = {
  name: 'shared-memories.list',
  text: `select ${columns} from memories
    where organization_id = $1 and name is not null and ($2::text is null or id < $2) order by id desc limit $3`,
}

const count: Statement = {
  name: 'shared-memories.count',
  text: `select count(*)::int as count, coalesce(bool_or(id = $2), false) as "isThere"
    from memories where organization_id = $1 and name is not null`,
}

const insert: Statement = {
  name: 'shared-memories.insert',
  text: `insert into memories (id, organization_id, name, readers, writers, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $6)`,
}

const update: Statement = {
  name: 'shared-memories.update',
  text: `update memories set readers = $3, writers = $4, updated_at = greatest(updated_at, $5)
    where organization_id = $1 and id = $2`,
}

const remove: Statement = {
  name: 'shared-memories.remove',
  text: 'delete from memories where organization_id = $1 and id = $2',
}

/** A workflow that was removed meanwhile may stay named. */
const findAbsent: Statement = {
  name: 'shared-memories.absent',
  text: `select named.id from unnest($2::text[]) as named(id)
    where not exists (select from workflows w where w.organization_id = $1 and w.id = named.id) limit 1`,
}
