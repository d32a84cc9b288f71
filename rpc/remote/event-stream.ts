// Server-sent events as they arrive, and the reply among them. A stream need not end after the reply: who has it stops
// reading. Each byte is looked at once, whatever the pieces that it comes in, and nothing becomes text before its event
// is complete.
// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
import { isObject } from '../../domain/json.ts'
import type { BodyReader } from '../outbound/outbound.ts'
import { Pieces } from '../outbound/pieces.ts'
import { nestsTooDeep, parse } from './reply.ts'

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
  readonly #id: number
  readonly #onOther: (message: Message) => void
  /** Of the line that has not ended, and the data of the event that has not. */
  readonly #line = new Pieces()
  readonly #data = new Pieces()
  #endedWithReturn = false

  /** @param onOther told of notifications and requests of the server; must not throw */
  constructor(id: number, onOther: (message: Message) => void) {
    this.#id = id
    this.#onOther = onOther
  }

  get heldBytes(): number {
    return this.#line.sizeBytes + this.#data.sizeBytes
  }

  read(chunk: Buffer): boolean {
    let at = this.#endedWithReturn && chunk[0] === lineFeed ? 1 : 0
    while (at < chunk.length && this.reply === null) {
      const end = endOfLine(chunk, at)
      if (end === -1) {
        this.#line.add(chunk.subarray(at))
        break
      }
      this.#takeLine(chunk.subarray(at, end))
      at = end + (chunk[end] === carriageReturn && chunk[end + 1] === lineFeed ? 2 : 1)
    }
    this.#endedWithReturn = chunk.at(-1) === carriageReturn
    return this.reply !== null
  }

  #takeLine(last: Buffer): void {
    const line = this.#wholeLine(last)
    if (line.length === 0) return this.#endEvent()
    if (!line.subarray(0, field.length).equals(field)) return
    if (this.#data.sizeBytes > 0) this.#data.add(newLine)
    this.#data.add(line.subarray(line[field.length] === space ? 6 : 5))
  }

  #wholeLine(last: Buffer): Buffer {
    if (this.#line.sizeBytes === 0) return last
    this.#line.add(last)
    return this.#line.take()
  }

  #endEvent(): void {
    const data = this.#data.take()
    const message = data.length === 0 ? undefined : parse(data.toString('utf8'))
    // A batch on a stream is of 2025-03-26.
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message]
    for (const one of messages) if (isObject(one)) this.#takeMessage(one, data.length)
  }

  #takeMessage(message: Message, sizeBytes: number): void {
    if (typeof message['method'] !== 'string') {
      if (message['id'] === this.#id) this.reply ??= { message, sizeBytes }
    } else if (!nestsTooDeep(message)) this.#onOther(message)
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
