// What a node of a cluster may do, in memory that all its threads share: the main thread writes what the
// placement says (cluster-engine.ts), hosts look before they act. A host outside of a cluster has none.
// 1. Past the own deadline no effect begins and nothing is answered from memory, whichever thread a process
//    that slept runs first: each reads the same clock.
// 2. Hosts take messages for the shards that are marked here, and for no others.
// 3. A host never lives through a change of the incarnation: `lost` ends it before the node joins anew.
import { type ThreadsClock, threadsClock } from '../clock.ts'
import { shardCount, shardOf } from '../placement/placement.ts'

/** The deadline in nanoseconds and the incarnation, then a byte for each shard. */
const headBytes = 16

export class NodeStanding {
  readonly shared: SharedArrayBuffer
  readonly #head: BigInt64Array
  readonly #shards: Uint8Array
  readonly #clock: ThreadsClock

  /** @param shared of the main thread. Default: the node owns nothing, and its deadline has passed */
  constructor(shared = new SharedArrayBuffer(headBytes + shardCount), clock: ThreadsClock = threadsClock()) {
    this.shared = shared
    this.#clock = clock
    this.#head = new BigInt64Array(shared, 0, 2)
    this.#shards = new Uint8Array(shared, headBytes)
  }

  /** Is the own deadline ahead? */
  get isAlive(): boolean {
    return this.#clock.now() < Atomics.load(this.#head, 0)
  }

  /** Of the node, as commits carry it; 0 before it has joined. */
  get incarnation(): number {
    return Number(Atomics.load(this.#head, 1))
  }

  set incarnation(incarnation: number) {
    Atomics.store(this.#head, 1, BigInt(incarnation))
  }

  /** Is the address this node's? */
  owns(address: string): boolean {
    return this.hasShard(shardOf(address))
  }

  hasShard(shard: number): boolean {
    return Atomics.load(this.#shards, shard) === 1
  }

  mark(shards: Iterable<number>, isOwn: boolean): void {
    for (const shard of shards) Atomics.store(this.#shards, shard, isOwn ? 1 : 0)
  }

  /** Moves the own deadline. @param deadline ms on the placement's clock; -Infinity: it has passed */
  renew(deadline: number): void {
    const at = deadline === -Infinity ? 0n : BigInt(Math.floor(deadline * 1e6)) + this.#clock.offset
    Atomics.store(this.#head, 0, at)
  }
}
