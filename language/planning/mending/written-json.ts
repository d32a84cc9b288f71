// JSON that is written piece by piece. Its end is known without looking at the whole: an answer may be long,
// and each of its pieces asks.

export class WrittenJson {
  readonly #pieces: string[] = []
  /** Of the last piece that is no white space; -1 without one. */
  #lastAt = -1

  /** @param piece a text, a word, or one character */
  add(piece: string): void {
    if (piece.trim() !== '') this.#lastAt = this.#pieces.length
    this.#pieces.push(piece)
  }

  /** The last character that is no white space; empty where there is none. */
  get last(): string {
    return this.#pieces[this.#lastAt]?.at(-1) ?? ''
  }

  /** The comma at the end, with the white space behind it. */
  dropComma(): void {
    this.#pieces.length = this.#lastAt
  }

  get text(): string {
    return this.#pieces.join('')
  }
}
