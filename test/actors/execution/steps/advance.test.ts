import { test } from 'tap'
import {
  begun,
  block,
  broke,
  call,
  completed,
  compute,
  computed,
  done,
  failed,
  given,
  Life,
  look,
  returned,
  running,
  set,
  skipped,
  start,
  started,
  taken,
} from '../../../support/execution.ts'

/** A template of the plan language, written so that no linter takes it for one of JavaScript. */
const template = (before: string, expression: string) => ({ $t: `${before}$\{${expression}}` })

test('set gives its value, literal or computed', async t => {
  const plan = running([
    set('a', { deep: [1, { $: 'inputs.n + 1' }] }),
    set('b', template('n is ', 'steps.a.deep[1]')),
  ])
  given(plan)
    .when(start({ n: 1 }))
    .then(t, [started({ n: 1 }), done('a', { deep: [1, 2] }), done('b', 'n is 2'), completed('n is 2')])
})

test('steps that only look begin at once', async t => {
  given(running([look('left'), look('right')]))
    .when(start())
    .then(t, [started(), begun('left'), begun('right')])
    .owes(t, ['left', 'right'])
})

test('a step waits for the one that it reads', async t => {
  const plan = running([look('left'), look('right', { of: { $: 'steps.left' } })])
  given(plan).when(start()).owes(t, ['left'])
  given(plan).when(start(), returned('left', 1)).owes(t, ['right'])
})

test('nothing passes a step that changes the world', async t => {
  const plan = running([look('before'), call('pay'), look('after')])
  given(plan).when(start()).owes(t, ['before'])
  given(plan).when(start(), returned('before')).owes(t, ['pay'])
  given(plan).when(start(), returned('before'), returned('pay')).owes(t, ['after'])
})

test('a step whose condition is false is skipped, and its output is null', async t => {
  const plan = running([call('pay', {}, { when: 'inputs.due' }), set('paid', { $: 'steps.pay' })])
  given(plan)
    .when(start({ due: false }))
    .then(t, [started({ due: false }), skipped('pay'), done('paid', null), completed(null)])
  given(plan)
    .when(start({ due: true }))
    .owes(t, ['pay'])
})

test('a condition that is neither true nor false fails the step', async t => {
  const received = 'expected true or false as a condition, received a string'
  given(running([call('pay', {}, { when: 'inputs.due' })]))
    .when(start({ due: 'yes' }))
    .then(t, [started({ due: 'yes' }), failed('pay', 'expression-failed', received)])
  const check = block('check', { kind: 'if', cases: [{ when: 'inputs.due', steps: [] }] })
  given(running([check]))
    .when(start({ due: 1 }))
    .shows(t, { status: 'failed', error: { step: 'check', code: 'expression-failed' } })
})

test('an expression that fails fails its step, and is quoted', async t => {
  const plan = running([set('first', 1), set('total', { $: 'inputs.order.total' })])
  const error = { step: 'total', code: 'expression-failed', message: /`inputs\.order\.total`/ }
  given(plan)
    .when(start({ order: {} }))
    .shows(t, { status: 'failed', error })
})

test('return ends the execution with its value', async t => {
  given(running([set('a', 1), block('answer', { kind: 'return', value: { $: 'steps.a' } }), call('never')]))
    .when(start())
    .then(t, [started(), done('a', 1), done('answer', 1), completed(1)])
    .owes(t, [])
})

test('return inside if ends the whole execution', async t => {
  const answer = block('answer', { kind: 'return', value: 'early' })
  const check = block('check', { kind: 'if', cases: [{ when: 'inputs.n > 1', steps: [answer] }] })
  const inputs = { n: 2 }
  given(running([check, call('never')]))
    .when(start(inputs))
    .then(t, [
      started(inputs),
      taken('check', 'then'),
      done('check.then.answer', 'early'),
      completed('early'),
    ])
    .owes(t, [])
})

test('fail ends the execution as failed with its message', async t => {
  const stop = block('stop', { kind: 'fail', message: template('no stock for ', 'inputs.item') })
  given(running([stop, call('never')]))
    .when(start({ item: 'tea' }))
    .then(t, [started({ item: 'tea' }), failed('stop', 'failed-by-plan', 'no stock for tea')])
})

const branching = {
  kind: 'if',
  cases: [
    { when: 'inputs.n > 8', steps: [set('big', 'big')] },
    { when: 'inputs.n > 4', steps: [set('middle', 'middle')] },
  ],
} as const

test('if takes the first case that holds, else what stands last', async t => {
  const plan = running([block('check', { ...branching, else: [set('small', 'small')] })])
  for (const [n, branch, word] of [
    [9, 'then', 'big'],
    [5, 'elseif[1]', 'middle'],
    [1, 'else', 'small'],
  ] as const) {
    const inner = [taken('check', branch), done(`check.${branch}.${word}`, word)]
    given(plan)
      .when(start({ n }))
      .then(t, [started({ n }), inner, done('check', word), completed(word)])
  }
})

test('if without a case that holds gives null', async t => {
  given(running([block('check', branching)]))
    .when(start({ n: 1 }))
    .then(t, [started({ n: 1 }), done('check', null), completed(null)])
})

test('a branch without steps gives null', async t => {
  const check = block('check', { kind: 'if', cases: [{ when: 'true', steps: [] }] })
  given(running([check]))
    .when(start())
    .then(t, [started(), taken('check', 'then'), done('check', null), completed(null)])
})

test('parallel gives the output of each branch, in the order of the branches', async t => {
  const branches = [{ steps: [call('a')] }, { steps: [] }, { steps: [call('b')] }]
  const plan = running([block('fork', { kind: 'parallel', branches })])
  given(plan).when(start()).owes(t, ['fork.branch[0].a', 'fork.branch[2].b'])
  given(plan)
    .when(start(), returned('fork.branch[2].b', 'B'), returned('fork.branch[0].a', 'A'))
    .shows(t, { status: 'completed', output: ['A', null, 'B'] })
})

test('pure tools run inside the decision, each as one event', async t => {
  const plan = [
    compute('a', 'double', { n: { $: 'inputs.n' } }),
    compute('b', 'double', { n: { $: 'steps.a' } }),
  ]
  const double = ({ n }: { n?: unknown }) => ({ ok: true, output: Number(n) * 2 }) as const
  given(running(plan, { double }))
    .when(start({ n: 1 }))
    .then(t, [started({ n: 1 }), computed('a', { n: 1 }, 2), computed('b', { n: 2 }, 4), completed(4)])
    .owes(t, [])
})

test('pure tools that are not to be fused are owed like every call', async t => {
  given(running([compute('a', 'double', { n: 1 })]))
    .when(start())
    .then(t, [started(), begun('a', { n: 1 })])
    .owes(t, ['a'])
})

test('a pure tool that refuses its arguments fails its step, with them', async t => {
  const error = { code: 'invalid-arguments', message: 'n: expected number', retryable: false } as const
  const life = new Life(
    running([compute('a', 'double', { n: 'x' })], { double: () => ({ ok: false, error }) }),
  )
  life.tell(start())
  t.match(life.events[2], { type: 'step-failed', step: 'a', input: { n: 'x' }, error: { code: error.code } })
  t.match(life.state, { status: 'failed', error: { step: 'a', message: error.message } })
})

test('a failure inside of a block fails the execution, naming the path', async t => {
  const fork = block('fork', { kind: 'parallel', branches: [{ steps: [call('a')] }, { steps: [call('b')] }] })
  given(running([fork]), [
    started(),
    begun('fork', null),
    begun('fork.branch[0].a'),
    begun('fork.branch[1].b'),
  ])
    .when(broke('fork.branch[1].b'))
    .then(t, [failed('fork.branch[1].b', 'tool-failed', 'it broke')])
    .owes(t, [])
})

test('a step inside of a block reads steps of the lists around it', async t => {
  const inner = set('inner', { $: 'steps.outer + 1' })
  const check = block('check', { kind: 'if', cases: [{ when: 'steps.outer == 1', steps: [inner] }] })
  given(running([set('outer', 1), check]))
    .when(start())
    .shows(t, { output: 2 })
})
