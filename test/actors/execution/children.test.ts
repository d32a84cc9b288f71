// Sub-workflows: a step that is another execution, and the effects of parent and child on each other.
import { test } from 'tap'
import type { Message } from '../../../actors/execution/protocol.ts'
import { isId } from '../../../domain/ids.ts'
import { workflowDepth } from '../../../domain/work/execution.ts'
import {
  begunLife,
  block,
  call,
  cancel,
  cancelled,
  each,
  given,
  id,
  Life,
  organizationId,
  returned,
  running,
  set,
  start,
  started,
  startOf,
} from '../../support/execution.ts'

const sub = (extra = {}) =>
  block('sub', { kind: 'workflow', workflow: 'Billing', inputs: { n: { $: 'inputs.n' } } }, extra)
const begun = (extra = {}, more: ReturnType<typeof set>[] = []) => begunLife([sub(extra), ...more], { n: 7 })
const childOf = (life: Life, path = 'sub') => life.state.children[path]!.id
const ended = (
  childId: string,
  status: 'completed' | 'failed' | 'cancelled',
  output: number | null = null,
): Message => ({
  type: 'child-ended',
  step: 'sub',
  childId,
  end: {
    status,
    output,
    error: status === 'failed' ? { code: 'timeout', message: 'too slow', step: 'x' } : null,
  },
})
const startedChild: Message = { type: 'child-started', step: 'sub' }

test('a sub-workflow is owed as an execution whose id follows from the step', async t => {
  const life = begun()
  const childId = childOf(life)
  t.ok(isId('execution', childId))
  t.strictSame(
    [...life.behavior.pending(life.state)],
    [
      {
        type: 'start-child',
        id: childId,
        step: 'sub',
        organizationId,
        workflow: 'Billing',
        inputs: { n: 7 },
        limit: null,
        startedBy: null,
        key: null,
        depth: 1,
        root: id,
        top: { id, step: 'sub' },
        trace: null,
      },
    ],
  )
  t.equal(childOf(begun()), childId)
  const items = begunLife([each('all', [sub()], { concurrency: 2 })], { list: [1, 2], n: 1 })
  t.equal(new Set([childId, childOf(items, 'all.each[0].sub'), childOf(items, 'all.each[1].sub')]).size, 3)
})

test('an execution is running until its child has started, so that a restart finds it; then it waits', async t => {
  const life = begun()
  t.equal(life.state.status, 'running')
  life.tell(startedChild)
  t.strictSame([life.state.status, life.owed], ['waiting', []])
  const before = life.events.length
  life.tell(startedChild)
  life.tell({ type: 'child-started', step: 'nowhere' })
  t.equal(life.events.length, before)
})

test('the end of the child is the result of the step', async t => {
  const life = begun({}, [set('after', { $: 'steps.sub + 1.0' })])
  life.tell(startedChild)
  life.tell(ended(childOf(life), 'completed', 41))
  t.match(life.state, { status: 'completed', output: 42 })
  for (const [status, code, message] of [
    ['failed', 'timeout', 'too slow'],
    ['cancelled', 'workflow-cancelled', 'the workflow was cancelled'],
  ] as const) {
    const other = begun()
    other.tell(ended(childOf(other), status))
    t.match(other.state, { status: 'failed', error: { code, message, step: 'sub' } })
    t.strictSame(other.owed, [])
  }
})

test('the end of an execution that is not the child, or of a child that is waited for no longer, changes nothing', async t => {
  const life = begun()
  const childId = childOf(life)
  const before = life.events.length
  life.tell(ended('exec_other', 'completed', 1))
  t.equal(life.events.length, before)
  life.tell(ended(childId, 'completed', 1))
  const after = life.events.length
  life.tell(ended(childId, 'failed'))
  t.equal(life.events.length, after)
})

test('a child that takes too long is abandoned and owed a cancel, once', async t => {
  const life = begun({ timeoutMs: 5_000, onError: 'continue' }, [set('after', 'went on')])
  const childId = childOf(life)
  life.tell(startedChild)
  life.pass(4_999)
  t.equal(life.state.status, 'waiting')
  life.pass(1)
  t.match(life.state, { status: 'completed', output: 'went on' })
  t.strictSame(life.owed, [`cancel ${childId}`])
  t.equal(life.behavior.isFoundByRow!(life.state), false, 'the runtime has to say that it owes something')
  life.tell({ type: 'child-cancelled', childId })
  t.strictSame(life.owed, [])
  const before = life.events.length
  life.tell({ type: 'child-cancelled', childId })
  t.equal(life.events.length, before)
})

test('a cancel of the parent owes a cancel to every child, and one that was not started is not started', async t => {
  const life = begunLife([each('all', [sub()], { concurrency: 2 })], { list: [1, 2, 3], n: 1 })
  const children = ['all.each[0].sub', 'all.each[1].sub'].map(path => childOf(life, path))
  life.tell({ type: 'child-started', step: 'all.each[0].sub' })
  life.tell(cancel())
  t.strictSame(life.owed.sort(), children.map(childId => `cancel ${childId}`).sort())
})

test('what was given up while the execution goes on keeps it running until the child is cancelled', async t => {
  const fork = block('fork', {
    kind: 'parallel',
    wait: 'any',
    branches: [{ steps: [sub()] }, { steps: [call('fast')] }],
  })
  const life = begunLife([fork, block('rest', { kind: 'wait', for: 60_000 })], { n: 1 })
  const childId = childOf(life, 'fork.branch[0].sub')
  life.tell({ type: 'child-started', step: 'fork.branch[0].sub' })
  life.tell(returned('fork.branch[1].fast'))
  t.strictSame([life.state.status, life.owed], ['running', [`cancel ${childId}`]])
  life.tell({ type: 'child-cancelled', childId })
  t.equal(life.state.status, 'waiting')
})

test('a child owes its parent the word of its end until that is told', async t => {
  const parent = { id: 'exec_parent', step: 'all.each[1].sub', depth: 3 }
  const child = new Life(running([call('parent')]))
  child.tell({ type: 'start', start: { ...startOf(), parent } })
  t.strictSame(child.owed, ['parent'])
  child.tell(returned('parent', 7))
  t.strictSame(
    [...child.behavior.pending(child.state)],
    [
      {
        type: 'tell-parent',
        id: 'tell parent',
        parentId: 'exec_parent',
        step: 'all.each[1].sub',
        end: { status: 'completed', output: 7, error: null },
      },
    ],
  )
  t.equal(child.behavior.isFoundByRow!(child.state), false, 'the runtime has to say that it owes something')
  child.tell({ type: 'parent-told' })
  t.strictSame(child.owed, [])
  const before = child.events.length
  child.tell({ type: 'parent-told' })
  t.equal(child.events.length, before)
})

test('workflows start workflows ten deep and no deeper', async t => {
  for (const [depth, status] of [
    [workflowDepth - 1, 'running'],
    [workflowDepth, 'failed'],
  ] as const) {
    const life = new Life(running([sub()]))
    life.tell({ type: 'start', start: { ...startOf({ n: 1 }), parent: { id, step: 'x', depth } } })
    t.equal(life.state.status, status)
    if (status === 'running') t.match([...life.behavior.pending(life.state)], [{ depth: workflowDepth }])
    else t.match(life.state.error, { code: 'too-deep' })
  }
})

test('an execution without children owes nobody anything after a cancel', async t => {
  given(running([call('x')]))
    .when(start(), cancel())
    .then(t, [started(), { type: 'step-started', step: 'x', input: {} }, cancelled()])
    .owes(t, [])
})
