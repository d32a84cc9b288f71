// Counts the starts of one commit by organization, month and shard of usage, for the `starts` section of
// the commit (storage/journal/execution-rows.ts).

/**
 * Shards of usage: all hosts count starts under a limit exactly in shard 0; the others belong to one host
 * each.
 */
const limitedShard = 0
const unlimitedShard = (slot: number) => 1 + slot
export const meterShard = (slot: number) => 1_000 + slot
/** What language models cost, whoever asked them. */
export const modelShard = 1_000_000
/** Calls of tools in chats. */
export const chatShard = 1_000_001

/** The starts of one commit by organization and month; each start gets its rank among them. */
export class Charges {
  readonly all: {
    organizationId: string
    period: number
    shard: number
    wanted: number
    limit: number | null
  }[] = []
  readonly #slot: number

  constructor(slot: number) {
    this.#slot = slot
  }

  add(organizationId: string, period: number, limit: number | null): { charge: number; rank: number } {
    const shard = limit === null ? unlimitedShard(this.#slot) : limitedShard
    let index = this.all.findIndex(
      charge =>
        charge.organizationId === organizationId && charge.period === period && charge.shard === shard,
    )
    if (index < 0) index = this.all.push({ organizationId, period, shard, wanted: 0, limit }) - 1
    const charge = this.all[index]!
    // The organization's plan may change between two starts of one commit: the later one counts.
    charge.limit = limit
    return { charge: index + 1, rank: ++charge.wanted }
  }
}
