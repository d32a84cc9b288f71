// The rows of a cluster in PostgreSQL (runtime/placement/placement-store.ts).
// 1. A node has one session that lives as long as it does: it holds the lock of the incarnation, beats and
//    listens. PostgreSQL frees the lock when the process dies, and the others see it.
// 2. Beats need not be durable: after a crash of PostgreSQL nobody is judged by what was before. Claims and
//    burials are.
// 3. A row of an earlier timeline of PostgreSQL is no member's (storage/placement/fence.ts).
import type { Client } from 'pg'
import type { Joining } from '../../runtime/placement/placement.ts'
import type {
  BeatAnswer,
  Claim,
  MemberRow,
  PlacementRows,
  PlacementStore,
  ShardRow,
  StoreEvents,
} from '../../runtime/placement/placement-store.ts'
import { markOf } from '../postgres/connection-config.ts'
import { type Applicant, admitted } from './admission.ts'
import { buried } from './fence.ts'
import { Line } from './line.ts'
import { channel, memberLock, pooled, statements } from './statements.ts'

export interface PlacementStoreOptions {
  /** With the mark of the process (storage/postgres/connection-config.ts). */
  readonly url: string
  /** What the secret of the cluster gives (domain/settings/cluster-settings.ts). */
  readonly cluster: string
}

/** So that a connection that is silently gone is replaced before the node stops trusting itself. */
const beatTimeoutMs = 1_500

export function placementStore(options: PlacementStoreOptions): PlacementStore {
  return new PostgresPlacementStore(options)
}

class PostgresPlacementStore implements PlacementStore {
  readonly #options: PlacementStoreOptions
  readonly #session: Line
  readonly #work: Line
  #events: StoreEvents | null = null
  /** Whose lock a new session takes; null before the first join. */
  #incarnation: number | null = null

  constructor(options: PlacementStoreOptions) {
    this.#options = options
    const { url } = options
    this.#session = new Line({
      ...{ url, name: 'node', timeoutMs: beatTimeoutMs },
      opened: client => this.#open(client),
      lost: () => this.#events?.cut(),
    })
    this.#work = new Line({ url, name: 'node work' })
  }

  listen(events: StoreEvents): void {
    this.#events = events
  }

  async join({ address, version, keys = null }: Joining): Promise<number> {
    const { url, cluster } = this.#options
    const sessions = markOf(url)
    if (sessions === null) throw new TypeError('the sessions of a node need a mark')
    const node: Applicant = { address, version, keys, cluster, sessions }
    return this.#session.run(async client => {
      await client.query('select pg_advisory_unlock_all()')
      const incarnation = await admitted(client, node)
      this.#incarnation = incarnation
      return incarnation
    })
  }

  async beat(incarnation: number): Promise<BeatAnswer | null> {
    const rows = await this.#session.query<MemberRow & { epochs: number; at: number; isMember: boolean }>(
      statements.beat,
      [incarnation, memberLock],
    )
    if (!rows[0]?.isMember) return null
    const members = rows.map(({ epochs: _, at: __, isMember: ___, ...member }) => member)
    return { members, epochs: rows[0].epochs, at: rows[0].at }
  }

  async read(): Promise<PlacementRows> {
    const [row] = await this.#work.query<{ members: MemberRow[]; shards: ShardRow[] }>(statements.read, [
      memberLock,
    ])
    return row!
  }

  async bury(incarnation: number, beats: number): Promise<boolean> {
    const rows = await this.#work.query(statements.bury, [incarnation, beats])
    return rows.length > 0
  }

  async claim(incarnation: number, claims: readonly Claim[]): Promise<number[]> {
    const [row] = await this.#work.query<{ isMember: boolean; shards: number[] }>(statements.claim, [
      incarnation,
      ...columns(claims),
    ])
    if (!row!.isMember) throw buried()
    return row!.shards
  }

  async free(incarnation: number, claims: readonly Claim[]): Promise<void> {
    await this.#work.query(statements.free, [incarnation, ...columns(claims)])
  }

  async drain(incarnation: number, isDraining = true): Promise<void> {
    await this.#work.query(statements.drain, [incarnation, isDraining])
  }

  async leave(incarnation: number): Promise<void> {
    await this.#work.query(statements.leave, [incarnation])
  }

  async close(): Promise<void> {
    await Promise.all([this.#session.close(), this.#work.close()])
  }

  /** What a new session begins with, so that a beat on it counts as one of a node that is there. */
  async #open(client: Client): Promise<void> {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    client.on('notification', () => this.#events?.changed())
    await client.query(`listen ${channel}`)
    await client.query('set synchronous_commit = off')
    if (this.#incarnation !== null) await client.query(statements.hold(this.#incarnation))
    const again = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (again.rows[0]!.pid !== rows[0]!.pid) throw new Error(pooled)
  }
}

function columns(claims: readonly Claim[]): [number[], number[]] {
  return [claims.map(({ shard }) => shard), claims.map(({ epoch }) => epoch)]
}
