// What mending never does: touch what is right, make something up, decide who, what or how often.
import { test } from 'tap'
import type { Json } from '../../../../domain/json.ts'
import { offeredName } from '../../../../domain/tools/tool.ts'
import { examples } from '../../../../language/planning/guide.ts'
import { mendedPlan } from '../../../../language/planning/mending/mended-plan.ts'
import { rows } from './rows.ts'
import { call, judged, mail, orders, steps, tools, value } from './shop.ts'

const byName = new Map(tools.map(tool => [offeredName(tool), tool]))

/** By what would be changed: who, what, how often, or what nobody said. */
const wrong: readonly (readonly [what: string, plan: unknown])[] = [
  ['a tool that is not there', steps(call('a', 'fly'))],
  ['a tool of another server', steps({ ...orders, server: 'market' })],
  ['a tool whose name is only like it', steps(call('a', 'list_order'))],
  ['an unknown tool beside the name of one', steps({ ...call('a', 'fly'), name: 'list_orders' })],
  ['an argument that the tool does not take', steps(call('o', 'list_orders', { due: '2026' }))],
  ['an argument whose name is only like it', steps(call('o', 'get_order', { order: 'x' }))],
  ['an argument that is missing', steps(call('m', 'send_mail', { text: 'x' }))],
  ['a value that is only like one', steps(call('o', 'list_orders', { status: 'opened' }))],
  ['several values where one is wanted', steps(call('o', 'list_orders', { status: ['open', 'paid'] }))],
  ['several in a text where a list is wanted', steps(call('o', 'tag_orders', { ids: 'a, b' }))],
  ['a number with more than digits', steps(call('p', 'pay', { amount: '12 EUR' }))],
  ['a number of another spelling', steps(call('p', 'pay', { amount: '1,000' }))],
  [
    'a field of a result that is not there',
    steps(call('o', 'get_order', { orderId: 'x' }), value('steps.o.amount')),
  ],
  [
    'a field of a result in another case',
    steps(call('o', 'get_order', { orderId: 'x' }), value('steps.o.Email')),
  ],
  ['a field that each item may have', steps(orders, value('steps.orders.lines'))],
  ['a step that is not there', steps(orders, value('size(steps.invoices)'))],
  [
    'the name of a tool that two steps call',
    steps(orders, { ...orders, id: 'b' }, value('steps.list_orders')),
  ],
  ['retries by a number', steps({ ...orders, retries: 3 })],
  ['a timeout without a unit', steps({ ...orders, timeout: 30 })],
  ['a schedule without a zone', { ...steps(orders), schedule: '0 9 * * 1' }],
  ['an interval in words', { ...steps(orders), schedule: { every: 'day at nine' } }],
  ['an interval that is no part of an hour', { ...steps(orders), schedule: { every: '45m' } }],
  ['a loop that nothing ends', steps({ id: 'r', kind: 'while', while: '1 < 2', do: [orders] })],
  ['several steps in try', steps({ kind: 'try', try: [orders, mail()], catch: [mail('b')] })],
  ['a text among the steps', { steps: [orders, 'then mail everybody'] }],
  ['a key that nobody knows', steps({ ...orders, priority: 'high' })],
  ['an approval without words', steps({ id: 'ok', kind: 'human_approval', approvers: 'owner' })],
  ['an argument beside others', steps(mail('m', undefined, { text: 'x', description: 'y' }))],
  ['an output that is no step', { ...steps(orders), output: 'invoices' }],
  ['a word that is a kind', steps({ id: 'a', kind: 'ask', question: 'Why?' }, mail('m', 'Hi {{ask}}'))],
  [
    'a computed text where a list is wanted',
    steps(call('o', 'tag_orders', { ids: { $: 'string(inputs.a)' } })),
  ],
  ['a file whose name begins like an input', steps(mail('m', 'inputs.txt'))],
  [
    'a file whose name begins like an item',
    steps(call('stock', 'check_stock'), {
      ...{ id: 'each', type: 'foreach', over: 'steps.stock', as: 'invoice' },
      steps: [mail('m', 'invoice.pdf')],
    }),
  ],
  ['a placeholder of nothing that is known', steps(mail('m', 'Hi {{name}}'))],
]

test('what would decide who, what or how often is told, and stays as it was sent', async t => {
  for (const [what, plan] of wrong) {
    const found = judged(plan)
    t.not(found.wrong.length, 0, what)
    t.strictSame(found.mended, [], what)
  }
})

test('`||` as a default is not taken as one', async t => {
  t.match(judged(steps(mail('m', { $: '{{inputs.a || "none"}}' }))).plan.steps, [
    { args: { text: { $: 'inputs.a || "none"' } } },
  ])
})

test('texts of expressions that are right stay, whatever else is wrong with the plan', async t => {
  for (const source of [
    'formatDate(now, "DDD")',
    'formatDate(now, inputs.pattern) + " DAY"',
    'string(steps.orders.sortBy("total").map(o, o.status) == ["asc", "desc"])',
  ]) {
    const { kind: _, ...bare } = orders
    const found = judged(steps({ ...bare, type: 'tool' }, mail('m', { $: source })))
    t.not(found.mended.length, 0)
    t.strictSame(found.wrong, [])
    t.match(found.plan.steps[1], { args: { text: { $: source } } })
  }
})

test('a right plan stays as it is, also where the passes run over it', async t => {
  for (const { answer } of examples)
    t.strictSame(mendedPlan((answer as { plan: Json }).plan, byName).mended, [])
  for (const [rule, , right] of rows) t.strictSame(mendedPlan(right as Json, byName).mended, [], rule)
})

test('a plan that is mended once is not mended again', async t => {
  for (const [rule, sent] of rows) {
    const once = mendedPlan(sent as Json, byName)
    t.strictSame(mendedPlan(once.plan, byName).mended, [], rule)
  }
})

test('a mended plan holds no tool and no word that was not sent', async t => {
  for (const [rule, sent] of rows) {
    const said = plain(JSON.stringify(sent))
    for (const word of wordsOf(judged(sent).plan.steps as unknown as Json))
      t.ok(said.includes(plain(word)), `${rule}: ${word}`)
  }
})

/** Tools and literal arguments, people and hosts among them. */
function wordsOf(steps: Json): readonly string[] {
  if (Array.isArray(steps)) return (steps as readonly Json[]).flatMap(wordsOf)
  if (typeof steps !== 'object' || steps === null) return []
  return Object.entries(steps).flatMap(([key, each]) => {
    if (key === 'tool') return [String(each)]
    if (key === 'args' || key === 'assignees') return literalsOf(each as Json)
    return wordsOf(each as Json)
  })
}

function literalsOf(given: Json): readonly string[] {
  if (typeof given !== 'object' || given === null) return [String(given)]
  const [key = ''] = Object.keys(given)
  return key.startsWith('$') ? [] : Object.values(given).flatMap(literalsOf)
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9.]/g, '')
}
