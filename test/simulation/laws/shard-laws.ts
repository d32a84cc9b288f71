// The laws of a cluster, told by the rows of its placement alone, whatever its nodes believe:
// 1. A commit that becomes durable is that of a member: nothing of a buried node is taken.
// 2. A shard is written, and its actors decide, on the one node that has claimed it; so no two nodes write
//    it in one epoch. A commit whose host is gone is left out: an entry has one number, whoever comes
//    second is told.
import type { MemoryPlacementTable } from '../../../runtime/placement/memory-placement.ts'
import { shardCount, shardOf } from '../../../runtime/placement/placement.ts'
import type { Writer } from '../world/database.ts'

type Check = (isKept: boolean, law: string) => void

export class ShardLaws {
  readonly #table: MemoryPlacementTable
  readonly #check: Check
  /** By shard and epoch, who has written. */
  readonly #writers = new Map<string, number>()

  constructor(table: MemoryPlacementTable, check: Check) {
    this.#table = table
    this.#check = check
  }

  owns(incarnation: number, address: string): boolean {
    const { owner } = this.#table.shards[shardOf(address)]!
    return owner === incarnation && this.#table.members.has(incarnation)
  }

  written(address: string, { incarnation, isStray }: Writer): void {
    this.#check(
      this.#table.members.has(incarnation),
      `${address}: a commit of ${incarnation} is taken, which is buried`,
    )
    if (isStray) return
    const shard = shardOf(address)
    const { owner, epoch } = this.#table.shards[shard]!
    this.#check(owner === incarnation, `${address}: written by ${incarnation}, shard ${shard} is of ${owner}`)
    const name = `${shard} in epoch ${epoch}`
    const writer = this.#writers.get(name) ?? incarnation
    this.#writers.set(name, writer)
    this.#check(writer === incarnation, `shard ${name} is written by ${writer} and ${incarnation}`)
  }

  decides(incarnation: number, address: string): void {
    this.#check(
      this.owns(incarnation, address),
      `${address}: decides on ${incarnation}, which does not have it`,
    )
  }

  /** Every shard has an owner among these nodes. */
  checkOwners(incarnations: ReadonlySet<number>, when: string): void {
    const lost = this.#table.shards.filter(({ owner }) => owner === null || !incarnations.has(owner)).length
    this.#check(lost === 0, `${lost} of ${shardCount} shards are nobody's ${when}`)
  }
}
