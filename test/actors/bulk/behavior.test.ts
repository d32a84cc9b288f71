import { test } from 'tap'
import { bulk } from '../../../actors/bulk/behavior.ts'
import type { Event, Message, State } from '../../../actors/bulk/protocol.ts'
import { newId } from '../../../domain/ids.ts'

const organizationId = newId('organization')
const id = newId('bulk')
const behavior = bulk(id)
const now = 1_000

const start = (filter = {}): Message => ({
  type: 'start',
  start: { organizationId, action: 'retry', filter, startedBy: null },
})
const page = (page: number, next: string | null, failed = 0): Message => ({
  ...{ type: 'page-done', page, done: 100 - failed, failed, next },
  failures: Array.from({ length: failed }, (_, n) => ({ executionId: `exec_${page}_${n}`, error: 'no' })),
})

/** As a host does it: decide, and what follows. */
function after(...messages: readonly Message[]): { state: State; events: Event[] } {
  let state = behavior.initial()
  const events: Event[] = []
  const take = (more: readonly Event[]) => {
    for (const event of more) {
      events.push(event)
      state = behavior.evolve(state, event, now)
    }
  }
  for (const message of messages) {
    take(behavior.decide(state, message, now).events)
    take(behavior.advance(state, now))
  }
  return { state, events }
}

const owed = (state: State) => [...behavior.pending(state)].map(({ id }) => id)

test('executions that begin after it are not meant, nor those whose status was not named', async t => {
  const filterOf = (filter: object) => after(start(filter)).state.start!.filter
  t.strictSame(filterOf({}), { status: ['failed'], createdBefore: now + 1 })
  t.strictSame(filterOf({ createdBefore: 5, status: ['completed'] }), {
    status: ['completed'],
    createdBefore: 5,
  })
  t.equal(filterOf({ createdBefore: 9_000 }).createdBefore, now + 1)
})

test('it counts, then goes through the pages one by one, and ends after the last', async t => {
  t.strictSame(owed(after(start()).state), ['count'])
  const counted: Message = { type: 'counted', total: 200 }
  t.strictSame(owed(after(start(), counted).state), ['page 0'])
  t.strictSame(
    [...behavior.pending(after(start(), counted, page(0, 'c')).state)],
    [{ type: 'page', id: 'page 1', page: 1, cursor: 'c', start: after(start()).state.start }],
  )
  const { state } = after(start(), counted, page(0, 'c', 3), page(1, null))
  t.strictSame(owed(state), [])
  t.match(behavior.view(state), {
    id,
    status: 'completed',
    total: 200,
    done: 197,
    failed: 3,
    finishedAt: now,
  })
  t.ok(behavior.isDone(state))
  t.strictSame(owed(state), [])
})

test('a page is recorded once, and none after the end', async t => {
  const counted: Message = { type: 'counted', total: 1 }
  t.equal(after(start(), counted, page(0, 'c'), page(0, 'c')).state.done, 100)
  t.equal(after(start(), counted, page(0, null), page(1, null)).state.done, 100)
  t.equal(after(start(), counted, counted).events.length, 2)
  t.equal(after(start(), start({ q: 'other' })).events.length, 1, 'it starts once')
})

test('a cancel ends it once; what has ended otherwise cannot be cancelled', async t => {
  const cancel: Message = { type: 'cancel', organizationId }
  const { state, events } = after(start(), cancel, cancel, page(0, 'c'))
  t.equal(state.status, 'cancelled')
  t.equal(events.length, 2)
  t.strictSame(owed(state), [])
  const done = after(start(), { type: 'counted', total: 0 }, page(0, null)).state
  t.match(behavior.decide(done, cancel, now), { events: [], refusal: { code: 'conflict' } })
})

test('another organization is told that there is nothing', async t => {
  for (const type of ['view', 'cancel'] as const) {
    const message = { type, organizationId: newId('organization') }
    t.match(behavior.decide(after(start()).state, message, now), {
      events: [],
      refusal: { code: 'not-found' },
    })
  }
})

test('of many failures the first are told and all are counted', async t => {
  const { state } = after(start(), { type: 'counted', total: 200 }, page(0, 'c', 30), page(1, null, 30))
  t.equal(state.failed, 60)
  t.equal(state.failures.length, 20)
})

test('an alarm changes nothing', async t => {
  t.equal(after(start(), { type: 'alarm' }).events.length, 1)
})

test('what cannot go on fails and says why', async t => {
  const broke: Message = { type: 'broke', reason: 'nonsense' }
  t.match(behavior.view(after(start(), broke).state), { status: 'failed', error: 'nonsense' })
  t.match(behavior.view(after(start(), { type: 'poison', reason: 'x' }).state), {
    status: 'failed',
    error: /x/,
  })
})
