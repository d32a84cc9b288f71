// The chore that removes executions that ended longer ago than RETENTION_DAYS, with all that belongs to
// them, a portion at a time (storage/chores.ts).
// 1. A portion is one statement, so an execution is there with its whole journal or not at all, also after
//    a crash.
// 2. An execution that has not ended stays, however old. So does one with pending effects: it has a row in
//    `wakeups`.
// 3. It works at most a fifth of the time, so that running executions hardly notice it.
// 4. What a run holds in a memory is final once it, or a retry of it, has completed. Else the latest retry
//    that stays holds it; where none does, it is free again.
// 5. Ids are in the order of time, so the oldest executions are a range of the primary key and need no
//    further index.
import type { Failure } from '../../domain/failure.ts'
import { earliestIdAt, prefixes } from '../../domain/ids.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

const dayMs = 24 * 60 * 60 * 1_000
const largestPortion = 1_000
/**
 * Target duration of a portion; the deadline of a statement is ten times that
 * (storage/postgres/connection-config.ts).
 */
const portionMs = 250
const restPerWork = 4
/** Pause between two passes over everything that is old. */
const passMs = 60 * 60 * 1_000

export interface RetentionOptions {
  /** At least 1. */
  readonly days: number
  /** Unix ms. */
  readonly now: () => number
}

export class Retention {
  readonly #queries: Queries
  readonly #options: RetentionOptions
  #size: number
  /** The last id that this pass has looked at. */
  #after = ''

  /** @param size executions in the first portion; later sizes follow from the time that it takes */
  constructor(queries: Queries, options: RetentionOptions, size = largestPortion) {
    this.#queries = queries
    this.#options = options
    this.#size = size
  }

  /** Removes one portion. @returns milliseconds until the next. @throws {Failure} unavailable */
  work = async (): Promise<number> => {
    const before = this.#options.now() - this.#options.days * dayMs
    const beganAt = performance.now()
    try {
      const looked = await this.#remove(before)
      const tookMs = performance.now() - beganAt
      if (looked < this.#size) return this.#endPass(before)
      const fitting = (this.#size * portionMs) / Math.max(1, tookMs)
      this.#size = Math.round(Math.min(largestPortion, this.#size * 2, Math.max(1, fitting)))
      return Math.max(50, tookMs * restPerWork)
    } catch (error) {
      // The journals of this portion may have been long: try fewer within the deadline.
      if ((error as Failure).code === 'unavailable') this.#size = Math.max(1, this.#size >> 2)
      throw error
    }
  }

  /** @returns how many it looked at, including those that stay */
  async #remove(before: number): Promise<number> {
    const bound = earliestIdAt('execution', before)
    const values = [before, this.#after, bound, this.#size]
    const [row] = await this.#queries.query<{ last: string | null; looked: number }>(removeExecutions, values)
    this.#after = row!.last ?? this.#after
    return row!.looked
  }

  async #endPass(before: number): Promise<number> {
    await this.#queries.query(removeBulks, [`${prefixes.bulk}_`, earliestIdAt('bulk', before)])
    this.#after = ''
    return passMs
  }
}

/**
 * Migration 067 says what a run holds. What is free expires, for its memory to count it out. The memories are
 * locked first, as by calls, so that neither waits for the other.
 */
const settledClaims = `
held as materialized (
  select distinct k.run as id, k.memory_id from memory_keys k where k.run = any(array(select id from expired))
),
locked as materialized (
  select id from memories where id = any(array(select memory_id from held)) order by id for update
),
later as (
  with recursive attempts(first, id) as (
    select distinct h.id, h.id from held h
    union
    select a.first, e.id from attempts a join executions e on e.forked_from = a.id
  )
  select a.first, bool_or(e.status = 'completed') as is_final,
    max(a.id) filter (where a.id <> all(array(select id from expired))) as heir
  from attempts a join executions e on e.id = a.id group by a.first
),
settled as (
  update memory_keys k set run = case when l.is_final then null else l.heir end,
      step = case when l.is_final then null else k.step end,
      expires_at = case when not l.is_final and l.heir is null then 0 end
    from later l where k.run = l.first and k.memory_id = any(array(select id from locked))
)`.trim()

/** An execution's id is never later than its end, so the range of ids misses no expired one. */
const removeExecutions: Statement = {
  name: 'retention.executions',
  text: `
with looked as materialized (
  select id, finished_at from executions where id > $2 and id < $3 order by id limit $4
),
expired as materialized (
  select id from looked where finished_at < $1 and not exists (select from wakeups where address = looked.id)
),
${settledClaims},
entries as (delete from journal where address = any(array(select id from expired))),
states as (delete from snapshots where address = any(array(select id from expired))),
asked as (delete from approvals where execution_id = any(array(select id from expired))),
found as (delete from execution_search where id = any(array(select id from expired))),
removed as (delete from executions where id = any(array(select id from expired)))
select max(id) as last, count(*)::int as looked from looked`,
}

/** A bulk action has its journal only; one that has not ended has a row in wakeups. */
const removeBulks: Statement = {
  name: 'retention.bulks',
  text: `delete from journal j where address > $1 and address < $2
    and not exists (select from wakeups w where w.address = j.address)`,
}
