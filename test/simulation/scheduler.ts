// The order of everything: one queue of tasks over virtual time. What threads do at once, when a message
// arrives, when a commit is through is a task with a delay drawn from the seed; between two tasks all
// promises come to rest. Nothing else in a simulation decides what comes next, so the same seed gives the
// same trace.
import type { Clock } from '../../runtime/clock.ts'
import { bounds } from '../../runtime/config.ts'
import { Random } from './random.ts'
import { pop, push, type Task } from './task-heap.ts'

/** What the clock on the wall of a machine shows beyond that of the world, ms. */
export interface Wall {
  offsetMs: number
}

export interface ThreadOptions {
  readonly uncaught?: (error: Error) => void
  readonly wall?: Wall
}

export class Scheduler {
  readonly random: Random
  readonly #heap: Task<Thread>[] = []
  #order = 0
  /** Ms since the start; timers know nothing of jumps. */
  #time = 0
  /** What the clock on the wall shows beyond that. */
  #offset = 1_700_000_000_000
  #hash = 0x811c9dc5
  #failure: Error | null = null
  #current: Thread
  tasks = 0
  /** What a decision of an actor takes, ms. */
  decisionMs = 0
  /** How often what has happened: faults, events, deeds. */
  readonly counts = new Map<string, number>()
  /** Every line of the trace, for a person; null when nobody reads it. */
  lines: string[] | null = null
  /** Past this a simulation goes round in circles. */
  readonly #mostTasks: number

  constructor(seed: number, mostTasks = 60_000) {
    this.#mostTasks = mostTasks
    this.random = new Random(seed)
    this.#current = this.thread('world')
  }

  /** Whose task ran last: what promises do after it is of the same thread. */
  get current(): Thread {
    return this.#current
  }

  /** Unix ms. */
  now(): number {
    return Math.floor(this.#time + this.#offset)
  }

  get time(): number {
    return this.#time
  }

  /** Of everything that has happened, and when. */
  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, '0')
  }

  /** The clock on the wall jumps forward. */
  jump(ms: number): void {
    this.trace(`the clock jumps by ${ms} ms`)
    this.#offset += ms
  }

  thread(name: string, options: ThreadOptions = {}): Thread {
    return new Thread(this, name, options)
  }

  trace(line: string): void {
    let hash = this.#hash ^ Math.floor(this.#time * 1_000)
    for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193)
    this.#hash = hash ^ (hash >>> 15)
    this.lines?.push(`${this.#time.toFixed(2).padStart(10)} ${line}`)
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  /** The simulation ends here: a law is broken. The first failure counts. */
  fail(error: Error): void {
    this.#failure ??= error
  }

  /** @returns calls it off */
  add(thread: Thread, name: string, delayMs: number, run: () => void): () => void {
    const task: Task<Thread> = { at: this.#time + delayMs, order: this.#order++, thread, name, run }
    push(this.#heap, task)
    return () => {
      task.run = null
    }
  }

  /** What came due while its thread was paused is due now, in the order in which it came. */
  again(tasks: readonly Task<Thread>[]): void {
    for (const task of tasks) {
      task.at = this.#time
      task.order = this.#order++
      push(this.#heap, task)
    }
  }

  /** Runs tasks until `isOver`; everything when it never is. @throws what broke */
  run(isOver: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        if (this.#failure) return reject(this.#failure)
        if (isOver() || !this.#runOne()) return resolve()
        setImmediate(next)
      }
      setImmediate(next)
    })
  }

  /** The next task comes at once, however late it is due. */
  hurry(ms: number): void {
    this.#time += ms
  }

  /** @returns false when nothing is left */
  #runOne(): boolean {
    const task = this.#next()
    if (!task) return false
    if (++this.tasks > this.#mostTasks) this.fail(new Error(`still at work after ${this.tasks - 1} tasks`))
    this.#time = Math.max(this.#time, task.at)
    this.trace(`${task.thread.name} ${task.name}`)
    this.#current = task.thread
    try {
      task.run!()
    } catch (error) {
      task.thread.uncaught(error as Error)
    }
    return true
  }

  /** Time goes on past what is due for a thread that is paused. */
  #next(): Task<Thread> | undefined {
    for (;;) {
      const task = pop(this.#heap)
      if (!task?.thread.isPaused) {
        if (!task || (task.run !== null && task.thread.isAlive)) return task
      } else if (task.run !== null && task.thread.isAlive) task.thread.hold(task)
    }
  }
}

/** Something that acts: what it has scheduled dies with it. The clock of the code that runs in it. */
export class Thread implements Clock {
  readonly name: string
  readonly uncaught: (error: Error) => void
  readonly #scheduler: Scheduler
  isAlive = true
  /** Replaced by another, though some of its code may still run. */
  hasEnded = false
  #lastSoon = 0
  #workedMs = 0
  /** Its latest task that decided something, and what it had worked before. */
  #task = 0
  #workedBefore = 0
  readonly #wall: Wall | null
  #held: Task<Thread>[] | null = null

  constructor(scheduler: Scheduler, name: string, { uncaught, wall }: ThreadOptions = {}) {
    this.#scheduler = scheduler
    this.name = name
    this.uncaught = uncaught ?? (error => scheduler.fail(error))
    this.#wall = wall ?? null
  }

  get isPaused(): boolean {
    return this.#held !== null
  }

  /** Nothing of it runs while time goes on, as after SIGSTOP. */
  pause(): void {
    this.#held ??= []
  }

  wake(): void {
    const held = this.#held ?? []
    this.#held = null
    this.#scheduler.again(held)
  }

  hold(task: Task<Thread>): void {
    this.#held!.push(task)
  }

  now(): number {
    return this.#scheduler.now() + (this.#wall?.offsetMs ?? 0)
  }

  elapsed(): number {
    return this.#scheduler.time + this.#workedMs
  }

  /** A decision of an actor takes its time. A law: many of them leave room for other tasks of the thread. */
  decide(): void {
    const { tasks, decisionMs } = this.#scheduler
    if (this.#task !== tasks) this.#workedBefore = this.#workedMs
    this.#task = tasks
    this.#workedMs += decisionMs
    const most = 2 * (bounds.turnMs + decisionMs)
    if (this.#workedMs - this.#workedBefore > most)
      this.#scheduler.fail(new Error(`${this.name} works longer than ${most} ms without a pause`))
  }

  after(delayMs: number, callback: () => void, name = 'timer'): () => void {
    return this.#scheduler.add(this, name, delayMs + this.#scheduler.random.next(), callback)
  }

  /** In the order in which they were asked for, as in a real thread; now and then the thread stalls. */
  soon(callback: () => void): void {
    const { random, time } = this.#scheduler
    const delayMs = random.chance(0.02) ? random.next() * 40 : random.next() * 0.5
    this.#lastSoon = Math.max(this.#lastSoon, time + delayMs)
    this.#scheduler.add(this, 'soon', this.#lastSoon - time, callback)
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise(resolve => this.after(delayMs, resolve, 'sleep'))
  }
}
