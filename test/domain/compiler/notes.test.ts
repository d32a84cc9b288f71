// What the compiler points out, and does not refuse: effects that come again with each run, lists that a tool
// cuts off, values that may be null, answers that are used as lists.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { JsonSchema } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { PlanSchema } from '../../../domain/plan/plan-schema.ts'
import type { HubTool, ToolEffect } from '../../../domain/tools/tool.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'

const tool = (
  name: string,
  effect: ToolEffect,
  inputSchema: JsonSchema,
  outputSchema: JsonSchema | null,
): HubTool => ({
  ...{ server: 'shop', name, title: name, description: name, effect, keywords: [], examples: [] },
  inputSchema,
  outputSchema,
})
const properties = (fields: JsonSchema, required: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties: fields,
  required,
})
const order = properties(
  { id: { type: 'string' }, note: { type: ['string', 'null'] }, total: { type: 'number' } },
  ['id', 'note', 'total'],
)
const orders = { type: 'array', items: order }
const page = properties({ data: orders, next: { type: ['string', 'null'] } }, ['data', 'next'])
const limit = (schema: object) => properties({ limit: { type: 'integer', ...schema } })
const tools: readonly HubTool[] = [
  ...builtinTools.map(({ run: _, ...each }) => ({ ...each, server: null })),
  tool('list_orders', 'read', properties({ since: { type: ['string', 'null'] } }), orders),
  tool('get_order', 'read', properties({ id: { type: 'string' } }), order),
  tool('some_orders', 'read', limit({ default: 20, maximum: 100 }), orders),
  tool('most_orders', 'read', properties({ pageSize: { type: 'integer', maximum: 50 } }), page),
  tool('few_orders', 'read', properties({ max_results: { type: 'integer', default: 10 } }), null),
  tool('all_orders', 'read', limit({ minimum: 1 }), orders),
  tool('limit_of', 'read', limit({ default: 500 }), properties({ amount: { type: 'number' } })),
  tool('raw', 'read', properties({}), null),
  tool('remind', 'write', properties({ to: { type: 'string' }, text: { type: 'string' } }, ['to']), null),
]

const call = (id: string, name: string, args: object = {}, more: object = {}) => ({
  ...{ id, kind: 'tool', server: 'shop', tool: name, args },
  ...more,
})
const builtin = (id: string, name: string, args: object) => ({
  id,
  kind: 'tool',
  server: null,
  tool: name,
  args,
})
const daily = { kind: 'schedule', cron: '0 9 * * *', timezone: 'Europe/Berlin' }
const hook = { kind: 'hook' }
const list = call('orders', 'list_orders')
const remind = (to: string, more: object = {}) => call('remind', 'remind', { to: { $: to } }, more)
const each = (over: string, ...steps: object[]) => ({ id: 'each', kind: 'foreach', over, as: 'order', steps })
const when = (condition: string, ...steps: object[]) => ({
  ...{ id: 'if', kind: 'if' },
  cases: [{ when: condition, steps }],
})

/** Where a code is told. */
function told(code: string, steps: readonly object[], start?: readonly object[]): readonly string[] {
  const plan = PlanSchema.parse({ steps, ...(start && { start }) }) as Plan
  const { diagnostics, status } = compile(plan, { tools })
  const found = diagnostics.filter(each => each.code === code)
  if (found.some(({ severity }) => severity !== 'info') || status !== 'ready')
    throw new Error(JSON.stringify(diagnostics))
  return found.map(({ path }) => path!)
}

test('an effect that each run does again is told', async t => {
  const repeated = (start: readonly object[] | undefined, ...steps: object[]) =>
    told('REPEATED_EFFECT', steps, start)
  t.same(repeated([daily], list, each('steps.orders', remind('order.id'))), ['remind'])
  t.same(repeated([daily], list, remind('steps.orders[0].id')), ['remind'])
  const rain = when('steps.one.total > 3', call('remind', 'remind', { to: 'a@example.com' }))
  t.same(repeated([daily], call('one', 'get_order', { id: 'a' }), rain), ['remind'])
  const skipped = call('remind', 'remind', { to: 'a@example.com' }, { when: 'size(steps.orders) > 0' })
  t.same(repeated([daily], list, skipped), ['remind'])
  const shaped = { id: 'ids', kind: 'set', value: { $: 'steps.orders.map(o, o.id)' } }
  t.same(repeated([daily], list, shaped, each('steps.ids', remind('order'))), ['remind'])
  t.same(repeated(undefined, list, each('steps.orders', remind('order.id'))), [], 'a person starts it')
  t.same(repeated([daily], call('remind', 'remind', { to: 'a@example.com' })), [], 'nothing is read')
})

test('a memory on the way says what is new', async t => {
  const quiet = (...steps: object[]) => t.same(told('REPEATED_EFFECT', steps, [daily]), [])
  const fresh = builtin('new', 'only_new', { list: { $: 'steps.orders' }, by: 'id', onFail: 'keep' })
  quiet(list, fresh, each('steps.new', remind('order.id')))
  const one = call('one', 'get_order', { id: 'a' })
  const changed = builtin('changed', 'changed', { key: 'total', value: { $: 'steps.one.total' } })
  quiet(one, changed, when('steps.changed.changed', remind('steps.one.id')))
  quiet(one, changed, { id: 'none', kind: 'stop', when: '!steps.changed.changed' }, remind('steps.one.id'))
  quiet(
    ...[one, changed, when('!steps.changed.changed', { id: 'none', kind: 'stop' })],
    remind('steps.one.id'),
  )
  const since = builtin('since', 'recall', { key: 'since' })
  const later = call('orders', 'list_orders', { since: { $: 'steps.since' } })
  quiet(since, later, each('steps.orders', remind('order.id')))
})

test('what each call of a hook names is its own', async t => {
  const asked = call('one', 'get_order', { id: { $: 'inputs.id' } })
  t.same(told('REPEATED_EFFECT', [asked, remind('steps.one.id')], [hook]), [])
  t.same(told('REPEATED_EFFECT', [list, each('steps.orders', remind('order.id'))], [hook]), ['remind'])
  t.same(
    told('REPEATED_EFFECT', [asked, remind('steps.one.id')], [hook, { ...daily, inputs: { id: 'a' } }]),
    ['remind'],
  )
})

test('a list that a tool cuts off is told where nobody decided it', async t => {
  const cut = (name: string, args: object = {}) => told('CUT_LIST', [call('list', name, args)])
  t.same(cut('some_orders'), ['list.args.limit'])
  t.same(cut('some_orders', { limit: 50 }), [])
  t.same(cut('some_orders', { limit: 100 }), ['list.args.limit'], 'the most that it takes')
  t.same(cut('some_orders', { limit: { $: '7' } }), [])
  t.same(cut('most_orders'), ['list.args.pageSize'])
  t.same(cut('few_orders'), ['list.args.max_results'], 'nothing says that it is no list')
  t.same(cut('all_orders'), [], 'nothing says how many')
  t.same(cut('limit_of'), [], 'no list')
})

test('a value that may be null is told in texts and in arguments that take none', async t => {
  const one = call('one', 'get_order', { id: 'a' })
  const text = (source: string, more: object = {}) => ({
    ...{ id: 'text', kind: 'set' },
    value: { $t: source },
    ...more,
  })
  const nulls = (...steps: object[]) => told('MAY_BE_NULL', steps)
  t.same(nulls(one, text('Note: ${steps.one.note}')), ['text.value'])
  t.same(nulls(one, text('Total: ${steps.one.total}')), [])
  t.same(nulls(one, text('Note: ${default(steps.one.note, "none")}')), [])
  t.same(nulls(one, text('Note: ${steps.one.note}', { when: 'steps.one.note != null' })), [])
  t.same(nulls({ ...one, when: 'inputs.isOpen' }, text('${steps.one}')), ['text.value'], 'skipped')
  t.same(nulls(list, each('steps.orders', text('${order.note}'))), ['text.value'])
  t.same(nulls(one, remind('steps.one.note')), ['remind.args.to'])
  t.same(nulls(one, remind('steps.one.note', { when: 'steps.one.note != null' })), [])
  t.same(nulls(one, call('remind', 'remind', { to: 'a', text: { $: 'steps.one.note' } })), [], 'not required')
})

test('an answer without a schema that is used as a list is told', async t => {
  const unknown = (...steps: object[]) => told('UNKNOWN_LIST', steps)
  const set = (value: string) => ({ id: 'set', kind: 'set', value: { $: value } })
  const raw = call('raw', 'raw')
  t.same(unknown(raw, each('steps.raw', set('order.id'))), ['each.over'])
  t.same(unknown(raw, set('steps.raw.items.map(each, each.id)')), ['set.value'])
  t.same(unknown(raw, set('first(steps.raw.items)')), ['set.value'])
  t.same(unknown(raw, set('steps.raw.name')), [])
  t.same(unknown(list, each('steps.orders', set('order.id'))), [])
  t.same(unknown(each('inputs.names', set('order'))), [], 'inputs are held against their own schema')
})
