import { test } from 'tap'
import { outline } from '../../cli/plan-outline.ts'
import { PlanSchema } from '../../domain/plan/plan-schema.ts'

const lines = (...steps: object[]) => outline(PlanSchema.parse({ steps }).steps)
const set = (id: string, more = {}) => ({ id, kind: 'set', value: 1, ...more })

test('a step is its id and title, or its kind; what decides about it stands behind', async t => {
  t.strictSame(lines(set('a', { title: 'Set a\n  to 1' }), set('b', { when: 'inputs.go' })), [
    'a  Set a to 1',
    'b  set (when inputs.go)',
  ])
})

test('steps inside of blocks stand below their branch', async t => {
  const branch = {
    id: 'branch',
    kind: 'if',
    cases: [
      { when: 'x > 1', steps: [set('a')] },
      { when: 'x > 0', steps: [set('b')] },
    ],
    else: [set('c')],
  }
  t.strictSame(lines(branch), [
    ...['branch  if', '  if x > 1:', '    a  set', '  if x > 0:', '    b  set', '  otherwise:', '    c  set'],
  ])
  const fork = {
    id: 'fork',
    kind: 'parallel',
    branches: [{ name: 'left', steps: [set('d')] }, { steps: [set('e')] }],
  }
  t.strictSame(lines(fork), ['fork  parallel', '  left:', '    d  set', '  branch 2:', '    e  set'])
  const each = { id: 'each', kind: 'foreach', over: 'inputs.list', as: 'it', steps: [set('f')] }
  t.strictSame(lines({ ...each, onError: { steps: [set('g')] } }), [
    ...['each  foreach', '  f  set', '  if it fails:', '    g  set'],
  ])
})
