// A tool server on stdio over the lives of its process: starts it when somebody asks, ends it when nobody
// does, starts it again after a pause when it died, and gives it up when it dies again and again. Made by
// stdio-servers.ts, one for each registration.
import type { StdioLog } from '../../domain/tools/stdio-server.ts'
import { type Failed, fault, notReady, type Reply } from '../remote/reply.ts'
import { withinDeadline } from '../within-deadline.ts'
import { StdioChild } from './child.ts'
import { hidingOf } from './hidden-texts.ts'
import { KeptLists } from './kept-lists.ts'
import { KeptLog } from './kept-log.ts'
import type { Launched } from './launch.ts'
import { Places } from './places.ts'
import type { StdioHearing, StdioQuestion } from './stdio-calls.ts'
import type { StdioSpec } from './stdio-file.ts'

export interface StdioServerParts {
  readonly spec: StdioSpec
  /** Variables with the credential. */
  readonly secrets: Readonly<Record<string, string>>
  readonly organizationId: string
  /** Starts a process, or says why there is no place for one. */
  readonly start: (server: StdioServer) => Promise<Launched | Failed>
  readonly onToolsChanged: () => void
}

/** A life of this length is a good one: the ends before it no longer count. */
const steadyMs = 60_000
const firstPauseMs = 500
const longestPauseMs = 60_000
const waitingCalls = 100

export class StdioServer {
  readonly #parts: StdioServerParts
  readonly #hide: ReturnType<typeof hidingOf>
  readonly #log: KeptLog
  readonly #calls: Places
  readonly #lists = new KeptLists()
  #child: Promise<StdioChild | Failed> | null = null
  #running: StdioChild | null = null
  #idle: NodeJS.Timeout | undefined
  #starts = 0
  #deaths = 0
  #startedAt = 0
  #notBefore = 0
  #reason: string | null = null
  #isClosed = false
  #toldAt = 0
  /** When it was last asked, Unix ms. */
  usedAt = Date.now()

  constructor(parts: StdioServerParts) {
    this.#parts = parts
    this.#hide = hidingOf([...parts.spec.secrets, ...Object.values(parts.secrets)])
    this.#log = new KeptLog(this.#hide)
    this.#calls = new Places(parts.spec.limits.concurrency, waitingCalls)
  }

  get organizationId(): string {
    return this.#parts.organizationId
  }

  get hasProcess(): boolean {
    return this.#child !== null
  }

  /** Can its process be ended for another one? */
  get isIdle(): boolean {
    return this.#running !== null && this.#calls.areUnused
  }

  get log(): StdioLog {
    return { state: this.#state, reason: this.#reason, starts: this.#starts, lines: [...this.#log.lines] }
  }

  async ask(question: StdioQuestion, hearing: StdioHearing): Promise<Reply> {
    this.usedAt = Date.now()
    if (question.isAnew) this.#deaths = this.#notBefore = 0
    const known = this.#fromMemory(question)
    if (known !== null) return known
    const waiter = { deadline: question.deadline, signal: hearing.signal }
    const leave = await this.#calls.enter(waiter)
    if (typeof leave !== 'function') return leave === 'full' ? tooMany : notReady(leave)
    try {
      const child = await withinDeadline(this.#alive(), waiter, notReady)
      if (!(child instanceof StdioChild)) return child
      // A caller that only wants it to be ready has what it wants.
      if (question.method === 'initialize') return child.hello
      const reply = await child.ask(question, hearing)
      this.#lists.remember(question, reply)
      return reply
    } finally {
      leave()
      this.#rest()
    }
  }

  /** Ends its process in order. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.endProcess()
  }

  /** Who asks from now on gets the next process. */
  async endProcess(): Promise<void> {
    clearTimeout(this.#idle)
    const [starting, running] = [this.#child, this.#running]
    this.#child = this.#running = null
    if (running !== null) return running.close()
    const child = await starting
    if (child instanceof StdioChild) await child.close()
  }

  get #state(): StdioLog['state'] {
    if (this.#child !== null) return 'running'
    if (this.#deaths >= this.#parts.spec.limits.starts) return 'down'
    return Date.now() < this.#notBefore ? 'waiting' : 'ended'
  }

  /** A process that ended for want of calls is not started to say its tools again. */
  #fromMemory(question: StdioQuestion): Reply | null {
    return this.#child === null && this.#deaths === 0 ? this.#lists.recall(question) : null
  }

  #alive(): Promise<StdioChild | Failed> {
    if (this.#child !== null) return this.#child
    const refusal = this.#refusal()
    if (refusal !== null) return Promise.resolve(refusal)
    const starting = (this.#child = this.#start())
    void starting.then(child => {
      if (!(child instanceof StdioChild) && this.#child === starting) this.#child = null
    })
    return starting
  }

  #refusal(): Failed | null {
    if (this.#isClosed) return fault('unreachable', 'was ended', { retryable: true })
    if (this.#deaths >= this.#parts.spec.limits.starts)
      return down(`${this.#reason}, ${this.#deaths} times in a row; it is started again when you refresh it`)
    const waitMs = this.#notBefore - Date.now()
    if (waitMs <= 0) return null
    return down(`${this.#reason}; it is started again in ${Math.ceil(waitMs / 1_000)} s`)
  }

  async #start(): Promise<StdioChild | Failed> {
    const { spec, start } = this.#parts
    const launched = await start(this)
    if ('type' in launched) return launched
    this.#starts++
    this.#startedAt = Date.now()
    const child: StdioChild = new StdioChild({
      ...{ launched, spec, log: this.#log, hide: this.#hide },
      onToolsChanged: () => this.#toolsChanged(),
      onEnded: reason => this.#hasEnded(child, reason),
    })
    if (this.#isClosed) void child.close()
    else this.#running = child
    const failed = await child.begin()
    if (failed === null) return child
    await child.ended
    return down(`does not start: ${failed.type === 'fault' ? failed.error.message : failed.message}`)
  }

  /** The end of a child that was asked to end is no failure. */
  #hasEnded(child: StdioChild, reason: string): void {
    if (this.#running !== child) return
    clearTimeout(this.#idle)
    this.#running = this.#child = null
    if (Date.now() - this.#startedAt >= steadyMs) this.#deaths = 0
    this.#reason = reason
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#deaths++)
    this.#notBefore = Date.now() + pauseMs
  }

  #rest(): void {
    clearTimeout(this.#idle)
    if (this.#child === null || this.#isClosed) return
    this.#idle = setTimeout(() => {
      if (this.isIdle) void this.endProcess()
    }, this.#parts.spec.limits.idleMs)
  }

  /** One that says so again and again is heard once a second. */
  #toolsChanged(): void {
    this.#lists.clear()
    if (Date.now() - this.#toldAt < 1_000) return
    this.#toldAt = Date.now()
    this.#parts.onToolsChanged()
  }
}

const tooMany = fault('overloaded', `was not called: ${waitingCalls} calls wait for it already`, {
  retryable: true,
})

function down(message: string): Failed {
  return fault('unreachable', message, { retryable: true })
}
