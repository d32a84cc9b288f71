// One life of a tool server on stdio: its process from the start to the end, and newline-delimited JSON-RPC
// with it (MCP, stdio). Made by stdio-server.ts, which starts the next one.
// 1. What it does wrong is a value. What it does too much of ends it: output, long messages, what is no
//    message, calls without an answer.
// 2. When it has ended, every request has an answer and no process of its group is left.
import { setTimeout as pause } from 'node:timers/promises'
import { excerpt } from '../remote/excerpt.ts'
import { type Failed, type Fault, fault, type Reply } from '../remote/reply.ts'
import { plain, shakeHands } from './handshake.ts'
import type { HideTexts } from './hidden-texts.ts'
import type { KeptLog } from './kept-log.ts'
import { killGroup, type Launched } from './launch.ts'
import { Lines } from './lines.ts'
import { OutputMeter } from './output-meter.ts'
import { Requests } from './requests.ts'
import type { StdioHearing, StdioQuestion } from './stdio-calls.ts'
import type { StdioSpec } from './stdio-file.ts'

export interface ChildParts {
  readonly launched: Launched
  readonly spec: StdioSpec
  readonly log: KeptLog
  readonly hide: HideTexts
  readonly onToolsChanged: () => void
  /** Called once, when it has ended; `reason` continues the text `tool server "Orders"`. */
  readonly onEnded: (reason: string) => void
}

/** Lines that are no messages: many servers greet, some flood. */
const strayAllowed = 100
const strayShown = 10
/** Calls in a row without any sign of life. */
const hangsAfter = 3
/** For an end in order: by its closed input, then by SIGTERM. */
const endByInputMs = 1_000
const endBySignalMs = 2_000
/** What its pipes still hold when it has ended. */
const drainMs = 500

export class StdioChild {
  readonly #parts: ChildParts
  readonly #requests: Requests
  readonly #ended = Promise.withResolvers<void>()
  readonly #exited = Promise.withResolvers<void>()
  #hello: Reply = plain
  #reason: string | null = null
  #strays = 0
  #silentCalls = 0

  constructor(parts: ChildParts) {
    this.#parts = parts
    const { onToolsChanged } = parts
    this.#requests = new Requests({
      send: message => this.#send(message),
      onToolsChanged,
      onStray: line => this.#stray(line),
    })
    this.#listen()
  }

  /** Resolves when nothing is left of it. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Its answer to initialize, once it has begun. */
  get hello(): Reply {
    return this.#hello
  }

  /** @returns why it can not be used; it has ended then */
  async begin(): Promise<Failed | null> {
    const { startMs } = this.#parts.spec.limits
    const reply = await shakeHands(params =>
      this.ask({ method: 'initialize', params, deadline: Number.POSITIVE_INFINITY }, {}, startMs),
    )
    this.#hello = reply
    if (reply.type === 'result') {
      this.#send({ method: 'notifications/initialized' })
      return null
    }
    this.end(reply.type === 'fault' ? reply.error.message : `refused initialize: ${reply.message}`)
    return reply
  }

  async ask(
    { method, params, deadline }: Pick<StdioQuestion, 'method' | 'params' | 'deadline'>,
    hearing: StdioHearing,
    longestMs = this.#parts.spec.limits.callMs,
  ): Promise<Reply> {
    if (this.#reason !== null) return broken(this.#reason)
    if (hearing.signal?.aborted) return fault('aborted', 'was not called: the call was given up')
    const { settled, giveUp } = this.#requests.begin(method, params, hearing)
    const ms = Math.max(1, Math.min(longestMs, deadline - Date.now()))
    const timer = setTimeout(() => {
      giveUp(
        fault('timeout', `did not answer ${method} within ${ms} ms`, { retryable: true }),
        'the time is up',
      )
      if (++this.#silentCalls >= hangsAfter) this.end(`gave no sign of life during ${hangsAfter} calls`)
    }, ms)
    const abort = () => giveUp(fault('aborted', 'was called, and the call was given up'), 'cancelled')
    hearing.signal?.addEventListener('abort', abort)
    try {
      return await settled
    } finally {
      clearTimeout(timer)
      hearing.signal?.removeEventListener('abort', abort)
    }
  }

  /** Ends it at once. @param reason continues the text `tool server "Orders"` */
  end(reason: string): void {
    this.#reason ??= reason
    this.#signal('SIGKILL')
  }

  /** Ends it in order: nobody needs it any more. */
  async close(): Promise<void> {
    const { process } = this.#parts.launched
    this.#reason ??= 'was ended'
    process.stdin.end()
    await this.#exitWithin(endByInputMs)
    this.#signal('SIGTERM')
    await this.#exitWithin(endBySignalMs)
    this.#signal('SIGKILL')
    await this.ended
  }

  /** Once it has exited, its number may be somebody else's. */
  #signal(signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#parts.launched.process
    if (exitCode === null && signalCode === null) killGroup(pid!, signal)
  }

  #exitWithin(ms: number): Promise<unknown> {
    return Promise.race([this.#exited.promise, pause(ms, undefined, { ref: false })])
  }

  #listen(): void {
    const { launched, spec, log, hide } = this.#parts
    const { process } = launched
    const meter = new OutputMeter(spec.limits.outputBytes)
    const lines = new Lines(spec.limits.messageBytes, line =>
      this.#take(hide(line.toString('utf8')), line.length),
    )
    process.stdout.on('data', (chunk: Buffer) => {
      if (this.#isOver) return
      if (!meter.take(chunk.length))
        return this.end(`flooded its output, more than ${spec.limits.outputBytes} bytes`)
      if (!lines.read(chunk)) this.end(`wrote a message of more than ${spec.limits.messageBytes} bytes`)
    })
    process.stderr.setEncoding('utf8').on('data', (text: string) => log.write(text))
    // A broken pipe says what `exit` says, too.
    for (const stream of [process.stdin, process.stdout, process.stderr]) stream.on('error', () => {})
    process.once('exit', (code, signal) => void this.#exit(code, signal))
  }

  /** After a flood nothing more is read. A child that was asked to end may still answer. */
  get #isOver(): boolean {
    return this.#reason !== null && this.#reason !== 'was ended'
  }

  async #exit(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    const { launched, log, onEnded } = this.#parts
    this.#exited.resolve()
    // A grandchild may hold the pipes open.
    killGroup(launched.process.pid!, 'SIGKILL')
    const closed = new Promise<void>(resolve => launched.process.once('close', () => resolve()))
    await Promise.race([closed, pause(drainMs)])
    for (const stream of [launched.process.stdout, launched.process.stderr]) stream.destroy()
    log.endOfChild()
    this.#reason ??= signal === null ? `ended with the exit code ${code}` : `was ended by ${signal}`
    log.note(`[${this.#reason}]`)
    this.#requests.failAll(broken(this.#reason))
    await launched.sweep()
    this.#ended.resolve()
    onEnded(this.#reason)
  }

  #take(text: string, sizeBytes: number): void {
    this.#silentCalls = 0
    if (this.#isOver || text.trim() === '') return
    this.#requests.take(text, sizeBytes)
  }

  #stray(line: string): void {
    const { log } = this.#parts
    if (++this.#strays <= strayShown) log.note(`[not a message: ${excerpt(line, 200)}]`)
    if (this.#strays > strayAllowed) this.end(`wrote more than ${strayAllowed} lines that are no messages`)
  }

  #send(message: object): boolean {
    const { launched, spec } = this.#parts
    const { stdin } = launched.process
    const line = `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
    const isRoom = stdin.writableLength + line.length <= spec.limits.backlogBytes
    if (isRoom && stdin.writable) stdin.write(line)
    return isRoom
  }
}

/** A tool that changes nothing may be called again: the next life answers. */
function broken(reason: string): Fault {
  return fault('reset', reason, { retryable: true, isUnanswered: true })
}
