// Arguments that the schema of their tool tells apart.
import { call, mail, orders, type Row, steps } from '../shop.ts'
import { bare } from './parts.ts'

export const args: readonly Row[] = [
  [
    'a name in another case',
    steps(call('o', 'get_order', { order_id: 'x' })),
    steps(call('o', 'get_order', { orderId: 'x' })),
  ],
  [
    'an enumeration in another case',
    steps(call('o', 'list_orders', { status: 'On Hold' })),
    steps(call('o', 'list_orders', { status: 'on_hold' })),
  ],
  [
    'a number as a text',
    steps(call('o', 'pay', { amount: '12.5' })),
    steps(call('o', 'pay', { amount: 12.5 })),
  ],
  [
    'a truth as a text',
    steps(bare('m', 'send_mail', { to: 'a', text: 'b', urgent: 'True' })),
    steps(call('m', 'send_mail', { to: 'a', text: 'b', urgent: true })),
  ],
  ['null', steps(call('o', 'list_orders', { status: null })), steps(call('o', 'list_orders'))],
  [
    'a list of one',
    steps(call('o', 'get_order', { orderId: ['x'] })),
    steps(call('o', 'get_order', { orderId: 'x' })),
  ],
  [
    'one in place of a list',
    steps(call('o', 'tag_orders', { ids: 'x' })),
    steps(call('o', 'tag_orders', { ids: ['x'] })),
  ],
  [
    'a template where a number is wanted',
    steps(call('o', 'pay', { amount: { $t: '${inputs.a}' } })),
    steps(call('o', 'pay', { amount: { $: 'inputs.a' } })),
  ],
  [
    'a number where a text is wanted',
    steps(orders, mail('m', { $: 'size(steps.orders)' })),
    steps(orders, mail('m', { $: 'string(size(steps.orders))' })),
  ],
]
