// The protocol between the main thread (system.ts, supervisor.ts) and its hosts (serve.ts).
// 1. A frame is a small head and a payload that is JSON text already. A thread that passes a payload on never
//    parses it.
// 2. All frames of a tick travel as one string: cloning one string instead of hundreds of small objects makes
//    a message cost microseconds (docs/internals/runtime.md).
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'

/** From the main thread to a host. */
export type ToHost =
  /** Deliver `payload` (a message). `fresh`: the address is new and has no journal. */
  | {
      readonly type: 'ask'
      readonly id: number
      readonly address: string
      readonly until: Until
      readonly fresh: boolean
    }
  /** Load the actor, so that it goes on with its pending work; answered after the replay. */
  | { readonly type: 'wake'; readonly id: number; readonly address: string }
  /** Fail the actor: its code killed its host too often. `payload` is the reason, as JSON text. */
  | { readonly type: 'poison'; readonly id: number; readonly address: string }
  /** Never load the actor again: its replay killed its host too often. */
  | { readonly type: 'block'; readonly address: string }
  /** The asker no longer waits for the reply to this ask. */
  | { readonly type: 'forget'; readonly id: number; readonly address: string }
  /** The answer to an ask of the host; `payload` is the reply, or a Failure as JSON. */
  | { readonly type: 'answer'; readonly id: number; readonly isRefused: boolean }
  | { readonly type: 'watch'; readonly address: string }
  | { readonly type: 'unwatch'; readonly address: string }
  /** A cached fact has changed (a tool server, for instance); `payload` says which, as JSON text. */
  | { readonly type: 'invalidate' }
  /** The fence of a restored copy has ended: perform pending effects (docs/decisions/029). */
  | { readonly type: 'unfence' }
  /** Another node is to have these shards (runtime/cluster/). Answered when nothing of them is in memory. */
  | { readonly type: 'release'; readonly id: number; readonly shards: readonly number[] }
  | { readonly type: 'stop' }

/** From a host to the main thread. */
export type FromHost =
  | { readonly type: 'ready'; readonly threadId: number }
  /** `payload`: the host's figures since its last beat, as JSON text; empty for none. */
  | { readonly type: 'beat'; readonly queued: number; readonly active: number }
  | { readonly type: 'reply'; readonly id: number }
  /** `payload`: a Failure as JSON. */
  | { readonly type: 'refused'; readonly id: number }
  /** The actor of this ask lives on another node: nothing was decided, or it waits there for the end. */
  | { readonly type: 'moved'; readonly id: number }
  /** The shards of this release are given up. */
  | { readonly type: 'released'; readonly id: number }
  /** An effect asks another actor; `payload` is the message. */
  | { readonly type: 'ask'; readonly id: number; readonly address: string; readonly fresh: boolean }
  /** The host sends entries of the address from now on; earlier ones are in the journal. */
  | { readonly type: 'watching'; readonly address: string }
  /** A committed entry of a watched address; `payload` is its body. */
  | { readonly type: 'entry'; readonly address: string; readonly seq: number; readonly at: number }
  /** An actor of the host changed a fact that others cache; `payload` as of `invalidate`. */
  | { readonly type: 'changed' }
  /** Something that only the main thread wants to know; `payload` is JSON text. */
  | { readonly type: 'told' }
  /** The host tries something again that failed `times` since the last such frame. */
  | { readonly type: 'trouble'; readonly what: string; readonly reason: string; readonly times: number }
  /** A line for the log of the process; `payload`: its facts as JSON text. */
  | { readonly type: 'log'; readonly level: keyof Log; readonly message: string }
  | { readonly type: 'stopped' }

/** When to answer an ask: `decided`, as soon as its events are durable; `done`, when the actor has ended. */
export type Until = 'decided' | 'done'

export interface Frame<H> {
  readonly head: H
  readonly payload: string
}

/** One string of many frames: the heads with their payloads' lengths as JSON, a newline, the payloads. */
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
