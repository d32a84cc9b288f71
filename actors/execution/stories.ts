// What happened in an execution, read from the journal: the timeline of its steps, and its log from any point on, live.
// A reader is served at its own pace: what it has not taken yet lies in the journal, not here.
import type { ExecutionStep } from '../../domain/execution.ts'
import { notFound } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Entry } from '../../runtime/journal.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import { endsWith, type ReadEntries } from '../resuming.ts'
import { keptOf } from './forking.ts'
import type { Event } from './protocol.ts'
import { type LogEvent, Timeline } from './timeline.ts'

export interface StoryParts {
  readonly read: ReadEntries
  readonly loadPlan: (versionId: string) => Promise<Plan>
  readonly system: ActorSystem
  readonly clock: Pick<Clock, 'soon'>
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

/** Entries of one read of the journal ... */
const pageSize = 100
/** ... and of the first one after a pause: a reader that does not keep up may pause again before it has taken more. */
const pageSizeAfterPause = 4
/** Live entries held for a reader that is busy; past this it reads the journal instead (contract 6: 64 KiB). */
const heldLength = 48 * 1024
/** Characters of entries that are folded before the thread does other work: a few ms (runtime/config.ts, snapshotBytes). */
const lengthAtOnce = 256 * 1024

export function executionStories(parts: StoryParts) {
  async function begin(organizationId: string, id: string): Promise<{ plan: Plan; first: readonly Entry[] }> {
    const first = await parts.read(id, 0, pageSize)
    const started = first[0] && (JSON.parse(first[0].body) as Event[])[0]
    if (started?.type !== 'started' || started.start.organizationId !== organizationId)
      throw notFound('execution')
    return { plan: await parts.loadPlan(started.start.versionId), first }
  }

  return {
    /** In the order in which they began. @throws {Failure} not-found */
    async steps(organizationId: string, id: string): Promise<readonly ExecutionStep[]> {
      const { plan, first } = await begin(organizationId, id)
      const timeline = new Timeline(plan)
      const fold = patientFold(timeline, parts.clock)
      for (let entries = first; ; entries = await parts.read(id, timeline.seq, pageSize)) {
        for (const entry of entries) await fold(entry)
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
      if (after > 0 && (await endsWith(parts.read, id, after))) return null
      return { open: (from, wake) => new LogFeed(parts, { id, plan, after: from, wake }) }
    },
  }
}

/** Takes entries as the timeline does, and gives the thread back now and then. */
function patientFold(timeline: Timeline, clock: StoryParts['clock']): (entry: Entry) => Promise<LogEvent[]> {
  let length = 0
  return async entry => {
    length += entry.body.length
    if (length > lengthAtOnce) {
      await new Promise<void>(resolve => clock.soon(resolve))
      length = entry.body.length
    }
    return timeline.take(entry)
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
  readonly #fold: (entry: Entry) => Promise<LogEvent[]>
  readonly #unsubscribe: () => void
  #pageSize = pageSize
  /** Entries that were not folded yet. */
  #unfolded: Entry[] = []
  /** Events of one entry that were not pulled yet. */
  #waiting: LogEvent[] = []
  #live: Entry[] = []
  #liveLength = 0
  /** Entries may lie in the journal that were not heard live. */
  #isBehind = true

  constructor(parts: StoryParts, reading: Reading) {
    this.#parts = parts
    this.#reading = reading
    this.#timeline = new Timeline(reading.plan)
    this.#fold = patientFold(this.#timeline, parts.clock)
    this.#unsubscribe = parts.system.subscribe(reading.id, entry => this.#hear(entry))
  }

  /** The events that follow, at most `max`; none when there are none yet: `wake` tells when to pull again. */
  async pull(max: number): Promise<LogLine[]> {
    while (this.#waiting.length === 0) {
      if (this.#unfolded.length === 0) this.#unfolded = this.#takeLive() ?? (await this.#readOn())
      const entry = this.#unfolded.shift()
      if (entry === undefined) return []
      this.#waiting = (await this.#fold(entry)).filter(this.#isNew)
      this.#timeline.forgetEnded()
    }
    return this.#waiting.splice(0, max).map(lineOf)
  }

  /** The next pull may be long in coming: what the journal has is not held until then. */
  pause(): void {
    this.#unfolded = []
    this.#pageSize = pageSizeAfterPause
    this.#fallBehind()
  }

  close(): void {
    this.#unsubscribe()
  }

  #isNew = ({ id }: LogEvent): boolean => id > this.#reading.after

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

  /** What was heard live, when it follows what was taken; null when the journal must be read. */
  #takeLive(): Entry[] | null {
    if (this.#isBehind) return null
    const live = this.#live
    this.#live = []
    this.#liveLength = 0
    const [first] = live
    if (first === undefined || first.seq <= this.#timeline.seq + 1) return live
    this.#isBehind = true
    return null
  }

  async #readOn(): Promise<Entry[]> {
    const limit = this.#pageSize
    // From here on live entries are kept; those that this read finds as well are passed over by the timeline.
    this.#isBehind = false
    const entries = await this.#parts.read(this.#reading.id, this.#timeline.seq, limit)
    if (entries.length === limit) this.#isBehind = true
    this.#pageSize = Math.min(2 * limit, pageSize)
    return entries
  }
}

function lineOf({ id, event, data }: LogEvent): LogLine {
  return { id, event, data: JSON.stringify(data), isLast: event === 'end' }
}
