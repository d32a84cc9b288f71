// Values by which a plan chooses, and which the request does not hold.
import { test } from 'tap'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { ownValues } from '../../../language/confirmation/own-values.ts'
import { shopTool } from '../../support/shop-tools.ts'
import { call, confirmed, of, says, tools } from './confirmed.ts'

const find = shopTool('find_order', 'read', {
  inputSchema: { type: 'object', properties: { customer: { type: 'string' } } } as JsonSchema,
})
const request = 'Tell Ada of orders over 5k that are open or late, of the customer Bo, once in 30 days'
const unsaid = (...steps: readonly object[]) => {
  const own = { tools: [...tools, find] }
  return says(of(confirmed(request, steps as unknown as Json, own), 'assumption'))
}
const set = (value: string) => ({ id: 'kept', kind: 'set', value: { $: value } })

test('a value that the request does not hold is an entry, wherever the plan chooses by it', async t => {
  for (const [what, step, said] of [
    ['a bound', set('inputs.list.filter(o, o.amount > 50000)'), /value: 50000 in inputs\.list/],
    ['a text that is compared', set('inputs.list.filter(o, o.status == "paid")'), /value: "paid" in/],
    ['one of several', set('inputs.list.filter(o, o.status in ["open", "paid"])'), /value: "paid" in/],
    ['one that is sought', set('find(inputs.list, "name", "Eve")'), /value: "Eve" in/],
    ['a part of a text', set('inputs.name.contains("Eve")'), /value: "Eve" in/],
    ['a number of days', set('addTime(now, 90, "days")'), /value: 90 in/],
    ['a condition', { ...set('inputs.list'), when: 'inputs.n > 50' }, /only if: 50 in inputs\.n > 50/],
    [
      'a list',
      { id: 'each', kind: 'foreach', over: 'slice(inputs.list, 0, 7)', as: 'o', steps: [] },
      /for each of: 7 in slice/,
    ],
    ['an argument of a read', call('found', 'find_order', { customer: 'Eve' }), /\n {2}customer: "Eve"/],
  ] as const)
    t.match(unsaid(step as object), said, what)
  for (const [what, step] of [
    ['a bound', set('inputs.list.filter(o, o.amount > 5000)')],
    ['a text', set('inputs.list.filter(o, o.status in ["open", "late"])')],
    ['a number of days', set('addTime(now, 30, "days")')],
    ['an argument', call('found', 'find_order', { customer: 'Bo' })],
  ] as const)
    t.equal(unsaid(step as object), '', `${what} that is said`)
})

test('names of fields, units, what is none and one, and how a number is written are no such values', async t => {
  for (const source of [
    'sortBy(inputs.list, "amount", "descending")',
    'date(inputs.day, "UTC")',
    'size(inputs.list) > 0 && inputs.list[1].x != null',
    'round(inputs.n, 2)',
    'join(inputs.list, ", ") + "!"',
  ])
    t.equal(unsaid(set(source)), '', source)
  t.strictSame(ownValues('"Hi " + inputs.name'), [{ value: 'Hi ', isCompared: false }], 'what is only said')
  t.strictSame(ownValues('not an expression ('), [])
})

test('the number before an item of a list is not said', async t => {
  const kept = (own: string) => {
    const steps = [set('inputs.list.filter(o, o.amount > 2)')]
    return says(of(confirmed(own, steps as unknown as Json), 'assumption'))
  }
  t.match(kept('1. Take the orders 2. keep those over 7'), /value: 2 in/)
  t.match(kept('1) Take the orders\n2) keep those over 7'), /value: 2 in/)
  t.equal(kept('1. Take the orders 2. keep those over 2. 3. stop'), '')
  t.equal(kept('Keep those over 2. Then stop.'), '')
})

test('an expression is marked when a value of its own is not in the words of the request', async t => {
  const text = { $: 'inputs.n > 0 ? "Come at once" : "orders"' }
  const [effect] = of(confirmed(request, [call('tell', 'send_message', { to: 'Ada', text })]), 'effect')
  t.match(effect!.says, 'text: = inputs.n > 0 ? "Come at once" : "orders" (not in your words)')
})
