// An intent is taken once: what a person or a program asks for under a name, asked again, changes nothing.
import { type Test, test } from 'tap'
import type { Event, Message } from '../../../actors/execution/protocol.ts'
import {
  ann,
  arrived,
  begunLife,
  block,
  bob,
  call,
  cancel,
  decision,
  faltered,
  Life,
  resume,
} from '../../support/execution.ts'

const named = (message: Message, intent: string) => ({ ...message, intent }) as Message
const wait = (id: string, event: string) => block(id, { kind: 'wait', event })

test('an event with an intent is received once, one without as often as it comes', t => {
  const life = begunLife([wait('hold', 'go'), wait('one', 'paid'), wait('two', 'paid')])
  const event = named(arrived('paid', 1), 'evt_1')
  t.match(heard(life, event), [{ type: 'event-received', name: 'paid', intent: 'evt_1' }])
  t.strictSame(heard(life, event), [])
  t.equal(heard(life, named(arrived('paid', 1), 'evt_2')).length, 1)
  t.equal(heard(life, arrived('paid', 1)).length, 1)
  t.equal(heard(life, arrived('paid', 1)).length, 1)
  t.end()
})

test('an event that was taken does not wake the next step that waits for it', t => {
  const life = begunLife([wait('one', 'paid'), wait('two', 'paid')])
  const event = named(arrived('paid', 1), 'evt_1')
  heard(life, event)
  t.strictSame(Object.keys(life.state.waits), ['two'])
  t.strictSame(heard(life, event), [])
  t.strictSame(Object.keys(life.state.waits), ['two'])
  t.end()
})

test('a decision or a vote with an intent counts once, and is no conflict when it comes again', t => {
  const life = begunLife([block('ask', { kind: 'approval', message: 'Sure?', quorum: 2 })])
  const approvalId = life.asked('ask')
  const vote = named(decision('approve', approvalId, { by: ann }), 'evt_1')
  for (let n = 0; n < 2; n++) t.equal(life.tell(vote), null)
  t.equal(life.state.approvals['ask']!.votes.length, 1)
  const last = named(decision('approve', approvalId, { by: bob }), 'evt_2')
  for (let n = 0; n < 2; n++) t.equal(life.tell(last), null)
  t.equal(life.tell(decision('deny', approvalId, { by: bob })), 'conflict')
  t.end()
})

test('what is parked is continued once by an intent, also when it has been parked again', t => {
  const life = begunLife([call('fetch', {}, { retry: { maxAttempts: 1, park: true } })])
  life.tell(faltered('fetch'))
  const goOn = named(resume, 'evt_1')
  t.match(heard(life, goOn)[0], { type: 'step-started', step: 'fetch', intent: 'evt_1' })
  life.tell(faltered('fetch'))
  t.strictSame(heard(life, goOn), [])
  t.ok(life.state.parked['fetch'])
  life.tell(cancel())
  t.equal(life.tell(goOn), null, 'nor is it refused when all is over')
  t.equal(life.tell(named(resume, 'evt_2')), 'conflict')
  t.end()
})

test('a refusal takes no intent, and a replay knows those that were taken', (t: Test) => {
  const life = begunLife([wait('one', 'paid')])
  t.equal(life.tell(named(resume, 'evt_1')), 'conflict')
  t.equal(life.tell(named(resume, 'evt_1')), 'conflict')
  life.tell(named(arrived('other'), 'evt_2'))
  const replayed = new Life(life.behavior)
  for (const event of JSON.parse(JSON.stringify(life.events)) as Event[]) replayed.take(event)
  t.strictSame(replayed.state.intents, ['evt_2'])
  t.strictSame(heard(replayed, named(arrived('other'), 'evt_2')), [])
  t.end()
})

/** What happened because of the message. */
function heard(life: Life, message: Message): readonly Event[] {
  const before = life.events.length
  life.tell(message)
  return life.since(before)
}
