// The journal: the only truth. Entries of an address are numbered without gaps and never rewritten. A commit makes
// the entries of many actors durable in one transaction, or none of them. A port: storage/journal.ts keeps it in
// PostgreSQL, runtime/memory-journal.ts in memory for tests; test/contracts/journal.ts holds both to the same laws.

/** Events of one decision. `seq` numbers its first event, from 1; the next entry starts at `seq + events.length`. */
export interface Entry {
  readonly address: string
  readonly seq: number
  /** Unix ms at which the events were decided. */
  readonly at: number
  /** JSON array of events. */
  readonly body: string
}

/** The state after every event up to and including `seq`: an optimisation, the entries alone give the same (R3). */
export interface Snapshot {
  readonly seq: number
  /** Shape of the state; whoever knows another one does not read it. */
  readonly version: number
  /** JSON of the state. */
  readonly body: string
}

/** `snapshot`: the latest, if it has the version; `entries`: what follows it, or the first ones. */
export interface Loaded {
  readonly snapshot: Snapshot | null
  readonly entries: readonly Entry[]
}

/**
 * What an actor wants to be durable. `P` is what its kind wants written beside the entry (rows that lists and
 * searches read, metering), opaque to the runtime.
 */
export interface Commit<P> extends Entry {
  readonly projection: P | null
  /** When the actor is to be woken; null never, absent as it was. */
  readonly wakeAt?: number | null
  /** Replaces the one before, in the same transaction; absent as it was. */
  readonly snapshot?: Snapshot
}

/** Why a commit was not taken although the transaction succeeded (a quota, for instance): plain data. */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly facts: Readonly<Record<string, string | number>>
}

/** Another owner has written this (address, seq): two activations of one actor, which must not be (R7). */
export class SeqTaken extends Error {
  override readonly name = 'SeqTaken'
}

export interface Journal<P> {
  /**
   * All or nothing, but for refusals: those commits left no trace, all others are durable when this resolves.
   * @returns refusals by index in `commits`
   * @throws {SeqTaken} nothing was taken, another owner is at work
   * @throws when the outcome is a loss, or unknown: the caller forgets what it decided and reads again
   */
  commit(commits: readonly Commit<P>[]): Promise<ReadonlyMap<number, Refusal>>
  /** Entries that hold events from `after + 1` on, in order, at most `limit` entries. The first may begin earlier. */
  read(address: string, after?: number, limit?: number): Promise<Entry[]>
  /**
   * Where an activation begins.
   * @param version shape of state that the kind knows; null for none
   */
  load(address: string, version: number | null, limit: number): Promise<Loaded>
  close(): Promise<void>
}

/** Number of the event that follows the last one of an entry. */
export function seqAfter({ seq, body }: Entry): number {
  return seq + (JSON.parse(body) as unknown[]).length
}
