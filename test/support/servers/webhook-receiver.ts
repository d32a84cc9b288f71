// An endpoint in the test's own process that writes down whatever webhooks it is told, and misbehaves as it
// is bid.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import tap from 'tap'

export interface Heard {
  readonly id: string
  readonly type: string
  /** What it is about: of executions and their approvals, the execution. */
  readonly resource: string
  /** Was it answered with 2xx? */
  readonly isTaken: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly body: any
}

export type Behaviour =
  | {
      readonly status: number
      readonly headers?: Record<string, string>
      readonly body?: string
      readonly afterMs?: number
    }
  | 'hang'
  | 'reset'

/** Generous: a machine may be five times slower. */
const patienceMs = 60_000

export class Receiver {
  readonly heard: Heard[] = []
  /** What becomes of the n-th request, from 0; `attempt` counts those of its event, from 0. */
  behave: (n: number, attempt: number) => Behaviour = () => ({ status: 204 })
  readonly #attempts = new Map<string, number>()
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response).catch(() => response.destroy())
  })
  #requests = 0

  #port = 0

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    await receiver.open()
    tap.teardown(() => receiver.close())
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook`
  }

  /** Listens, again where it did before. */
  async open(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  /** Connections are refused from now on. */
  async close(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  /** Those that were answered with 2xx, in the order in which they came. */
  get taken(): Heard[] {
    return this.heard.filter(({ isTaken }) => isTaken)
  }

  /** @throws {Error} it takes too long */
  async until(isSo: () => boolean, what: string, withinMs = patienceMs): Promise<void> {
    const endsAt = Date.now() + withinMs
    while (!isSo()) {
      if (Date.now() > endsAt) throw new Error(`not within ${withinMs} ms: ${what}`)
      await pause(20)
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = Buffer.concat(await request.toArray()).toString('utf8')
    const body = JSON.parse(text)
    const attempt = this.#attempts.get(body.id) ?? 0
    this.#attempts.set(body.id, attempt + 1)
    const behaviour = this.behave(this.#requests++, attempt)
    const isTaken = typeof behaviour === 'object' && behaviour.status >= 200 && behaviour.status < 300
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    if (typeof behaviour === 'object' && behaviour.afterMs) await pause(behaviour.afterMs)
    this.heard.push({
      ...{ id: headers['webhook-id']!, type: body.type, isTaken, headers, text, body },
      resource: body.data.executionId ?? body.data.id,
    })
    if (behaviour === 'hang') return
    if (behaviour === 'reset') return void request.socket.resetAndDestroy()
    response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body)
  }
}

/** Is it signed by the secret? */
export function isSigned({ text, headers }: Heard, secret: string): boolean {
  try {
    new Verifier(secret).verify(text, headers)
    return true
  } catch {
    return false
  }
}
