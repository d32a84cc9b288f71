import { test } from 'tap'
import { Confirmations } from '../../../rpc/surface/call-confirmation.ts'

const answer = (decision: string) => ({ confirmation: { action: 'accept', content: { decision } } })

test('an answer is good for one call', t => {
  const confirmations = new Confirmations()
  const { state } = confirmations.ask('echo', {})
  t.equal(confirmations.take(state, answer('approve')), true)
  t.equal(confirmations.take(state, answer('approve')), null)
  t.end()
})

test('only an explicit approval approves', t => {
  const confirmations = new Confirmations()
  const take = (inputs: object) => confirmations.take(confirmations.ask('echo', {}).state, { ...inputs })
  t.equal(take(answer('deny')), false)
  t.equal(take({ confirmation: { action: 'accept', content: {} } }), false)
  t.equal(take({ confirmation: { action: 'cancel' } }), false)
  t.equal(take({}), null)
  t.end()
})

test('the question of another process is asked again', t => {
  const { state } = new Confirmations().ask('echo', {})
  t.equal(new Confirmations().take(state, answer('approve')), null)
  t.equal(new Confirmations().take(null, answer('approve')), null)
  t.end()
})
