// Keeps N connections busy with one fixed request and takes the time of every answer. Closed loop: a
// connection sends again as soon as it is answered. Open loop: requests leave at a fixed rate whatever the
// server does, and one that finds no free connection goes on waiting with its clock running. It shares the
// machine with what it measures: what is called for each answer allocates nothing.
import { setTimeout as pause } from 'node:timers/promises'
import { Backlog } from './backlog.ts'
import { Connection, type Handlers } from './connection.ts'
import { Histogram } from './histogram.ts'
import type { Load, LoadResult } from './load.ts'
import type { Response } from './response.ts'

/** A server that fails everything is not worth the rest of the time. */
const errorLimit = 1_000
/** What is under way at the end may still be answered for this long; after that it counts as lost. */
const drainMs = 10_000

export class Generator {
  readonly #load: Load
  readonly #request: Buffer
  readonly #expect: Buffer
  readonly #numberPlace: number
  readonly #latencies = new Histogram()
  readonly #lateness = new Histogram()
  readonly #connections = new Set<Connection>()
  readonly #idle: Connection[] = []
  /** Open loop: when the requests should have left that no connection was free for. */
  readonly #overdue = new Backlog()
  readonly #givenUp = Promise.withResolvers<never>()
  readonly #drained = Promise.withResolvers<void>()
  #phase: 'warm-up' | 'measuring' | 'draining' = 'warm-up'
  #nextDueAt = 0
  #underWay = 0
  #errors = 0
  #accepted = 0
  #opened = 0
  #numbers = 0
  #answeredAt = 0
  #longestPauseMs = 0
  #refused = 0
  #firstError: string | null = null

  constructor(load: Load) {
    this.#load = load
    this.#request = Buffer.from(load.request)
    this.#expect = Buffer.from(load.expect)
    this.#numberPlace = load.numberAt === undefined ? -1 : this.#request.indexOf(load.numberAt)
    this.#givenUp.promise.catch(() => {})
  }

  /** @throws {Error} no connection, or too many errors */
  async run(onMeasuring: () => void, onMeasured: () => void): Promise<LoadResult> {
    const { connections, rate, warmUpSeconds, seconds } = this.#load
    let pace: NodeJS.Timeout | undefined
    try {
      await Promise.all(Array.from({ length: connections }, () => this.#connect()))
      this.#nextDueAt = performance.now()
      if (rate > 0) pace = setInterval(() => this.#sendWhatIsDue(), 1)
      else this.#sendFromAll()
      await this.#for(warmUpSeconds)

      onMeasuring()
      const cpuBefore = process.cpuUsage()
      const beganAt = performance.now()
      this.#phase = 'measuring'
      this.#answeredAt = beganAt
      await this.#for(seconds)
      this.#phase = 'draining'
      const lastedMs = performance.now() - beganAt
      const cpu = process.cpuUsage(cpuBefore)
      onMeasured()

      clearInterval(pace)
      await this.#drain()
      return this.#result(lastedMs, cpu.user + cpu.system)
    } finally {
      clearInterval(pace)
      for (const connection of this.#connections) connection.close()
    }
  }

  #handlers: Handlers = {
    onResponse: (connection, response, bytes) => {
      const now = performance.now()
      if (this.#isRight(response, bytes)) {
        this.#accepted++
        if (this.#phase === 'measuring') this.#record(now, connection.dueAt)
      } else if (!this.#isRefusal(response, bytes)) {
        this.#fail(`${response.status} ${bytes.toString('utf8', response.bodyStart, response.bodyEnd)}`)
      } else if (this.#phase === 'measuring') this.#refused++
      this.#underWay--
      this.#useAgain(connection, now)
    },
    onBroken: (connection, reason) => {
      this.#connections.delete(connection)
      this.#fail(reason)
      this.#underWay--
      if (this.#phase === 'draining') return this.#noteDrained()
      this.#connect().then(() => {
        if (this.#load.rate === 0) this.#sendFromAll()
      }, this.#givenUp.reject)
    },
  }

  async #connect(): Promise<void> {
    const { port, ports = [port] } = this.#load
    const connection = await Connection.open(ports[this.#opened++ % ports.length]!, this.#handlers)
    this.#connections.add(connection)
    this.#idle.push(connection)
  }

  #record(now: number, dueAt: number): void {
    this.#latencies.record((now - dueAt) * 1_000)
    if (now - this.#answeredAt > this.#longestPauseMs) this.#longestPauseMs = now - this.#answeredAt
    this.#answeredAt = now
  }

  #isRight(response: Response, bytes: Buffer): boolean {
    if (response.status < 200 || response.status > 299) return false
    if (this.#expect.length === 0) return true
    const found = bytes.indexOf(this.#expect, response.bodyStart)
    return found !== -1 && found < response.bodyEnd
  }

  #isRefusal({ status, bodyStart }: Response, bytes: Buffer): boolean {
    if (this.#load.mayRefuse !== true || (status !== 429 && status !== 503)) return false
    return /\r\nretry-after: *\d/i.test(bytes.toString('latin1', 0, bodyStart))
  }

  #useAgain(connection: Connection, now: number): void {
    const dueAt = this.#load.rate === 0 ? now : this.#overdue.shift()
    if (this.#phase === 'draining') this.#noteDrained()
    else if (dueAt === undefined) this.#idle.push(connection)
    else this.#send(connection, dueAt)
  }

  #send(connection: Connection, dueAt: number): void {
    this.#underWay++
    connection.send(this.#numberPlace === -1 ? this.#request : this.#numbered(), dueAt)
  }

  /** Copied, since the one before may still wait to be written. */
  #numbered(): Buffer {
    const request = Buffer.from(this.#request)
    const { length } = this.#load.numberAt!
    request.write(String(++this.#numbers).padStart(length, '0'), this.#numberPlace, length, 'latin1')
    return request
  }

  #sendFromAll(): void {
    for (const connection of this.#idle.splice(0)) this.#send(connection, performance.now())
  }

  #sendWhatIsDue(): void {
    const now = performance.now()
    for (; this.#nextDueAt <= now; this.#nextDueAt += 1_000 / this.#load.rate) {
      this.#lateness.record((now - this.#nextDueAt) * 1_000)
      // The one that has been idle longest, so that no proxy closes it for that.
      const connection = this.#idle.shift()
      if (connection) this.#send(connection, this.#nextDueAt)
      else this.#overdue.push(this.#nextDueAt)
    }
  }

  #fail(reason: string): void {
    this.#firstError ??= reason.slice(0, 500)
    if (++this.#errors < errorLimit) return
    this.#givenUp.reject(new Error(`gave up after ${errorLimit} errors, the first: ${this.#firstError}`))
  }

  /** @throws {Error} given up meanwhile */
  #for(seconds: number): Promise<void> {
    return Promise.race([pause(seconds * 1_000, undefined, { ref: false }), this.#givenUp.promise])
  }

  #noteDrained(): void {
    if (this.#underWay === 0) this.#drained.resolve()
  }

  async #drain(): Promise<void> {
    this.#noteDrained()
    await Promise.race([this.#drained.promise, pause(drainMs, undefined, { ref: false })])
    if (this.#underWay > 0) this.#firstError ??= `no answer within ${drainMs} ms of the end`
  }

  #result(lastedMs: number, cpuUs: number): LoadResult {
    const answers = this.#latencies.total
    return {
      perSecond: (answers * 1_000) / lastedMs,
      p50Ms: this.#latencies.quantile(0.5) / 1_000,
      p95Ms: this.#latencies.quantile(0.95) / 1_000,
      p99Ms: this.#latencies.quantile(0.99) / 1_000,
      longestMs: this.#latencies.longest / 1_000,
      longestPauseMs: this.#longestPauseMs,
      answers,
      accepted: this.#accepted,
      refused: this.#refused,
      errors: this.#errors + this.#underWay,
      firstError: this.#firstError,
      generatorUs: cpuUs / Math.max(1, answers),
      p50LateMs: this.#lateness.quantile(0.5) / 1_000,
    }
  }
}
