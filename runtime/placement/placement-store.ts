// Where nodes find each other, as a port: rows of members and of shards, and nothing that decides. What a
// node makes of them is node-placement.ts. storage/placement/ keeps them in PostgreSQL, memory-placement.ts
// in memory for tests and the simulator. test/contracts/placement-store.ts holds every store to:
// S1 an incarnation is given once, and whoever is no member any more never is again under it.
// S2 of several that bury a member, one does; a member that has beaten meanwhile stays.
// S3 when a burial has ended, nothing that the buried node commits becomes durable; what it had committed
//    is there to be read.
// S4 a claim takes a shard only at the epoch that it names, and raises it; so does freeing one.
import type { Joining, Member } from './placement.ts'

/** What a store says of a member. */
export interface MemberRow extends Member {
  /** Another one after each beat. */
  readonly beats: number
  /** Since its last beat, ms by the store's clock: believed only as far as the reader can vouch for it. */
  readonly quietMs: number
  /** Is its session with the store there? */
  readonly isPresent: boolean
}

export interface ShardRow {
  /** Incarnation that has claimed it last. Null, or that of no member: it is free. */
  readonly owner: number | null
  /** Grows with each change of the owner. */
  readonly epoch: number
}

/** All that the store has, at one moment. */
export interface PlacementRows {
  readonly members: readonly MemberRow[]
  /** By number of the shard. */
  readonly shards: readonly ShardRow[]
}

export interface BeatAnswer {
  readonly members: readonly MemberRow[]
  /** Sum of all epochs: another one when a shard has another owner. */
  readonly epochs: number
  /** When it answered, Unix ms by the store's clock. Absent: its clock is that of the node. */
  readonly at?: number
}

export interface Claim {
  readonly shard: number
  /** As it was read. */
  readonly epoch: number
}

export interface StoreEvents {
  /** Members or owners have changed. May come late, or never: beats find out as well. */
  changed(): void
  /** The session has ended: from now on others may take this node for dead. */
  cut(): void
}

/** Every call may throw: the store is away. Each is bounded in time. */
export interface PlacementStore {
  /**
   * @returns the new incarnation
   * @throws {NodeRefused} the node does not fit to those that are there
   */
  join(node: Joining): Promise<number>
  /** Opens the session again where it has ended. @returns null: no member any more */
  beat(incarnation: number): Promise<BeatAnswer | null>
  read(): Promise<PlacementRows>
  /**
   * Ends every session of the member, waits for its commits in flight, and deletes it.
   * @param beats as they were when it was judged
   * @returns false: somebody else is at it, or it has beaten
   */
  bury(incarnation: number, beats: number): Promise<boolean>
  /** @returns the shards that it got. @throws {NodeBuried} */
  claim(incarnation: number, claims: readonly Claim[]): Promise<number[]>
  /** Those of them that it has at the epoch named are nobody's. */
  free(incarnation: number, claims: readonly Claim[]): Promise<void>
  /** The member takes no more shards; `isDraining` false: it does again. */
  drain(incarnation: number, isDraining?: boolean): Promise<void>
  /** It is no member any more. */
  leave(incarnation: number): Promise<void>
  listen(events: StoreEvents): void
  close(): Promise<void>
}

/** The node may not join: another cluster, another version. Its message is one line for the operator. */
export class NodeRefused extends Error {
  override readonly name = 'NodeRefused'
}

/** Those that are nobody's, in rows that were read together. */
export function isFree({ owner }: ShardRow, members: readonly Member[]): boolean {
  return owner === null || !members.some(({ incarnation }) => incarnation === owner)
}
