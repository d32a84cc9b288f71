import { test } from 'tap'
import { planned, refusalsOf, stepsOf } from '../../support/planned.ts'

test('another workflow is run by its name, with what it takes', async t => {
  const inputs = { amount: { $: 'inputs.amount' }, note: 'x' }
  const forms = ['the workflow "Billing"', 'the "Billing" workflow', 'the workflow Billing']
  for (const form of forms) {
    const steps = stepsOf(`Run ${form} with amount {{inputs.amount}} and note "x". Return its total`)
    t.match(steps, [
      { kind: 'workflow', workflow: 'Billing', inputs },
      { value: { $: 'steps.run_billing.total' } },
    ])
  }
  t.same(refusalsOf('Run the workflow "Billing" with great care'), ['UNREAD_WORDS'])
  const workflows = [{ id: 'wf_1', name: 'Billing' }]
  t.match(planned('Run the workflow Invoicing', { workflows }).diagnostics, [{ code: 'UNKNOWN_WORKFLOW' }])
})

test('the first of several branches may be enough', async t => {
  const branches = 'fetch https://a.example.com and fetch https://b.example.com'
  const forms = [
    `In parallel, whichever is first: ${branches}. Return its status`,
    `In parallel: ${branches}, whichever finishes first. Return its status`,
  ]
  for (const form of forms)
    t.match(
      stepsOf(form),
      [{ kind: 'parallel', wait: 'any' }, { value: { $: 'steps.parallel.status' } }],
      form,
    )
  const mixed = 'In parallel, whichever is first: hash "x" and wait 5 seconds. Return it'
  t.same(refusalsOf(mixed), ['UNCLEAR_REFERENCE'])
})

test('a loop says how many items are worked on at once', async t => {
  const loop = (words: string) => `For each order in {{inputs.orders}}, ${words}, hash the order`
  t.match(stepsOf(loop('up to 10 in parallel')), [{ concurrency: 10 }])
  t.match(stepsOf(loop('one at a time')), [{ concurrency: 1 }])
  t.ok(refusalsOf(loop('2000 at a time')).length > 0)
})

test('an address is where something is sent, whatever stands before it', async t => {
  const args = { url: 'https://a.example.com', body: { $: 'inputs.x' } }
  t.match(stepsOf('Post {{inputs.x}} to the https://a.example.com'), [{ args }])
})
