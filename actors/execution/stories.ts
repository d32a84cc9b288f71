// What happened in an execution, read from the journal: the timeline of its steps, and its log from any point on, live.
// A reader is served at its own pace: what it has not taken yet lies in the journal, not here.

import type { ExecutionStep } from '../../domain/execution.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Entry } from '../../runtime/journal.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import { keptOf } from './forking.ts'
import type { Event } from './protocol.ts'
import { type LogEvent, Timeline } from './timeline.ts'

export interface StoryParts {
  /** Entries from the event after `after` on; the first may begin earlier. */
  readonly read: (address: string, after: number, limit: number) => Promise<Entry[]>
  readonly loadPlan: (versionId: string) => Promise<Plan>
  readonly system: ActorSystem
}

/** The events of a log as they leave, `data` as JSON text. */
export interface LogLine {
  readonly id: number
  readonly event: string
  readonly data: string
  readonly isLast: boolean
}

export interface Log {
  open(after: number, wake: () => void): LogFeed
}

export type ExecutionStories = ReturnType<typeof executionStories>

/** Entries of one read of the journal. */
const pageSize = 100
/** Live entries held for a reader that is busy; past this it reads the journal instead (contract 6: 64 KiB). */
const heldLength = 48 * 1024

export function executionStories(parts: StoryParts) {
  async function begin(organizationId: string, id: string): Promise<{ plan: Plan; first: readonly Entry[] }> {
    const first = await parts.read(id, 0, pageSize)
    const started = first[0] && (JSON.parse(first[0].body) as Event[])[0]
    if (started?.type !== 'started' || started.start.organizationId !== organizationId)
      throw notFound('execution')
    return { plan: await parts.loadPlan(started.start.versionId), first }
  }

  /** Is that event the end of the execution? */
  async function endsWith(id: string, eventId: number): Promise<boolean> {
    const [entry] = await parts.read(id, eventId - 1, 1)
    const event = entry && (JSON.parse(entry.body) as Event[])[eventId - entry.seq]
    if (event === undefined)
      throw new Failure('bad-request', `Last-Event-ID: the log has no event ${eventId}`)
    return event.type === 'ended'
  }

  return {
    /** In the order in which they began. @throws {Failure} not-found */
    async steps(organizationId: string, id: string): Promise<readonly ExecutionStep[]> {
      const { plan, first } = await begin(organizationId, id)
      const timeline = new Timeline(plan)
      for (let entries = first; ; entries = await parts.read(id, timeline.seq, pageSize)) {
        for (const entry of entries) timeline.take(entry)
        if (entries.length < pageSize) return timeline.steps
      }
    },

    /** Results that a retry of the execution keeps. @throws {Failure} not-found; validation-failed: no such step */
    async kept(
      organizationId: string,
      id: string,
      fromStep: string | null,
    ): Promise<{ readonly [path: string]: Json }> {
      await begin(organizationId, id)
      return keptOf(parts.read, id, fromStep)
    },

    /**
     * The log from the event after `after` on, as a source of events.
     * @returns null when nothing follows: the execution has ended, and `after` is its last event
     * @throws {Failure} not-found; bad-request: there is no such event
     */
    async log(organizationId: string, id: string, after: number): Promise<Log | null> {
      const { plan } = await begin(organizationId, id)
      if (after > 0 && (await endsWith(id, after))) return null
      return { open: (from, wake) => new LogFeed(parts, { id, plan, after: from, wake }) }
    },
  }
}

interface Reading {
  readonly id: string
  readonly plan: Plan
  readonly after: number
  readonly wake: () => void
}

export class LogFeed {
  readonly #parts: StoryParts
  readonly #reading: Reading
  readonly #timeline: Timeline
  readonly #unsubscribe: () => void
  #waiting: LogEvent[] = []
  #live: Entry[] = []
  #liveLength = 0
  /** Entries may lie in the journal that were not heard live. */
  #isBehind = true

  constructor(parts: StoryParts, reading: Reading) {
    this.#parts = parts
    this.#reading = reading
    this.#timeline = new Timeline(reading.plan)
    this.#unsubscribe = parts.system.subscribe(reading.id, entry => this.#hear(entry))
  }

  /** The events that follow, at most `max`; none when there are none yet: `wake` tells when to pull again. */
  async pull(max: number): Promise<LogLine[]> {
    while (this.#waiting.length === 0) {
      const entries = this.#takeLive() ?? (await this.#readOn())
      if (entries.length === 0) return []
      for (const entry of entries) this.#waiting.push(...this.#timeline.take(entry).filter(this.#isNew))
    }
    return this.#waiting.splice(0, max).map(lineOf)
  }

  close(): void {
    this.#unsubscribe()
  }

  #isNew = ({ id }: LogEvent): boolean => id > this.#reading.after

  #hear(entry: Entry | null): void {
    if (entry === null || this.#liveLength + entry.body.length > heldLength) {
      this.#isBehind = true
      this.#live = []
      this.#liveLength = 0
    } else if (!this.#isBehind) {
      this.#live.push(entry)
      this.#liveLength += entry.body.length
    }
    this.#reading.wake()
  }

  /** What was heard live, when it follows what was taken; null when the journal must be read. */
  #takeLive(): readonly Entry[] | null {
    if (this.#isBehind) return null
    const live = this.#live
    this.#live = []
    this.#liveLength = 0
    const [first] = live
    if (first === undefined || first.seq <= this.#timeline.seq + 1) return live
    this.#isBehind = true
    return null
  }

  async #readOn(): Promise<readonly Entry[]> {
    // From here on live entries are kept; those that this read finds as well are passed over by the timeline.
    this.#isBehind = false
    const entries = await this.#parts.read(this.#reading.id, this.#timeline.seq, pageSize)
    if (entries.length === pageSize) this.#isBehind = true
    return entries
  }
}

function lineOf({ id, event, data }: LogEvent): LogLine {
  return { id, event, data: JSON.stringify(data), isLast: event === 'end' }
}
