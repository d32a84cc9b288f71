// Loops, branches and conditions in other forms.
import { mail, orders, type Row, steps } from '../shop.ts'
import { choice, does, first, ifThen } from './parts.ts'

export const blocks: readonly Row[] = [
  [
    'for_each with items, item and do',
    steps(orders, { id: 'each', kind: 'for_each', items: 'steps.orders', item: 'o', do: [mail()] }),
    steps(orders, { id: 'each', kind: 'foreach', over: 'steps.orders', as: 'o', steps: [mail()] }),
  ],
  [
    'loop with in and one step',
    steps(orders, { id: 'each', type: 'loop', in: '{{steps.orders}}', as: 'o', body: mail() }),
    steps(orders, { id: 'each', kind: 'foreach', over: 'steps.orders', as: 'o', steps: [mail()] }),
  ],
  [
    'a list in place of an expression',
    steps({ id: 'each', kind: 'foreach', over: ['a', 'b'], as: 'o', steps: [mail()] }),
    steps({ id: 'each', kind: 'foreach', over: '["a","b"]', as: 'o', steps: [mail()] }),
  ],
  [
    'branches as lists, or as steps',
    steps({ id: 'p', kind: 'concurrent', tasks: [[mail('a')], mail('b'), { actions: [mail('c')] }] }),
    steps({
      id: 'p',
      kind: 'parallel',
      branches: [{ steps: [mail('a')] }, { steps: [mail('b')] }, { steps: [mail('c')] }],
    }),
  ],
  [
    'condition, then and else',
    steps(ifThen({ condition: '1 < 2', ...does(mail('a')), else: mail('b') })),
    choice(),
  ],
  [
    'if, do and otherwise',
    steps(ifThen({ if: '{{1 < 2}}', do: [mail('a')], otherwise: { steps: [mail('b')] } })),
    choice(),
  ],
  [
    'else right after the if',
    steps(ifThen({ cases: [first()] }), { kind: 'else', steps: [mail('b')] }),
    choice(),
  ],
  ['else as a case', steps(ifThen({ cases: [first(), { else: [mail('b')] }] })), choice()],
  ['a case without a condition', steps(ifThen({ cases: [first(), { steps: [mail('b')] }] })), choice()],
  [
    'else if as an object',
    steps(
      ifThen({ if: '1 < 2', ...does([mail('a')]), else: { id: 'd', if: '2 < 3', ...does([mail('b')]) } }),
    ),
    steps(
      ifThen({ cases: [first()], else: [ifThen({ cases: [{ when: '2 < 3', steps: [mail('b')] }] }, 'd')] }),
    ),
  ],
  [
    'switch',
    steps({
      ...{ id: 'c', kind: 'switch', on: 'inputs.size' },
      ...{ cases: [{ value: 'big', do: [mail('a')] }], default: [mail('b')] },
    }),
    steps(ifThen({ cases: [{ when: 'inputs.size == "big"', steps: [mail('a')] }], else: [mail('b')] })),
  ],
  [
    'switch by a map',
    steps({
      id: 'c',
      kind: 'switch',
      on: '{{inputs.size}}',
      cases: { big: [mail('a')], default: [mail('b')] },
    }),
    steps(ifThen({ cases: [{ when: 'inputs.size == "big"', steps: [mail('a')] }], else: [mail('b')] })),
  ],
]
