// The laws of schedules: each time runs at most once, never before it has come, none is left out but by the
// policies for missed times and for overlaps. Told by the events and the timetable alone.
import type { Event } from '../../../actors/schedule/protocol.ts'
import type { Commit } from '../../../runtime/journal.ts'
import type { Story } from '../story.ts'
import type { Timetable } from '../world/timetables.ts'

type Check = (isKept: boolean, law: string) => void
type Of<T extends Event['type']> = Extract<Event, { type: T }>

/** A time that is noticed later than this was missed. */
const punctualMs = 60_000

export class ScheduleLaws {
  readonly #timetable: Timetable
  readonly #check: Check
  #events = 0
  #nextAt: number | null = null
  readonly #queue: number[] = []
  /** Times whose runs are not over. */
  readonly #open = new Set<number>()
  readonly #begun = new Set<number>()
  /** The execution of each time. */
  readonly #executions = new Map<number, Story>()

  constructor(timetable: Timetable, check: Check) {
    this.#timetable = timetable
    this.#check = (isKept, law) => check(isKept, `${timetable.address}: ${law}`)
  }

  take({ seq, body, at }: Commit<unknown>): void {
    this.#check(seq === this.#events + 1, `a gap before ${seq}`)
    for (const event of JSON.parse(body) as Event[]) {
      this.#events++
      this.#happen(event, at)
    }
  }

  /** An execution of the schedule has become durable. */
  started(story: Story): void {
    const time = Number(story.start.parent!.step)
    this.#check(this.#begun.has(time), `started ${time}, which was not to run`)
    this.#check(!this.#executions.has(time), `started ${time} twice`)
    this.#executions.set(time, story)
  }

  /** Nothing of it is under way, or will come soon. */
  isAtRest(now: number): boolean {
    const isStarted = [...this.#open].every(time => this.#executions.has(time))
    return isStarted && this.#isHeldUp && (this.#nextAt === null || this.#nextAt > now + 86_400_000)
  }

  /** What is queued waits for another run. */
  get #isHeldUp(): boolean {
    const { overlap } = this.#timetable.setting.schedule
    return this.#queue.length === 0 || (this.#open.size > 0 && overlap !== 'allow')
  }

  checkEnding(now: number): void {
    if (this.#events === 0) return
    this.#check(this.#nextAt === this.#after(now), `goes on at ${this.#nextAt}`)
    for (const time of this.#open) {
      const story = this.#executions.get(time)
      this.#check(story !== undefined, `never started ${time}`)
      this.#check(story?.end === null, `never heard of the end of ${time}`)
    }
    this.#check(this.#isHeldUp, `lets ${this.#queue} wait for nothing`)
  }

  #happen(event: Event, at: number): void {
    switch (event.type) {
      case 'set':
        this.#check(this.#events === 1, 'was set again though nothing had changed')
        this.#check(event.nextAt === this.#after(at), `begins at ${event.nextAt}`)
        this.#nextAt = event.nextAt
        return
      case 'fell-due':
        return this.#fallDue(event, at)
      case 'run-begun':
        return this.#begin(event)
      case 'run-started':
        return this.#check(this.#executions.has(event.scheduledAt), `${event.scheduledAt} did not start`)
      case 'run-refused':
        this.#check(!this.#executions.has(event.scheduledAt), `${event.scheduledAt} was refused and runs`)
        return this.#end(event.scheduledAt)
      case 'run-ended': {
        const end = this.#executions.get(event.scheduledAt)?.end
        this.#check(end != null, `${event.scheduledAt} has not ended`)
        return this.#end(event.scheduledAt)
      }
      case 'parked':
        return this.#check(false, 'was parked')
    }
  }

  #fallDue({ runs, nextAt }: Of<'fell-due'>, at: number): void {
    const wanted = this.#wanted(at)
    this.#check(String(runs) === String(wanted), `runs ${runs} at ${at} instead of ${wanted}`)
    this.#check(nextAt === this.#after(at), `goes on at ${nextAt} after ${at}`)
    this.#nextAt = nextAt
    this.#queue.push(...runs)
  }

  /** What the policies say of the times that have come. */
  #wanted(at: number): readonly number[] {
    const { overlap, missed } = this.#timetable.setting.schedule
    const due = this.#timetable.times.filter(time => time >= this.#nextAt! && time <= at)
    this.#check(due.length > 0, `fell due at ${at}, before ${this.#nextAt}`)
    const isBusy = this.#open.size > 0 || this.#queue.length > 0
    if (overlap === 'skip' && isBusy) return []
    if (missed === 'all') return due
    return missed === 'last' ? due.slice(-1) : due.slice(-1).filter(time => at - time <= punctualMs)
  }

  #begin({ scheduledAt }: Of<'run-begun'>): void {
    this.#check(this.#queue.shift() === scheduledAt, `begins ${scheduledAt} out of turn`)
    const mayOverlap = this.#timetable.setting.schedule.overlap === 'allow'
    this.#check(mayOverlap || this.#open.size === 0, `begins ${scheduledAt} while ${[...this.#open]} run`)
    this.#check(!this.#begun.has(scheduledAt), `begins ${scheduledAt} again`)
    this.#begun.add(scheduledAt)
    this.#open.add(scheduledAt)
  }

  #end(time: number): void {
    this.#check(this.#open.delete(time), `${time} ended though it was not open`)
  }

  #after(at: number): number | null {
    return this.#timetable.times.find(time => time > at) ?? null
  }
}
