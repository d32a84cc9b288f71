// A queue that is fair among the owners of what waits in it: one of each in turn, each owner's oldest first.
// ready.ts has one. Adding and taking cost the same however much waits.

export class FairQueue<T> {
  /** Owners that have something here, in the order of their turns. */
  readonly #owners = new Line<string>()
  readonly #waiting = new Map<string, Line<T>>()

  get isEmpty(): boolean {
    return this.#owners.isEmpty
  }

  add(owner: string, item: T): void {
    const line = this.#waiting.get(owner)
    if (line) return line.add(item)
    const first = new Line<T>()
    first.add(item)
    this.#waiting.set(owner, first)
    this.#owners.add(owner)
  }

  /**
   * The next owner's oldest. Whoever has more waits behind all others.
   * @param isHeld owners that are passed over; default: nobody
   */
  next(isHeld: (owner: string) => boolean = () => false): T | undefined {
    for (let left = this.#waiting.size; left > 0; left--) {
      const owner = this.#owners.next()!
      if (!isHeld(owner)) return this.#oldestOf(owner)
      this.#owners.add(owner)
    }
    return undefined
  }

  #oldestOf(owner: string): T | undefined {
    const line = this.#waiting.get(owner)!
    const item = line.next()
    if (line.isEmpty) this.#waiting.delete(owner)
    else this.#owners.add(owner)
    return item
  }
}

/** First in, first out. */
class Line<T> {
  #items: T[] = []
  #first = 0

  get isEmpty(): boolean {
    return this.#first === this.#items.length
  }

  add(item: T): void {
    this.#items.push(item)
  }

  next(): T | undefined {
    const item = this.#items[this.#first++]
    if (2 * this.#first < this.#items.length) return item
    this.#items = this.#items.slice(this.#first)
    this.#first = 0
    return item
  }
}
