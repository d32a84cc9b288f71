// Cuts the output of a child into lines, in little more memory than the longest one allowed. Used by child.ts
// and kept-log.ts.
import { Pieces } from '../outbound/pieces.ts'

const lineFeed = 0x0a

export class Lines {
  readonly #longestBytes: number
  readonly #onLine: (line: Buffer) => void
  readonly #rest = new Pieces()

  constructor(longestBytes: number, onLine: (line: Buffer) => void) {
    this.#longestBytes = longestBytes
    this.#onLine = onLine
  }

  /** @returns false when a line is too long; the reader is of no use then */
  read(chunk: Buffer): boolean {
    let at = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, at)) {
      if (this.#rest.sizeBytes + end - at > this.#longestBytes) return false
      this.#onLine(this.#whole(chunk.subarray(at, end)))
      at = end + 1
    }
    if (this.#rest.sizeBytes + chunk.length - at > this.#longestBytes) return false
    if (at < chunk.length) this.#rest.add(chunk.subarray(at))
    return true
  }

  #whole(last: Buffer): Buffer {
    if (this.#rest.sizeBytes === 0) return last
    this.#rest.add(last)
    return this.#rest.take()
  }
}
