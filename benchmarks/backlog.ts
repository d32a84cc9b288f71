// Times in the order in which they came. An overload leaves hundreds of thousands of them, and taking the
// first out of an array moves all the others.

const compactAfter = 4_096

export class Backlog {
  #times: number[] = []
  #taken = 0

  push(time: number): void {
    this.#times.push(time)
  }

  shift(): number | undefined {
    if (this.#taken === this.#times.length) return undefined
    const time = this.#times[this.#taken++]
    if (this.#taken >= compactAfter && this.#taken * 2 >= this.#times.length) {
      this.#times = this.#times.slice(this.#taken)
      this.#taken = 0
    }
    return time
  }
}
