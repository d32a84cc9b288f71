// The journal of one actor as a source of events (runtime/event-source.ts): past entries first, then live
// ones. One reader for every kind; a fold turns entries into what the reader sees. The log of an execution
// (execution/reading/execution-log.ts) and the progress of a bulk action (bulk/client.ts) are such sources.
// 1. Each event of the journal is one event of the source. Its id is its number in the journal, so an id is a
//    cursor.
// 2. A reader takes events at its own pace. The feed holds one page of entries and a bounded length of live
//    entries for it; the rest stays in the journal.
// 3. The event named `end` is the last.
import { Failure } from '../domain/failure.ts'
import type { Clock } from '../runtime/clock.ts'
import type { ActorSystem } from '../runtime/engine.ts'
import type { EventFeed, EventSource, SourceEvent } from '../runtime/event-source.ts'
import type { Entry } from '../runtime/journal.ts'

/** As `Journal.read`. */
export type ReadEntries = (address: string, after: number, limit: number) => Promise<Entry[]>

export interface JournalFeedParts {
  readonly read: ReadEntries
  readonly system: Pick<ActorSystem, 'subscribe'>
  readonly clock: Pick<Clock, 'soon'>
}

/** An event as readers see it. The feed makes JSON of `data` at the pull; it must not change until then. */
export interface FoldedEvent {
  /** Number of the event in the journal, from 1. */
  readonly id: number
  readonly event: string
  readonly data: unknown
  /** Nothing follows. Default: an event named `end` is the last. */
  readonly isLast?: boolean
}

/** Folds the entries of one journal, from the first on, into the events that readers see. */
export interface JournalFold {
  /** Number of the last event folded, 0 before the first. */
  readonly seq: number
  /** Folds the next entry; skips events that it has folded already. */
  take(entry: Entry): readonly FoldedEvent[]
  /** Frees what no later entry can change. */
  forgetEnded?(): void
}

export interface JournalSource extends EventSource {
  open(after: number, wake: () => void): JournalFeed
}

/** Entries in one read of the journal. */
export const pageSize = 100
/** Entries in the first read after a pause: a slow reader may pause again before it takes more. */
const pageSizeAfterPause = 4
/**
 * Characters of live entries held for a busy reader. Past this it reads the journal
 * (docs/internals/contract.md, 6: 64 KiB).
 */
const heldLength = 48 * 1024
/** Characters to fold before the thread yields: a few ms (runtime/config.ts, snapshotBytes). */
const lengthAtOnce = 256 * 1024

/**
 * The events of an actor, for a reader whose last one was `after`.
 * @param openFold a new fold for each reader
 * @returns null when nothing follows: the actor has ended, and `after` is its last event
 * @throws {Failure} bad-request: there is no such event
 */
export async function journalSource(
  parts: JournalFeedParts,
  { address, after, openFold }: { address: string; after: number; openFold: () => JournalFold },
): Promise<JournalSource | null> {
  if (after > 0 && (await endsWith(parts.read, address, after))) return null
  return { open: (from, wake) => new JournalFeed(parts, { address, fold: openFold(), after: from, wake }) }
}

/** Is it the actor's last event? @throws {Failure} bad-request: there is no such event */
async function endsWith(read: ReadEntries, address: string, eventId: number): Promise<boolean> {
  const [entry] = await read(address, eventId - 1, 1)
  const event = entry && (JSON.parse(entry.body) as { readonly type: string }[])[eventId - entry.seq]
  if (event === undefined) throw new Failure('bad-request', `Last-Event-ID: there is no event ${eventId}`)
  return event.type === 'ended'
}

/** Calls `fold.take`, and yields the thread after every `lengthAtOnce`. */
export function yieldingFold<T>(
  fold: { take(entry: Entry): T },
  clock: Pick<Clock, 'soon'>,
): (entry: Entry) => Promise<T> {
  let length = 0
  return async entry => {
    length += entry.body.length
    if (length > lengthAtOnce) {
      await new Promise<void>(resolve => clock.soon(resolve))
      length = entry.body.length
    }
    return fold.take(entry)
  }
}

interface Reading {
  readonly address: string
  readonly fold: JournalFold
  readonly after: number
  readonly wake: () => void
}

export class JournalFeed implements EventFeed {
  readonly #read: ReadEntries
  readonly #reading: Reading
  readonly #fold: (entry: Entry) => Promise<readonly FoldedEvent[]>
  readonly #unsubscribe: () => void
  #pageSize = pageSize
  /** Entries to fold. */
  #unfolded: Entry[] = []
  /** Folded events to pull. */
  #waiting: FoldedEvent[] = []
  #live: Entry[] = []
  #liveLength = 0
  /** The journal may have entries that did not come live. */
  #isBehind = true

  constructor({ read, system, clock }: JournalFeedParts, reading: Reading) {
    this.#read = read
    this.#reading = reading
    this.#fold = yieldingFold(reading.fold, clock)
    this.#unsubscribe = system.subscribe(reading.address, entry => this.#hear(entry))
  }

  async pull(max: number): Promise<SourceEvent[]> {
    while (this.#waiting.length === 0) {
      if (this.#unfolded.length === 0) this.#unfolded = this.#takeLive() ?? (await this.#readOn())
      const entry = this.#unfolded.shift()
      if (entry === undefined) return []
      this.#waiting = (await this.#fold(entry)).filter(this.#isNew)
      this.#reading.fold.forgetEnded?.()
    }
    return this.#waiting.splice(0, max).map(asSourceEvent)
  }

  /** Drops what the journal has too: the next pull may come late. */
  pause(): void {
    this.#unfolded = []
    this.#pageSize = pageSizeAfterPause
    this.#fallBehind()
  }

  close(): void {
    this.#unsubscribe()
  }

  #isNew = ({ id }: FoldedEvent): boolean => id > this.#reading.after

  #hear(entry: Entry | null): void {
    if (entry === null || this.#liveLength + entry.body.length > heldLength) {
      this.#fallBehind()
    } else if (!this.#isBehind) {
      this.#live.push(entry)
      this.#liveLength += entry.body.length
    }
    this.#reading.wake()
  }

  #fallBehind(): void {
    this.#isBehind = true
    this.#live = []
    this.#liveLength = 0
  }

  /** The live entries, when they follow what was folded; null when the journal must be read first. */
  #takeLive(): Entry[] | null {
    if (this.#isBehind) return null
    const live = this.#live
    this.#live = []
    this.#liveLength = 0
    const [first] = live
    if (first === undefined || first.seq <= this.#reading.fold.seq + 1) return live
    this.#isBehind = true
    return null
  }

  async #readOn(): Promise<Entry[]> {
    const limit = this.#pageSize
    const { address, fold } = this.#reading
    // Keep live entries from here on; the fold skips those that this read finds as well.
    this.#isBehind = false
    const entries = await this.#read(address, fold.seq, limit)
    if (entries.length === limit) this.#isBehind = true
    this.#pageSize = Math.min(2 * limit, pageSize)
    return entries
  }
}

function asSourceEvent({ id, event, data, isLast = event === 'end' }: FoldedEvent): SourceEvent {
  return { id, event, data: JSON.stringify(data), isLast }
}
