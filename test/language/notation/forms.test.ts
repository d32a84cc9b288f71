// The notation as a person reads it: a text with every kind of step, policy and start, which is read as a
// plan and written as it was.
import { test } from 'tap'
import { canonical, type Json } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { stepKinds } from '../../../domain/plan/plan-schema.ts'
import { read } from '../../../language/notation/read.ts'
import { write } from '../../../language/notation/write.ts'

const text = `Start every weekday at 09:00 in Europe/Berlin. Of missed times the last is made up for.
Start by the cron "0 0 1 1 *" in UTC. Call it new_year.
Start when the hook of this workflow is called. Its inputs are {"order": {{body.order}}}.
Start when an execution of the workflow "Import" fails.
The inputs are {"order": {"type": "string"}}.
The result is of the form below.
\`\`\`json
{
  "type": "object",
  "properties": {
    "total": {
      "type": "number"
    },
    "currency": {
      "type": "string"
    }
  }
}
\`\`\`
The whole run may take 1 hour and 30 minutes at most; pauses do not count.
1. Call http_get with url: "https://example.com/orders/{{inputs.order}}". Call it order. Try up to 3 times.
2. Call shop__pay. Titled "Pay the order". It may take 30 seconds at most. Before it is called with these arguments, it waits for a decision. Ask someone among ["admin"] to approve with the message "Pay?".
   amount: {{steps.order.total}}
   token: secret shop_token
   note: below
   \`\`\`text
   Dear {{inputs.order}},

   thank you.
   \`\`\`
   If that fails:
   1. Fail with the message "Not paid".
3. Let lines be {{steps.order.lines.filter(line, line.count > 0)}}.
4. For each line of the list {{steps.lines}}, 3 at a time:
   1. If {{line.count > 10}}:
      1. Go on with the next turn.
      Otherwise, if {{line.count > 5}}:
      1. Stop the run here.
      Otherwise:
      1. Wait 5 minutes.
   2. Call http_get with url: {{line.url}}. This step is skipped (with null as its result) unless {{line.url != ""}} holds.
5. Repeat until {{steps.http_get_2.next == null}}, 20 times at most, every 1 second; what the turn before gave is called before:
   1. Call http_get with url: {{default(before.next, "https://example.com")}}.
6. At the same time:
   The branch "one":
   1. Run the JavaScript "return args.a + 1" with a: 1.
   Do the following:
   1. Run the workflow "Import" with the inputs order: {{inputs.order}}.
7. Let an agent work on "Find the address" with the tools http_get, shop__find. It takes 5 steps at most.
8. Ask a language model "Which kind?" about {{steps.order}}. Its answer is one of ["a", "b"].
9. Ask someone to approve with the message "Go on?". It begins after order, lines.
10. Return {"total": {{steps.order.total}}, "currency": "EUR"}.
`

test('a text with every kind of step is read as a plan, and written as it stands', async t => {
  const { plan, errors } = read(text)
  t.strictSame(errors, [])
  t.equal(write(plan), text)
  const said = JSON.stringify(plan)
  t.strictSame(
    stepKinds.filter(kind => !said.includes(`"kind":"${kind}"`)),
    [],
  )
})

test('what the sentences say stands in the fields of the plan', async t => {
  const { plan } = read(text)
  t.match(plan.start, [
    { kind: 'schedule', cron: '0 9 * * 1-5', timezone: 'Europe/Berlin', missed: 'last' },
    { kind: 'schedule', cron: '0 0 1 1 *', timezone: 'UTC', id: 'new_year' },
    { kind: 'hook', inputs: { order: 'body.order' } },
    { kind: 'completion', workflow: 'Import', on: 'failed' },
  ])
  t.strictSame(plan.deadline, { ms: 5_400_000, excludeWaiting: true })
  t.match(plan.steps[0], { id: 'order', tool: 'http_get', server: null, retry: { maxAttempts: 3 } })
  t.match(plan.steps[1], {
    id: 'pay',
    server: 'shop',
    tool: 'pay',
    title: 'Pay the order',
    timeoutMs: 30_000,
    approval: { assignees: ['admin'], message: 'Pay?' },
    args: {
      amount: { $: 'steps.order.total' },
      token: { $secret: 'shop_token' },
      note: { $t: 'Dear ${inputs.order},\n\nthank you.' },
    },
    onError: { steps: [{ kind: 'fail', message: 'Not paid' }] },
  })
  t.match(plan.steps[4], { kind: 'repeat', most: 20, everyMs: 1_000, as: 'before' })
})

/** What may stand in a text otherwise than it is written. */
const freedoms: readonly (readonly [string, string])[] = [
  ['1. Return 1.', '1. Return 1.\n'],
  ['1. Return 1.\r\n', '1. Return 1.\n'],
  ['\n\n1. Return 1.  \n\n\n2. Return 2.\n', '1. Return 1.\n2. Return 2.\n'],
  ['1. Return {"a" :[ 1,2 ]}.', '1. Return {"a": [1, 2]}.\n'],
  ['1. Call x.\n   a: 1\n', '1. Call x with a: 1.\n'],
  ['1. Call x with a: 1. Call it x.\n', '1. Call x with a: 1.\n'],
  ['1) Return 1.\n2)  Return 2.  Titled "x".', '1. Return 1.\n2. Return 2. Titled "x".\n'],
  ['\ufeff1. Return 1.', '1. Return 1.\n'],
  ['\n```notation\n1. Return 1.\n```\n', '1. Return 1.\n'],
  [
    '````\n1. Return below.\n   ```text\n   a\n   b\n   ```\n````',
    '1. Return below.\n   ```text\n   a\n   b\n   ```\n',
  ],
  [
    '1. If {{a}}:\n  1. Stop the run here.\n2. Return 1.',
    '1. If {{a}}:\n   1. Stop the run here.\n2. Return 1.\n',
  ],
  [
    '   1. If {{a}}:\n       1. If {{b}}:\n            1. Return 1.\n       Otherwise:\n       1. Return 2.\n',
    '1. If {{a}}:\n   1. If {{b}}:\n      1. Return 1.\n   Otherwise:\n   1. Return 2.\n',
  ],
  ['1. Call x.\n a: 1\n b: 2\n', '1. Call x.\n   a: 1\n   b: 2\n'],
  [
    '1. Call x with a: 1, b: {{c, d}}, "e f": "g, h: 1".\n',
    '1. Call x.\n   a: 1\n   b: {{c, d}}\n   "e f": "g, h: 1"\n',
  ],
  [
    '1. Call x with a: below, b: below. Titled "y".\n   ```text\n   1\n   2\n   ```\n   ```cel\n   3 +\n   4\n   ```\n',
    '1. Call x. Titled "y".\n   a: below\n   ```text\n   1\n   2\n   ```\n   b: below\n   ```cel\n   3 +\n   4\n   ```\n',
  ],
  [
    '1. Run the JavaScript "return args" with a: 1, b: 2.',
    '1. Run the JavaScript "return args".\n   a: 1\n   b: 2\n',
  ],
  ['1. Run the workflow "W" with the inputs a: 1, b: 2.', '1. Run the workflow "W".\n   a: 1\n   b: 2\n'],
  [
    '1. Return [12345678901234567890, 9007199254740993, 1e20].',
    '1. Return ["12345678901234567890", "9007199254740993", 1e+20].\n',
  ],
  ['```text\n1. Return 1.\n```', '1. Return 1.\n'],
  ['1. Wait 90 seconds.\n', '1. Wait 1 minute and 30 seconds.\n'],
  ['Start by the cron "*/15 * * * *" in UTC.\n', 'Start every 15 minutes in UTC.\n'],
  ['Start by the cron "*/45 * * * *" in UTC.\n', 'Start by the cron "*/45 * * * *" in UTC.\n'],
  ['Start by the cron "0 */5 * * *" in UTC.\n', 'Start by the cron "0 */5 * * *" in UTC.\n'],
  ['Start by the cron "0 9 * * *" in UTC.\n', 'Start every day at 09:00 in UTC.\n'],
]

for (const [said, written] of freedoms) {
  test(`${JSON.stringify(said)} is written ${JSON.stringify(written)}`, async t => {
    const { plan, errors } = read(said)
    t.strictSame(errors, [])
    t.equal(write(plan), written)
  })
}

test('a number beyond those that JS holds exactly is written as the number that it is', async t => {
  const large = [9_007_199_254_740_991, 123_456_789_012_345_680_000, -(2 ** 53), 1e21]
  const schema = { properties: { count: { type: 'integer', maximum: 123_456_789_012_345_680_000 } } }
  const plan = { inputs: { ...schema, title: 'x'.repeat(100) }, steps: [setOf(large)] } as unknown as Plan
  const back = read(write(plan))
  t.strictSame(back.errors, [])
  t.same(back.plan, plan)
})

function setOf(value: unknown) {
  return { id: 'large', kind: 'set', title: '', value }
}

test('a second plan of the language says so; of the first, nothing is said', async t => {
  const step = { id: 'stop', kind: 'stop', title: '' } as Plan['steps'][number]
  const second = write({ irVersion: 2, steps: [step] })
  t.equal(second, 'This is version 2 of the plan language.\n1. Stop the run here.\n')
  t.equal(read(second).plan.irVersion, 2)
  t.equal(write({ irVersion: 1, steps: [step] }), '1. Stop the run here.\n')
})

test('a plan whose objects have no prototype is written as any other', async t => {
  const { plan } = read(text)
  const bare = canonical(plan as unknown as Json) as unknown as Plan
  t.strictSame(read(write(bare)).errors, [])
  t.same(read(write(bare)).plan, plan)
})
