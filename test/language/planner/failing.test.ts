import { test } from 'tap'
import { planned, refusalsOf, stepsOf } from '../../support/planned.ts'

const get = 'Fetch {{inputs.url}}'

test('how often a call is tried stands in its sentence or after it', async t => {
  const said: [string, object][] = [
    [`${get}, try up to 3 times`, { maxAttempts: 3 }],
    [`${get}. Try three times.`, { maxAttempts: 3 }],
    [`${get}. Retry 5 times`, { maxAttempts: 6 }],
    [`${get}, retry twice`, { maxAttempts: 3 }],
    [`${get}. If it fails, try again up to 2 times`, { maxAttempts: 3 }],
    [`${get}, try 3 times, then park`, { maxAttempts: 3, park: true }],
  ]
  for (const [prompt, retry] of said) t.match(stepsOf(prompt), [{ tool: 'http_get', retry }], prompt)
  t.match(planned(`${get}. Retry 5 times`).diagnostics, [{ severity: 'info', message: /6 calls/ }])
})

test('what follows a failure belongs to the step before', async t => {
  const steps = [{ kind: 'return', value: 'sorry' }]
  const forms = [
    `${get}. If that fails, return "sorry"`,
    `${get}, and if it fails, return "sorry"`,
    `1. ${get}\n2. On error:\n   - return "sorry"`,
    `1. ${get}\n   - if that fails, return "sorry"`,
  ]
  for (const form of forms) t.match(stepsOf(form), [{ tool: 'http_get', onError: { steps } }], form)
  const both = stepsOf(`${get}, try up to 3 times, and if that fails, return "sorry". Return it`)
  t.match(both, [{ retry: { maxAttempts: 3 }, onError: { steps } }, { value: { $: 'steps.http_get.body' } }])
})

test('errors may be ignored', async t => {
  for (const words of [
    ', ignore errors',
    '. If that fails, continue',
    '. If it fails, ignore it',
    '. Ignore any errors',
  ])
    t.match(stepsOf(`${get}${words}`), [{ tool: 'http_get', onError: 'continue' }], words)
})

test('the steps after a failure see the error and nothing of the step', async t => {
  const mail = 'send an email to a@b.com with subject'
  for (const words of ['{{error.message}}', 'the error message', "the error's message"])
    t.match(stepsOf(`${get}. If that fails, ${mail} ${words}`), [
      { onError: { steps: [{ args: { subject: { $: 'error.message' } } }] } },
    ])
  t.ok(refusalsOf(`${get}. If that fails, ${mail} {{steps.http_get.status}}`).includes('BAD_REFERENCE'))
  t.ok(refusalsOf(`${get}. If that fails, return it`).length > 0)
  const inLoop = 'For each order in {{inputs.orders}}:\n- fetch {{order.url}}\n- if that fails, hash the item'
  t.match(stepsOf(inLoop), [{ steps: [{ onError: { steps: [{ args: { text: { $: 'order' } } }] } }] }])
})

test('the result of a step with other steps for its failure is clear only when both are of a kind', async t => {
  const other = `${get}. If that fails, fetch https://b.example.com. Return its status`
  t.match(stepsOf(other)[1], { value: { $: 'steps.http_get.status' } })
  t.same(refusalsOf(`${get}. If that fails, hash "x". Return it`), ['UNCLEAR_REFERENCE'])
})

test('which of several steps is meant is said', async t => {
  const { diagnostics, plan } = planned(
    `${get} and post it to https://a.example.com. If that fails, return 0`,
  )
  t.match(plan.steps, [{ onError: undefined }, { onError: {} }])
  t.match(diagnostics, [{ code: 'ASSUMED', severity: 'info', message: /last call only/ }])
  const loop = 'For each x in {{inputs.list}}: fetch {{x.url}}. If that fails, return 0'
  t.match(planned(loop).diagnostics, [{ severity: 'info', message: /all of each_x/ }])
})

test('words about a failure that nothing can have are refused', async t => {
  const refused: [string, string][] = [
    ['Retry 3 times', 'BAD_PLACE'],
    ['If that fails, return 0', 'BAD_PLACE'],
    ['Ignore errors', 'BAD_PLACE'],
    ['Set x to 1. Retry 3 times', 'BAD_PLACE'],
    ['For each x in {{inputs.list}}: retry 3 times', 'BAD_PLACE'],
    [`${get}, try 3 times or so`, 'UNREAD_WORDS'],
  ]
  for (const [prompt, code] of refused)
    t.ok(refusalsOf(prompt).includes(code), `${prompt}: ${refusalsOf(prompt).join()}`)
})
