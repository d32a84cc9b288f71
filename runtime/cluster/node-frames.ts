// The frames between two nodes. They travel as those between threads do (system/frames.ts): all of a tick as
// one text, with payloads that whoever passes them on does not parse.
import type { Until } from '../system/frames.ts'

export type NodeFrame =
  /**
   * Deliver `payload` to an actor of yours, or to your desk. `epoch`: of its shard, as the sender knows it;
   * `leftMs`: until the sender answers without you.
   */
  | {
      readonly type: 'ask'
      readonly id: number
      readonly address: string
      readonly until: Until
      readonly fresh: boolean
      readonly epoch: number
      readonly leftMs: number
    }
  | { readonly type: 'reply'; readonly id: number }
  /** `payload`: a Failure as JSON. */
  | { readonly type: 'refused'; readonly id: number }
  /** The actor is not here, or no longer: ask where it is. */
  | { readonly type: 'moved'; readonly id: number }
  /** Send the entries of the address from now on. Answered by `missed`, or by `unwatched`. */
  | { readonly type: 'watch'; readonly address: string }
  | { readonly type: 'unwatch'; readonly address: string }
  /** The address is not here, or no longer: watch it where it is. */
  | { readonly type: 'unwatched'; readonly address: string }
  /** A committed entry of a watched address; `payload` is its body. */
  | { readonly type: 'entry'; readonly address: string; readonly seq: number; readonly at: number }
  /** Entries of a watched address may have been missed: read the journal. */
  | { readonly type: 'missed'; readonly address: string }
  /** A cached fact has changed; `payload` says which. */
  | { readonly type: 'changed' }
  /** What an actor's host told its main thread; `payload` is JSON text. */
  | { readonly type: 'told' }
  | { readonly type: 'beat' }
