// Answers of language models that are taken again for the same question
// (actors/execution/asking/question.ts).
// 1. They are an organization's own: nobody else's question finds them.
// 2. They are a cache: a crash of PostgreSQL empties it, and a backup leaves it out (migration 068).
// 3. An organization has at most so many, and so many bytes: the oldest make room. Writers at once may pass
//    the bounds by what they write; the next one brings it back within them.
import type { Json } from '../../domain/json.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export const modelAnswerBounds = {
  /** Of an organization. */
  answers: 10_000,
  bytes: 64 * 1024 * 1024,
  /** Of one answer. A larger one is not kept. */
  answerBytes: 256 * 1024,
} as const

export interface KeptAnswer {
  readonly answer: Json
  /** Unix ms. */
  readonly at: number
}

export interface ModelAnswerStore {
  /** An answer that is at most `ttlMs` old; null when there is none. @throws {Failure} unavailable */
  find(organizationId: string, key: string, ttlMs: number): Promise<KeptAnswer | null>
  /** @throws {Failure} unavailable */
  keep(organizationId: string, key: string, answer: Json, ttlMs: number): Promise<void>
}

export function modelAnswerStore(
  queries: Queries,
  clock: Pick<Clock, 'now'>,
  bounds: { readonly [name in keyof typeof modelAnswerBounds]: number } = modelAnswerBounds,
): ModelAnswerStore {
  return {
    async find(organizationId, key, ttlMs) {
      const now = clock.now()
      const [row] = await queries.query<Row>(find, [organizationId, key, now - ttlMs, now])
      return row === undefined ? null : { answer: JSON.parse(row.answer) as Json, at: Number(row.at) }
    },

    async keep(organizationId, key, answer, ttlMs) {
      const text = JSON.stringify(answer)
      const bytes = Buffer.byteLength(text)
      if (bytes > bounds.answerBytes) return
      const now = clock.now()
      const values = [organizationId, key, text, bytes, now, now + ttlMs]
      await queries.query(keep, [...values, bounds.answers, bounds.bytes])
    },
  }
}

interface Row {
  readonly answer: string
  readonly at: string
}

const portion = 1_000
const betweenPassesMs = 10 * 60_000

/** The chore that removes answers whose time is over (storage/chores.ts). */
export function modelAnswerRetention(queries: Queries, clock: Pick<Clock, 'now'>): Chore {
  return {
    name: 'answers of models',
    async work() {
      const removed = await queries.query(removeExpired, [clock.now(), portion])
      return removed.length < portion ? betweenPassesMs : 250
    },
  }
}

const find: Statement = {
  name: 'model-answers.find',
  text: `select answer, at from model_answers
    where organization_id = $1 and key = $2 and at > $3 and expires_at > $4`,
}

/** The new one counts among the bounds, so the others have what is left. */
const keep: Statement = {
  name: 'model-answers.keep',
  text: `
with counted as (
  select key, row_number() over newest as number, sum(bytes) over newest as total
  from model_answers where organization_id = $1 and key <> $2
  window newest as (order by at desc, key rows unbounded preceding)
),
over as materialized (
  select a.key from model_answers a join counted c using (key)
  where a.organization_id = $1 and (c.number > $7::int - 1 or c.total > $8::bigint - $4::int)
  for update of a skip locked
),
removed as (
  delete from model_answers where organization_id = $1 and key = any(array(select key from over))
)
insert into model_answers as a (organization_id, key, answer, bytes, at, expires_at)
  values ($1, $2, $3, $4::int, $5::bigint, $6::bigint)
  on conflict (organization_id, key) do update
    set answer = excluded.answer, bytes = excluded.bytes, at = excluded.at,
      expires_at = greatest(a.expires_at, excluded.expires_at)`,
}

const removeExpired: Statement = {
  name: 'model-answers.retention',
  text: `delete from model_answers where (organization_id, key) in (
      select organization_id, key from model_answers where expires_at <= $1 order by expires_at limit $2
        for update skip locked)
    returning key`,
}
