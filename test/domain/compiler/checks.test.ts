// What the compiler tells of a plan beyond its shape: types of references, trust in what tools answer, cost.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { JsonSchema } from '../../../domain/json.ts'
import type { Diagnostic, Plan } from '../../../domain/plan/plan.ts'
import { PlanSchema } from '../../../domain/plan/plan-schema.ts'
import type { HubTool, ToolEffect } from '../../../domain/tools/tool.ts'

const tool = (name: string, effect: ToolEffect, input: JsonSchema, output: JsonSchema | null): HubTool => ({
  ...{ server: 'shop', name, title: name, description: name, effect, keywords: [], examples: [] },
  inputSchema: { type: 'object', properties: input },
  outputSchema: output,
})
const order = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    amount: { type: 'number' },
    note: { type: ['string', 'null'] },
    customer: { type: 'object', properties: { name: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: false,
}
const tools = [
  tool('get_orders', 'read', {}, { type: 'array', items: order }),
  tool('get_order', 'read', { id: { type: 'string' } }, order),
  tool('get_page', 'read', {}, null),
  tool('remove', 'destructive', { id: { type: 'string' }, count: { type: 'integer' } }, null),
]
const compiled = (...steps: object[]) => compile(PlanSchema.parse({ steps }) as Plan, { tools })
/** Most plans here return nothing, and are told so. */
const judged = (all: readonly Diagnostic[]) => all.filter(({ code }) => code !== 'NO_RETURN')
const told = (...steps: object[]) =>
  judged(compiled(...steps).diagnostics).map(({ code, message }) => `${code} ${message}`)
const codes = (...steps: object[]) =>
  judged(compiled(...steps).diagnostics).map(({ code, path }) => `${code} ${path}`)

const call = (id: string, name: string, args: object = {}, more: object = {}) => ({
  ...{ id, kind: 'tool', server: 'shop', tool: name, args },
  ...more,
})
const orders = call('orders', 'get_orders')
const one = call('one', 'get_order', { id: 'A-1' })
const set = (id: string, reads: string) => ({ id, kind: 'set', value: { $: reads } })
const each = (over: string, ...steps: object[]) => ({ id: 'each', kind: 'foreach', over, as: 'order', steps })

test('a field that a tool does not answer is an error that names those it does', async t => {
  t.same(told(one, set('a', 'steps.one.total')), [
    'UNKNOWN_FIELD a.value: steps.one has no total; it has id, amount, note, customer, tags',
  ])
  t.same(codes(orders, set('a', 'steps.orders[0].total')), ['UNKNOWN_FIELD a.value'])
  t.same(told(orders, set('a', 'steps.orders.total')), [
    'BAD_REFERENCE a.value: steps.orders is array, it has no total: write steps.orders[0].total, or steps.orders.map(item, item.total)',
  ])
  t.same(codes(one, set('a', 'steps.one.amount.cents')), ['BAD_REFERENCE a.value'])
  t.same(codes(one, set('a', 'steps.one.tags.first')), ['BAD_REFERENCE a.value'])
  t.same(codes(one, set('a', 'steps.one[0]')), ['BAD_REFERENCE a.value'])
  t.same(codes(orders, each('steps.orders', set('a', 'order.total'))), ['UNKNOWN_FIELD a.value'])
  t.same(codes(one, set('b', 'steps.one.customer'), set('a', 'steps.b.name.first')), [
    'BAD_REFERENCE a.value',
  ])
  const nested = { id: 'a', kind: 'return', value: { list: [{ $: 'steps.one.total' }] } }
  t.same(codes(one, nested), ['UNKNOWN_FIELD a.value'])
})

test('a value of a type that the tool does not take is an error', async t => {
  t.same(told(one, call('next', 'get_order', { id: { $: 'steps.one.amount' } })), [
    'BAD_ARGUMENT next.args.id: expected string, received number (steps.one.amount)',
  ])
  t.same(codes(one, each('steps.one.amount')), ['BAD_EXPRESSION each.over'])
  t.same(codes(orders, each('steps.orders', call('next', 'get_order', { id: { $: 'order.tags' } }))), [
    'BAD_ARGUMENT next.args.id',
  ])
})

test('what a schema leaves open is not judged', async t => {
  const page = call('page', 'get_page')
  t.same(codes(page, set('a', 'steps.page.anything[0].at')), [])
  t.same(codes(one, set('a', 'steps.one.customer.city')), ['UNKNOWN_FIELD a.value'], 'not allowed by word')
  t.same(codes(one, set('a', 'steps.one.customer.?city')), [], 'it may be there all the same')
  t.same(codes(one, call('next', 'get_order', { id: { $: 'steps.one.note' } })), [], 'a text or null')
  t.same(codes({ ...one, onError: 'continue' }, set('a', 'steps.one')), [], 'null after a failure')
  t.same(codes(one, set('a', 'default(steps.one.total, 0)')), [], 'a reading that tolerates it')
  t.same(codes(one, set('a', 'steps.one.amount'), set('b', 'steps.a + 1')), [])
})

test('a destructive step that is fed by what a tool answered is told, unless somebody approves it', async t => {
  const trusted = (...steps: object[]) => codes(...steps).filter(code => !code.startsWith('NO_APPROVAL'))
  const remove = (id: string, more: object = {}) => call('gone', 'remove', { id: { $: id } }, more)
  t.match(compiled(one, remove('steps.one.id')), {
    status: 'ready',
    diagnostics: [
      { code: 'UNTRUSTED_INPUT', severity: 'info', path: 'gone.args', message: /shop__get_order/ },
    ],
  })
  t.same(trusted(orders, each('steps.orders', remove('order.id'))), ['UNTRUSTED_INPUT gone.args'])
  t.same(trusted(one, set('id', 'steps.one.id'), remove('steps.id')), ['UNTRUSTED_INPUT gone.args'])
  const code = { id: 'id', kind: 'code', js: 'return args.one.id', args: { one: { $: 'steps.one' } } }
  t.same(trusted(one, code, remove('steps.id')), ['UNTRUSTED_INPUT gone.args'])
  t.same(trusted({ id: 'call', kind: 'wait', event: 'called' }, remove('steps.call.id')), [
    'UNTRUSTED_INPUT gone.args',
  ])
  t.same(trusted(remove('inputs.id')), [], 'whoever starts it says what')
  t.same(trusted(one, remove('steps.one.id', { approval: { message: 'Sure?' } })), [])
})

test('every plan says its version and what an execution may cost', async t => {
  t.match(compiled(one, { id: 'code', kind: 'code', js: 'return 1' }), {
    plan: { irVersion: 1 },
    cu: { least: 4, most: 4 },
  })
  t.match(compiled(orders, each('steps.orders', set('a', 'order.id'))), { cu: { least: 2, most: 2 } })
  t.match(compiled(orders, each('steps.orders', call('x', 'get_page'))), { cu: { least: 2, most: null } })
  t.notOk(PlanSchema.safeParse({ irVersion: 3, steps: [] }).success, 'a plan of a later version is refused')
})
