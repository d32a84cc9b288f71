// Which node has which actors, as a port. An actor's address belongs to one of 256 shards, a shard to one
// node at most. The engine of a cluster (runtime/cluster/) follows what a placement says and knows neither
// beats nor locks; a placement knows no actors. One node alone has no placement, and pays nothing for it.
// test/contracts/placement.ts holds every placement to:
// P1 a shard has one owner at most, and each change of owner raises its epoch.
// P2 what a buried node sends to the journal later is refused: its commits carry its incarnation.
// P3 past its own deadline a node owns nothing, whether or not it knows what has become of it.
// P4 a living node that is not draining gets its share; a dead one's shards are owned again soon.
// P5 a shard leaves a living node only after its `release` has ended.
import { fnv1a } from '../../domain/hash.ts'

/** As many as three nodes share evenly enough, and as few as one table row each can be read at once. */
export const shardCount = 256

/** The shard of an address: FNV-1a, its upper bits folded in. @returns 0 to shardCount - 1 */
export function shardOf(address: string): number {
  const hash = fnv1a(address)
  return ((hash >>> 24) ^ (hash >>> 16) ^ (hash >>> 8) ^ hash) & (shardCount - 1)
}

/** A node that has joined. It gets a new incarnation each time that it joins. */
export interface Member {
  readonly incarnation: number
  /** Where other nodes reach it: `host:port`. */
  readonly address: string
  readonly version: string
  readonly isDraining: boolean
  /**
   * Ids of the master keys that it can open what others seal with, in the order in which it would use them
   * (storage/secrets/sealing-key.ts). Null or absent: it does not say.
   */
  readonly keys?: readonly string[] | null
}

/** What a node says of itself when it joins. */
export type Joining = Pick<Member, 'address' | 'version' | 'keys'>

/** Who has a shard. */
export interface ShardOwner {
  readonly member: Member
  readonly epoch: number
}

/**
 * What the engine does when the placement changes. Releases come one at a time; everything else may come
 * while one is under way, and never about its shards.
 */
export interface PlacementEvents {
  /** These are this node's from now on: wake what they owe. */
  gained(shards: readonly number[]): void
  /**
   * Others are to have these: take nothing new for them and finish the commits in flight. They are freed when
   * it resolves.
   */
  release(shards: readonly number[]): Promise<void>
  /**
   * This node has been buried: what it holds in memory is somebody else's. Ends it, commits in flight too;
   * the node joins anew when it resolves. A release under way counts no more.
   */
  lost(): Promise<void>
  /** Shards of others have moved, or members have come or gone. */
  moved(): void
  /**
   * The own deadline has passed (`isAlive` is false), or a beat has renewed it. It has passed before `lost`,
   * and is renewed before anything is gained.
   */
  lapsed(isLapsed: boolean): void
  /** The own deadline is another one, mostly a later one. */
  renewed?(deadline: number): void
}

export interface Placement {
  /** Of this node; commits carry it (P2). Another one after `lost`. */
  readonly incarnation: number
  /** Ms of `Clock.elapsed`; -Infinity while the node is no member. */
  readonly deadline: number
  /** Is the own deadline still ahead? */
  readonly isAlive: boolean
  /**
   * How far the clock of this machine is ahead of the store's, ms; negative: behind. Past a bound the node
   * has given its shards to others until it is right again.
   */
  readonly clockSkewMs: number
  readonly isClockRight: boolean
  /** All that have joined, this one too. */
  readonly members: readonly Member[]
  /** As this node has read it last. Null: nobody has it, or this node is about to give it away. */
  ownerOf(shard: number): ShardOwner | null
  /** Does this node have it, and is its deadline ahead? */
  isOwn(shard: number): boolean
  /** Beats and reads the table once more: another node has said "not mine", or a commit met the fence. */
  refresh(): Promise<void>
  /**
   * Joins and begins: what is gained comes through the events.
   * @throws {Error} the node may not join: one line that says why and what to do
   */
  start(events: PlacementEvents): Promise<void>
  /** Releases every shard, so that the others have them, and leaves. Bounded. */
  stop(withinMs: number): Promise<void>
}
