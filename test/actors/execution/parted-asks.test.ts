// Ask steps whose input is longer than what their model takes, and those that take an answer again. The model
// is whoever tells the behavior its answers.
import { test } from 'tap'
import type { AgentAnswer, AskModelEffect, Message } from '../../../actors/execution/protocol.ts'
import { Timeline } from '../../../actors/execution/reading/timeline.ts'
import type { Json } from '../../../domain/json.ts'
import type { AskBlock } from '../../../domain/plan/blocks/ask.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { begunLife, block, decision, type Life, set } from '../../support/execution.ts'

const moods = ['praise', 'complaint', 'question']
const planOf = (more: Partial<AskBlock>, extra: object) => [
  block('mood', { kind: 'ask', question: 'How is it meant?', input: { $: 'inputs.rows' }, ...more }, extra),
  set('end', { $: 'steps.mood' }),
]
const rows = ['a'.repeat(200), 'b'.repeat(200), 'c'.repeat(200)]
const begun = (more: Partial<AskBlock> = {}, extra: object = {}, input: Json = rows) =>
  begunLife(planOf(more, extra), { rows: input })
const asked = (life: Life) =>
  [...life.behavior.pending(life.state)].filter(effect => effect.type === 'ask-model') as AskModelEffect[]
const about = (life: Life) => asked(life)[0]?.about
function says(life: Life, value: Json, more: Partial<Extract<AgentAnswer, { ok: true }>> = {}): void {
  const text = typeof value === 'string' ? value : ''
  const result = { ok: true, text, value, calls: [], cu: 2, tokens: 1_500, ...more } as const
  const [{ step, turn }] = asked(life) as [AskModelEffect]
  life.tell({ type: 'model-answered', step, turn, result } as Message)
}
const tooLong = (life: Life, most = 300) => life.tell({ type: 'input-too-long', step: 'mood', turn: 0, most })
const parted = (more: Partial<AskBlock> = {}, extra: object = {}) => {
  const life = begun(more, extra)
  tooLong(life)
  return life
}
const logOf = (life: Life, more: Partial<AskBlock> = {}) => {
  const timeline = new Timeline({ steps: planOf(more, {}) } as unknown as Plan)
  return life.events.flatMap((event, index) =>
    timeline.take({ seq: index + 1, at: life.times[index]!, body: JSON.stringify([event]) } as never),
  )
}
const lines = (life: Life) => logOf(life).flatMap(({ data }) => ('message' in data ? [data.message] : []))

test('each part is asked about by itself, then the answers are brought together', async t => {
  const life = parted()
  t.match(about(life), { input: rows, part: { index: 0, parts: 3, most: 300, answers: [] } })
  says(life, 'first')
  t.match(about(life), { part: { index: 1, answers: ['first'] } })
  t.strictSame(asked(life)[0]!.turns, [], 'what was said of another part is not said again')
  says(life, 'second')
  says(life, 'third')
  t.match(about(life), { part: { index: 3, answers: ['first', 'second', 'third'] } })
  t.equal(life.state.status, 'running')
  says(life, 'all of them')
  t.match(life.state, { status: 'completed', output: 'all of them', agents: {} })
  t.equal(life.state.cu, 9, 'each answer is paid')
  t.match(lines(life), [
    'the input is 610 characters long, more than the model takes: it is asked in 3 parts',
  ])
})

test('of many choices, those that any part named are the answer, in the order of the choices', async t => {
  const life = parted({ choices: moods, many: true })
  says(life, { answer: ['question'] })
  says(life, { answer: [] })
  says(life, { answer: ['question', 'praise'] })
  t.match(life.state, { status: 'completed', output: ['praise', 'question'], cu: 7 })
})

test('one choice and a form are asked for once more, over the answers of the parts', async t => {
  const life = parted({ choices: moods })
  for (const answer of ['praise', 'complaint', 'praise']) says(life, { answer })
  t.match(asked(life)[0]!.outputSchema, { properties: { answer: { enum: moods } } })
  t.match(about(life), { part: { index: 3, answers: ['praise', 'complaint', 'praise'] } })
  says(life, { answer: 'neither' })
  says(life, { answer: 'praise' })
  t.match(life.state, { status: 'completed', output: 'praise' })
})

test('each part may be corrected twice, and no more', async t => {
  const life = parted({ choices: moods })
  says(life, { answer: 'angry' })
  says(life, { answer: 'rude' })
  t.match(asked(life), [{ turn: 2, turns: [{ defect: /^answer/ }, {}], about: { part: { index: 0 } } }])
  says(life, { answer: 'praise' })
  says(life, { answer: 'angry' })
  says(life, { answer: 'rude' })
  says(life, { answer: 'no' })
  t.match(life.state, { status: 'failed', error: { code: 'answer-unfit' } })
})

test('the parts together have the budget of the step, and an hour unless it says a time', async t => {
  const dear = parted({ maxCu: 3 })
  says(dear, 'first')
  says(dear, 'second')
  t.match(dear.state.error, {
    code: 'agent-over-budget',
    message: 'the model took 4 of 3 CU, after 2 of 3 parts',
  })
  t.equal(dear.state.cu, 5)
  const slow = parted()
  slow.pass(3_599_000)
  t.equal(slow.state.status, 'running')
  slow.pass(1_000)
  t.match(slow.state.error, { code: 'timeout' })
  const own = parted({}, { timeoutMs: 5_000 })
  own.pass(5_000)
  t.match(own.state.error, { code: 'timeout' })
})

test('more than 20 parts fail the step, which says how long the input is', async t => {
  const life = begun({}, {}, 'word '.repeat(1_000))
  tooLong(life, 200)
  t.match(life.state, {
    status: 'failed',
    error: {
      code: 'too-large',
      message:
        'the input is 5000 characters long: for this model it would be 25 parts, and 20 are the most; give it less, or name a model that takes more',
    },
  })
})

test('what is said twice changes nothing, and a review sees the whole input and the one answer', async t => {
  const life = parted({ choices: moods, many: true, review: true })
  const before = life.events.length
  tooLong(life)
  t.equal(life.events.length, before)
  says(life, { answer: ['praise'] })
  tooLong(life)
  const again = { ok: true, text: '', value: { answer: [] }, calls: [], cu: 2, tokens: 1 } as const
  life.tell({ type: 'model-answered', step: 'mood', turn: 0, result: again })
  t.equal(life.events.length, before + 1)
  says(life, { answer: [] })
  says(life, { answer: ['question'] })
  t.match(life.state.approvals['mood']!.request.args, { input: rows, answer: ['praise', 'question'] })
  life.tell(decision('approve', life.asked('mood')))
  t.strictSame(life.state.output, ['praise', 'question'])
})

test('an answer that was given before costs nothing and is said to be so; a replay is as far', async t => {
  const life = begun({ choices: moods, cache: { ttlMs: 3_600_000 } })
  t.match(about(life), { cacheMs: 3_600_000 })
  t.match(about(begun({ cache: true })), { cacheMs: 86_400_000 })
  const taken = { answer: 'praise', at: life.times.at(-1)! - 7_500_000 }
  says(life, null, { cu: 0, tokens: 0, taken })
  t.match(life.state, { status: 'completed', output: 'praise', cu: 1, meter: { tokens: 0 } })
  t.match(lines(life), ['the model was not asked: the answer is from the cache, 2 h 5 min old'])
  const again = begunLife([], {})
  again.state = life.behavior.initial()
  for (const [index, event] of life.events.entries())
    again.state = life.behavior.evolve(again.state, event, life.times[index]!)
  t.strictSame(again.state, life.state)
})
