// Kinds of steps by other words, other keys, or by what the step has.
import { orders, type Row, steps, value } from '../shop.ts'
import { approval } from './parts.ts'

export const kinds: readonly Row[] = [
  ['kind by another key', steps({ id: 'orders', type: 'tool', tool: 'list_orders' }), steps(orders)],
  ['no kind beside a tool', steps({ id: 'orders', tool: 'shop__list_orders' }), steps(orders)],
  ['the name of a tool as the kind', steps({ id: 'orders', kind: 'list_orders' }), steps(orders)],
  ['type and action', steps({ id: 'orders', type: 'tool', action: 'list_orders' }), steps(orders)],
  [
    'a tool in an object',
    steps({ id: 'orders', tool: { name: 'list_orders', arguments: {} } }),
    steps(orders),
  ],
  ['server and action', steps({ id: 'orders', tool: 'shop', action: 'list_orders' }), steps(orders)],
  ['human_approval', steps({ ...approval(), kind: 'human_approval' }), steps(approval())],
  [
    'approvers and prompt',
    steps({ id: 'ok', type: 'approval', prompt: 'Go?', approvers: 'owner' }),
    steps(approval()),
  ],
  ['end', steps({ id: 'end', kind: 'end', message: 'x' }), steps({ id: 'end', kind: 'stop', value: 'x' })],
  [
    'llm with prompt, context and options',
    steps({ id: 'a', kind: 'llm', prompt: 'Ok?', context: 'x', options: ['y', 'n'] }),
    steps({ id: 'a', kind: 'ask', question: 'Ok?', input: 'x', choices: ['y', 'n'] }),
  ],
  ['a kind as the key', steps({ id: 'r', return: 'x' }), steps({ id: 'r', kind: 'return', value: 'x' })],
  [
    'a filter is a value',
    steps(orders, { id: 'value', kind: 'filter', list: 'steps.orders', as: 'o', condition: 'o.total > 5' }),
    steps(orders, value('steps.orders.filter(o, o.total > 5)')),
  ],
]
