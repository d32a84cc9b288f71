// A lane of /rpc without HTTP: requests made of headers, answers read whole or event by event.
import type { Json } from '../../domain/json.ts'
import type { LaneAnswer, LaneRequest } from '../../rpc/lanes/lane-answer.ts'
import { modernVersion } from '../../rpc/lanes/versions.ts'
import type { EventFeed } from '../../runtime/event-source.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
type Any = any

export interface FakeRequest extends LaneRequest {
  /** The client leaves. */
  leave(): void
}

export function laneRequest(
  headers: Readonly<Record<string, string>> = {},
  principal = 'org_1 key_1',
): FakeRequest {
  const listeners: (() => void)[] = []
  return {
    header: name => headers[name] ?? '',
    onClose: listener => listeners.push(listener),
    organizationId: principal.split(' ')[0]!,
    principal,
    origin: () => ({ headers, principal }),
    leave: () => {
      for (const listener of listeners) listener()
    },
  }
}

export const bothTypes = 'application/json, text/event-stream'

const metaPrefix = 'io.modelcontextprotocol'

/** A request of 2026-07-28 as a client of it sends it. */
export function modern(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  capabilities: Readonly<Record<string, unknown>> = {},
) {
  const { _meta, ...rest } = params as { _meta?: object }
  const meta = {
    [`${metaPrefix}/protocolVersion`]: modernVersion,
    [`${metaPrefix}/clientCapabilities`]: capabilities,
    ..._meta,
  }
  const { name, uri, taskId } = params
  const subject = name ?? uri ?? taskId
  return {
    headers: {
      accept: bothTypes,
      'mcp-protocol-version': modernVersion,
      'mcp-method': method,
      ...(typeof subject === 'string' && { 'mcp-name': subject }),
    } as Record<string, string>,
    body: { jsonrpc: '2.0', id: 1, method, params: { ...rest, _meta: meta } } as Record<string, Any>,
  }
}

/** Status and parsed body of an answer in one piece. */
export function wholeOf(answer: LaneAnswer): { status: number; body: Any } {
  if (answer.type !== 'whole') throw new Error('the answer is a stream')
  return { status: answer.status, body: answer.body === null ? null : JSON.parse(answer.body) }
}

/** The reader of a stream that is open. */
export class StreamReader {
  readonly ids: number[] = []
  isOver = false
  readonly #source: LaneAnswer & { type: 'stream' }
  readonly #feed: EventFeed
  #wake: () => void = () => {}

  constructor(answer: LaneAnswer, after?: number) {
    if (answer.type !== 'stream') throw new Error(`the answer is no stream: ${JSON.stringify(answer)}`)
    this.#source = answer
    this.#feed = answer.source.open(after ?? answer.after, () => this.#wake())
  }

  /** The next message; null after the last one, or for an event without data. */
  async next(): Promise<Any> {
    for (;;) {
      if (this.isOver) return null
      const woken = new Promise<void>(resolve => {
        this.#wake = resolve
      })
      const [event] = await this.#feed.pull(1)
      if (event === undefined) {
        await woken
        continue
      }
      this.ids.push(event.id)
      this.isOver = event.isLast === true
      return event.data === '' ? null : (JSON.parse(event.data) as Json)
    }
  }

  async rest(): Promise<Any[]> {
    const messages = []
    while (!this.isOver) messages.push(await this.next())
    return messages
  }

  /** The connection breaks. */
  close(): void {
    this.#feed.close()
    this.#source.source.over?.()
  }
}
