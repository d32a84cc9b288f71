// Agent steps: a model asks for calls, is told their results, and answers. The model is whoever tells the
// behavior its answers.
import { test } from 'tap'
import type { AgentAnswer, AskModelEffect, Message } from '../../../actors/execution/protocol.ts'
import type { Json } from '../../../domain/json.ts'
import type { AgentBlock } from '../../../domain/plan/blocks/agent.ts'
import { ann, begunLife, block, decision, type Life, returned, set } from '../../support/execution.ts'

const agent = (more: Partial<AgentBlock> = {}, extra: object = {}) =>
  block(
    'think',
    { kind: 'agent', goal: { $t: 'Find ${inputs.what}' }, tools: ['shop__get', 'http_get'], ...more },
    extra,
  )
const call = (tool: string, args: Json = { id: 'A-1' }) => ({ id: `c_${tool}`, tool, args })
const says = (life: Life, more: Partial<Extract<AgentAnswer, { ok: true }>>, turn = turnOf(life)): void => {
  const result = { ok: true, text: '', value: null, calls: [], cu: 1, tokens: 1_000, ...more } as const
  life.tell({ type: 'model-answered', step: 'think', turn, result } as Message)
}
const asked = (life: Life) =>
  [...life.behavior.pending(life.state)].filter(effect => effect.type === 'ask-model') as AskModelEffect[]
const turnOf = (life: Life) => asked(life)[0]!.turn
const begun = (more: Partial<AgentBlock> = {}, extra: object = {}) =>
  begunLife([agent(more, extra), set('end', { $: 'steps.think' })], { what: 'it' })

test('the model is asked, its calls are made, and its answer is the output', async t => {
  const life = begun()
  t.match(asked(life), [
    { goal: 'Find it', turn: 0, tools: ['shop__get', 'http_get'], turns: [], results: [] },
  ])
  says(life, { text: 'I look', calls: [call('shop__get'), call('http_get', { url: 'u' })] })
  t.match(
    [...life.behavior.pending(life.state)],
    [
      { type: 'call', id: 'think.call[0].Call', server: 'shop', tool: 'get', args: { id: 'A-1' } },
      { type: 'call', id: 'think.call[1].Call', server: null, tool: 'http_get', args: { url: 'u' } },
    ],
  )
  life.tell(returned('think.call[1].Call', 'second'))
  t.strictSame(asked(life), [], 'it waits for all of them')
  life.tell(returned('think.call[0].Call', 'first'))
  t.match(asked(life), [{ turn: 1, results: ['first', 'second'], turns: [{ text: 'I look' }] }])
  says(life, { calls: [call('shop__get', { id: 'A-2' })] })
  life.tell(returned('think.call[2].Call', 'third'))
  t.match(asked(life), [{ turn: 2, results: ['first', 'second', 'third'] }])
  says(life, { text: 'found' })
  t.match(life.state, { status: 'completed', output: 'found', agents: {}, frames: {} })
  t.equal(life.state.cu, 7, 'the start, three calls, and three answers of the model')
  t.strictSame(life.state.meter, { tools: { http_get: 1, shop__get: 2 }, code: 0, tokens: 3_000 })
})

test('a replay is as far, and asks the same', async t => {
  const life = begun()
  says(life, { calls: [call('shop__get')] })
  life.tell(returned('think.call[0].Call', 1))
  const again = begun()
  again.state = again.behavior.initial()
  for (const [index, event] of life.events.entries())
    again.state = again.behavior.evolve(again.state, event, life.times[index]!)
  t.strictSame(asked(again), asked(life))
  t.strictSame(again.state, life.state)
})

test('the answer to a turn counts once', async t => {
  const life = begun()
  says(life, { calls: [call('shop__get')] })
  const before = life.events.length
  says(life, { calls: [call('shop__get')] }, 0)
  t.equal(life.events.length, before)
  life.tell(returned('think.call[0].Call', 1))
  says(life, { text: 'late' }, 0)
  t.equal(life.state.status, 'running')
})

test('a tool that the plan does not list is never called, whoever asks for it', async t => {
  const life = begun()
  says(life, { calls: [call('shop__remove'), call('shop__get', 'no object')] })
  t.strictSame(
    [...life.behavior.pending(life.state)].map(({ type }) => type),
    ['ask-model'],
    'the model is told at once',
  )
  t.match(asked(life), [
    { results: [{ error: { code: 'tool-not-allowed' } }, { error: { code: 'invalid-arguments' } }] },
  ])
  says(life, { text: 'sorry' })
  t.match(life.state, { status: 'completed', output: 'sorry' })
})

test('a call that fails is told to the model', async t => {
  const life = begun()
  says(life, { calls: [call('shop__get')] })
  const error = { code: 'not-found', message: 'nothing there', retryable: false } as const
  life.tell({ type: 'step-returned', step: 'think.call[0].Call', result: { ok: false, error } })
  t.match(asked(life), [{ results: [{ error: { code: 'not-found', message: 'nothing there' } }] }])
})

test('an answer that does not fit the schema is corrected', async t => {
  const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
  const life = begun({ outputSchema })
  says(life, { text: '{}', value: {} })
  t.match(asked(life), [{ turn: 1, turns: [{ defect: /answer.* n/ }] }])
  says(life, { text: '{"n": 1}', value: { n: 1 } })
  t.match(life.state, { status: 'completed', output: { n: 1 } })
})

test('an agent ends: after its turns, its budget, its time, or with its model', async t => {
  const turns = begun({ maxSteps: 2 })
  says(turns, { calls: [call('shop__get')] })
  turns.tell(returned('think.call[0].Call', 1))
  says(turns, { calls: [call('shop__get')] })
  t.match(turns.state, { status: 'failed', error: { code: 'agent-out-of-steps', step: 'think' } })

  const budget = begun({ maxCu: 10 })
  says(budget, { cu: 11, calls: [call('shop__get')] })
  t.match(budget.state, { status: 'failed', error: { code: 'agent-over-budget' } })

  const time = begun({}, { timeoutMs: 1_000 })
  says(time, { calls: [call('shop__get')] })
  time.pass(1_000)
  t.match(time.state, { status: 'failed', error: { code: 'timeout', step: 'think' }, calls: {} })

  const model = begun()
  const error = { code: 'model-unavailable', message: 'away', retryable: true } as const
  model.tell({ type: 'model-answered', step: 'think', turn: 0, result: { ok: false, error } })
  t.match(model.state, { status: 'failed', error: { code: 'model-unavailable', step: 'think' } })
})

test('an approval that an admin requires holds for its calls; a denial is told to the model', async t => {
  const life = begun()
  says(life, { calls: [call('shop__get'), call('http_get')] })
  const error = { code: 'approval-required', message: 'ask first', retryable: false } as const
  for (const n of [0, 1])
    life.tell({ type: 'step-returned', step: `think.call[${n}].Call`, result: { ok: false, error } })
  t.equal(life.state.status, 'awaiting_approval')
  t.match(life.state.approvals['think.call[0].Call']?.request, { tool: 'shop__get', args: { id: 'A-1' } })
  life.tell(decision('approve', life.asked('think.call[0].Call'), { by: ann }))
  t.match(
    [...life.behavior.pending(life.state)],
    [{ type: 'call', id: 'think.call[0].Call', approved: true }],
  )
  life.tell(returned('think.call[0].Call', 'done'))
  life.tell(decision('deny', life.asked('think.call[1].Call'), { by: ann, note: 'not today' }))
  t.match(asked(life), [{ results: ['done', { error: { code: 'approval-denied', message: /not today/ } }] }])
})

test('cancelling ends everything inside, and a failure can be handled', async t => {
  const life = begun()
  says(life, { calls: [call('shop__get')] })
  life.tell({ type: 'cancel', organizationId: life.state.start!.organizationId })
  t.match(life.state, { status: 'cancelled', agents: {}, calls: {} })
  t.strictSame([...life.behavior.pending(life.state)], [])

  const handled = begun({ maxSteps: 1 }, { onError: 'continue' })
  says(handled, { calls: [call('shop__get')] })
  t.match(handled.state, { status: 'completed', output: null })
})

test('several agents at once do not mix', async t => {
  const both = ['a', 'b'].map(id => ({ ...agent(), id }))
  const life = begunLife(
    [block('all', { kind: 'parallel', branches: both.map(step => ({ steps: [step] })) })],
    { what: 'it' },
  )
  t.strictSame(
    asked(life).map(({ step }) => step),
    ['all.branch[0].a', 'all.branch[1].b'],
  )
  for (const [index, { step }] of asked(life).entries()) {
    const result = { ok: true, text: `answer ${index}`, value: null, calls: [], cu: 1, tokens: 0 } as const
    life.tell({ type: 'model-answered', step, turn: 0, result })
  }
  t.match(life.state, { status: 'completed', output: ['answer 0', 'answer 1'] })
})
