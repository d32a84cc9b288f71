// What happens when a step fails and the plan says what then; and races, which drop what has lost.
import { test } from 'tap'
import {
  all,
  begunLife,
  block,
  block as blockOf,
  broke,
  call,
  decision,
  done,
  each,
  type Life,
  look,
  race,
  returned,
  set,
} from '../../support/execution.ts'

const approval = block('ok', { kind: 'approval', message: 'Go on?' })
const child = block('sub', { kind: 'workflow', workflow: 'wf_2', inputs: {} })
const rest = (forMs: number) => block('rest', { kind: 'wait', for: forMs })
const outcome = ({ state: { status, output, error } }: Life) => [status, error?.code ?? output]

test('a tool that fails and may gives null, and the execution goes on', async t => {
  const life = begunLife([
    call('fetch', {}, { onError: 'continue' }),
    set('after', { $: 'steps.fetch == null' }),
  ])
  life.tell(broke('fetch'))
  t.strictSame(outcome(life), ['completed', true])
  t.ok(life.events.some(event => event.type === 'step-failed' && event.step === 'fetch'))
})

test('steps of onError run in place of the step, see the error, and give its output', async t => {
  const handler = { steps: [set('note', { $t: '${error.code} at ${error.step}: ${error.message}' })] }
  const life = begunLife([call('fetch', {}, { onError: handler }), set('after', { $: 'steps.fetch' })])
  life.tell(broke('fetch', 'no milk'))
  t.strictSame(outcome(life), ['completed', 'tool-failed at fetch: no milk'])
})

test('the error of a handler has what the tool itself answered, null where it answered nothing', async t => {
  const handler = { steps: [set('note', { $: 'default(error.tool.status, error.tool)' })] }
  const life = begunLife([call('fetch', {}, { onError: handler }), call('other', {}, { onError: handler })])
  const tool = { status: 404, content: { reason: 'no such order' } }
  const error = { code: 'http-status', message: 'shop answered 404', retryable: false, tool } as const
  life.tell({ type: 'step-returned', step: 'fetch', result: { ok: false, error } })
  const failure = life.events.find(event => event.type === 'step-failed')
  t.match(failure, { error: { code: 'http-status', step: 'fetch', tool } }, 'the log has it')
  t.equal(life.state.frames['']!.outputs['fetch'], 404)
  life.tell(broke('other'))
  t.equal(life.state.status, 'completed')
  t.equal(life.state.output, null)
})

test('failed is true of a step that failed and was handled, and of no other', async t => {
  const asked = (): ReturnType<typeof set> =>
    set('asked', { $: '[failed(steps.fetch), skipped(steps.fetch), steps.fetch == null]' })
  const handlers = ['continue', { steps: [set('instead', null)] }, { steps: [] }] as const
  for (const onError of handlers) {
    const life = begunLife([call('fetch', {}, { onError }), asked()])
    life.tell(broke('fetch'))
    t.strictSame(outcome(life), ['completed', [true, false, true]], JSON.stringify(onError))
  }
  const well = begunLife([call('fetch', {}, { onError: 'continue' }), asked()])
  well.tell(returned('fetch', null))
  t.strictSame(outcome(well), ['completed', [false, false, true]], 'it gave null')
  const passed = begunLife([call('fetch', {}, { onError: 'continue', when: 'inputs.a' }), asked()], {
    a: false,
  })
  t.strictSame(outcome(passed), ['completed', [false, true, true]], 'it was skipped')
})

test('failed is asked of the step of the same turn, of a block, and from inside of a block', async t => {
  const inner = [call('pay', {}, { onError: 'continue' }), set('did', { $: '!failed(steps.pay)' })]
  const loop = each('all', inner, { onError: 'continue' })
  const life = begunLife([loop, set('asked', { $: '[steps.all, failed(steps.all)]' })], { list: [1, 2] })
  life.tell(broke('all.each[0].pay'))
  life.tell(returned('all.each[1].pay'))
  t.strictSame(outcome(life), ['completed', [[false, true], false]])
  const block = each('all', [call('pay')], { onError: 'continue' })
  const inside = { kind: 'if', cases: [{ when: 'failed(steps.all)', steps: [set('b', 'lost')] }] } as const
  const lost = begunLife([block, blockOf('report', inside)], { list: [1] })
  lost.tell(broke('all.each[0].pay'))
  t.strictSame(outcome(lost), ['completed', 'lost'])
})

test('an onError without steps gives null', async t => {
  const life = begunLife([call('fetch', {}, { onError: { steps: [] } }), set('after', { $: 'steps.fetch' })])
  life.tell(broke('fetch'))
  t.strictSame(outcome(life), ['completed', null])
})

test('a loop that fails and may drops the calls of its other items', async t => {
  const loop = each('all', [call('pay')], { concurrency: 3, onError: 'continue' })
  const life = begunLife([loop, call('after')], { list: [1, 2, 3, 4] })
  life.tell(broke('all.each[1].pay'))
  t.strictSame(life.owed, ['after'])
  const before = life.events.length
  life.tell(returned('all.each[0].pay'))
  life.tell(broke('all.each[2].pay'))
  t.equal(life.events.length, before)
  life.tell(returned('after', 'done'))
  t.strictSame(outcome(life), ['completed', 'done'])
})

test('whatever a failed block held is dropped: calls, waits, approvals, sub-executions, blocks inside', async t => {
  const inner = each('all', [look('check')], { concurrency: 2 })
  const fork = all('fork', [approval], [child], [rest(1_000)], [inner], [call('send')])
  const life = begunLife([{ ...fork, onError: 'continue' }, call('after')], { list: [1, 2] })
  const { id } = life.state.children['fork.branch[1].sub']!
  life.tell(broke('fork.branch[4].send'))
  t.strictSame(life.owed.sort(), ['after', `cancel ${id}`])
  t.strictSame(Object.keys(life.state.frames), [''])
  for (const kept of ['composites', 'waits', 'approvals', 'children'] as const)
    t.strictSame(life.state[kept], {}, kept)
  t.equal(life.behavior.wakeAt(life.state), null)
})

test('an item that fails and may leaves the other items alone', async t => {
  const life = begunLife([each('all', [call('pay', {}, { onError: 'continue' })], { concurrency: 2 })], {
    list: [1, 2],
  })
  life.tell(broke('all.each[0].pay'))
  t.strictSame(life.owed, ['all.each[1].pay'])
  life.tell(returned('all.each[1].pay', 'paid'))
  t.strictSame(outcome(life), ['completed', [null, 'paid']])
})

test('a handler that fails goes outward, to the next handler or to the end', async t => {
  const fetch = call('fetch', {}, { onError: { steps: [call('repair')] } })
  const alone = begunLife([fetch])
  alone.tell(broke('fetch'))
  alone.tell(broke('fetch.onError.repair', 'worse'))
  t.strictSame(outcome(alone), ['failed', 'tool-failed'])
  t.equal(alone.state.error?.step, 'fetch.onError.repair')

  const outer = all('outer', [fetch], [call('other')])
  const life = begunLife([{ ...outer, onError: { steps: [set('said', { $: 'error.step' })] } }])
  life.tell(broke('outer.branch[0].fetch'))
  life.tell(broke('outer.branch[0].fetch.onError.repair'))
  t.strictSame(outcome(life), ['completed', 'outer.branch[0].fetch.onError.repair'])
})

test('an expression that fails is handled like every failure', async t => {
  const life = begunLife([
    set('bad', { $: 'inputs.none.x' }, { onError: { steps: [set('said', { $: 'error.code' })] } }),
  ])
  t.strictSame(outcome(life), ['completed', 'expression-failed'])
})

test('the branch that ends first wins, the others are dropped with all that they hold', async t => {
  const life = begunLife([
    race('first', [call('slow')], [approval], [rest(60_000)], [child], [call('fast')]),
    set('after', { $: 'steps.first' }),
  ])
  const { id } = life.state.children['first.branch[3].sub']!
  const asked = life.asked('first.branch[1].ok')
  life.tell(returned('first.branch[4].fast', 'won'))
  t.strictSame(outcome(life), ['completed', 'won'])
  t.strictSame(life.owed, [`cancel ${id}`])
  const decided = life.events.filter(event => event.type === 'approval-decided')
  t.match(decided, [{ id: asked, decision: 'cancelled', by: null }])
  t.equal(decided.length, 1)
  t.match(life.refusal(decision('approve', asked)), { code: 'conflict' })
  const before = life.events.length
  life.tell(returned('first.branch[0].slow', 'late'))
  t.equal(life.events.length, before)
})

test('an approval that a race has dropped in this very turn cannot be decided any more', async t => {
  const life = begunLife([race('first', [call('fast')], [approval])])
  const asked = life.asked('first.branch[1].ok')
  life.take(done('first.branch[0].fast', 'won'))
  t.match(life.behavior.decide(life.state, decision('approve', asked), life.now).refusal, {
    code: 'conflict',
    message: /cancelled/,
  })
})

test('a race with a branch that has nothing to do is over before the others begin', async t => {
  const life = begunLife([
    race('first', [call('slow')], [], [call('slower')]),
    set('after', { $: 'steps.first' }),
  ])
  t.strictSame(outcome(life), ['completed', null])
  t.notOk(life.events.some(event => event.type === 'step-started' && event.step.startsWith('first.')))
})

test('a race of one branch gives its output, not a list', async t => {
  const life = begunLife([race('first', [call('only')])])
  life.tell(returned('first.branch[0].only', 'won'))
  t.strictSame(outcome(life), ['completed', 'won'])
})

test('races inside of a loop are each run on their own', async t => {
  const life = begunLife(
    [each('all', [race('first', [call('left')], [call('right')])], { concurrency: 2 })],
    { list: [1, 2] },
  )
  life.tell(returned('all.each[0].first.branch[1].right', 'R'))
  t.strictSame(life.owed.sort(), ['all.each[1].first.branch[0].left', 'all.each[1].first.branch[1].right'])
  life.tell(returned('all.each[1].first.branch[0].left', 'L'))
  t.strictSame(outcome(life), ['completed', ['R', 'L']])
})
