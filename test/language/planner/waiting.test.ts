import { test } from 'tap'
import { planned, refusalsOf, stepsOf } from '../../support/planned.ts'

test('a wait is for a time, until a moment, or for an event', async t => {
  const said: [string, object][] = [
    ['Wait 2 hours', { for: 7_200_000 }],
    ['Wait for 30 minutes', { for: 1_800_000 }],
    ['Pause for an hour and 30 minutes', { for: 5_400_000 }],
    ['Wait half an hour', { for: 1_800_000 }],
    ['Wait {{inputs.n}} minutes', { until: { $: 'now + number(inputs.n) * 60000' } }],
    ['Wait until 17:00 in Europe/Berlin', { until: { $: 'nextClock(now, "17:00", "Europe/Berlin")' } }],
    ['Wait until 5 pm UTC', { until: { $: 'nextClock(now, "17:00", "UTC")' } }],
    ['Wait until {{inputs.at}}', { until: { $: 'inputs.at' } }],
    ['Wait until 2026-03-01T09:00:00Z', { until: '2026-03-01T09:00:00Z' }],
    ['Wait until 2026-03-01T09:00 in Europe/Berlin', { until: '2026-03-01T08:00:00Z' }],
    ['Wait for the event paid', { event: 'paid', id: 'paid' }],
    ['Wait for the event "order.paid" for up to 3 days', { event: 'order.paid', timeoutMs: 259_200_000 }],
    ['Wait up to 3 days for the event paid', { event: 'paid', timeoutMs: 259_200_000 }],
  ]
  for (const [prompt, block] of said) t.match(stepsOf(prompt), [{ kind: 'wait', ...block }], prompt)
})

test('a clock time without a zone is one of the default, which is said', async t => {
  const { plan, diagnostics } = planned('Wait until 17:00', { timeZone: 'Asia/Tokyo' })
  t.match(plan.steps, [{ until: { $: 'nextClock(now, "17:00", "Asia/Tokyo")' } }])
  t.match(diagnostics, [{ code: 'ASSUMED', severity: 'info', message: /Asia\/Tokyo/ }])
  t.match(planned('Wait until 17:00').diagnostics, [{ message: /UTC/ }])
})

test("an event's body is the result, time that has passed is none", async t => {
  t.match(stepsOf('Wait for the event paid and return it')[1], { value: { $: 'steps.paid' } })
  t.match(stepsOf('Wait for the event paid. Return {{paid.total}}')[1], { value: { $: 'steps.paid.total' } })
  t.match(stepsOf('Fetch {{inputs.url}}. Wait 1 hour. Return it')[2], { value: { $: 'steps.http_get.body' } })
})

test('a wait that is not understood is refused', async t => {
  const refused = [
    'Wait',
    'Wait until tomorrow',
    'Wait for the payment',
    'Wait 2 months',
    'Wait 2 hours again',
  ]
  for (const prompt of [...refused, 'Wait until 25:00', 'Wait until 17:00 in Mars/Base', 'Wait 400 days'])
    t.ok(refusalsOf(prompt).length > 0, prompt)
})
