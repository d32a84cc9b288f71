// The real server in a process of its own, started again whenever it dies, as systemd would. Remembers each
// death: who asked for it, when, and when the next process was ready. A death that nobody asked for is a
// finding.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { guard } from '../support/guard.ts'
import type { Order } from './orders.ts'

const root = join(import.meta.dirname, '../..')
const preload = new URL('./points.ts', import.meta.url).href

export interface Death {
  /** `kill`, `after-commit`, ..., or `unasked` with the last lines of what it said. */
  readonly cause: string
  readonly words: string
  /** Unix ms. */
  readonly at: number
  /** Unix ms; null while the next process is not ready. */
  readyAt: number | null
}

/** A start that fails (the database is away) is tried again after this. */
const againMs = 200

export class SupervisedServer {
  readonly deaths: Death[] = []
  /** Milliseconds from the start of a process to the line that says it is ready. */
  readonly readyMs: number[] = []
  /** Processes that ended before they were ready. */
  failedStarts = 0
  /** Threads of hosts that began to live, in all processes. */
  threadsBorn = 0
  readonly port: number
  readonly #environment: NodeJS.ProcessEnv
  #child: ChildProcess | null = null
  #isReady = false
  #isStopping = false
  #asked: string | null = null
  #whenReady = Promise.withResolvers<void>()
  #life: Promise<void> = Promise.resolve()

  constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.port = port
    const { PATH, HOME } = process.env
    this.#environment = {
      PATH,
      HOME,
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      NODE_ENV: 'test',
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get isReady(): boolean {
    return this.#isReady
  }

  start(): Promise<void> {
    this.#life = this.#live()
    return this.whenReady()
  }

  whenReady(): Promise<void> {
    return this.#whenReady.promise
  }

  /** kill -9. */
  kill(): void {
    if (!this.#isReady) return
    this.#asked = 'kill'
    this.#child?.kill('SIGKILL')
  }

  order(order: Order): void {
    if (this.#child?.connected) this.#child.send(order, () => {})
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#child?.kill('SIGTERM')
    const tooLong = setTimeout(() => this.#child?.kill('SIGKILL'), 10_000)
    await this.#life
    clearTimeout(tooLong)
  }

  async #live(): Promise<void> {
    while (!this.#isStopping) {
      const { said, wasReady } = await this.#run()
      if (this.#isStopping) return
      const point = /chaos: died at (\S+)/.exec(said)?.[1]
      const cause = point ?? this.#asked ?? (wasReady ? 'unasked' : null)
      this.#asked = null
      if (cause !== null) {
        this.deaths.push({ cause, words: said.trim().slice(-1_000), at: Date.now(), readyAt: null })
      } else {
        this.failedStarts++
        await pause(againMs)
      }
    }
  }

  /** One process from its start to its end. */
  async #run(): Promise<{ said: string; wasReady: boolean }> {
    const startedAt = Date.now()
    const child = spawn(process.execPath, ['--import', preload, 'start.js'], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    // One guard a process: its number may soon be somebody else's.
    const watch = guard(null)
    watch.watch(child.pid!)
    let said = ''
    const listen = (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-20_000)
      if (!this.#isReady && said.includes('Troupe is ready at')) this.#ready(Date.now() - startedAt)
    }
    child.stdout!.on('data', listen)
    child.stderr!.on('data', listen)
    child.on('message', () => {
      this.threadsBorn++
    })
    await once(child, 'close')
    await watch.end()
    const wasReady = this.#isReady
    if (wasReady) this.#whenReady = Promise.withResolvers()
    this.#isReady = false
    return { said, wasReady }
  }

  #ready(elapsedMs: number): void {
    this.#isReady = true
    this.readyMs.push(elapsedMs)
    for (const death of this.deaths) death.readyAt ??= Date.now()
    this.#whenReady.resolve()
  }
}
