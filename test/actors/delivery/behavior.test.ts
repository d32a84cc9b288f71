import { test } from 'tap'
import { delivery } from '../../../actors/delivery/behavior.ts'
import type { Message, State } from '../../../actors/delivery/protocol.ts'
import type { WebhookSetting } from '../../../domain/webhook.ts'

const set = (revision: number, active = true): Message => {
  const setting: WebhookSetting = { id: 'wh_1', organizationId: 'org_1', active, revision }
  return { type: 'set', setting }
}

function after(...messages: Message[]): State {
  return messages.reduce<State>(
    (state, message) =>
      delivery
        .decide(state, message, 1)
        .events.reduce((each, event) => delivery.evolve(each, event, 1), state),
    delivery.initial(),
  )
}
const owed = (...messages: Message[]) => [...delivery.pending(after(...messages))].map(({ id }) => id)

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

test('one that was removed owes nothing, and hears nothing any more', async t => {
  const state = after(set(1), { type: 'remove' })
  t.ok(delivery.isDone(state))
  t.strictSame([...delivery.pending(state)], [])
  t.match(delivery.decide(state, set(2), 1).refusal, { code: 'not-found' })
})

test('one whose code ended its host rests until it is set again', async t => {
  t.strictSame(owed(set(1), { type: 'park', reason: 'x' }), [])
  t.strictSame(owed(set(1), { type: 'park', reason: 'x' }, set(2)), ['deliver'])
})
