// A node of the cluster in a process of its own: the real program, which can be killed, paused and stopped.
// An end that nobody asked for is a finding.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { guard } from '../../support/guard.ts'
import { Client } from '../../support/people/client.ts'

const root = join(import.meta.dirname, '../../..')
const preload = new URL('./dial-through.ts', import.meta.url).href

export interface ClusterNodeOptions {
  readonly name: string
  readonly port: number
  /** NODE_ADDRESS. */
  readonly address: string
  readonly environment: Readonly<Record<string, string>>
}

export class ClusterNode {
  readonly name: string
  readonly address: string
  readonly port: number
  /** Ends that nobody asked for, with its last words. */
  readonly unasked: string[] = []
  /** The end of what the process that runs now, or ran last, has written. */
  said = ''
  readonly #environment: NodeJS.ProcessEnv
  #child: ChildProcess | null = null
  #isAsked = false
  #ended: Promise<number | null> = Promise.resolve(null)

  constructor({ name, port, address, environment }: ClusterNodeOptions) {
    this.name = name
    this.port = port
    this.address = address
    const { PATH, HOME } = process.env
    this.#environment = {
      ...{ PATH, HOME, NODE_ENV: 'test', HOST: '127.0.0.1', PORT: String(port), NODE_ADDRESS: address },
      ...environment,
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  client(credential: string | null = null): Client {
    return new Client(this.url, credential)
  }

  /** Resolves when it says that it is ready. @throws {Error} it ended instead */
  async start(): Promise<void> {
    this.#isAsked = false
    const child = spawn(process.execPath, ['--import', preload, 'start.js'], {
      cwd: root,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    // One guard a process: its number may soon be somebody else's.
    const watch = guard(null)
    watch.watch(child.pid!)
    this.said = ''
    const ready = Promise.withResolvers<void>()
    const listen = (chunk: Buffer) => {
      this.said = `${this.said}${chunk}`.slice(-20_000)
      if (this.said.includes('Troupe is ready at')) ready.resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    this.#ended = once(child, 'close').then(async () => {
      await watch.end()
      const how = `${this.name} ended with ${child.exitCode ?? child.signalCode}: ${this.said.trim().slice(-2_000)}`
      if (!this.#isAsked) this.unasked.push(how)
      ready.reject(new Error(how))
      return child.exitCode
    })
    ready.promise.catch(() => {})
    await ready.promise
  }

  /** kill -9; resolves when it is gone. */
  async kill(): Promise<void> {
    this.#isAsked = true
    this.#child?.kill('SIGKILL')
    await this.#ended
  }

  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  wake(): void {
    this.#child?.kill('SIGCONT')
  }

  /** SIGTERM. @returns its exit code; null when it had to be killed */
  async stop(withinMs = 40_000): Promise<number | null> {
    this.#isAsked = true
    this.wake()
    this.#child?.kill('SIGTERM')
    const tooLong = setTimeout(() => this.#child?.kill('SIGKILL'), withinMs)
    const code = await this.#ended
    clearTimeout(tooLong)
    return code
  }

  async isReady(): Promise<boolean> {
    const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
    await answer?.body?.cancel()
    return answer?.status === 200
  }
}
