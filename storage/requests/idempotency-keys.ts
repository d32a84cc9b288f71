// Idempotency keys: a request that is sent twice is handled once and answered twice
// (docs/internals/contract.md, 2). Called by http/pipeline/idempotency.ts.
// 1. A request claims its row before it is handled, and its answer is written afterwards. A row without an
//    answer belongs to a request under way, or to one that died with its process.
// 2. Rows live 24 h. Claims delete old rows, some at a time, so no chore is needed.
import type { Database } from '../postgres/database.ts'

/** A request with its key and its sender. */
export interface KeyedRequest {
  /** The organization and its API key or user. */
  readonly client: string
  readonly key: string
  /** Hash of method, path and body, keyed by a secret that is not in the database. */
  readonly hash: string
}

export interface KeptAnswer {
  readonly status: number
  /** JSON text; null when the answer is not kept, because it holds a secret or is too large. */
  readonly body: string | null
}

/** The state of a key after a claim. */
export interface Claim {
  /** The key was free, and this request has it now. */
  readonly isFresh: boolean
  /** Hash of the request that claimed the key first. */
  readonly hash: string
  /** Unix ms of the first request; ids that follow from the key carry this time. */
  readonly createdAt: number
  /** Null until the first request is answered. */
  readonly answer: KeptAnswer | null
}

export interface IdempotencyKeyStore {
  /** @param now Unix ms. @throws {Failure} unavailable */
  claim(request: KeyedRequest, now: number): Promise<Claim>
  /** Writes the answer to the request that claimed the key at `createdAt`. */
  keep(request: KeyedRequest, createdAt: number, answer: KeptAnswer): Promise<void>
  /** Gives up the claim of a request that changed nothing. */
  release(request: KeyedRequest, createdAt: number): Promise<void>
}

const lifetimeMs = 24 * 3_600_000
/** Every `claimsPerSweep`th claim deletes up to `rowsPerSweep` old rows: more than were claimed meanwhile. */
const claimsPerSweep = 50
const rowsPerSweep = 200

export function idempotencyKeyStore(database: Database): IdempotencyKeyStore {
  let claims = 0

  async function sweep(now: number): Promise<void> {
    await database.query(removeOld, [now - lifetimeMs, rowsPerSweep])
  }

  return {
    async claim({ client, key, hash }, now) {
      // A later sweep deletes what a failed one has left.
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

/** Returns no row when another request has the key; takes over a row that is past its life. */
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
