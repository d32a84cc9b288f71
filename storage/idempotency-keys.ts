// The keys by which a request that is sent twice is answered once (contract 2). A row is claimed before the request is
// handled and gets the answer afterwards: a row without one is of a request under way, or of one that died with its
// process. Rows live 24 h; claims delete the old ones, some at a time, so nothing has to run for it.
import type { Database } from './database.ts'

/** Who sends what under which key. */
export interface KeyedRequest {
  /** The organization and its API key or user. */
  readonly client: string
  readonly key: string
  /** Of method, path and body, under a key that is not in the database. */
  readonly hash: string
}

export interface KeptAnswer {
  readonly status: number
  /** JSON text; null when the answer is not kept: a secret, or too large. */
  readonly body: string | null
}

/** What there is of a key. */
export interface Claim {
  /** Nobody had it; it is this request's now. */
  readonly isFresh: boolean
  /** Of the request that had it first. */
  readonly hash: string
  /** Unix ms of the first request: what it makes has identifiers of that time. */
  readonly createdAt: number
  /** Null as long as the first request has none. */
  readonly answer: KeptAnswer | null
}

export interface IdempotencyKeyStore {
  /** @param now Unix ms. @throws {Failure} unavailable */
  claim(request: KeyedRequest, now: number): Promise<Claim>
  /** Writes the answer to the request that claimed the key at `createdAt`. */
  keep(request: KeyedRequest, createdAt: number, answer: KeptAnswer): Promise<void>
  /** Gives up a claim of a request that did nothing. */
  release(request: KeyedRequest, createdAt: number): Promise<void>
}

const lifetimeMs = 24 * 3_600_000
/** One claim in so many deletes old rows, and so many of them: more than were claimed meanwhile. */
const claimsPerSweep = 50
const rowsPerSweep = 200

export function idempotencyKeyStore(database: Database): IdempotencyKeyStore {
  let claims = 0

  async function sweep(now: number): Promise<void> {
    await database.query(removeOld, [now - lifetimeMs, rowsPerSweep])
  }

  return {
    async claim({ client, key, hash }, now) {
      // What is left behind by a sweep that fails is for the next one.
      if (claims++ % claimsPerSweep === 0) void sweep(now).catch(() => {})
      for (;;) {
        const taken = await database.query(insert, [client, key, hash, now, now - lifetimeMs])
        if (taken.length > 0) return { isFresh: true, hash, createdAt: now, answer: null }
        const [row] = await database.query<Row>(find, [client, key])
        if (row !== undefined) return { isFresh: false, ...claimOf(row) }
      }
    },

    async keep({ client, key }, createdAt, { status, body }) {
      await database.query(keep, [client, key, createdAt, status, body])
    },

    async release({ client, key }, createdAt) {
      await database.query(release, [client, key, createdAt])
    },
  }
}

interface Row {
  readonly hash: string
  readonly createdAt: number
  readonly status: number | null
  readonly body: string | null
}

function claimOf({ hash, createdAt, status, body }: Row): Omit<Claim, 'isFresh'> {
  return { hash, createdAt, answer: status === null ? null : { status, body } }
}

/** No row when somebody has the key; one that is older than it may be is taken over. */
const insert = {
  name: 'idempotency-keys.insert',
  text: `insert into idempotency_keys (client, key, request_hash, created_at) values ($1, $2, $3, $4)
    on conflict (client, key) do update
      set request_hash = excluded.request_hash, created_at = excluded.created_at, status = null, body = null
      where idempotency_keys.created_at < $5
    returning created_at`,
}

const find = {
  name: 'idempotency-keys.find',
  text: `select request_hash as hash, created_at as "createdAt", status, body
    from idempotency_keys where client = $1 and key = $2`,
}

const keep = {
  name: 'idempotency-keys.keep',
  text: `update idempotency_keys set status = $4, body = $5 where client = $1 and key = $2 and created_at = $3`,
}

const release = {
  name: 'idempotency-keys.release',
  text: `delete from idempotency_keys where client = $1 and key = $2 and created_at = $3 and status is null`,
}

const removeOld = {
  name: 'idempotency-keys.remove-old',
  text: `delete from idempotency_keys where (client, key) in (
      select client, key from idempotency_keys where created_at < $1 order by created_at limit $2
      for update skip locked)`,
}
