// Ask steps: what the model is asked, which answers are taken, what people see of them. The model is whoever
// tells the behavior its answers.
import { test } from 'tap'
import type { AgentAnswer, AskModelEffect, Message } from '../../../actors/execution/protocol.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { AskBlock } from '../../../domain/plan/blocks/ask.ts'
import { ann, begunLife, block, cancel, decision, each, type Life, set } from '../../support/execution.ts'

const moods = ['praise', 'complaint']
const asking = (more: Partial<AskBlock> = {}, extra: object = {}) =>
  block('mood', { kind: 'ask', question: 'How is it meant?', input: { $: 'inputs.text' }, ...more }, extra)
const begun = (more: Partial<AskBlock> = {}, inputs: JsonObject = {}, extra: object = {}) =>
  begunLife([asking(more, extra), set('end', { $: 'steps.mood' })], { text: 'Thanks!', ...inputs })
const asked = (life: Life) =>
  [...life.behavior.pending(life.state)].filter(effect => effect.type === 'ask-model') as AskModelEffect[]
function says(life: Life, value: Json, more: Partial<Extract<AgentAnswer, { ok: true }>> = {}): void {
  const text = typeof value === 'string' ? value : ''
  const result = { ok: true, text, value, calls: [], cu: 2, tokens: 1_500, ...more } as const
  const [{ step, turn } = { step: 'mood', turn: 0 }] = asked(life)
  life.tell({ type: 'model-answered', step, turn, result } as Message)
}

test('a question without a form is answered by a text; the input stands apart, and there are no tools', async t => {
  const life = begun()
  t.match(asked(life), [
    {
      goal: 'How is it meant?',
      tools: [],
      outputSchema: null,
      about: { input: 'Thanks!', form: null, cacheMs: null },
    },
  ])
  says(life, 'Friendly')
  t.match(life.state, { status: 'completed', output: 'Friendly', agents: {}, composites: {} })
  t.equal(life.state.cu, 3)
  t.equal(life.state.meter.tokens, 1_500)
})

test('an answer is one of the choices, or a list of some', async t => {
  const one = begun({ choices: moods })
  t.match(asked(one)[0]!.outputSchema, { type: 'object', properties: { answer: { enum: moods } } })
  says(one, { answer: 'praise' })
  t.equal(one.state.output, 'praise')
  const some = begun({ choices: moods, many: true })
  says(some, { answer: ['complaint', 'praise'] })
  t.strictSame(some.state.output, ['complaint', 'praise'])
  const none = begun({ choices: moods, many: true })
  says(none, { answer: [] })
  t.strictSame(none.state.output, [])
})

test('choices may be computed; what is no list of texts fails the step', async t => {
  const life = begun({ choices: { $: 'inputs.tags' } }, { tags: ['a', 'b', 'b'] })
  t.match(asked(life)[0]!.outputSchema, { properties: { answer: { enum: ['a', 'b'] } } })
  says(life, { answer: 'c' })
  says(life, { answer: 'b' })
  t.equal(life.state.output, 'b')
  for (const tags of ['a', [], [1], [''], null])
    t.match(begun({ choices: { $: 'inputs.tags' } }, { tags }).state, {
      status: 'failed',
      error: { code: 'bad-choices', step: 'mood' },
    })
})

test('an answer by schema fits it; one that is no object is asked for in an object', async t => {
  const record = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] }
  const life = begun({ outputSchema: record })
  t.strictSame(asked(life)[0]!.outputSchema, record)
  says(life, { total: 7 })
  t.strictSame(life.state.output, { total: 7 })
  const list = begun({ outputSchema: { type: 'array', items: { type: 'string' } } })
  says(list, { answer: ['a'] })
  t.strictSame(list.state.output, ['a'])
})

test('an answer that does not fit is told to the model, twice, and then the step fails', async t => {
  const life = begun({ choices: moods })
  says(life, { answer: 'angry' })
  t.match(asked(life), [{ turn: 1, turns: [{ defect: /^answer/ }] }])
  says(life, 'neither')
  t.match(asked(life), [{ turn: 2 }])
  says(life, null, { calls: [{ id: 'c', tool: 'http_get', args: {} }] })
  t.match(life.state, { status: 'failed', error: { code: 'answer-unfit', message: /there are no tools/ } })
  t.equal(life.state.cu, 7, 'all three answers are paid')
  const mended = begun({ choices: moods })
  says(mended, { answer: 'angry' })
  says(mended, { answer: 'complaint' })
  t.equal(mended.state.output, 'complaint')
  const empty = begun()
  for (const _ of [1, 2, 3]) says(empty, ' ')
  t.match(empty.state, { status: 'failed', error: { code: 'answer-unfit' } })
})

test('a question has a budget and a time, and ends with its execution', async t => {
  const dear = begun({ choices: moods, maxCu: 1 })
  says(dear, { answer: 'angry' })
  t.match(dear.state.error, { code: 'agent-over-budget' })
  const slow = begun({}, {}, { timeoutMs: 5_000 })
  slow.pass(5_000)
  t.match(slow.state.error, { code: 'timeout' })
  const usual = begun()
  usual.pass(600_000)
  t.match(usual.state.error, { code: 'timeout' })
  const ended = begun()
  ended.tell(cancel())
  t.strictSame(asked(ended), [])
})

test('a review shows question, input and answer, and what it says goes on', async t => {
  const life = begun({ choices: moods, review: true })
  says(life, { answer: 'praise' })
  t.match(life.state, { status: 'awaiting_approval', cu: 3, agents: {} })
  t.match(life.state.approvals['mood']!.request, {
    message: 'How is it meant?',
    tool: null,
    args: { question: 'How is it meant?', input: 'Thanks!', answer: 'praise' },
    assignees: [],
  })
  life.tell(decision('approve', life.asked('mood')))
  t.match(life.state, { status: 'completed', output: 'praise' })
})

test('whoever reviews may correct the answer, and nothing else, to one that fits', async t => {
  const life = begun({ choices: moods, review: { assignees: ['ann@acme.com'] } })
  says(life, { answer: 'praise' })
  const { args } = life.state.approvals['mood']!.request
  const approve = (more: JsonObject) =>
    life.refusal(decision('approve', life.asked('mood'), { by: ann, args: { ...args, ...more } }))
  t.match(approve({ answer: 'angry' }), { code: 'validation-failed', message: /^args\.answer/ })
  t.match(approve({ question: 'Other?' }), { code: 'validation-failed' })
  t.equal(approve({ answer: 'complaint' }), null)
  t.match(life.state, { status: 'completed', output: 'complaint' })
})

test('a denied review fails the step, or gives null; nobody is asked where unless holds', async t => {
  const denied = begun({ review: true })
  says(denied, 'Friendly')
  denied.tell(decision('deny', denied.asked('mood')))
  t.match(denied.state, { status: 'failed', error: { code: 'approval-denied' } })
  const going = begun({ review: { onDeny: 'continue' } })
  says(going, 'Friendly')
  going.tell(decision('deny', going.asked('mood')))
  t.match(going.state, { status: 'completed', output: null })
  const exempt = begun({ review: { unless: 'inputs.isSure' } }, { isSure: true })
  says(exempt, 'Friendly')
  t.match(exempt.state, { status: 'completed', output: 'Friendly' })
})

test('each item of a loop has its question, and a replay is as far', async t => {
  const life = begunLife(
    [each('all', [asking({ input: { $: 'item' }, choices: moods })], { concurrency: 2 })],
    {
      list: ['a', 'b'],
    },
  )
  t.strictSame(
    asked(life).map(({ id, about }) => [id, about?.input]),
    [
      ['all.each[0].mood.turn[0]', 'a'],
      ['all.each[1].mood.turn[0]', 'b'],
    ],
  )
  says(life, { answer: 'angry' })
  const again = begunLife([], {})
  again.state = life.behavior.initial()
  for (const [index, event] of life.events.entries())
    again.state = life.behavior.evolve(again.state, event, life.times[index]!)
  t.strictSame(again.state, life.state)
})
