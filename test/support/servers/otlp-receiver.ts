// A receiver of traces as operators have one: OTLP over HTTP, JSON. Keeps every span; can be told to fail.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import tap from 'tap'

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  /** '' for none. */
  readonly parentSpanId: string
  readonly name: string
  readonly facts: Readonly<Record<string, unknown>>
}

export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = []
  /** Answers 500 to everything. */
  isFailing = false
  requests = 0
  readonly #server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    this.requests++
    if (!this.isFailing) this.#take(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(this.isFailing ? 500 : 200, { 'content-type': 'application/json' }).end('{}')
  })

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver()
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    tap.teardown(() => receiver.stop())
    return receiver
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Waits until it has come. */
  async span(isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    for (;;) {
      const found = this.spans.find(isWanted)
      if (found !== undefined) return found
      await once(this.#server, 'request')
      await new Promise(resolve => setImmediate(resolve))
    }
  }

  #take({ resourceSpans }: Exported): void {
    for (const { scopeSpans } of resourceSpans)
      for (const { spans } of scopeSpans)
        for (const { attributes, parentSpanId = '', ...span } of spans) {
          const facts = Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
          this.spans.push({ ...span, parentSpanId, facts })
        }
  }
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'facts' | 'parentSpanId'> & {
        readonly parentSpanId?: string
        readonly attributes: readonly { key: string; value: Record<string, unknown> }[]
      })[]
    }[]
  }[]
}
