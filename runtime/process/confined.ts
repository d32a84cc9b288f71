// Pools of threads for work on foreign input (files, templates, calendars, prompts): a library may take any
// time and memory on such input, and a thread can be ended. Each user makes a pool with bounds that fit its
// work, and closes it; the first-party tools do (rpc/first-party/confined.ts). Threads start on demand.
// 1. Work ends by its deadline or its signal, even when it loops. Its thread ends with it; the next work gets
//    a new one.
// 2. The heap is bounded, and so is the number of pieces running or in line. Pools do not disturb each other.
// 3. No owner of work stalls the others: fair-line.ts says whose turn it is, and who is told to come later.
// 4. Work sees no environment variables. It returns plain values or a ConfinedError.
// 5. A closed pool has no thread; closing aborts the work that runs.
// 6. Where there are too few processors, its threads give way to the others (give-way.ts).
import { Piscina } from 'piscina'
import { systemClock } from '../clock.ts'
import { FairLine, type LineBounds } from './fair-line.ts'
import { threadFlags } from './thread-flags.ts'

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

export interface ConfinedBounds extends LineBounds {
  /**
   * Longest run of one piece, from when its thread has loaded what it needs, even if its caller would wait
   * longer.
   */
  readonly timeoutMs: number
  /** Heap of one thread. */
  readonly heapMegabytes: number
  /** Work that was given up may go on for so long before its thread is ended. Default: not at all. */
  readonly graceMs?: number
  /** Threads that are kept without work, once the pool has started. Default: none. */
  readonly kept?: number
  /** URL of a module that a new thread imports at once, before there is work for it. */
  readonly preload?: string
}

export interface Deadline {
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

export interface Sent extends Deadline {
  /** Id of the organization whose work it is. */
  readonly owner: string
}

/** The threads of a pool, for work of one owner. */
export interface Confined {
  run<T, R>(module: string, task: T, deadline: Deadline): Promise<R>
}

interface Waiting {
  readonly begin: () => void
  readonly refuse: (error: ConfinedError) => void
}

export class ConfinedPool {
  readonly #bounds: ConfinedBounds
  /** Null until the first piece of work. */
  #threads: Piscina | null = null
  /** The line is ours, not piscina's: the time of a piece of work begins with its turn. */
  readonly #line: FairLine<Waiting>
  #isClosed = false

  constructor(bounds: ConfinedBounds) {
    this.#bounds = bounds
    this.#line = new FairLine(bounds)
  }

  /**
   * Calls the default export of a module.
   * @param module URL of a module of ours
   * @param task   cloneable, like the result
   * @throws {ConfinedError}
   */
  async run<T, R>(module: string, task: T, sent: Sent): Promise<R> {
    await this.#turn(sent)
    const answer = await orGivenUp(this.#work<R>({ module, task }, sent), sent.signal)
    if (answer.ok) return answer.value
    throw new ConfinedError(answer.code, answer.message)
  }

  of(owner: string): Confined {
    return { run: (module, task, deadline) => this.run(module, task, { ...deadline, owner }) }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#threads?.destroy()
  }

  /** @throws {ConfinedError} busy, aborted */
  async #turn({ owner, signal }: Sent): Promise<void> {
    if (signal.aborted) throw givenUp()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const piece: Waiting = { begin: resolve, refuse: reject }
    const leave = () => {
      if (this.#line.leave(owner, piece)) reject(givenUp())
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#line.join(owner, piece, systemClock.now())?.refuse(this.#busy())
    this.#giveTurns()
    try {
      await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  #giveTurns(): void {
    const now = systemClock.now()
    for (let turn = this.#line.next(now); turn !== null; turn = this.#line.next(now)) turn.piece.begin()
  }

  #busy(): ConfinedError {
    const { pieces, piecesEach } = this.#bounds
    const words = `too much is being worked on at once: at most ${piecesEach} pieces of an organization`
    return new ConfinedError('busy', `${words}, ${pieces} in all`)
  }

  /** Has the turn until the work ends. @throws {ConfinedError} */
  async #work<R>(message: object, { signal, timeoutMs, owner }: Sent): Promise<Answer<R>> {
    const beganAt = systemClock.now()
    const limitMs = Math.min(timeoutMs, this.#bounds.timeoutMs)
    const left = new AbortController()
    const late = new Lateness(limitMs)
    const callOffs = [() => late.callOff()]
    const leave = () => callOffs.push(systemClock.after(this.#bounds.graceMs ?? 0, () => left.abort()))
    signal.addEventListener('abort', leave, { once: true })
    try {
      if (signal.aborted || this.#isClosed) throw givenUp()
      this.#threads ??= startThreads(this.#bounds)
      const signals = AbortSignal.any([left.signal, late.signal])
      return await this.#threads.run({ ...message, begun: late.begun }, { signal: signals })
    } catch (error) {
      if (signal.aborted || this.#isClosed) throw givenUp()
      if (late.signal.aborted) throw new ConfinedError('timeout', `the work took longer than ${limitMs} ms`)
      throw this.#causeOf(error as NodeJS.ErrnoException)
    } finally {
      for (const callOff of callOffs) callOff()
      signal.removeEventListener('abort', leave)
      const now = systemClock.now()
      this.#line.done(owner, now - beganAt, now)
      this.#giveTurns()
    }
  }

  #causeOf({ code, message }: NodeJS.ErrnoException): ConfinedError {
    if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return new ConfinedError('failed', message)
    const megabytes = this.#bounds.heapMegabytes
    return new ConfinedError('out-of-memory', `the work takes more than ${megabytes} MB of memory`)
  }
}

/** Longest that a thread may take to load what work needs: of a machine with much else to do. */
const loadMs = 60_000

/** Aborts when work has taken its time. What a new thread loads first is not the work's. */
class Lateness {
  /** Unix ms at which the work began, written by its thread; 0 before. */
  readonly begun = new BigInt64Array(new SharedArrayBuffer(8))
  readonly #limitMs: number
  readonly #sentAt = systemClock.now()
  readonly #late = new AbortController()
  #callOff: () => void

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#callOff = systemClock.after(limitMs, () => this.#look())
  }

  get signal(): AbortSignal {
    return this.#late.signal
  }

  callOff(): void {
    this.#callOff()
  }

  #look(): void {
    const begunAt = Number(Atomics.load(this.begun, 0))
    const dueAt = begunAt === 0 ? this.#sentAt + loadMs : begunAt + this.#limitMs
    const leftMs = dueAt - systemClock.now()
    if (leftMs <= 0) this.#late.abort()
    else this.#callOff = systemClock.after(Math.min(leftMs, this.#limitMs), () => this.#look())
  }
}

/** Whoever gives up does not wait for the end of the work. */
async function orGivenUp<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(givenUp())
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

function givenUp(): ConfinedError {
  return new ConfinedError('aborted', 'the work was given up')
}

/** An aborted task ends its thread. */
function startThreads({ threads, heapMegabytes, kept = 0, preload }: ConfinedBounds): Piscina {
  const started = new Piscina({
    filename: new URL('./confined-worker.ts', import.meta.url).href,
    argv: [preload ?? ''],
    execArgv: [...threadFlags],
    minThreads: kept,
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
