// Old executions leave: those that ended so long ago, with all that belongs to them, a portion at a time.
// 1. A portion is one statement: an execution is there with its whole journal, or it is not. A crash leaves nothing half.
// 2. What has not ended stays, however old, and so does what still owes something: it has a row in `wakeups`.
// 3. It works a fifth of the time at most, so that whoever runs executions hardly notices.
// Ids are in the order of time, so the oldest are a range of the primary key, and no index is kept for this.
import type { Failure } from '../domain/failure.ts'
import { earliestIdAt, prefixes } from '../domain/ids.ts'
import type { Queries, Statement } from './statement.ts'

const dayMs = 24 * 60 * 60 * 1_000
const largestPortion = 1_000
/** How long a portion should take; the deadline of a statement is ten times that (storage/connection-config.ts). */
const portionMs = 250
const restPerWork = 4
/** Between two passes over everything that is old. */
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
  /** What this pass has been through. */
  #after = ''

  /** @param size executions of the first portion; later ones follow from the time that it takes */
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
      // Journals differ in length: fewer of them fit into the deadline.
      if ((error as Failure).code === 'unavailable') this.#size = Math.max(1, this.#size >> 2)
      throw error
    }
  }

  /** @returns how many were looked at; what has to stay is among them */
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

/** The id of an execution is not later than its end. */
const removeExecutions: Statement = {
  name: 'retention.executions',
  text: `
with looked as materialized (
  select id, finished_at from executions where id > $2 and id < $3 order by id limit $4
),
expired as materialized (
  select id from looked where finished_at < $1 and not exists (select from wakeups where address = looked.id)
),
entries as (delete from journal where address = any(array(select id from expired))),
states as (delete from snapshots where address = any(array(select id from expired))),
asked as (delete from approvals where execution_id = any(array(select id from expired))),
found as (delete from execution_search where id = any(array(select id from expired))),
removed as (delete from executions where id = any(array(select id from expired)))
select max(id) as last, count(*)::int as looked from looked`,
}

/** Bulk actions have nothing but their journal; one that is not over has a row in wakeups. */
const removeBulks: Statement = {
  name: 'retention.bulks',
  text: `delete from journal j where address > $1 and address < $2
    and not exists (select from wakeups w where w.address = j.address)`,
}
