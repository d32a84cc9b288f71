// Pools of threads for work on foreign input (files, templates, calendars): a library may take any time and
// memory on such input, and a thread can be ended. Each user makes a pool with bounds that fit its work, and
// closes it; the first-party tools do (rpc/first-party/confined.ts). Threads start on demand.
// 1. Work ends by its deadline or its signal, even when it loops. Its thread ends with it; the next work gets
//    a new one.
// 2. The heap is bounded, and so is the number of pieces running or in line. Pools do not disturb each other.
// 3. Work sees no environment variables. It returns plain values or a ConfinedError.
// 4. A closed pool has no thread; closing aborts the work that runs.
import { Piscina } from 'piscina'
import { systemClock } from '../clock.ts'

export type ConfinedErrorCode = 'timeout' | 'aborted' | 'out-of-memory' | 'busy' | 'failed'

export class ConfinedError extends Error {
  /** One of ours, or the kebab-case code of the error that the work threw. */
  readonly code: ConfinedErrorCode | (string & {})

  constructor(code: ConfinedErrorCode | (string & {}), message: string) {
    super(message)
    this.name = 'ConfinedError'
    this.code = code
  }
}

/** The result as the thread sends it: an error that crosses threads would lose its code. */
export type Answer<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly code: string; readonly message: string }

export interface ConfinedBounds {
  /** Concurrent pieces of work. */
  readonly threads: number
  /** Longest run of one piece, from its turn on, even if its caller would wait longer. */
  readonly timeoutMs: number
  /** Heap of one thread. */
  readonly heapMegabytes: number
  /** Most pieces of work running or in line. */
  readonly pieces: number
}

interface Deadline {
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

export class ConfinedPool {
  readonly #bounds: ConfinedBounds
  /** Null until the first piece of work. */
  #threads: Piscina | null = null
  #underWay = 0
  /** The line is ours, not piscina's: the time of a piece of work begins with its turn. */
  readonly #line: (() => void)[] = []
  #isClosed = false

  constructor(bounds: ConfinedBounds) {
    this.#bounds = bounds
  }

  /**
   * Calls the default export of a module.
   * @param module URL of a module of ours
   * @param task   cloneable, like the result
   * @throws {ConfinedError}
   */
  async run<T, R>(module: string, task: T, deadline: Deadline): Promise<R> {
    const pieces = this.#underWay + this.#line.length
    if (pieces >= this.#bounds.pieces) throw new ConfinedError('busy', 'too much is being worked on at once')
    if (this.#underWay < this.#bounds.threads) this.#underWay++
    else await new Promise<void>(resolve => this.#line.push(resolve))
    try {
      const answer = await this.#work<R>({ module, task }, deadline)
      if (answer.ok) return answer.value
      throw new ConfinedError(answer.code, answer.message)
    } finally {
      this.#giveTurn()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#threads?.destroy()
  }

  #giveTurn(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#underWay--
  }

  /** @throws {ConfinedError} */
  async #work<R>(message: unknown, { signal, timeoutMs }: Deadline): Promise<Answer<R>> {
    const limitMs = Math.min(timeoutMs, this.#bounds.timeoutMs)
    const late = new AbortController()
    const callOff = systemClock.after(limitMs, () => late.abort())
    const givenUp = () => new ConfinedError('aborted', 'the work was given up')
    try {
      if (this.#isClosed) throw givenUp()
      this.#threads ??= startThreads(this.#bounds)
      return await this.#threads.run(message, { signal: AbortSignal.any([signal, late.signal]) })
    } catch (error) {
      if (signal.aborted || this.#isClosed) throw givenUp()
      if (late.signal.aborted) throw new ConfinedError('timeout', `the work took longer than ${limitMs} ms`)
      throw this.#causeOf(error as NodeJS.ErrnoException)
    } finally {
      callOff()
    }
  }

  #causeOf({ code, message }: NodeJS.ErrnoException): ConfinedError {
    if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return new ConfinedError('failed', message)
    const megabytes = this.#bounds.heapMegabytes
    return new ConfinedError('out-of-memory', `the work takes more than ${megabytes} MB of memory`)
  }
}

/** An aborted task ends its thread. */
function startThreads({ threads, heapMegabytes }: ConfinedBounds): Piscina {
  const started = new Piscina({
    filename: new URL('./confined-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    idleTimeout: 30_000,
    atomics: 'disabled',
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
  })
  // A dead thread also rejects its work; piscina replaces an idle one.
  return started.on('error', () => {})
}
