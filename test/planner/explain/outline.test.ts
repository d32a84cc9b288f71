// The outline of a plan that somebody else than the reader wrote: its names are those of the plan.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Json } from '../../../domain/json.ts'
import { readPlan } from '../../../domain/plan/reading/read-plan.ts'
import { outline } from '../../../language/planner/explain/explain.ts'
import { shopTool, shopTools } from '../../support/shop-tools.ts'

function outlined(steps: readonly object[], tools = shopTools): string {
  const { plan } = compile(readPlan({ steps, irVersion: 2 } as unknown as Json).plan, { tools })
  return outline(plan, tools)
    .map(({ text }) => text)
    .join('\n')
}

const call = (id: string, tool: string, args: object, more: object = {}) => ({
  ...{ id, kind: 'tool', server: 'shop', tool, args },
  ...more,
})
const orders = (id: string, more: object = {}) => call(id, 'get_orders', {}, more)
const tell = (id: string, text: object | string, more: object = {}) =>
  call(id, 'send_message', { to: 'Ada', text }, more)

test('a step that somebody has named keeps its name; one that is called as its tool has the tool’s words', async t => {
  const read = (id: string) => [orders(id), tell('tell', { $: `string(size(steps.${id}))` })]
  t.match(outlined(read('late_ones')), 'Call it late_ones.')
  t.match(outlined(read('late_ones')), '{{string(size(late_ones))}}')
  t.match(outlined(read('get_orders')), 'Call it orders.')
  t.match(outlined(read('get_orders_2')), 'Call it orders.')
})

test('neither words of a text nor names of fields take a name away', async t => {
  const total = { id: 'total', kind: 'set', value: { $: 'size(steps.orders)' } }
  const text = { $t: 'The total of all orders is ${steps.total}, ${first(inputs.list).total}' }
  const said = outlined([orders('orders'), total, tell('tell', text)])
  t.match(said, 'Call it orders.')
  t.match(said, 'Let total be {{size(orders)}}.')
})

test('what a step waits for is said where the order of the list does not say it', async t => {
  t.notMatch(outlined([tell('a', 'x'), tell('b', 'y', { after: ['a'] })]), 'It begins after')
  t.notMatch(outlined([tell('a', 'x'), orders('b', { after: ['a'] })]), 'It begins after')
  const reads = outlined([orders('late'), orders('paid', { after: ['late'] })])
  t.match(reads, 'It begins after late.')
  t.match(reads, 'Call it late.')
})

test('a title that is but the name of the tool does not take the place of its words', async t => {
  const titled = (title: string) => [shopTool('send_message', 'write', { title }), ...shopTools.slice(0, 1)]
  t.match(outlined([tell('a', 'x')], titled('send_message')), 'Send message (shop__send_message)')
  t.match(outlined([tell('a', 'x')], titled('Write to somebody')), 'Write to somebody (shop__send_message)')
})
