// Collects the chunks of an answer in little more memory than their bytes: a slice of a few bytes would
// otherwise keep its whole read of 64 KiB alive. The bytes are copied, so whoever reads may use its buffer
// again. Used by call.ts and by the readers of event streams and lines.

/** Chunks up to this size are copied together. */
const smallBytes = 1024

export class Pieces {
  /** Of all chunks. */
  sizeBytes = 0
  #pieces: Buffer[] = []

  add(piece: Buffer): void {
    this.sizeBytes += piece.length
    const last = this.#pieces.at(-1)
    if (last === undefined || last.length + piece.length > smallBytes) this.#pieces.push(Buffer.from(piece))
    else this.#pieces[this.#pieces.length - 1] = Buffer.concat([last, piece])
  }

  /** All chunks as one buffer; empties the collection. */
  take(): Buffer {
    const [first] = this.#pieces
    const whole = first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.sizeBytes = 0
    return whole
  }
}
