// The journal: the only truth. A port that hosts write and read; storage/journal/journal.ts keeps it in
// PostgreSQL, runtime/memory-journal.ts in memory for tests; test/contracts/journal.ts holds both to:
// 1. The events of an address are numbered without gaps. Entries are never rewritten.
// 2. A commit makes the entries of many actors durable in one transaction, or none of them.

/** The events of one turn. `seq` is the number of the first, from 1; the next entry is at `seqAfter`. */
export interface Entry {
  readonly address: string
  readonly seq: number
  /** Unix ms at which the events were decided. */
  readonly at: number
  /** JSON array of events. */
  readonly body: string
}

/** The state after the event `seq`. An optimisation: folding the entries gives the same state (R3). */
export interface Snapshot {
  readonly seq: number
  /** Version of the state's shape. Code of another version ignores the snapshot. */
  readonly version: number
  /** JSON of the state. */
  readonly body: string
}

/** The beginning of a replay. */
export interface Loaded {
  /** The latest; null when there is none of the asked version. */
  readonly snapshot: Snapshot | null
  /** The entries after the snapshot, or from the first on. */
  readonly entries: readonly Entry[]
}

/** Why the system wakes an actor that no host has in memory. False and null: it does not. */
export interface Wake {
  /** The actor has pending effects, or `advance` has more events: a starting host wakes it. */
  readonly isOwing: boolean
  /** Unix ms of its next alarm; null for none. */
  readonly at: number | null
}

/**
 * What one turn of an actor makes durable.
 * @typeParam P the projections of its kind: rows for lists and searches, metering; opaque to the runtime
 */
export interface Commit<P> extends Entry {
  /** Written in the same transaction; usually none or one. */
  readonly projections: readonly P[]
  /** Replaces the stored one. Absent: it stays. */
  readonly wake?: Wake
  /** Replaces the stored one. Absent: it stays. */
  readonly snapshot?: Snapshot
}

/** Why the journal refused one commit of a transaction that succeeded (a quota, for instance). */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly facts: Readonly<Record<string, string | number>>
}

/** Another owner has written this (address, seq): the actor has two activations, a breach of R7. */
export class SeqTaken extends Error {
  override readonly name = 'SeqTaken'
}

/**
 * The others have taken this node for dead, so its shards are theirs (runtime/placement/placement.ts, P2).
 * Nothing was written. What it holds in memory is to be dropped.
 */
export class NodeBuried extends Error {
  override readonly name = 'NodeBuried'
}

/** The store reads and takes no writes: its disk is full, or it is read-only. Nothing was written. */
export class WritesRefused extends Error {
  override readonly name = 'WritesRefused'
}

export interface Journal<P> {
  /**
   * Writes all commits or none. When it resolves, refused commits left no trace and all others are durable.
   * @returns refusals by index in `commits`
   * @throws {SeqTaken} another owner is active; nothing was written
   * @throws {NodeBuried} in a cluster: this node is no member of it any more; nothing was written
   * @throws {WritesRefused} the store cannot write at the moment; nothing was written
   * @throws the write failed, or its outcome is unknown: the caller drops its decisions and reads again
   */
  commit(commits: readonly Commit<P>[]): Promise<ReadonlyMap<number, Refusal>>
  /** At most `limit` entries, in order, from the one that has event `after + 1`; it may begin earlier. */
  read(address: string, after?: number, limit?: number): Promise<Entry[]>
  /**
   * The beginning of a replay: the snapshot and the first page of entries after it.
   * @param version the snapshot version that the kind reads; null when it has no snapshots
   */
  load(address: string, version: number | null, limit: number): Promise<Loaded>
  close(): Promise<void>
}

/** Number of the event that follows the last one of an entry. */
export function seqAfter({ seq, body }: Entry): number {
  return seq + (JSON.parse(body) as unknown[]).length
}
