// Keys of steps by other names, policies in other forms.
import { call, mail, orders, type Row, steps, value } from '../shop.ts'
import { bare } from './parts.ts'

export const keys: readonly Row[] = [
  [
    'an expression for a value',
    steps({ id: 'value', kind: 'set', expression: '1 + 2' }),
    steps(value('1 + 2')),
  ],
  [
    'requires_approval',
    steps(mail('m', 'x', { requires_approval: { message: 'Go?', approvers: ['owner'] } })),
    steps(mail('m', 'x', { approval: { message: 'Go?', assignees: ['owner'] } })),
  ],
  [
    'a wait as the key',
    steps({ id: 'w', wait: '5 minutes' }),
    steps({ id: 'w', kind: 'wait', for: 300_000 }),
  ],
  [
    'a description',
    steps(mail('m', 'x', { title: 'T', description: 'why' })),
    steps(mail('m', 'x', { title: 'T' })),
  ],
  ...['params', 'parameters', 'arguments', 'input', 'with'].map((key): Row => {
    const sent = { id: 'pay', kind: 'tool', server: 'shop', tool: 'pay', [key]: { amount: 5 } }
    return [`${key} for args`, steps(sent), steps(call('pay', 'pay', { amount: 5 }))]
  }),
  [
    'arguments beside the keys',
    steps({ id: 'pay', tool: 'pay', amount: 5 }),
    steps(call('pay', 'pay', { amount: 5 })),
  ],
  [
    'arguments as pairs',
    steps(bare('pay', 'pay', [{ name: 'amount', value: 5 }])),
    steps(call('pay', 'pay', { amount: 5 })),
  ],
  [
    'condition for when',
    steps(mail('m', 'x', { condition: '1 < 2' })),
    steps(mail('m', 'x', { when: '1 < 2' })),
  ],
  [
    'when as {"$"} in braces',
    steps(mail('m', 'x', { when: { $: '{{1 < 2}}' } })),
    steps(mail('m', 'x', { when: '1 < 2' })),
  ],
  [
    'null for what may be left out',
    steps(mail('m', 'x', { when: null, retry: null, after: null })),
    steps(mail('m', 'x')),
  ],
  [
    'depends_on as a text',
    steps(orders, mail('m', 'x', { depends_on: 'orders' })),
    steps(orders, mail('m', 'x', { after: ['orders'] })),
  ],
  [
    'attempts as a text',
    steps(mail('m', 'x', { retry: { max_attempts: '4' } })),
    steps(mail('m', 'x', { retry: { maxAttempts: 4 } })),
  ],
  [
    'a duration with its unit',
    steps({ id: 'w', kind: 'sleep', duration: '2h' }),
    steps({ id: 'w', kind: 'wait', for: 7_200_000 }),
  ],
  [
    'a timeout with its unit',
    steps(mail('m', 'x', { timeout: '30s' })),
    steps(mail('m', 'x', { timeoutMs: 30_000 })),
  ],
  [
    'on_error as steps',
    steps({ ...orders, on_error: [mail()] }),
    steps({ ...orders, onError: { steps: [mail()] } }),
  ],
  [
    'onError as one step',
    steps({ ...orders, onError: mail() }),
    steps({ ...orders, onError: { steps: [mail()] } }),
  ],
  ['ignore', steps({ ...orders, onError: 'ignore' }), steps({ ...orders, onError: 'continue' })],
  [
    'continue_on_error',
    steps({ ...orders, continue_on_error: true }),
    steps({ ...orders, onError: 'continue' }),
  ],
  [
    'try and catch',
    steps({ kind: 'try', try: [orders], catch: mail() }),
    steps({ ...orders, onError: { steps: [mail()] } }),
  ],
  [
    'onSuccess',
    steps({ ...orders, onFailure: mail(), onSuccess: [mail('done')] }),
    steps(
      { ...orders, onError: { steps: [mail()] } },
      {
        id: 'orders_succeeded',
        kind: 'if',
        cases: [{ when: '!failed(steps.orders)', steps: [mail('done')] }],
      },
    ),
  ],
]
