// The start and the stop of a process; main.ts runs everything through it.
// 1. Parts start in order. Each logs its name and how long it took.
// 2. They stop in the opposite order, with one deadline for all.
// 3. A failed start logs its reason in one line and stops the parts that had started.

export interface LifecycleOptions {
  /** One line for a person. */
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
  /** Deadline of the whole stop. */
  readonly stopWithinMs: number
}

interface Part {
  readonly name: string
  readonly stop: () => Promise<unknown>
}

export class Lifecycle {
  readonly #options: LifecycleOptions
  readonly #parts: Part[] = []
  readonly #startedAt = performance.now()
  #stopping: Promise<void> | null = null

  constructor(options: LifecycleOptions) {
    this.#options = options
  }

  /** Milliseconds since the process began to start. */
  get elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt)
  }

  /** True from the first signal or failure on. */
  get isStopping(): boolean {
    return this.#stopping !== null
  }

  say = (line: string): void => this.#options.say(line)

  /** Starts a part, and remembers how to stop it. */
  async start<T>(
    name: string,
    begin: () => T | Promise<T>,
    stop: (part: T) => unknown = () => {},
  ): Promise<T> {
    const startedAt = performance.now()
    const part = await begin()
    this.#parts.push({ name, stop: async () => stop(part) })
    this.say(`${name} ready in ${Math.round(performance.now() - startedAt)} ms`)
    return part
  }

  /** Stops everything, last started first. @returns the same promise however often it is called */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll()
    return this.#stopping
  }

  /** Logs in one line what went wrong, stops the parts, ends the process with 1. */
  giveUp = async (error: unknown): Promise<never> => {
    this.#options.complain(error instanceof Error ? error.message : String(error))
    await this.stop()
    process.exit(1)
  }

  /** Logs in one line what went wrong and ends the process with 1, when stopping in order could do harm. */
  endAtOnce = (error: Error): never => {
    this.#options.complain(error.message)
    process.exit(1)
  }

  /** Stops in order at SIGINT and SIGTERM; a second signal ends at once. */
  stopOnSignals(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (this.#stopping) process.exit(1)
        this.say(`${signal}: stopping`)
        void this.stop().then(() => {
          this.say('stopped')
          process.exit(0)
        })
      })
    }
  }

  async #stopAll(): Promise<void> {
    const deadline = setTimeout(() => {
      this.#options.complain(`not stopped within ${this.#options.stopWithinMs} ms, ending anyway`)
      process.exit(1)
    }, this.#options.stopWithinMs)
    for (const { name, stop } of this.#parts.reverse()) {
      await stop().catch(error => this.#options.complain(`${name}: ${(error as Error).message}`))
    }
    clearTimeout(deadline)
  }
}
