import { test } from 'tap'
import { stepDifference } from '../../../domain/plan/difference/step-difference.ts'
import type { Plan, Step } from '../../../domain/plan/plan.ts'
import { credentialNames, toolNames } from '../../../domain/plan/plan-uses.ts'

const plan = (...steps: object[]): Plan => ({ steps: steps as unknown as Step[] })
const set = (id: string, value: unknown, more: object = {}) => ({
  id,
  kind: 'set',
  title: id,
  value,
  ...more,
})
const call = (id: string, args: object, server: string | null = null) => ({
  ...{ id, kind: 'tool', title: id, server, tool: 'fetch', args },
})

test('steps are added, removed and changed, with the fields that changed', async t => {
  const before = plan(set('a', 1), call('b', { url: 'x', body: { n: 1 } }))
  const after = plan(call('b', { url: 'y', body: { n: 1 }, method: 'GET' }), set('c', 3))
  t.strictSame(stepDifference(before, after), {
    added: [{ id: 'c', kind: 'set', title: 'c' }],
    removed: [{ id: 'a', kind: 'set', title: 'a' }],
    changed: [
      {
        ...{ id: 'b', kind: 'tool', title: 'b' },
        fields: [
          { field: 'args.url', before: 'x', after: 'y' },
          { field: 'args.method', before: null, after: 'GET' },
        ],
      },
    ],
  })
})

test('where a step came from in the prompt, and the order of names, are no change', async t => {
  const nothing = { added: [], removed: [], changed: [] }
  const before = plan(set('a', { x: 1, y: 2 }, { span: [0, 3] }))
  t.strictSame(stepDifference(before, plan(set('a', { y: 2, x: 1 }, { span: [9, 12] }))), nothing)
  t.strictSame(stepDifference(plan(set('a', 1), set('c', 3)), plan(set('a', 1), set('c', 3))), nothing)
})

test('a step that stands elsewhere has moved; its neighbours have not changed by themselves', async t => {
  const branch = (...steps: object[]) => ({
    ...{ id: 'i', kind: 'if', title: 'i', cases: [{ when: 'inputs.x', steps }] },
  })
  const into = stepDifference(plan(set('a', 1), branch(set('b', 2))), plan(branch(set('a', 1), set('b', 2))))
  t.match(into, {
    added: [],
    removed: [],
    changed: [{ id: 'a', fields: [{ field: 'place', after: 'in i[0]' }] }],
  })
  t.equal(into.changed.length, 1)
  const swapped = stepDifference(plan(set('a', 1), set('b', 2)), plan(set('b', 2), set('a', 1)))
  t.match(swapped.changed, [
    { id: 'b', fields: [{ field: 'place', before: 'after a', after: 'first' }] },
    { id: 'a', fields: [{ field: 'place', before: 'first', after: 'after b' }] },
  ])
})

test('a plan names its tools and credentials, wherever they stand', async t => {
  const deep = plan({
    ...{ id: 'each', kind: 'foreach', title: '', over: 'inputs.x', as: 'one' },
    steps: [
      call('b', { token: { $secret: 'Shop#token' }, list: [{ $secret: 'cred_1' }] }, 'shop'),
      call('c', {}),
    ],
  })
  t.strictSame(toolNames(deep), ['fetch', 'shop__fetch'])
  t.strictSame(credentialNames(deep), ['Shop', 'cred_1'])
})
