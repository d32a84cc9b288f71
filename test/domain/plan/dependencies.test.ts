import { test } from 'tap'
import { dependencies } from '../../../domain/plan/dependencies.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import type { ToolEffect } from '../../../domain/tools/tool.ts'

const tool = (id: string, effect: ToolEffect | undefined, args = {}): Step =>
  ({ id, title: id, kind: 'tool', server: null, tool: 't', args, effect }) as Step
const set = (id: string, reads: string): Step => ({ id, title: id, kind: 'set', value: { $: reads } })

test('steps that only look run at once, and wait for what they read', async t => {
  const steps = [
    tool('a', 'read'),
    tool('b', 'pure'),
    set('c', 'steps.a.x + steps.b.y'),
    set('d', 'inputs.n'),
  ]
  t.same(dependencies(steps), [[], [], [0, 1], []])
})

test('what changes the world waits for everything before it, and everything after waits for it', async t => {
  const steps = [
    tool('a', 'read'),
    tool('b', 'read'),
    tool('pay', 'write'),
    tool('c', 'read'),
    set('d', 'steps.a'),
  ]
  t.same(dependencies(steps), [[], [], [0, 1], [2], [2]])
})

test('a tool of unknown effect counts as one that changes the world', async t => {
  t.same(dependencies([tool('a', 'read'), tool('b', undefined), tool('c', 'destructive')]), [[], [0], [1]])
})

test('return and fail wait for everything before them', async t => {
  const end: Step = { id: 'end', title: '', kind: 'return', value: 1 }
  t.same(dependencies([tool('a', 'read'), set('b', '1'), end]), [[], [], [0, 1]])
})

test('a composite waits for what anything inside of it reads', async t => {
  const loop: Step = {
    id: 'loop',
    title: '',
    kind: 'foreach',
    over: 'steps.a.items',
    as: 'item',
    steps: [
      {
        id: 'check',
        title: '',
        kind: 'if',
        cases: [{ when: 'steps.b == item', steps: [set('x', 'steps.c')] }],
      },
    ],
  }
  t.same(dependencies([tool('a', 'read'), tool('b', 'read'), tool('c', 'read'), loop]), [
    [],
    [],
    [],
    [0, 1, 2],
  ])
})

test('a composite that holds a write is a write', async t => {
  const branch: Step = {
    id: 'both',
    title: '',
    kind: 'parallel',
    branches: [{ steps: [tool('w', 'write')] }, { steps: [tool('r', 'read')] }],
  }
  t.same(dependencies([tool('a', 'read'), branch, tool('b', 'read')]), [[], [0], [1]])
})

test('what waits for somebody or something is passed by nothing', async t => {
  const asked = { ...tool('asked', 'read'), approval: { message: 'ok?' } } as Step
  const wait = { id: 'wait', title: '', kind: 'wait', for: 5 } as Step
  const ask = { id: 'ask', title: '', kind: 'approval', message: 'ok?' } as Step
  const child = { id: 'child', title: '', kind: 'workflow', workflow: 'Other', inputs: {} } as Step
  for (const step of [asked, wait, ask, child])
    t.same(dependencies([tool('a', 'read'), step, tool('b', 'read')]), [[], [0], [1]], step.id)
})

test('the steps after a failure count as inside of the step', async t => {
  const handled = (...steps: Step[]) => ({ ...tool('h', 'read'), onError: { steps } }) as Step
  t.same(dependencies([tool('a', 'read'), handled(set('b', 'steps.a')), tool('c', 'read')]), [[], [0], []])
  t.same(dependencies([tool('a', 'read'), handled(tool('b', 'write')), tool('c', 'read')]), [[], [0], [1]])
})
