// Bounds the memory of all answers that a client is receiving, however many servers answer without end (goal
// R4 of docs/internals/goals.md). Used by call.ts. A small answer never waits, and costs one comparison.
// 1. Each answer holds a little for free; everything beyond that comes out of one budget. An answer that
//    would exceed the budget stops reading until others are done.
// 2. One of the stopped answers at a time reads on over the budget, for a limited time, so that there is
//    always progress.

export interface AnswerReader {
  /**
   * Reads on after a stop, or over the budget.
   * @param forMs how long it may take; null: no limit
   */
  goOn(forMs: number | null): void
}

/** One read of a socket is at most 64 KiB, so more than half of that is not a small answer. */
export const freeBytes = 32 * 1024
/**
 * With one answer of 8 MiB over it, and two threads that call: 24 MiB of the 32 that bad servers may cost.
 */
const budgetBytes = 4 * 1024 * 1024
/** How long one answer may read on over the budget: a slow one does not block the others. */
export const turnMs = 20_000

export class AnswerBudget {
  /** Without the answer that is over the budget. */
  #heldBytes = 0
  #turn: AnswerReader | null = null
  readonly #waiting = new Map<AnswerReader, number>()

  /**
   * A reader holds more or less than before.
   * @returns false: stop reading until `goOn`
   */
  change(reader: AnswerReader, fromBytes: number, toBytes: number): boolean {
    if (reader === this.#turn) {
      if (toBytes > freeBytes) return true
      this.#turn = null
      this.#heldBytes += toBytes
      this.#wake()
      return true
    }
    this.#heldBytes += toBytes - fromBytes
    if (toBytes < fromBytes) this.#wake()
    if (toBytes <= freeBytes || this.#heldBytes <= budgetBytes) return true
    this.#waiting.set(reader, toBytes)
    if (this.#turn === null) this.#giveTurn()
    return this.#turn === reader
  }

  /**
   * The reader is done.
   * @param heldBytes the value that it reported last
   */
  leave(reader: AnswerReader, heldBytes: number): void {
    this.#waiting.delete(reader)
    if (reader === this.#turn) this.#turn = null
    else this.#heldBytes -= heldBytes
    this.#wake()
  }

  /** Continues readers that fit into the budget. */
  #wake(): void {
    if (this.#turn === null && this.#waiting.size > 0) this.#giveTurn()
    for (const reader of this.#waiting.keys()) {
      if (this.#heldBytes > budgetBytes) return
      this.#waiting.delete(reader)
      reader.goOn(null)
    }
  }

  /** Lets the one that has waited longest read on over the budget. */
  #giveTurn(): void {
    const [[reader, heldBytes]] = this.#waiting as unknown as [[AnswerReader, number]]
    this.#waiting.delete(reader)
    this.#heldBytes -= heldBytes
    this.#turn = reader
    reader.goOn(turnMs)
  }
}
