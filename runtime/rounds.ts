// Work that is done in rounds when somebody asks for it: one round at a time, and whoever asks while one is under way is
// served by another one. For queues in the database that are drained as soon as something is put into them.

export class Rounds {
  readonly #work: () => Promise<void>
  #underWay: Promise<void> | null = null
  #isAskedAgain = false
  #isClosed = false

  /** @param work one round */
  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /** True from `close` on: a round that takes long should look, and end. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Resolves when a round that began after this has ended, or rejects as it did; at once when closed. */
  run(): Promise<void> {
    if (this.#isClosed) return Promise.resolve()
    this.#isAskedAgain = true
    this.#underWay ??= this.#rounds()
    return this.#underWay
  }

  /** Begins nothing any more, and waits for the round that is under way. */
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
      // In the same turn as the last look: whoever asks from here on begins another one.
      this.#underWay = null
    }
  }
}
