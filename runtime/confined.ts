// Runs work on what strangers wrote (files, templates, calendars) in a thread of its own, which can be ended: libraries
// take the time and memory that their input makes them take. One such thread per thread that asks, made when it is needed.
// 1. Work ends by its deadline or the signal, also when it loops; its thread ends with it, the next work gets a new one.
// 2. Its heap is bounded; one piece of work runs at a time, a bounded number waits.
// 3. It has no environment variables, and gives back plain values or a ConfinedError.
import { Piscina } from 'piscina'
import { systemClock } from './clock.ts'

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

/** What came of the work, as the thread says it: an error that crosses threads would lose its code. */
export type Answer<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly code: string; readonly message: string }

interface Deadline {
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

const heapMegabytes = 192
/** Of one piece of work, whatever the caller would wait: a minute's work is for somewhere else. */
const longestMs = 10_000
const mostWaiting = 100

let pool: Piscina | null = null
/** Pieces of work under way or in line. */
let waiting = 0
/** The line is ours and not the pool's, because the time of a piece of work begins with its turn. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Calls the default export of a module.
 * @param module URL of a module of ours
 * @param task   can be cloned, so can what comes back
 * @throws {ConfinedError}
 */
export async function runConfined<T, R>(module: string, task: T, deadline: Deadline): Promise<R> {
  if (waiting >= mostWaiting) throw new ConfinedError('busy', 'too much is being worked on at once')
  waiting++
  const mine = turn.then(() => work<R>({ module, task }, deadline))
  turn = mine.catch(() => {}).finally(() => waiting--)
  const answer = await mine
  if (answer.ok) return answer.value
  throw new ConfinedError(answer.code, answer.message)
}

/** @throws {ConfinedError} */
async function work<R>(message: unknown, { signal, timeoutMs }: Deadline): Promise<Answer<R>> {
  const limitMs = Math.min(timeoutMs, longestMs)
  const late = new AbortController()
  const callOff = systemClock.after(limitMs, () => late.abort())
  try {
    pool ??= createPool()
    return await pool.run(message, { signal: AbortSignal.any([signal, late.signal]) })
  } catch (error) {
    if (signal.aborted) throw new ConfinedError('aborted', 'the work was given up')
    if (late.signal.aborted) throw new ConfinedError('timeout', `the work took longer than ${limitMs} ms`)
    throw causeOf(error as NodeJS.ErrnoException)
  } finally {
    callOff()
  }
}

/** A signal ends the thread that works for it. */
function createPool(): Piscina {
  const created = new Piscina({
    filename: new URL('./confined-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    atomics: 'disabled',
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 32 },
  })
  // The death of a thread also rejects its work; one that rests is replaced.
  return created.on('error', () => {})
}

function causeOf({ code, message }: NodeJS.ErrnoException): ConfinedError {
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return new ConfinedError('failed', message)
  return new ConfinedError('out-of-memory', `the work takes more than ${heapMegabytes} MB of memory`)
}
