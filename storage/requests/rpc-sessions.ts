// Sessions of clients of /rpc, as rows: so they outlive the node that has them in memory, and every node
// knows which one that is. Called by rpc/lanes/legacy/sessions.ts. What nobody uses any more is removed by
// storage/connections/connection-retention.ts.
// 1. A session is in the memory of one node. Another one takes it over by `claim`, which succeeds once for
//    each life, and never while the node is a member of the cluster.
// 2. Whoever has an earlier life in memory changes nothing, and learns so.
// 3. A row is found by the hash of the session's id: who reads the table cannot use the sessions.
import type { Queries } from '../postgres/statement.ts'

/** One life of a session. */
export interface SessionLife {
  /** SHA-256 of the session's id, in hex. */
  readonly key: string
  /** How often it was taken over. */
  readonly life: number
}

/** Where a session is. */
export interface SessionHome {
  /** Organization with key or user. */
  readonly principal: string
  /** Number of the node that has it in memory; 0: none has, or a server that is alone. */
  readonly node: number
  readonly life: number
}

/** What a client changes in its session. */
export interface SessionChoices {
  readonly logLevel: string
  /** URIs that the client has subscribed to. */
  readonly resources: readonly string[]
}

/** What its client has said. */
export interface SessionState extends SessionChoices {
  /** Parameters of `initialize`, JSON text. */
  readonly handshake: string
}

/** All throw {Failure} unavailable. */
export interface RpcSessions {
  keep(key: string, organizationId: string, session: SessionHome & SessionState): Promise<void>
  /** @param usedSince Unix ms; null when it was not used since then */
  find(key: string, organizationId: string, usedSince: number): Promise<SessionHome | null>
  /**
   * The session begins its next life.
   * @param node of the claimer, a member; 0: it is alone
   * @returns null: that life is over, or its node lives
   */
  claim(of: SessionLife, organizationId: string, node: number): Promise<SessionState | null>
  /** @returns false: that life is over */
  choose(of: SessionLife, organizationId: string, choices: SessionChoices): Promise<boolean>
  /** Notes that these are in use. @returns keys of those whose life is not over */
  used(lives: readonly SessionLife[]): Promise<readonly string[]>
  remove(lives: readonly SessionLife[]): Promise<void>
  /** Any node may take over what was this node's. */
  release(node: number): Promise<void>
}

export function rpcSessionStore(queries: Queries): RpcSessions {
  return {
    async keep(key, organizationId, session) {
      const { principal, node, life, handshake, logLevel, resources } = session
      const place = [key, organizationId, principal, node, life]
      await queries.query(keep, [...place, handshake, logLevel, JSON.stringify(resources), Date.now()])
    },

    async find(key, organizationId, usedSince) {
      const [row] = await queries.query<SessionHome>(find, [key, organizationId, usedSince])
      return row ?? null
    },

    async claim({ key, life }, organizationId, node) {
      const values = [key, organizationId, life, node, Date.now()]
      const [row] = await queries.query<StateRow>(claim, values)
      return row === undefined ? null : { ...row, resources: JSON.parse(row.resources) as string[] }
    },

    async choose({ key, life }, organizationId, { logLevel, resources }) {
      const values = [key, organizationId, life, logLevel, JSON.stringify(resources)]
      return (await queries.query(choose, values)).length > 0
    },

    async used(lives) {
      const rows = await queries.query<{ key: string }>(used, [...columnsOf(lives), Date.now()])
      return rows.map(({ key }) => key)
    },

    async remove(lives) {
      await queries.query(remove, columnsOf(lives))
    },

    async release(node) {
      await queries.query(release, [node])
    },
  }
}

type StateRow = Omit<SessionState, 'resources'> & { readonly resources: string }

function columnsOf(lives: readonly SessionLife[]): [string[], number[]] {
  return [lives.map(({ key }) => key), lives.map(({ life }) => life)]
}

const keep = {
  name: 'rpc-sessions.keep',
  text: `insert into rpc_sessions
      (key, organization_id, principal, node, life, handshake, log_level, resources, used_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}

const find = {
  name: 'rpc-sessions.find',
  text: `select principal, node, life from rpc_sessions
    where key = $1 and organization_id = $2 and used_at >= $3`,
}

const claim = {
  name: 'rpc-sessions.claim',
  text: `update rpc_sessions s set life = life + 1, node = $4, used_at = $5
    where key = $1 and organization_id = $2 and life = $3 and ($4 = 0 or
      exists (select from cluster_members where incarnation = $4)
      and (s.node = $4 or not exists (select from cluster_members where incarnation = s.node)))
    returning handshake, log_level as "logLevel", resources`,
}

const choose = {
  name: 'rpc-sessions.choose',
  text: `update rpc_sessions set log_level = $4, resources = $5
    where key = $1 and organization_id = $2 and life = $3 returning 1 as one`,
}

const used = {
  name: 'rpc-sessions.used',
  text: `update rpc_sessions s set used_at = $3 from unnest($1::text[], $2::int[]) as mine (key, life)
    where s.key = mine.key and s.life = mine.life returning s.key`,
}

const remove = {
  name: 'rpc-sessions.remove',
  text: `delete from rpc_sessions s using unnest($1::text[], $2::int[]) as mine (key, life)
    where s.key = mine.key and s.life = mine.life`,
}

const release = {
  name: 'rpc-sessions.release',
  text: 'update rpc_sessions set node = 0 where node = $1',
}
