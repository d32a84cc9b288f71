// A connection to another node that has shown who it is: frames of a tick leave as one text, beats say that
// this end lives. peers.ts makes and replaces them.
// 1. What waits to be sent is bounded: past a first bound asks are refused (`isFull`), past a second one the
//    link ends, and with it what hangs on it.
// 2. A link that has said nothing for `linkLateMs` is late: what its node announced may be on its way.
// 3. A link that has said nothing for `linkSilenceMs` ends. Silence is counted in beats, not by the clock:
//    while this thread was blocked it could hear nobody.
import type { Clock } from '../clock.ts'
import { bounds } from '../config.ts'
import { type Frame, Outbox, unpack } from '../system/frames.ts'
import { LinkRefused } from './handshake.ts'
import type { Wire } from './network.ts'
import type { NodeFrame } from './node-frames.ts'

/** Frames leave early when so much is gathered in one tick, so that no text grows without a bound. */
const mostGathered = 1_048_576

export interface LinkParts {
  readonly wire: Wire
  readonly clock: Clock
  readonly frame: (frame: Frame<NodeFrame>) => void
}

export class NodeLink {
  readonly #parts: LinkParts
  readonly #outbox: Outbox<NodeFrame>
  #gathered = 0
  #silentBeats = 0
  #heardAt: number
  #hasEnded = false

  constructor(parts: LinkParts) {
    this.#parts = parts
    this.#heardAt = parts.clock.elapsed()
    this.#outbox = new Outbox(packed => {
      this.#gathered = 0
      parts.wire.send(packed)
    }, parts.clock)
    this.#beat()
  }

  /** So much waits to be sent that nothing new should. */
  get isFull(): boolean {
    return this.#waiting >= bounds.linkFullBytes
  }

  get isLate(): boolean {
    return this.#parts.clock.elapsed() - this.#heardAt > bounds.linkLateMs
  }

  send(head: NodeFrame, payload = ''): void {
    if (this.#hasEnded) return
    if (this.#waiting + payload.length > bounds.linkMostBytes) return this.#parts.wire.close()
    this.#gathered += payload.length
    this.#outbox.push(head, payload)
    if (this.#gathered >= mostGathered) this.#outbox.flush()
  }

  /** @throws {LinkRefused} the text is none of frames */
  receive(text: string): void {
    this.#silentBeats = 0
    this.#heardAt = this.#parts.clock.elapsed()
    for (const frame of framesOf(text)) if (frame.head.type !== 'beat') this.#parts.frame(frame)
  }

  /** Sends what is gathered and closes the wire. */
  close(): void {
    this.#outbox.flush()
    this.#parts.wire.close()
  }

  /** The wire has closed: beats no more. */
  ended(): void {
    this.#hasEnded = true
  }

  get #waiting(): number {
    return this.#parts.wire.waitingBytes + this.#gathered
  }

  #beat(): void {
    if (this.#hasEnded) return
    if (++this.#silentBeats * bounds.linkBeatMs > bounds.linkSilenceMs) return this.#parts.wire.close()
    this.#outbox.push({ type: 'beat' })
    this.#parts.clock.after(bounds.linkBeatMs, () => this.#beat())
  }
}

function framesOf(text: string): Frame<NodeFrame>[] {
  try {
    return unpack<NodeFrame>(text)
  } catch {
    throw new LinkRefused('the other sent what is no frame')
  }
}
