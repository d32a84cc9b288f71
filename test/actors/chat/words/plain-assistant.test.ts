// Talks with the assistant that needs no model, over a small service in memory.
import { test } from 'tap'
import { SmallService } from './small-service.ts'
import { choicesOf, Talking, textOf } from './talking.ts'

function shop(): SmallService {
  const service = new SmallService()
  service.workflow('Order total', 'Return {{inputs.orders}}', {
    orders: { type: 'array', items: { type: 'string' } },
  })
  service.workflow('Invoice report', 'Return "x"')
  service.workflow('Invoice reminder', 'Return {{inputs.days}}', { days: { type: 'integer' } })
  service.workflow('Pay invoice', 'Return "x"')
  service.outcomes.set('Order total', ({ orders }) => ({ status: 'completed', output: orders! }))
  service.outcomes.set('Pay invoice', () => ({ status: 'awaiting_approval', asks: { message: 'Pay Bob?' } }))
  return service
}

test('a missing input is asked for, and its answer starts the run', async t => {
  const talk = new Talking(shop())
  t.match(textOf(await talk.say('could you please run the order total for me')), /needs \*\*orders\*\*/)
  t.strictSame(talk.service.writes, [])
  const answer = await talk.say('a, b and c')
  t.match(textOf(answer), /is done in 1\.2 s/)
  t.match(talk.service.writes, [{ args: { inputs: { orders: ['a', 'b', 'c'] } } }])
  t.equal(answer.executionId, talk.service.executions[0]!.id)
})

test('where several names fit it asks, and the second one is taken', async t => {
  const talk = new Talking(shop())
  t.strictSame(choicesOf(await talk.say('run invoice')), ['Invoice reminder', 'Invoice report'])
  t.match(textOf(await talk.say('the second one')), /Invoice report.* is running/)
})

test('a run that asks is approved or denied in words', async t => {
  const talk = new Talking(shop())
  t.match(textOf(await talk.say('run pay invoice')), /Pay Bob\?/)
  t.match(textOf(await talk.say('no, the amount is wrong')), /Denied/)
  t.match(talk.service.approvals, [{ status: 'denied', note: 'the amount is wrong' }])
})
