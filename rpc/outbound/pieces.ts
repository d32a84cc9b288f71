// Bytes of an answer that are kept until the rest has come, in hardly more memory than they have: what is kept of a read
// may be a few bytes, and would keep all of its 64 KiB.

/** Pieces that make no more are put together. A read of no more, as of a small answer, is kept for any part of it. */
const smallBytes = 1024

export class Pieces {
  /** Of all together. */
  sizeBytes = 0
  #pieces: Buffer[] = []

  add(piece: Buffer): void {
    this.sizeBytes += piece.length
    const last = this.#pieces.at(-1)
    if (last === undefined || last.length + piece.length > smallBytes) this.#pieces.push(compact(piece))
    else this.#pieces[this.#pieces.length - 1] = Buffer.concat([last, piece])
  }

  /** All of them as one; none is left. */
  take(): Buffer {
    const [first] = this.#pieces
    const whole = first !== undefined && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.sizeBytes = 0
    return whole
  }
}

function compact(piece: Buffer): Buffer {
  const { byteLength } = piece.buffer
  return byteLength > smallBytes && piece.length * 2 < byteLength ? Buffer.from(piece) : piece
}
