// How threads speak: many messages as one string a tick. Structured clone of one string in place of hundreds of
// small objects is what makes a message cost microseconds (architecture 2). A frame is a small head and a payload
// that is already JSON text; the payload is never parsed by a thread that only passes it on.
import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** From the main thread to a host. */
export type ToHost =
  /** Deliver `payload` (a message). `fresh`: the address was made just now, so the journal has nothing of it. */
  | {
      readonly type: 'ask'
      readonly id: number
      readonly address: string
      readonly until: Until
      readonly fresh: boolean
    }
  /** Activate what was under way before a restart; answered when it is. */
  | { readonly type: 'wake'; readonly id: number; readonly address: string }
  /** The address killed its host too often; `payload` is the reason, as JSON text. */
  | { readonly type: 'park'; readonly id: number; readonly address: string }
  /** Its replay killed its host too often: it is not loaded any more. */
  | { readonly type: 'shun'; readonly address: string }
  /** Nobody waits for the reply to this ask any more. */
  | { readonly type: 'forget'; readonly id: number; readonly address: string }
  /** To a host's own ask; `payload` is the reply, or a Failure as JSON. */
  | { readonly type: 'answer'; readonly id: number; readonly isRefused: boolean }
  | { readonly type: 'watch'; readonly address: string }
  | { readonly type: 'unwatch'; readonly address: string }
  /** A fact that kinds cache has changed (a tool server, for instance); `payload` says which, as JSON text. */
  | { readonly type: 'invalidate' }
  /** The database is not a copy any more that only looks on: what is owed is done (docs/decisions/029). */
  | { readonly type: 'unfence' }
  | { readonly type: 'stop' }

/** From a host to the main thread. */
export type FromHost =
  | { readonly type: 'ready'; readonly threadId: number }
  /** `payload`: what the host measured since the beat before, as JSON text; empty for nothing. */
  | { readonly type: 'beat'; readonly queued: number; readonly active: number }
  | { readonly type: 'reply'; readonly id: number }
  /** `payload`: a Failure as JSON. */
  | { readonly type: 'refused'; readonly id: number }
  /** An effect speaks to another actor; `payload` is the message. */
  | { readonly type: 'ask'; readonly id: number; readonly address: string; readonly fresh: boolean }
  /** From now on entries of the address are sent; what was committed before is in the journal. */
  | { readonly type: 'watching'; readonly address: string }
  /** A committed entry of a watched address; `payload` is its body. */
  | { readonly type: 'entry'; readonly address: string; readonly seq: number; readonly at: number }
  /** A fact that others cache has changed by the hand of an actor here; `payload` says which, as for `invalidate`. */
  | { readonly type: 'changed' }
  /** Something failed and is tried again; `times` since it was told last. */
  | { readonly type: 'trouble'; readonly what: string; readonly reason: string; readonly times: number }
  /** A line for the log of the process; `payload`: its facts as JSON text. */
  | { readonly type: 'log'; readonly level: keyof Log; readonly message: string }
  | { readonly type: 'stopped' }

/** When to answer an ask: as soon as its events are durable, or when the actor has ended. */
export type Until = 'decided' | 'done'

export interface Frame<H> {
  readonly head: H
  readonly payload: string
}

/** All frames of a tick as one string: the heads with the payloads' lengths, a newline, the payloads. */
export function pack<H>(frames: readonly Frame<H>[]): string {
  const heads: (H | number)[] = []
  let payloads = ''
  for (const frame of frames) {
    heads.push(frame.head, frame.payload.length)
    payloads += frame.payload
  }
  return `${JSON.stringify(heads)}\n${payloads}`
}

export function unpack<H>(packed: string): Frame<H>[] {
  const end = packed.indexOf('\n')
  const heads = JSON.parse(packed.slice(0, end)) as (H | number)[]
  const frames: Frame<H>[] = []
  let offset = end + 1
  for (let i = 0; i < heads.length; i += 2) {
    const length = heads[i + 1] as number
    frames.push({ head: heads[i] as H, payload: packed.slice(offset, offset + length) })
    offset += length
  }
  return frames
}

/** Gathers the frames of a tick and sends them as one string. */
export class Outbox<H> {
  #frames: Frame<H>[] = []
  readonly #send: (packed: string) => void
  readonly #clock: Clock

  constructor(send: (packed: string) => void, clock: Clock) {
    this.#send = send
    this.#clock = clock
  }

  push(head: H, payload = ''): void {
    this.#frames.push({ head, payload })
    if (this.#frames.length === 1) this.#clock.soon(() => this.flush())
  }

  flush(): void {
    if (this.#frames.length === 0) return
    const frames = this.#frames
    this.#frames = []
    this.#send(pack(frames))
  }
}
