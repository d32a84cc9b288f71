// A schedule lives as long as its workflow: it goes on from a snapshot, and is what its entries say.
import fc from 'fast-check'
import { test } from 'tap'
import { schedule } from '../../../actors/schedule/behavior.ts'
import type { Event, Message, State } from '../../../actors/schedule/protocol.ts'
import { Schedule } from '../../../domain/work/schedule.ts'
import { ScheduledWorld } from '../../support/actors/scheduled-world.ts'

const begin = Date.parse('2026-03-06T09:00:30Z')
const minute = 60_000

/** One thing that may happen, `minutes` after the one before. */
const happening = fc.record({
  minutes: fc.integer({ min: 0, max: 5 }),
  what: fc.constantFrom('alarm', 'started', 'refused', 'ended', 'set', 'removed', 'disabled', 'poison'),
  which: fc.nat(4),
  overlap: fc.constantFrom('skip', 'queue', 'allow'),
  missed: fc.constantFrom('last', 'all', 'none'),
})
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

function messageOf(state: State, { what, which, overlap, missed }: Happening, revision: number): Message {
  const runs = Object.keys(state.runs)
  const scheduledAt = Number(runs[which % Math.max(1, runs.length)] ?? begin)
  const end = { status: 'completed', output: null, error: null } as const
  const error = { code: 'quota-exceeded', message: 'limit of 3 "executions"', step: null }
  switch (what) {
    case 'alarm':
      return { type: 'alarm' }
    case 'started':
      return { type: 'run-started', scheduledAt }
    case 'refused':
      return { type: 'run-refused', scheduledAt, error }
    case 'ended':
      return { type: 'child-ended', step: String(scheduledAt), childId: 'exec_1', end }
    case 'poison':
      return { type: 'poison', reason: 'it killed its host' }
    default: {
      const said = { cron: '* * * * *', timezone: 'UTC', overlap, missed, enabled: what !== 'disabled' }
      const setting = { organizationId: 'org_1', workflowId: 'wf_1', setBy: 'user_1', revision }
      return {
        type: 'set',
        setting: { ...setting, schedule: what === 'removed' ? null : Schedule.parse(said) },
      }
    }
  }
}

/** Goes on from the state; @returns it, with what the journal has of that */
function live(from: State, happenings: readonly Happening[]): { state: State; entries: [Event, number][] } {
  const entries: [Event, number][] = []
  let state = from
  let now = begin
  const take = (event: Event) => {
    entries.push([JSON.parse(JSON.stringify(event)), now])
    state = schedule.evolve(state, event, now)
  }
  for (const [index, each] of happenings.entries()) {
    now += each.minutes * minute
    for (const event of schedule.decide(state, messageOf(state, each, index + 1), now).events) take(event)
    for (let more = schedule.advance(state, now); more.length > 0; more = schedule.advance(state, now))
      for (const event of more) take(event)
  }
  return { state, entries }
}

function fold(from: State, entries: readonly [Event, number][]): State {
  return entries.reduce((state, [event, at]) => schedule.evolve(state, event, at), from)
}

test('the state from a snapshot, taken anywhere, is the fold of all events', async t => {
  const lives = fc.array(happening, { maxLength: 60 })
  fc.assert(
    fc.property(lives, fc.nat(), (happenings, where) => {
      const { state, entries } = live(schedule.initial(), happenings)
      t.strictSame(fold(schedule.initial(), entries), state)
      const taken = where % (entries.length + 1)
      const snapshot = JSON.stringify(fold(schedule.initial(), entries.slice(0, taken)))
      const restored = fold(JSON.parse(snapshot), entries.slice(taken))
      t.strictSame(restored, state)
      t.strictSame([...schedule.pending(restored)], [...schedule.pending(state)], 'it owes the same')
    }),
    { numRuns: 300 },
  )
})

test('a schedule that has run some hundred times goes on from its snapshot, also after a restart', async t => {
  const world = await ScheduledWorld.start(t)
  await world.set({})
  await world.pass(300 * 60)
  t.equal(world.ids.length, 300)
  const snapshot = world.journal.snapshots.get(world.address)
  t.ok(snapshot, 'there is one')

  const readAfter: number[] = []
  const { read } = world.journal
  world.journal.read = (address, after, limit) => {
    if (address === world.address) readAfter.push(after ?? 0)
    return read.call(world.journal, address, after, limit)
  }
  await world.replaceHost()
  await world.pass(60)
  t.equal(world.ids.length, 301, 'every minute once')
  t.ok(readAfter.length > 0)
  t.ok(
    readAfter.every(after => after >= snapshot!.seq),
    'what the snapshot has is not read again',
  )

  const view = await world.view()
  world.journal.snapshots.clear()
  await world.replaceHost()
  t.strictSame(await world.view(), view, 'without the snapshot it is the same')
})
