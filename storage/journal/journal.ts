// The journal in PostgreSQL, an implementation of the port in runtime/journal.ts. A commit is one prepared
// statement, however many actors it has: entries, the rows of every kind of projection, the monthly limit
// and the metering, in one transaction and one round trip. Each host thread opens one (actors/host.ts);
// only the owner of the database writes (storage/postgres/ownership.ts), or the members of a cluster.
// 1. A start is counted against its organization's limit in its own transaction. Past the limit the commit
//    leaves out its entry, its row and its count, and answers with a refusal.
// 2. A connection that fails during a commit is given up: nobody knows whether the commit went through, so
//    the caller reads.
// 3. In a cluster a commit of a node that is no member any more is not taken (storage/placement/fence.ts).
import { Client } from 'pg'
import { type Projection, periodOf, projectionOf } from '../../domain/work/projection.ts'
import {
  type Commit,
  type Entry,
  type Journal,
  type Loaded,
  type Refusal,
  SeqTaken,
  WritesRefused,
} from '../../runtime/journal.ts'
import { EventSubscribers } from '../events/event-subscribers.ts'
import { eventStore } from '../events/events.ts'
import { enterFence } from '../placement/fence.ts'
import { connectionConfig } from '../postgres/connection-config.ts'
import { whyUnwritable } from '../postgres/database-errors.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { LimitEvents, type ReachedLimit } from '../usage/limit-events.ts'
import { statementOf } from './commit-statement.ts'

export interface JournalOptions {
  readonly url: string
  /** Number of the host, from 0; its usage goes to shards of its own. */
  readonly slot: number
  /** For reads: they may wait behind other queries, commits may not. */
  readonly queries: Queries
  /** Organizations that get events. Default: those that have a webhook at the first commit. */
  readonly subscribers?: EventSubscribers
  /**
   * Of the node, in a cluster: a session proves that it is a member before it commits. Asked at the first
   * commit and kept: what a host knows from before a burial must not be committed after it.
   */
  readonly incarnation?: () => number
}

/** Hosts of one node, at most. Those of different nodes count usage in rows of their own: none waits. */
const nodePlaces = 64
/**
 * Of more nodes some share rows and wait for each other: the numbers end at 1,000 (storage/usage/charges.ts).
 */
const nodesApart = 15

export function openJournal(options: JournalOptions): Journal<Projection> {
  return new PostgresJournal(options)
}

class PostgresJournal implements Journal<Projection> {
  readonly #options: JournalOptions
  readonly #subscribers: EventSubscribers
  readonly #limits: LimitEvents
  #incarnation: number | null = null
  readonly #idle: Client[] = []
  readonly #open = new Set<Client>()

  constructor(options: JournalOptions) {
    this.#options = options
    this.#subscribers = options.subscribers ?? new EventSubscribers(options.queries)
    this.#limits = new LimitEvents(eventStore(options.queries))
  }

  async commit(commits: readonly Commit<Projection>[]): Promise<ReadonlyMap<number, Refusal>> {
    const current = this.#subscribers.current()
    const subscribed = current instanceof Promise ? await current : current
    const client = this.#idle.pop() ?? (await this.#connect())
    try {
      const slot = this.#options.slot + nodePlaces * ((this.#incarnation ?? 0) % nodesApart)
      const { rows } = await client.query<RefusedRow>(statementOf({ commits, slot, subscribed }))
      this.#idle.push(client)
      if (rows.length === 0) return none
      const refusals = refusalsOf(rows, commits)
      await this.#tellLimits(refusals, commits)
      return refusals
    } catch (error) {
      this.#open.delete(client)
      client.end().catch(() => {})
      const why = whyUnwritable(error)
      if (why !== null) throw new WritesRefused(why, { cause: error })
      if (isSeqTaken(error)) throw new SeqTaken('another owner writes this journal', { cause: error })
      throw error
    }
  }

  read(address: string, after = 0, limit = 1_000): Promise<Entry[]> {
    return readEntries(this.#options.queries, { address, after, limit })
  }

  async load(address: string, version: number | null, limit: number): Promise<Loaded> {
    const rows = await this.#options.queries.query<LoadedRow>(load, [address, version, limit])
    const kept = rows.find(row => row.at === null)
    const entries = rows.filter((row): row is Entry => row.at !== null)
    return {
      snapshot: kept && version !== null ? { seq: kept.seq, version, body: kept.body } : null,
      // Already so, but PostgreSQL does not promise it.
      entries: entries.sort((a, b) => a.seq - b.seq),
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map(client => client.end()))
  }

  async #tellLimits(
    refusals: ReadonlyMap<number, Refusal>,
    commits: readonly Commit<Projection>[],
  ): Promise<void> {
    const reached = new Map<string, ReachedLimit>()
    for (const [index, { facts }] of refusals) {
      const { at, projections } = commits[index]!
      const { organizationId } = projectionOf(projections, 'execution')!.origin
      const { limit, current } = facts as { limit: number; current: number }
      reached.set(organizationId, { organizationId, period: periodOf(at), limit, current })
    }
    await Promise.all([...reached.values()].map(limit => this.#limits.tell(limit)))
  }

  /** @throws {NodeBuried} */
  async #connect(): Promise<Client> {
    this.#incarnation ??= this.#options.incarnation?.() ?? null
    const client = new Client(connectionConfig(this.#options.url, 'journal'))
    // A connection that breaks between two commits fails the next one.
    client.on('error', () => {})
    try {
      await client.connect()
      // One plan serves every length of the arrays. It is made while the tables are small, so sequential
      // scans are forbidden: they would be slow once the tables have grown.
      await client.query('set plan_cache_mode = force_generic_plan')
      await client.query('set enable_seqscan = off')
      if (this.#incarnation !== null) await enterFence(client, this.#incarnation)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.#open.add(client)
    return client
  }
}

/** unique_violation. */
function isSeqTaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505'
}

/**
 * Entries of an address from the event after `after` on; the first may begin earlier.
 * @throws {Failure} unavailable
 */
export async function readEntries(
  queries: Queries,
  { address, after, limit }: { address: string; after: number; limit: number },
): Promise<Entry[]> {
  return entriesAfter(await queries.query<Entry>(read, [address, after + 1, limit]), after)
}

/**
 * Drops an entry that ends with the event `after`: it is then the only one. @param entries from the entry
 * that holds `after` on
 */
export function entriesAfter(entries: Entry[], after: number): Entry[] {
  const [first] = entries
  return first !== undefined && first.seq <= after && endOf(first) <= after ? [] : entries
}

/** Number of the entry's last event. */
function endOf({ seq, body }: Entry): number {
  return seq + (JSON.parse(body) as unknown[]).length - 1
}

const read: Statement = {
  name: 'journal.read',
  text: `select address, seq, at, body from journal where address = $1 and seq >= coalesce(
      (select max(seq) from journal where address = $1 and seq <= $2::int8), 0)
    order by seq limit $3`,
}

/** A row of the journal, or the snapshot, which has no time. */
type LoadedRow = Omit<Entry, 'at'> & { readonly at: number | null }

const load: Statement = {
  name: 'journal.load',
  text: `with kept as materialized (select seq, body from snapshots where address = $1 and version = $2)
    select $1 as address, seq, null::int8 as at, body from kept
    union all (select address, seq, at, body from journal
      where address = $1 and seq > coalesce((select seq from kept), 0) order by seq limit $3)`,
}

interface RefusedRow {
  readonly id: string
  readonly executions: number
}

const none: ReadonlyMap<number, Refusal> = new Map()

function refusalsOf(
  rows: readonly RefusedRow[],
  commits: readonly Commit<Projection>[],
): Map<number, Refusal> {
  const refused = new Map(rows.map(row => [row.id, row.executions]))
  const refusals = new Map<number, Refusal>()
  commits.forEach(({ address, projections }, index) => {
    const current = refused.get(address)
    const execution = projectionOf(projections, 'execution')
    if (current === undefined || execution?.type !== 'started') return
    const limit = execution.charge.limit!
    refusals.set(index, {
      code: 'quota-exceeded',
      message: `monthly limit of ${limit} executions reached`,
      facts: { limit, current },
    })
  })
  return refusals
}
