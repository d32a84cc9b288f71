import { test } from 'tap'
import { webhook } from '../../../actors/webhook/behavior.ts'
import type { Message, State } from '../../../actors/webhook/protocol.ts'
import type { WebhookSetting } from '../../../domain/news/webhook.ts'

const set = (revision: number, active = true): Message => {
  const setting: WebhookSetting = { id: 'wh_1', organizationId: 'org_1', active, revision }
  return { type: 'set', setting }
}

function after(...messages: Message[]): State {
  return messages.reduce<State>(
    (state, message) =>
      webhook.decide(state, message, 1).events.reduce((each, event) => webhook.evolve(each, event, 1), state),
    webhook.initial(),
  )
}
const owed = (...messages: Message[]) => [...webhook.pending(after(...messages))].map(({ id }) => id)

test('one that is switched on delivers, all the time under the same name', async t => {
  t.strictSame(owed(), [])
  t.strictSame(owed(set(1)), ['deliver'])
  t.strictSame(owed(set(1), set(2)), ['deliver'])
  t.strictSame(owed(set(1), set(2, false)), [])
  t.strictSame(owed(set(1), set(2, false), set(3)), ['deliver'])
})

test('what was said about earlier settings changes nothing', async t => {
  t.strictSame(owed(set(3), set(2, false)), ['deliver'])
  t.strictSame(owed(set(3), { type: 'switched-off', revision: 2 }), ['deliver'])
  t.strictSame(owed(set(3), { type: 'switched-off', revision: 4 }), [])
  t.strictSame(owed(set(3), { type: 'switched-off', revision: 4 }, set(4)), [])
  t.strictSame(owed(set(3), { type: 'switched-off', revision: 4 }, set(5)), ['deliver'])
})

test('a turn that is over leaves an event only when the endpoint is spared more or less than before', async t => {
  const over = (failures: number): Message => ({ type: 'turned', failures })
  const events = (state: State, message: Message) => webhook.decide(state, message, 1).events.length
  t.equal(events(after(set(1)), over(0)), 0)
  t.equal(events(after(set(1)), over(8)), 1)
  t.equal(events(after(set(1), over(8)), over(8)), 0)
  t.equal(events(after(set(1), over(8)), over(0)), 1)
  const effects = (...messages: Message[]) => [...webhook.pending(after(...messages))]
  t.match(
    effects(set(1), over(8)),
    [{ id: 'deliver', failures: 8 }],
    'the next turn is owed, and knows of it',
  )
  t.match(effects(set(1), over(8), set(2)), [{ failures: 0 }], 'a new setting may have mended it')
})

test('one that was removed owes nothing, and hears nothing any more', async t => {
  const state = after(set(1), { type: 'remove' })
  t.ok(webhook.isDone(state))
  t.strictSame([...webhook.pending(state)], [])
  t.match(webhook.decide(state, set(2), 1).refusal, { code: 'not-found' })
})

test('one whose code ended its host rests until it is set again', async t => {
  t.strictSame(owed(set(1), { type: 'poison', reason: 'x' }), [])
  t.strictSame(owed(set(1), { type: 'poison', reason: 'x' }, set(2)), ['deliver'])
})
