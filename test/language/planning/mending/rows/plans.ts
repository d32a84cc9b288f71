// The plan itself in other forms: its steps, starts, inputs and output.
import { orders, type Row, steps, value } from '../shop.ts'
import { scheduled } from './parts.ts'

export const plans: readonly Row[] = [
  ['a list alone', [orders], steps(orders)],
  ['tasks', { tasks: [orders] }, steps(orders)],
  ['steps by their ids', { steps: { orders: { tool: 'list_orders' } } }, steps(orders)],
  ['JSON in a text', JSON.stringify(steps(orders)), steps(orders)],
  ['one schedule', { ...steps(orders), schedule: { cron: '0 9 * * 1', tz: 'UTC' } }, scheduled('0 9 * * 1')],
  [
    'an interval',
    { ...steps(orders), trigger: { type: 'interval', every: '15m' } },
    scheduled('*/15 * * * *'),
  ],
  ['started by hand', { ...steps(orders), triggers: [{ type: 'manual' }] }, steps(orders)],
  [
    'an output beside the steps',
    { ...steps(orders), output: 'all done' },
    steps(orders, { id: 'result', kind: 'return', value: 'all done' }),
  ],
  [
    'an output that is a step',
    { ...steps({ ...orders, id: 'theOrders' }), output: 'the_orders' },
    steps(
      { ...orders, id: 'the_orders' },
      { id: 'result', kind: 'return', value: { $: 'steps.the_orders' } },
    ),
  ],
  [
    'names of inputs',
    { ...steps(value('inputs.a')), inputs: ['a'] },
    { ...steps(value('inputs.a')), inputs: { type: 'object', properties: { a: {} }, required: ['a'] } },
  ],
]
