// Tools, ids and variables by other names, and what refers to them.
import { call, mail, orders, type Row, steps, value } from '../shop.ts'
import { approval, loop, schemaOf } from './parts.ts'

export const names: readonly Row[] = [
  [
    'numbers as ids',
    steps({ ...orders, id: 1 }, mail('m', { $: 'json(steps.1)' })),
    steps({ ...orders, id: 'step_1' }, mail('m', { $: 'json(steps.step_1)' })),
  ],
  ['a name in place of an id', steps({ name: 'orders', tool: 'list_orders' }), steps(orders)],
  [
    'what a result is saved as',
    steps({ ...call('step1', 'list_orders'), save_as: 'orders' }, mail('m', { $: 'json(steps.orders)' })),
    steps(call('step1', 'list_orders'), mail('m', { $: 'json(steps.step1)' })),
  ],
  [
    'an input without its root',
    { ...steps(mail('m', '{{ name }}')), inputs: schemaOf('name') },
    { ...steps(mail('m', { $: 'inputs.name' })), inputs: schemaOf('name') },
  ],
  ...['shop.listOrders', 'shop/list_orders', 'shop:list-orders', 'listOrders'].map(
    (name): Row => [`the tool ${name}`, steps({ id: 'orders', kind: 'tool', tool: name }), steps(orders)],
  ),
  [
    'ids in other cases, and what refers to them',
    steps(
      { ...orders, id: 'getOrders' },
      mail('Send Mail', { $: 'json(steps.getOrders)' }, { after: ['getOrders'] }),
      mail('last', 'x', { after: ['send_mail'] }),
    ),
    steps(
      { ...orders, id: 'get_orders' },
      mail('send_mail', { $: 'json(steps.get_orders)' }, { after: ['get_orders'] }),
      mail('last', 'x', { after: ['send_mail'] }),
    ),
  ],
  [
    'ids with hyphens in expressions',
    steps({ ...orders, id: 'Get-Orders' }, value('size(steps.Get-Orders)')),
    steps({ ...orders, id: 'get_orders' }, value('size(steps.get_orders)')),
  ],
  [
    'an id in another case than it is read by',
    steps({ ...orders, id: 'step1' }, value('size(steps.step_1)')),
    steps({ ...orders, id: 'step1' }, value('size(steps.step1)')),
  ],
  [
    'a step by the name of its tool',
    steps(
      { ...orders, id: 'step1' },
      value('size(steps.list_orders)'),
      mail('m', 'x', { after: ['listOrders'] }),
    ),
    steps({ ...orders, id: 'step1' }, value('size(steps.step1)'), mail('m', 'x', { after: ['step1'] })),
  ],
  [
    'the only approval by its kind',
    steps(approval(), mail('m', 'x', { after: ['approval'] })),
    steps(approval(), mail('m', 'x', { after: ['ok'] })),
  ],
  [
    'a bare id in an expression',
    steps(orders, value('size(orders)')),
    steps(orders, value('size(steps.orders)')),
  ],
  [
    'a variable in another case',
    steps(orders, loop('steps.orders', 'oneOrder', 'oneOrder.id')),
    steps(orders, loop('steps.orders', 'one_order', 'one_order.id')),
  ],
]
