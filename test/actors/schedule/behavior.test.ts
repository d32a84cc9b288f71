// A schedule without threads, time or a journal: messages in, events and pending starts out.
import { test } from 'tap'
import { schedule as behavior } from '../../../actors/schedule/behavior.ts'
import type { Event, Message, ScheduleView } from '../../../actors/schedule/protocol.ts'
import type { ExecutionStatus } from '../../../domain/work/execution.ts'
import { Schedule } from '../../../domain/work/schedule.ts'

const minute = 60_000
const start = Date.parse('2026-03-06T09:00:30Z')
/** Unix ms of a minute after nine o'clock. */
const nine = (minutes: number) => Date.parse('2026-03-06T09:00:00Z') + minutes * minute

/** A turn at a time, as a host takes them. */
class Life {
  readonly events: Event[] = []
  state = behavior.initial()

  /** @returns the events of the turn */
  tell(now: number, message: Message): Event[] {
    const before = this.events.length
    for (const event of behavior.decide(this.state, message, now).events) this.#take(event, now)
    for (;;) {
      const more = behavior.advance(this.state, now)
      if (more.length === 0) return this.events.slice(before)
      for (const event of more) this.#take(event, now)
    }
  }

  set(settings: object, { now = start, revision = 1 } = {}): Event[] {
    const schedule = Schedule.parse({ cron: '* * * * *', timezone: 'UTC', ...settings })
    return this.tell(now, { type: 'set', setting: { ...owner, revision, schedule } })
  }

  remove(now: number, revision = 2): Event[] {
    return this.tell(now, { type: 'set', setting: { ...owner, revision, schedule: null } })
  }

  /** The minute comes. @returns the minutes whose runs begin */
  ring(now: number): number[] {
    return begun(this.tell(now, { type: 'alarm' }))
  }

  started(scheduledAt: number, now = scheduledAt): Event[] {
    return this.tell(now, { type: 'run-started', scheduledAt })
  }

  /** @returns the minutes whose runs begin because of it */
  ended(scheduledAt: number, now = scheduledAt, status: ExecutionStatus = 'completed'): number[] {
    const end = { status, output: null, error: null }
    return begun(this.tell(now, { type: 'child-ended', step: String(scheduledAt), childId: 'exec_1', end }))
  }

  get owed(): number[] {
    return [...behavior.pending(this.state)].map(effect => effect.scheduledAt)
  }

  get view(): ScheduleView {
    return behavior.view(this.state) as unknown as ScheduleView
  }

  get wakeAt(): number | null {
    return behavior.wakeAt(this.state)
  }

  #take(event: Event, now: number): void {
    this.events.push(event)
    this.state = behavior.evolve(this.state, event, now)
  }
}

const owner = { organizationId: 'org_1', workflowId: 'wf_1', setBy: 'user_1' }

function begun(events: readonly Event[]): number[] {
  return events.flatMap(event => (event.type === 'run-begun' ? [event.scheduledAt] : []))
}

function living(settings: object = {}): Life {
  const life = new Life()
  life.set(settings)
  return life
}

test('a schedule wakes at its next time, owes one start for it, and then the next', async t => {
  const life = living()
  t.equal(life.wakeAt, nine(1))
  t.strictSame(life.ring(nine(1)), [nine(1)])
  t.strictSame(life.owed, [nine(1)])
  t.equal(life.wakeAt, nine(2))
  life.started(nine(1))
  t.strictSame(life.owed, [])
  t.equal(life.wakeAt, nine(2))
  life.ended(nine(1))
  t.strictSame(life.ring(nine(2)), [nine(2)])
})

test('an alarm that comes early, twice or late changes nothing more', async t => {
  const life = living()
  t.strictSame(life.tell(nine(1) - 1, { type: 'alarm' }), [])
  life.ring(nine(1))
  t.strictSame(life.tell(nine(1), { type: 'alarm' }), [])
  t.strictSame(life.owed, [nine(1)])
})

test('a start that is told twice counts once', async t => {
  const life = living()
  life.ring(nine(1))
  t.equal(life.started(nine(1)).length, 1)
  t.strictSame(life.started(nine(1)), [])
})

test('an end, a start and a refusal of a run that is not under way change nothing', async t => {
  const life = living()
  life.ring(nine(1))
  life.ended(nine(1))
  t.strictSame(life.started(nine(1)), [], 'the end may be heard of before the start')
  t.equal(life.view.lastRunAt, nine(1))
  t.strictSame(life.ended(nine(1)), [])
  const error = { code: 'quota-exceeded', message: 'no', step: null }
  t.strictSame(life.tell(nine(1), { type: 'run-refused', scheduledAt: nine(1), error }), [])
})

test('a time that comes while a run is under way is skipped, queued or run beside it', async t => {
  const skipping = living({ overlap: 'skip' })
  skipping.ring(nine(1))
  skipping.started(nine(1))
  t.strictSame(skipping.ring(nine(2)), [])
  t.match(skipping.view, { lastError: { code: 'overlap' }, queued: [] })
  t.strictSame(skipping.ended(nine(1), nine(2)), [])
  t.strictSame(skipping.ring(nine(3)), [nine(3)])
  skipping.started(nine(3))
  t.equal(skipping.view.lastError, null)

  const queueing = living({ overlap: 'queue' })
  queueing.ring(nine(1))
  queueing.started(nine(1))
  t.strictSame([queueing.ring(nine(2)), queueing.ring(nine(3))], [[], []])
  t.strictSame(queueing.view.queued, [nine(2), nine(3)])
  t.strictSame(queueing.ended(nine(1), nine(3), 'failed'), [nine(2)], 'one by one, in order')
  t.strictSame(queueing.ended(nine(2), nine(3), 'cancelled'), [nine(3)])

  const allowing = living({ overlap: 'allow' })
  t.strictSame([allowing.ring(nine(1)), allowing.ring(nine(2))], [[nine(1)], [nine(2)]])
  t.strictSame(allowing.owed, [nine(1), nine(2)])
})

test('of the times that were missed the last one runs, or all of them in order, or none', async t => {
  t.strictSame(living({ missed: 'last' }).ring(nine(10) + 1), [nine(10)])
  t.strictSame(living({ missed: 'none', cron: '*/5 * * * *' }).ring(nine(11) + 1), [])
  t.strictSame(
    living({ missed: 'none', cron: '*/5 * * * *' }).ring(nine(11)),
    [nine(10)],
    'a minute is on time',
  )

  const catching = living({ missed: 'all' })
  t.strictSame(catching.ring(nine(3)), [nine(1)])
  t.strictSame(catching.ended(nine(1), nine(3)), [nine(2)])
  t.strictSame(catching.ended(nine(2), nine(3)), [nine(3)])
  t.strictSame(catching.owed, [nine(3)])
  t.strictSame(catching.ended(nine(3)), [])
  t.equal(catching.wakeAt, nine(4))
})

test('a run that a full turn left follows by itself', async t => {
  const life = living({ overlap: 'queue' })
  for (const minutes of [1, 2]) life.ring(nine(minutes))
  life.started(nine(1))
  t.strictSame(behavior.advance(life.state, nine(2)), [], 'the run before keeps it waiting')
  life.state = behavior.evolve(life.state, { type: 'run-ended', scheduledAt: nine(1) }, nine(2))
  t.strictSame(behavior.advance(life.state, nine(2)), [{ type: 'run-begun', scheduledAt: nine(2) }])
  t.strictSame(life.ring(nine(2)), [nine(2)])
})

test('at most a hundred missed times are made up for, the latest, and a hundred runs wait or overlap', async t => {
  const catching = living({ missed: 'all', overlap: 'allow' })
  const day = nine(24 * 60)
  const runs = catching.ring(day)
  t.equal(runs.length, 100)
  t.strictSame([runs[0], runs.at(-1)], [day - 99 * minute, day])
  t.strictSame(catching.ring(day + minute), [], 'the next waits')
  t.strictSame(catching.ended(runs[0]!, day + minute), [day + minute])

  const queueing = living({ missed: 'all', overlap: 'queue' })
  queueing.ring(day)
  queueing.ring(day + minute)
  queueing.ring(day + 2 * minute)
  t.equal(queueing.view.queued.length, 100)
  t.match(queueing.view.lastError, { code: 'too-many-runs' })
})

test('a refused run is remembered, and the next time comes all the same', async t => {
  const life = living()
  life.ring(nine(1))
  const error = { code: 'quota-exceeded', message: 'monthly limit reached', step: null }
  life.tell(nine(1), { type: 'run-refused', scheduledAt: nine(1), error })
  t.match(life.view, { lastRunAt: null, lastError: error, nextAt: nine(2), running: [] })
  t.strictSame(life.ring(nine(2)), [nine(2)])
  life.started(nine(2))
  t.match(life.view, { lastRunAt: nine(2), lastError: null })
})

test('a setting that is told again, or late, changes nothing', async t => {
  const life = living()
  t.strictSame(life.set({}), [])
  life.set({ cron: '0 12 * * *' }, { revision: 3 })
  t.strictSame(life.remove(start, 2), [])
  t.equal(life.wakeAt, nine(180))
})

test('a removed or disabled schedule runs no more, one that is set again does', async t => {
  const life = living({ overlap: 'queue' })
  life.ring(nine(1))
  life.ring(nine(2))
  t.strictSame([life.owed, life.view.queued], [[nine(1)], [nine(2)]])
  life.remove(nine(2))
  t.match([life.owed, life.view.queued, life.wakeAt], [[], [], null])
  t.strictSame(life.ring(nine(3)), [])
  life.set({}, { now: nine(3), revision: 3 })
  t.equal(life.wakeAt, nine(4))
  life.set({ enabled: false }, { now: nine(3), revision: 4 })
  t.equal(life.wakeAt, null)
})

test('a change of something else keeps a time that is due already', async t => {
  const life = living({ cron: '*/10 * * * *' })
  life.set({ cron: '*/10 * * * *', inputs: { a: 1 } }, { now: nine(15), revision: 2 })
  t.equal(life.wakeAt, nine(10))
  life.set({ cron: '*/7 * * * *' }, { now: nine(15), revision: 3 })
  t.equal(life.wakeAt, nine(21), 'other times begin now')
})

test('a parked schedule stays quiet until it is set again', async t => {
  const life = living()
  life.ring(nine(1))
  life.tell(nine(1), { type: 'poison', reason: 'it killed its host' })
  t.match([life.owed, life.wakeAt, life.view.lastError?.code], [[], null, 'parked'])
  life.set({}, { now: nine(1), revision: 2 })
  t.equal(life.wakeAt, nine(2))
})

test('replay equals life', async t => {
  const life = living({ overlap: 'queue', missed: 'all' })
  life.ring(nine(4))
  life.started(nine(1))
  life.ended(nine(1), nine(5))
  const again = life.events.reduce(
    (state, event) => behavior.evolve(state, JSON.parse(JSON.stringify(event)), nine(5)),
    behavior.initial(),
  )
  t.strictSame({ ...again, lastRunAt: 0 }, { ...life.state, lastRunAt: 0 })
  t.strictSame(JSON.parse(JSON.stringify(life.state)), life.state, 'the state is JSON')
})
