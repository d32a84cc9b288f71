import { test } from 'tap'
import { englishReader } from '../../../language/planner/planner.ts'
import { planned, refusalsOf } from '../../support/planned.ts'

const rest = 'fetch {{inputs.url}}'
const hook = { kind: 'hook' }
const nightly = (on: string) => ({ kind: 'completion', workflow: 'Nightly sync', on })

test('a prompt begins with what starts it: a call of its hook, or the end of an execution of another workflow', async t => {
  const said: [string, object][] = [
    ['When the webhook is called', hook],
    ['Whenever the hook is called', hook],
    ['Each time someone calls the hook of this workflow', hook],
    ['When an execution of Nightly sync fails', nightly('failed')],
    ['After an execution of "Nightly sync" completes', nightly('completed')],
    ['Once the workflow `Nightly sync` has succeeded', nightly('completed')],
    ['Whenever the workflow Nightly sync ends', nightly('both')],
    ['When a run of the "Nightly sync" workflow fails or completes', nightly('both')],
  ]
  for (const [words, trigger] of said) {
    const { triggers, diagnostics, plan } = planned(`${words}, return 1`)
    t.same([triggers, diagnostics], [[trigger], []], words)
    t.match(plan.steps, [{ kind: 'return', value: 1 }], words)
  }
  const forms = [
    `When the webhook is called:\n1. ${rest}\n2. Return it`,
    `1. Run this when the hook of this workflow is called.\n2. ${rest}\n3. Return it`,
    `When the webhook is called, ${rest}. Return it`,
  ]
  for (const form of forms) {
    const { triggers, diagnostics, plan } = planned(form)
    t.same([triggers, diagnostics], [[hook], []], form)
    t.match(plan.steps, [{ tool: 'http_get' }, { value: { $: 'steps.http_get.body' } }], form)
  }
  t.same(planned(rest).triggers, [])
})

test('what it starts with is there by its nouns', async t => {
  const said: [string, string][] = [
    ['When the webhook is called, return the body', 'inputs'],
    ["When the webhook is called, return the body's amount", 'inputs.amount'],
    ['When an execution of Nightly sync fails, return the error', 'inputs.error'],
    ['When an execution of Nightly sync fails, return the message of the error', 'inputs.error.message'],
    ['After an execution of Nightly sync completes, return the output', 'inputs.output'],
    ["After an execution of Nightly sync completes, return the execution's id", 'inputs.id'],
  ]
  for (const [prompt, cel] of said) t.match(planned(prompt).plan.steps, [{ value: { $: cel } }], prompt)
})

test('what cannot be read as one start is refused', async t => {
  const refused = [
    `${rest}. When the webhook is called, return 1`,
    'If {{inputs.a}} is 5, when the webhook is called, return 1',
    'For each order in {{inputs.orders}}, when the webhook is called, return 1',
    'When the webhook is called, return 1 every day at 9:00',
    'Every day at 9:00, when the webhook is called, return 1',
    'When the webhook is called or an execution of Nightly sync fails, return 1',
    'When the webhook is not called, return 1',
    'Only when the webhook is called, return 1',
    'When an execution of nightly sync fails, return 1',
    'When an execution of Nightly sync finishes, return 1',
    'When the webhook fires, return 1',
    'When the webhook is called, return its amount',
    'When the webhook is called, sort the orders of the body by amount and return them',
    'When the webhook is called, fetch {{inputs.url}} and return the body',
    'After an execution of Nightly sync completes, return the error',
    'After an execution of Nightly sync completes, return {{inputs.error}}',
    'When an execution of Nightly sync fails, return {{inputs.region}}',
    'When an execution of Nightly sync fails, return "{{region}}"',
  ]
  for (const prompt of refused) {
    const { status, diagnostics } = planned(prompt)
    t.equal(status, 'needs_review', prompt)
    t.equal(diagnostics.filter(({ severity }) => severity === 'error').length > 0, true, prompt)
  }
  t.same(refusalsOf('When an execution of Nightly sync finishes, return 1'), ['NOT_SUPPORTED'])
})

test('its explanation says it and reads back', async t => {
  for (const start of [
    'When the webhook is called',
    'After an execution of Nightly sync completes',
    'When an execution of `Nightly "2" sync` fails',
    'Whenever the workflow "wf_1" ends',
  ]) {
    const { signal } = new AbortController()
    const context = { organizationId: '', tools: [], timeZone: 'UTC', deadline: 0, signal }
    const first = await englishReader.plan(`${start}, return 1`, context)
    t.match(first.explanation, /^1\. Run this when .* (?:called|completes|fails|ends)\.\n2\. Return 1\.$/)
    const again = planned(first.explanation!)
    t.same([again.triggers, again.diagnostics], [planned(`${start}, return 1`).triggers, []], start)
  }
})
