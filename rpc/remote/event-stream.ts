// Reads server-sent events as they arrive, and finds the reply among them. Used by wire.ts.
// 1. The stream may stay open after the reply; the reader stops there.
// 2. Each byte is looked at once, however small the chunks are. Bytes become text only when their event is
//    complete.
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

/** Takes the messages of a stream until the response to one request arrives. */
export class ReplyStream implements BodyReader {
  /** The response; null until it arrives. */
  reply: { readonly message: unknown; readonly sizeBytes: number } | null = null
  readonly #id: number
  readonly #onOther: (message: Message) => void
  /** The incomplete line, and the data of the incomplete event. */
  readonly #line = new Pieces()
  readonly #data = new Pieces()
  #endedWithReturn = false

  /** @param onOther gets the server's notifications and requests; must not throw */
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
    // Only MCP 2025-03-26 sends a batch on a stream.
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message]
    for (const one of messages) if (isObject(one)) this.#takeMessage(one, data.length)
  }

  #takeMessage(message: Message, sizeBytes: number): void {
    if (typeof message['method'] !== 'string') {
      if (message['id'] === this.#id) this.reply ??= { message, sizeBytes }
    } else if (!nestsTooDeep(message)) this.#onOther(message)
  }
}

/** Index of the byte that ends the line, or -1. */
function endOfLine(chunk: Buffer, from: number): number {
  const feed = chunk.indexOf(lineFeed, from)
  const end = feed === -1 ? chunk.length : feed
  const back = chunk.subarray(from, end).indexOf(carriageReturn)
  return back === -1 ? feed : from + back
}

/** Is the answer a stream of events? */
export function isEventStream(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-type']?.startsWith('text/event-stream') === true
}
