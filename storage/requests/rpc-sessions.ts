// Sessions of clients of /rpc, as rows: so they outlive the node that has them in memory, and every node
// knows which one that is. Called by rpc/lanes/legacy/sessions.ts; storage/connections/connection-retention.ts
// removes what nobody uses any more.
// 1. A session is in the memory of one node. Another one takes it over by `claim`, which succeeds once for
//    each life.
// 2. A row is found by the hash of the session's id: who reads the table cannot use the sessions.
import type { Queries } from '../postgres/statement.ts'

export interface KeptSession {
  /** Organization with key or user. */
  readonly principal: string
  /** Number of the node that has it in memory; 0: none has. */
  readonly node: number
  /** How often it was taken over. */
  readonly life: number
  /** Parameters of `initialize`, JSON text. */
  readonly handshake: string
  readonly logLevel: string
  /** URIs that the client has subscribed to. */
  readonly resources: readonly string[]
}

/** What a client changes in its session. */
export type SessionChoices = Pick<KeptSession, 'logLevel' | 'resources'>

/** `key`: SHA-256 of the session's id, in hex. All throw {Failure} unavailable. */
export interface RpcSessions {
  keep(key: string, organizationId: string, session: KeptSession): Promise<void>
  /** @param usedSince Unix ms; null when it was not used since then */
  find(key: string, organizationId: string, usedSince: number): Promise<KeptSession | null>
  /** The session begins its next life, at this node. @returns false: that life is over */
  claim(key: string, organizationId: string, of: Pick<KeptSession, 'life' | 'node'>): Promise<boolean>
  choose(key: string, organizationId: string, choices: SessionChoices): Promise<void>
  used(keys: readonly string[]): Promise<void>
  /** Removes those that are this node's. */
  remove(keys: readonly string[], node: number): Promise<void>
  /** Any node may take over what was this node's. */
  release(node: number): Promise<void>
}

export function rpcSessionStore(queries: Queries): RpcSessions {
  return {
    async keep(key, organizationId, { principal, node, life, handshake, logLevel, resources }) {
      const choices = [logLevel, JSON.stringify(resources)]
      await queries.query(keep, [
        ...[key, organizationId, principal, node, life, handshake],
        ...choices,
        Date.now(),
      ])
    },

    async find(key, organizationId, usedSince) {
      const [row] = await queries.query<Row>(find, [key, organizationId, usedSince])
      return row === undefined ? null : { ...row, resources: JSON.parse(row.resources) as string[] }
    },

    async claim(key, organizationId, { life, node }) {
      return (await queries.query(claim, [key, organizationId, life, node, Date.now()])).length > 0
    },

    async choose(key, organizationId, { logLevel, resources }) {
      await queries.query(choose, [key, organizationId, logLevel, JSON.stringify(resources)])
    },

    async used(keys) {
      await queries.query(used, [keys, Date.now()])
    },

    async remove(keys, node) {
      await queries.query(remove, [keys, node])
    },

    async release(node) {
      await queries.query(release, [node])
    },
  }
}

type Row = Omit<KeptSession, 'resources'> & { readonly resources: string }

const keep = {
  name: 'rpc-sessions.keep',
  text: `insert into rpc_sessions
      (key, organization_id, principal, node, life, handshake, log_level, resources, used_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

const find = {
  name: 'rpc-sessions.find',
  text: `select principal, node, life, handshake, log_level as "logLevel", resources from rpc_sessions
    where key = $1 and organization_id = $2 and used_at >= $3`,
}

const claim = {
  name: 'rpc-sessions.claim',
  text: `update rpc_sessions set life = life + 1, node = $4, used_at = $5
    where key = $1 and organization_id = $2 and life = $3 returning 1 as one`,
}

const choose = {
  name: 'rpc-sessions.choose',
  text: 'update rpc_sessions set log_level = $3, resources = $4 where key = $1 and organization_id = $2',
}

const used = {
  name: 'rpc-sessions.used',
  text: 'update rpc_sessions set used_at = $2 where key = any($1)',
}

const remove = {
  name: 'rpc-sessions.remove',
  text: 'delete from rpc_sessions where key = any($1) and node = $2',
}

const release = {
  name: 'rpc-sessions.release',
  text: 'update rpc_sessions set node = 0 where node = $1',
}
