// Server-sent events as they arrive, and the reply among them. A stream need not end after the reply: who has it stops
// reading. Each byte is looked at once, whatever the pieces that it comes in, and nothing becomes text before its event
// is complete.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
import { isObject } from '../../domain/json.ts'
import type { BodyReader } from '../outbound/outbound.ts'
import { parse } from './reply.ts'

type Message = { readonly [key: string]: unknown }

const lineFeed = 0x0a
const carriageReturn = 0x0d
const newLine = Buffer.of(lineFeed)
const field = Buffer.from('data:')
const space = 0x20

/** Takes the messages of a stream until the response to one request has come. */
export class ReplyStream implements BodyReader {
  /** The response, once it has come. */
  reply: { readonly message: unknown; readonly sizeBytes: number } | null = null
  heldBytes = 0
  readonly #id: number
  readonly #onOther: (message: Message) => void
  /** Pieces of the line that has not ended, and of the data of the event that has not. */
  #line: Buffer[] = []
  #data: Buffer[] = []
  #endedWithReturn = false

  /** @param onOther told of notifications and requests of the server; must not throw */
  constructor(id: number, onOther: (message: Message) => void) {
    this.#id = id
    this.#onOther = onOther
  }

  read(chunk: Buffer): boolean {
    let at = this.#endedWithReturn && chunk[0] === lineFeed ? 1 : 0
    this.heldBytes += chunk.length - at
    while (at < chunk.length && this.reply === null) {
      const end = endOfLine(chunk, at)
      if (end === -1) {
        this.#line.push(chunk.subarray(at))
        break
      }
      this.#takeLine(chunk.subarray(at, end))
      at = end + (chunk[end] === carriageReturn && chunk[end + 1] === lineFeed ? 2 : 1)
    }
    this.#endedWithReturn = chunk.at(-1) === carriageReturn
    return this.reply !== null
  }

  #takeLine(last: Buffer): void {
    const line = this.#line.length === 0 ? last : Buffer.concat([...this.#line, last])
    this.#line = []
    if (line.length === 0) return this.#endEvent()
    const isData = line.subarray(0, field.length).equals(field)
    if (isData) this.#data.push(line.subarray(line[field.length] === space ? 6 : 5), newLine)
    else this.heldBytes = Math.max(0, this.heldBytes - line.length)
  }

  #endEvent(): void {
    const data = Buffer.concat(this.#data)
    this.#data = []
    this.heldBytes = 0
    const message = data.length === 0 ? undefined : parse(data.toString('utf8'))
    // A batch on a stream is of 2025-03-26.
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message]
    for (const one of messages) if (isObject(one)) this.#takeMessage(one, data.length)
  }

  #takeMessage(message: Message, sizeBytes: number): void {
    if (typeof message['method'] === 'string') this.#onOther(message)
    else if (message['id'] === this.#id) this.reply ??= { message, sizeBytes }
  }
}

/** Of the byte that ends the line, or -1. */
function endOfLine(chunk: Buffer, from: number): number {
  const feed = chunk.indexOf(lineFeed, from)
  const end = feed === -1 ? chunk.length : feed
  const back = chunk.subarray(from, end).indexOf(carriageReturn)
  return back === -1 ? feed : from + back
}

/** Does the answer come as events? */
export function isEventStream(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true
}
