// The memories of workflows, for the tools that read and change them. Hosts and the main thread have one
// each, over their own connection. The port and its answers: domain/memory/memory.ts.
// 1. A change is one function of PostgreSQL (migration 067), which locks the memory: two calls at once never
//    take the same item.
// 2. It writes its answer down under the key of the call. A call that is made again, since nobody knows
//    whether the first arrived, changes nothing more.
import type { Json } from '../../domain/json.ts'
import {
  type CallingExecution,
  type MemoryAnswer,
  type MemoryCall,
  type MemoryChange,
  type MemoryPlace,
  type MemoryPort,
  type MemoryRefusal,
  memoryBounds,
} from '../../domain/memory/memory.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export function memoryStore(queries: Queries, clock: Pick<Clock, 'now'>): MemoryPort {
  return {
    async read(place, key) {
      const rows = await queries.query<ReadRow>(readKey, [...valuesOf(place), key, clock.now()])
      const refusal = refusalOf(place, rows[0], rows[0]?.mayRead)
      return refusal ?? answered(rows[0]?.value ?? null)
    },

    async missing(place, keys) {
      const rows = await queries.query<MissingRow>(findMissing, [...valuesOf(place), keys, clock.now()])
      const refusal = refusalOf(place, rows[0], rows[0]?.mayWrite)
      return refusal ?? answered(rows[0]?.missing ?? JSON.stringify(keys.map((_, index) => index + 1)))
    },

    async change(place, call, change) {
      const [row] =
        change.type === 'take'
          ? await queries.query<ChangeRow>(take, takeValues(place, call, change, clock.now()))
          : await queries.query<ChangeRow>(changeOne, changeValues(place, call, change, clock.now()))
      const { refusal, answer } = row!
      return refusal === null ? answered(answer) : { ok: false, refusal }
    },
  }
}

interface ReadRow {
  readonly mayRead: boolean
  readonly value: string | null
}

interface MissingRow {
  readonly mayWrite: boolean
  readonly missing: string
}

interface ChangeRow {
  readonly refusal: MemoryRefusal | null
  readonly answer: string | null
}

function answered(text: string | null): MemoryAnswer {
  return { ok: true, answer: text === null ? null : (JSON.parse(text) as Json) }
}

/** Null: nothing refuses. A workflow's own memory is made by its first change: before, it is empty. */
function refusalOf(
  { name, workflowId }: MemoryPlace,
  row: object | undefined,
  allows: boolean | undefined,
): MemoryAnswer | null {
  if (name === null) return workflowId === null ? { ok: false, refusal: 'none' } : null
  if (row === undefined) return { ok: false, refusal: 'unknown' }
  return allows === true ? null : { ok: false, refusal: 'refused' }
}

function valuesOf({ organizationId, workflowId, name }: MemoryPlace): unknown[] {
  return [organizationId, workflowId, name]
}

type Taking = Extract<MemoryChange, { type: 'take' }>

function takeValues(place: MemoryPlace, call: MemoryCall, { keys, holds }: Taking, now: number): unknown[] {
  const held: CallingExecution | null = holds ? call.execution : null
  const run = [call.execution?.run ?? null, call.execution?.step ?? null]
  return [...valuesOf(place), ...callValues(call), now, keys, held !== null, ...run, memoryBounds.keys]
}

function changeValues(
  place: MemoryPlace,
  call: MemoryCall,
  change: Exclude<MemoryChange, Taking>,
  now: number,
): unknown[] {
  const bounds = [memoryBounds.keys, memoryBounds.bytes]
  const expiresAt = change.type === 'set' ? change.expiresAt : null
  const about = [change.type, change.key, textOf(change), expiresAt]
  return [...valuesOf(place), ...callValues(call), now, ...about, ...bounds]
}

function callValues({ key, execution }: MemoryCall): unknown[] {
  return [key, execution?.id ?? null]
}

function textOf(change: Exclude<MemoryChange, Taking>): string | null {
  switch (change.type) {
    case 'set':
    case 'compare':
      return change.value
    case 'add':
      return JSON.stringify(change.by)
    case 'delete':
      return null
  }
}

/** $1 organization, $2 workflow, $3 name. */
const place = `m.organization_id = $1 and case when $3::text is null then m.id = $2 and m.name is null else m.name = $3 end`

const allowed = (list: string) =>
  `(m.name is null or m.${list} is null or coalesce($2 = any(m.${list}), false))`

const readKey: Statement = {
  name: 'memory.read',
  text: `select ${allowed('readers')} as "mayRead", k.value
    from memories m left join memory_keys k
      on k.memory_id = m.id and k.key = $4 and (k.expires_at is null or k.expires_at > $5)
    where ${place}`,
}

/** Each key by the index, as migration 067 says. */
const findMissing: Statement = {
  name: 'memory.missing',
  text: `select ${allowed('writers')} as "mayWrite", (
      select coalesce(json_agg(w.number order by w.number), '[]')::text
      from unnest($4::text[]) with ordinality w(key, number)
      where not exists (select from memory_keys k
        where k.memory_id = m.id and k.key = w.key and (k.expires_at is null or k.expires_at > $5) offset 0)
    ) as missing
    from memories m where ${place}`,
}

const changeOne: Statement = {
  name: 'memory.change',
  text: 'select * from change_memory($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
}

const take: Statement = {
  name: 'memory.take',
  text: 'select * from take_from_memory($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
}
