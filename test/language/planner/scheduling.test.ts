import { test } from 'tap'
import { planned, refusalsOf } from '../../support/planned.ts'

const get = 'fetch {{inputs.url}}'

test('when a workflow runs is cron and a time zone', async t => {
  const said: [string, string, string?][] = [
    ['Every weekday at 9', '0 9 * * 1-5'],
    ['Every day at 18:30', '30 18 * * *'],
    ['Daily at noon', '0 12 * * *'],
    ['Every monday at 9 in Europe/Berlin', '0 9 * * 1', 'Europe/Berlin'],
    ['On mondays and thursdays at 9:30 and 17:30 (Europe/Berlin)', '30 9,17 * * 1,4', 'Europe/Berlin'],
    ['Every weekend at 10 am', '0 10 * * 0,6'],
    ['Every 15 minutes', '*/15 * * * *'],
    ['Every hour', '0 * * * *'],
    ['Every 6 hours', '0 */6 * * *'],
    ['On the first of every month at 8', '0 8 1 * *'],
    ['Every month on the 15th at 8', '0 8 15 * *'],
    ['On the last day of every month at 5pm', '0 17 L * *'],
  ]
  for (const [words, cron, timezone = 'UTC'] of said) {
    const { schedule, status, plan } = planned(`${words}, ${get}`)
    t.same([schedule, status, plan.steps.length], [{ cron, timezone }, 'ready', 1], words)
  }
})

test('a schedule stands before the steps, behind them, or in a sentence of its own', async t => {
  const forms = [
    `Every day at 18:30 UTC:\n1. ${get}\n2. Return it`,
    `1. ${get} every day at 18:30 UTC\n2. Return it`,
    `1. ${get}\n2. Return it\n3. Run this every day at 18:30 UTC`,
    `Run every day at 18:30 UTC. ${get}. Return it`,
  ]
  for (const form of forms) {
    const { schedule, diagnostics, plan } = planned(form)
    t.same([schedule, diagnostics], [{ cron: '30 18 * * *', timezone: 'UTC' }, []], form)
    t.match(plan.steps, [{ tool: 'http_get' }, { value: { $: 'steps.http_get.body' } }], form)
  }
  t.equal(planned(get).schedule, null)
})

test('a zone and an hour that are assumed are said', async t => {
  const { diagnostics, schedule } = planned(`Every day at 9, ${get}`, { timeZone: 'Asia/Tokyo' })
  t.equal(schedule!.timezone, 'Asia/Tokyo')
  t.match(diagnostics, [{ severity: 'info', message: /Asia\/Tokyo/ }])
})

test('what cron cannot say, or the words leave open, is refused', async t => {
  const refused = [
    ...[
      'Every 7 minutes',
      'Every day',
      'Every other day at 9',
      'Every month',
      'On the 31st of every month at 8',
    ],
    ...['Every day at 9:00 and 17:30', 'Every monday at 9 except holidays', 'Every 2 hours between 9 and 17'],
    ...['Every monday at 9 in Mars/Base', 'On monday at 9', 'Every day at 25'],
  ]
  for (const words of refused) t.ok(refusalsOf(`${words}, ${get}`).length > 0, words)
  t.same(refusalsOf(`Every hour, ${get}. Run it every day at 9`), ['BAD_SCHEDULE'])
  t.ok(refusalsOf(`If {{inputs.x}} is 1:\n- every monday at 9, ${get}`).includes('BAD_SCHEDULE'))
})
