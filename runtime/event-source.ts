// A source of events, as a port: a reader follows it at its own pace, from any event on. HTTP streams read it
// (http/streaming/sse.ts). Sources are the journal of an actor (actors/journal-feed.ts) and the streams of
// /rpc (rpc/lanes/). test/contracts/event-source.ts holds them all to:
// 1. Ids ascend. A feed gives each event after its cursor once, in order: no gap, no repeat, past and live
//    alike.
// 2. After an empty pull the source wakes the reader as soon as there is more. A closed feed wakes nobody.
// 3. Nothing follows the last event.
// 4. A source holds a bounded amount for a reader that takes nothing.

export interface SourceEvent {
  readonly id: number
  readonly event: string
  /** JSON text; may hold line breaks of any kind. */
  readonly data: string
  /** It goes out without an id: a reader resumes after the last event that has one. */
  readonly isPassing?: true
  /** The stream is over after this event. */
  readonly isLast?: boolean
}

export interface EventSource {
  /**
   * @param after id of the last event that the reader has, 0 for none
   * @param wake the source calls it when there is more after an empty pull; further calls do no harm
   */
  open(after: number, wake: () => void): EventFeed
  /** Its events go out without ids, so a reader cannot resume after a break. Default: it can. */
  readonly isTransient?: true
  /** Data of the last event when the server ends the stream. Default: an event that names the reason. */
  farewell?(): string | null
  /** In place of the event that names the reason for which the server ends the stream. Null: that event. */
  lastEvent?(reason: string): Pick<SourceEvent, 'event' | 'data'> | null
  /** The stream has ended, whoever ended it. The source is not opened again. */
  over?(): void
}

export interface EventFeed {
  /** The next events, at most `max`; empty when there are none yet. One pull at a time. */
  pull(max: number): readonly SourceEvent[] | Promise<readonly SourceEvent[]>
  /** The reader is slow: the source may drop what it can read again. */
  pause?(): void
  close(): void
}
