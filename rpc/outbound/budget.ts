// What the answers under way of a client hold together, in bytes, so that its memory stays bounded however many servers
// answer without end (goal R4). A small answer never waits, and pays a comparison.
// 1. What answers hold beyond a little each comes out of one budget. Who goes over it stops reading until others are done.
// 2. One of those goes on over the budget, for a limited time, so that there is always an end.

export interface AnswerReader {
  /** Reads on after it had to stop, or over the budget. @param forMs the most that it may take; null: as long as it likes */
  goOn(forMs: number | null): void
}

/** One read of a socket is 64 KiB at most: what has more than half of that is no small answer. */
export const freeBytes = 32 * 1024
/** With one answer of 8 MiB over it, and two threads that call: 24 MiB of the 32 that bad servers may cost. */
const budgetBytes = 4 * 1024 * 1024
/** The place over the budget is not held for ever by an answer that drips. */
export const turnMs = 20_000

export class AnswerBudget {
  /** Of all but the one over the budget. */
  #heldBytes = 0
  #turn: AnswerReader | null = null
  readonly #waiting = new Map<AnswerReader, number>()

  /**
   * A reader holds more than before, or less.
   * @returns false: to stop reading until `goOn`
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

  /** It is over. @param heldBytes as it said last */
  leave(reader: AnswerReader, heldBytes: number): void {
    this.#waiting.delete(reader)
    if (reader === this.#turn) this.#turn = null
    else this.#heldBytes -= heldBytes
    this.#wake()
  }

  /** Lets go on whoever may. */
  #wake(): void {
    if (this.#turn === null && this.#waiting.size > 0) this.#giveTurn()
    for (const reader of this.#waiting.keys()) {
      if (this.#heldBytes > budgetBytes) return
      this.#waiting.delete(reader)
      reader.goOn(null)
    }
  }

  /** To the one that has waited longest. */
  #giveTurn(): void {
    const [[reader, heldBytes]] = this.#waiting as unknown as [[AnswerReader, number]]
    this.#waiting.delete(reader)
    this.#heldBytes -= heldBytes
    this.#turn = reader
    reader.goOn(turnMs)
  }
}
