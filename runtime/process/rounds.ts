// Work that runs in rounds on demand: one round at a time, and a call during a round starts another one after
// it. For queues in the database that are drained as soon as a row is put into them.

export class Rounds {
  readonly #work: () => Promise<void>
  #underWay: Promise<void> | null = null
  #isAskedAgain = false
  #isClosed = false

  /** @param work one round */
  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /** True from `close` on: a long round should check it and end early. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves or rejects with a round that began after this call; resolves at once when closed. */
  run(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#isAskedAgain = true
    this.#underWay ??= this.#rounds()
    return this.#underWay
  }

  /** Starts no more rounds, and waits for the running one. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#underWay?.catch(() => {})
  }

  async #rounds(): Promise<void> {
    try {
      while (this.#isAskedAgain && !this.#isClosed) {
        this.#isAskedAgain = false
        await this.#work()
      }
    } finally {
      // In the same tick as the last check of the loop: a later call starts a new round.
      this.#underWay = null
    }
  }
}
