// Values in texts, and expressions that need what is known of their values.
import { mail, orders, type Row, steps, value } from '../shop.ts'
import { schemaOf, single } from './parts.ts'

export const values: readonly Row[] = [
  [
    'an expression in a text',
    steps(
      orders,
      { id: 'value', kind: 'set', value: '[o.id for o in steps.orders if o.total > 1]' },
      mail('m', '{{inputs.a}}'),
    ),
    steps(orders, value('steps.orders.filter(o, o.total > 1).map(o, o.id)'), mail('m', { $: 'inputs.a' })),
  ],
  [
    'words of Python that read as names',
    steps(mail('m', 'x', { when: 'True' })),
    steps(mail('m', 'x', { when: 'true' })),
  ],
  [
    'a text and a number added up',
    steps(orders, mail('m', { $: '"Sum: " + steps.orders[0].total' })),
    steps(orders, mail('m', { $: '"Sum: " + string(steps.orders[0].total)' })),
  ],
  [
    'the pattern of a date',
    steps(mail('m', { $: "formatDate(now, 'YYYY-MM-DD')" })),
    steps(mail('m', { $: "formatDate(now, 'yyyy-MM-dd')" })),
  ],
  [
    'the pattern of a date behind a text',
    steps(mail('m', { $: 'formatDate(addTime(now, -1, "days"), "DD.MM.YYYY") + " DAY"' })),
    steps(mail('m', { $: 'formatDate(addTime(now, -1, "days"), "dd.MM.yyyy") + " DAY"' })),
  ],
  [
    'the order of sortBy',
    steps(orders, value('steps.orders.sortBy("total", "desc")'), mail('m', '{{inputs.a}}')),
    steps(orders, value('steps.orders.sortBy("total", "descending")'), mail('m', { $: 'inputs.a' })),
  ],
  ...['{{inputs.a}}', '${inputs.a}', '${{ inputs.a }}', '$inputs.a', '{inputs.a}'].map(
    (text): Row => [
      `the text ${text}`,
      steps(mail('m', text)),
      steps(mail('m', text === '{inputs.a}' ? { $t: '${inputs.a}' } : { $: 'inputs.a' })),
    ],
  ),
  [
    'values in a text',
    steps(mail('m', 'Hi {{ inputs.a }} and ${inputs.b}')),
    steps(mail('m', { $t: 'Hi ${inputs.a} and ${inputs.b}' })),
  ],
  [
    'braces in a template',
    steps(mail('m', { $t: 'Hi {{inputs.a}}' })),
    steps(mail('m', { $t: 'Hi ${inputs.a}' })),
  ],
  ['$expr', steps(mail('m', { $expr: 'inputs.a' })), steps(mail('m', { $: 'inputs.a' }))],
  ['a text in $', steps(mail('m', { $: 'Hi ${inputs.a}!' })), steps(mail('m', { $t: 'Hi ${inputs.a}!' }))],
  [
    'a bare path of an input that is declared',
    { ...steps(mail('m', 'inputs.a')), inputs: schemaOf('a') },
    { ...steps(mail('m', { $: 'inputs.a' })), inputs: schemaOf('a') },
  ],
  [
    'a bare path of what the items of a loop have',
    steps(orders, { id: 'e', kind: 'foreach', over: 'steps.orders', as: 'o', steps: [mail('m', 'o.email')] }),
    steps(orders, {
      ...{ id: 'e', kind: 'foreach', over: 'steps.orders', as: 'o' },
      steps: [mail('m', { $: 'o.email' })],
    }),
  ],
  [
    'a bare path of a step',
    steps(single(), mail('m', 'steps.o.email')),
    steps(single(), mail('m', { $: 'steps.o.email' })),
  ],
  [
    'the result of an answer',
    steps(single(), mail('m', { $: 'steps.o.output.email' })),
    steps(single(), mail('m', { $: 'steps.o.email' })),
  ],
  [
    'the items of a list',
    steps(orders, value('size(steps.orders.items)'), mail('m', { $: 'json(steps.orders.orders)' })),
    steps(orders, value('size(steps.orders)'), mail('m', { $: 'json(steps.orders)' })),
  ],
  [
    'the length of a list',
    steps(orders, mail('m', 'x', { when: 'steps.orders.length > 0' })),
    steps(orders, mail('m', 'x', { when: 'steps.orders.size() > 0' })),
  ],
  [
    'the length of what was kept',
    steps(orders, mail('m', 'x', { when: 'steps.orders.filter(o => o.total > 5).length > 0' })),
    steps(orders, mail('m', 'x', { when: 'steps.orders.filter(o, o.total > 5).size() > 0' })),
  ],
  [
    'the error of a step that goes on',
    steps({ ...single(), onError: 'continue' }, mail('m', 'x', { when: 'steps.o.error != null' })),
    steps({ ...single(), onError: 'continue' }, mail('m', 'x', { when: 'failed(steps.o)' })),
  ],
  [
    'the error in a handler',
    steps({ ...orders, onError: [mail('m', '{{steps.orders.error}}')] }),
    steps({ ...orders, onError: { steps: [mail('m', { $: 'error.message' })] } }),
  ],
]
