// What a model answered: read, mended, compiled, held to the request.
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { judgeAnswer } from '../../../language/planning/judged-answer.ts'

const tool = (
  name: string,
  effect: HubTool['effect'],
  properties: object,
  required: string[] = [],
): HubTool =>
  ({
    ...{ server: 'shop', name, effect, title: name, description: '', keywords: [], examples: [] },
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    outputSchema: null,
  }) as unknown as HubTool
const tools = [
  tool('list_orders', 'read', { status: { type: 'string', enum: ['open', 'paid'] } }),
  tool('send_mail', 'write', { to: { type: 'string' }, text: { type: 'string' } }, ['to', 'text']),
]
const request = 'Mail every customer with an open order a friendly "sorry", then ring the bell.'
const plan = {
  steps: [
    { id: 'orders', kind: 'tool', server: 'shop', tool: 'list_orders', args: { status: 'open' } },
    {
      ...{ id: 'each', kind: 'foreach', over: 'steps.orders.items', as: 'order' },
      steps: [
        {
          ...{ id: 'mail', kind: 'tool', server: 'shop', tool: 'send_mail' },
          args: { to: { $: 'order.email' }, text: 'sorry' },
        },
      ],
    },
  ],
}
const quotes = { orders: 'an open order', mail: 'mail every customer' }
const judged = (value: object, said = '') =>
  judgeAnswer({ text: said, value: value as Json }, { request }, { tools })
const codes = (value: object) => judged(value)!.diagnostics.map(({ code, severity }) => `${severity} ${code}`)

test('a right answer has no errors, and its steps have the words that ask for them', async t => {
  const answer = judged({ plan, quotes, name: 'Sorry', assumptions: [{ text: 'All shops.' }] })!
  t.strictSame(answer.wrong, [])
  t.match(answer.plan.steps[0], { id: 'orders', effect: 'read', span: [25, 38] })
  t.equal(request.slice(...(answer.plan.steps[0]!.span as [number, number])), 'an open order')
  t.match(answer, { name: 'Sorry', assumptions: [{ text: 'All shops.', step: null, options: [] }] })
})

test('a step that changes or reads the world quotes the request, inside of blocks, too', async t => {
  t.match(judged({ plan, quotes: { orders: 'an open order' } })!.wrong, [
    { code: 'UNQUOTED_STEP', path: 'mail', message: /quotes no words/ },
  ])
  t.match(judged({ plan, quotes: { ...quotes, mail: 'send everybody a mail' } })!.wrong, [
    { code: 'UNQUOTED_STEP', message: /which the request does not say/ },
  ])
  t.strictSame(judged({ plan, quotes: { ...quotes, mail: 'a friendly “SORRY”' } })!.wrong, [])
})

test('what cannot be done and what is open keeps the plan from starting, and is no fault to repair', async t => {
  const cannot = [{ words: 'ring the bell', why: 'no-tool', nearest: 'a bell has to be connected' }]
  const questions = [{ id: 'text', text: 'What else should it say?' }]
  const answer = judged({ plan, quotes, cannot, questions })!
  t.strictSame(answer.wrong, [])
  t.match(
    answer.diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    [/"ring the bell" is not in the plan: no tool does this; a bell/, /text: What else/],
  )
  t.strictSame(codes({ plan: { steps: [] }, cannot }), ['error CANNOT'], 'it declines all')
})

test('faults of the plan are the compiler’s, all at once', async t => {
  const wrong = structuredClone(plan)
  Object.assign(wrong.steps[0]!.args!, { status: 'closed', other: 1 })
  t.match(
    judged({ plan: wrong, quotes })!
      .wrong.map(({ code }) => code)
      .sort(),
    ['BAD_ARGUMENT', 'UNKNOWN_ARGUMENT'],
  )
})

test('what weak models write is mended where it is then right, and told', async t => {
  const written = `Here is the plan:
\`\`\`json
{"plan": {"steps": [
  {"id": "getOrders", "type": "tool", "name": "shop.listOrders", "params": {"status": "open"},},
  {"id": "each", "type": "for_each", "items": "{{getOrders.items}}", "item": "order", "do": [
    {"id": "mail", "type": "tool", "tool": "send_mail", "args": {"to": "{{order.email}}", "text": "sorry"}}]}
]}, // done
"quotes": {"getOrders": "an open order", "mail": "Mail every customer"}}
\`\`\``
  const answer = judgeAnswer({ text: written, value: null }, { request }, { tools })!
  t.strictSame(answer.wrong, [])
  t.match(answer.plan.steps, [
    { id: 'get_orders', server: 'shop', tool: 'list_orders', span: [25, 38] },
    { over: 'steps.get_orders.items', steps: [{ server: 'shop', args: { to: { $: 'order.email' } } }] },
  ])
  const mended = answer.diagnostics.filter(({ code }) => code === 'MENDED')
  t.ok(mended.length > 8)
  t.ok(mended.every(({ severity }) => severity === 'info'))
})

test('what mending does not make right stays as it was written; what ends early is no answer', async t => {
  const wrong = { steps: [{ id: 'a', type: 'tool', name: 'shop.fly', params: {} }] }
  t.notOk(judged({ plan: wrong, quotes: {} })!.diagnostics.some(({ code }) => code === 'MENDED'))
  t.equal(judgeAnswer({ text: '{"plan": {"steps": [{"id": "a"', value: null }, { request }, { tools }), null)
  t.equal(judgeAnswer({ text: 'I cannot do that.', value: null }, { request }, { tools }), null)
  t.equal(judged({}), null)
})

const requests: readonly (readonly [language: string, request: string, orders: string, mail: string])[] = [
  [
    'German',
    'Schreib allen Kunden mit offenen Bestellungen „Danke“.',
    'offenen Bestellungen',
    'SCHREIB allen Kunden',
  ],
  ['French', 'Écris « Merci » à chaque client d’une commande ouverte.', "d'une commande ouverte", 'écris'],
  ['Spanish', 'Envía «Gracias» a los clientes con pedidos abiertos.', 'pedidos abiertos', 'Envía "Gracias"'],
  ['Portuguese', 'Envie “Obrigado” a cada cliente com encomenda em aberto.', 'encomenda em aberto', 'Envie'],
  ['Japanese', '未完了の注文のお客様に「ありがとう」とメールしてください。', '未完了の注文', 'メールして'],
  ['Arabic', 'أرسل "شكرا" إلى كل عميل لديه طلب مفتوح.', 'طلب مفتوح', 'أرسل "شكرا"'],
]

for (const [language, request, orders, mail] of requests) {
  test(`the words of a request in ${language} are found`, async t => {
    const { wrong, plan: made } = judgeAnswer(
      { text: '', value: { plan, quotes: { orders, mail } } as Json },
      { request },
      { tools },
    )!
    t.strictSame(wrong, [])
    t.ok(made.steps[0]!.span)
  })
}
