// The answer around the plan: its text, where the plan stands in it, the quotes.
import { test } from 'tap'
import type { Json } from '../../../../domain/json.ts'
import { judgeAnswer } from '../../../../language/planning/judged-answer.ts'
import { call, judgedText, mail, orders, steps, tools } from './shop.ts'

const plan = steps(orders)
const quotes = { orders: 'the orders' }
const json = JSON.stringify({ plan, quotes })
const inPython = json.replaceAll('"', "'")

const texts: readonly (readonly [what: string, text: string])[] = [
  ['a fence', `\`\`\`json\n${json}\n\`\`\``],
  ['prose with braces around it', `I use {braces} here. ${json} Is {"it": 1} right?`],
  ['thoughts with a draft', `<think>{"plan": {"steps": []}, "quotes": {}} no</think>${json}`],
  ['a draft before it', `First {"plan": {"steps": [], "start": []}}, better: ${json}`],
  [
    'comments and commas at the end',
    `{"plan": ${JSON.stringify(plan)}, /* a */ "quotes": {"orders": "the orders",}, // b\n}`,
  ],
  ['a comma that is left out', `{"plan": ${JSON.stringify(plan)}\n"quotes": {"orders": "the orders"}}`],
  ['single quotes', inPython],
  ['words of Python', inPython.replace("{'plan'", "{'cannot': None, 'open': False, 'plan'")],
  ['keys without quotes', json.replace('"plan"', 'plan').replace('"quotes"', 'quotes')],
  ['curly quotes', json.replaceAll(/"([^"]*)"/g, '“$1”')],
  ['a raw line break in a text', json.replace('"quotes"', '"name": "a\nb", "quotes"')],
  ['a text of JSON', JSON.stringify(json)],
  ['a plan that is a text of JSON', JSON.stringify({ plan: JSON.stringify(plan), quotes })],
  ['a plan that is a list', JSON.stringify({ plan: [orders], quotes })],
  ['steps beside the quotes', JSON.stringify({ ...plan, quotes })],
  ['steps beside an empty plan', JSON.stringify({ plan: {}, ...plan, quotes })],
  ['the plan as workflow', JSON.stringify({ workflow: plan, quotes })],
  ['an answer in an answer', JSON.stringify({ answer: { plan, quotes } })],
  ['quotes in the plan', JSON.stringify({ plan: { ...plan, quotes, name: 'x', description: 'y' } })],
  ['quotes as a list', JSON.stringify({ plan, quotes: [{ step: 'orders', words: 'the orders' }] })],
  ['quotes as a list by id', JSON.stringify({ plan, quotes: [{ id: 'orders', quote: 'the orders' }] })],
  ['quotes by the name of the tool', JSON.stringify({ plan, quotes: { list_orders: 'the orders' } })],
  ['quotes in the steps', JSON.stringify({ plan: steps({ ...orders, quote: 'the orders' }) })],
  [
    'cannot and questions that are nothing',
    JSON.stringify({ plan, quotes, cannot: false, questions: 'none' }),
  ],
]

for (const [what, text] of texts) {
  test(`an answer is read with ${what}`, async t => {
    const { answer, wrong } = judgedText(text, 'List the orders.')!
    t.strictSame(wrong, [])
    t.strictSame(answer.wrong, [])
    t.match(answer.plan.steps, [{ id: 'orders', server: 'shop', tool: 'list_orders', span: [5, 15] }])
  })
}

test('what is beside the plan is a part of it', async t => {
  const value = {
    plan,
    quotes,
    output: { $: 'steps.orders' },
    schedule: { cron: '0 9 * * 1', timezone: 'UTC' },
  }
  const judged = judgeAnswer(
    { text: '', value: value as unknown as Json },
    { request: 'The orders.' },
    { tools },
  )!
  t.match(judged.plan.steps.at(-1), { kind: 'return', value: { $: 'steps.orders' } })
  t.match(judged.plan.start, [{ kind: 'schedule', cron: '0 9 * * 1' }])
})

test('quotes and assumptions follow the ids of their steps', async t => {
  const value = {
    plan: steps({ ...orders, id: '1. The Orders' }, mail('Tell', 'x')),
    quotes: { '1. The Orders': 'the orders', tell: 'mail' },
    assumptions: [{ step: '1. The Orders', text: 'All.' }, 'Just text.'],
  }
  const judged = judgeAnswer(
    { text: '', value: value as unknown as Json },
    { request: 'mail the orders' },
    { tools },
  )!
  t.strictSame(judged.wrong, [])
  t.strictSame(judged.quotes, { the_orders: 'the orders', tell: 'mail' })
  t.match(judged.assumptions, [{ step: 'the_orders' }, { step: null, text: 'Just text.' }])
})

test('an answer that ends early is no answer, whatever stands whole inside of it', async t => {
  for (const end of [json.length - 1, json.length - 5, json.indexOf('"quotes"') + 12])
    t.equal(judgedText(json.slice(0, end)), null, json.slice(0, end).slice(-20))
  t.equal(judgedText(`Here it is: ${json.slice(0, -4)}`), null)
  t.equal(judgedText(`[${JSON.stringify(orders)}, {"id": "b"`), null)
})

const longId = '1234567890123456789'
const getting = JSON.stringify({ plan: steps(call('order', 'get_order')), quotes: {} })
const withId = getting.replace('"args":{}', `"args":{"orderId":${longId}}`)
const inText = JSON.stringify(withId)
const argsInText = getting.replace('"args":{}', `"args":${JSON.stringify(`{"orderId":${longId}}`)}`)
const longIds: readonly (readonly [what: string, text: string])[] = [
  ['an answer that is JSON', withId],
  ['a sentence before it', `Here is the plan: ${withId}`],
  ['a comma at the end', withId.replace('}}', '},}')],
  ['a text of JSON', inText],
  ['a plan that is a text', `{"plan":${JSON.stringify(withId.slice(8, withId.indexOf(',"quotes"')))}}`],
  ['arguments that are a text', argsInText],
]

for (const [what, text] of longIds) {
  test(`the digits of a long id are kept: ${what}`, async t => {
    t.match(judgedText(text)!.plan.steps, [{ args: { orderId: longId } }])
  })
}

test('an answer whose values are too deep is no answer, wherever they stand', async t => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  for (const text of [
    json.replace('"args":{}', `"args":{"status":${deep}}`),
    `Here it is: ${json.replace('"args":{}', `"args":{"status":${deep}}`)}`,
    '{"plan":'.repeat(5_000) + json + '}'.repeat(5_000),
  ]) {
    t.equal(judgedText(text), null, text.slice(0, 60))
    const value = text.startsWith('{') ? (JSON.parse(text) as Json) : null
    t.equal(judgeAnswer({ text, value }, { request: 'Do it.' }, { tools }), null)
  }
  const inArguments = json.replace('"args":{}', `"args":${JSON.stringify(`{"status":${deep}}`)}`)
  t.ok(judgedText(inArguments)!.wrong.length > 0)
})

test('an answer that never ends takes no time to speak of', async t => {
  for (const text of ['{a '.repeat(40_000), '[{a: 1,}, '.repeat(12_000), '<think>'.repeat(18_000)])
    t.equal(judgedText(text), null, text.slice(0, 20))
})

test('prose and objects that are no answers are none', async t => {
  for (const text of [
    'I cannot do that.',
    '{"a": 1}',
    '[1, 2]',
    '[]',
    '"x"',
    '{'.repeat(5_000),
    '{a'.repeat(5_000),
  ])
    t.equal(judgedText(text), null, text.slice(0, 20))
})
