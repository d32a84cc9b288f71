// The way up and the way down of a process. Parts start in order, each says what it is and how long it took; they stop
// in the opposite order, each with a deadline. A start that fails says why in one line, and what had started is stopped.

export interface LifecycleOptions {
  /** One line for a person. */
  readonly say: (line: string) => void
  readonly complain: (line: string) => void
  /** For the whole way down. */
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

  /** True from the first signal, or failure, on. */
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

  /** Says in one line what went wrong, stops what runs, ends the process with 1. */
  giveUp = async (error: unknown): Promise<never> => {
    this.#options.complain(error instanceof Error ? error.message : String(error))
    await this.stop()
    process.exit(1)
  }

  /** Says in one line what went wrong and ends the process with 1: what runs may not even be stopped in order. */
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
        void this.stop().then(() => process.exit(0))
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
