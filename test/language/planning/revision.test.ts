// Answers to what a change in words would change of what was made by hand.
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import type { Revision } from '../../../domain/plan/planning.ts'
import { revised } from '../../../language/planning/revision.ts'

const telling = (text: string): Plan =>
  ({ steps: [{ id: 'tell', title: '', kind: 'tool', server: 'a', tool: 'b', args: { text } }] }) as never
const textOf = ({ steps }: Plan) => (steps[0] as unknown as { args: { text: string } }).args.text
const id = 'keep:tell.args.text'

interface Merging {
  readonly base?: Plan | null
  readonly hand: string
  readonly answers?: Revision['answers']
}

const merge = ({ base = telling('base'), hand, answers = {} }: Merging, model: string) =>
  revised({ plan: telling(hand), base, change: 'c', answers }, telling(model))
const answering = (hand: string, answer: Json, model: string, base?: Plan | null) =>
  merge({ hand, answers: { [id]: answer }, ...(base !== undefined && { base }) }, model)

test('the options are never the same text, however long the values agree', async t => {
  const same = 'x'.repeat(400)
  const { questions } = merge({ hand: `${same} by hand` }, `${same} by model`)
  const options = questions[0]!.options as [string, string]
  t.match(options, [/^by hand: \.\.\.x+ by hand"$/, /^by the model: \.\.\.x+ by model"$/])
  t.equal(textOf(answering(`${same} by hand`, options[0], `${same} by model`).plan), `${same} by hand`)
  t.equal(textOf(answering(`${same} by hand`, options[1], `${same} by model`).plan), `${same} by model`)
})

test('an answer is a side: what the model says there by now is taken, or what was made by hand', async t => {
  for (const base of [telling('base'), telling('two'), telling('hand'), null]) {
    const model = answering('hand', 'by the model: "one"', 'two', base)
    t.strictSame([textOf(model.plan), model.questions, model.diagnostics], ['two', [], []])
    const hand = answering('hand', 'by hand: "hand"', 'two', base)
    t.strictSame([textOf(hand.plan), hand.questions, hand.diagnostics], ['hand', [], []])
  }
})

test('an answer that names no side is asked again', async t => {
  const { plan, questions, diagnostics } = answering('hand', 'whatever', 'two')
  t.equal(textOf(plan), 'hand')
  t.match(questions, [{ id }])
  t.match(diagnostics, [{ code: 'KEPT_BY_HAND', path: 'tell.args.text' }])
})

test('a choice that cannot be applied is told', async t => {
  const answers = { 'keep:gone.args.to': 'by the model: "#a"' }
  const { diagnostics } = merge({ hand: 'base', answers }, 'base')
  t.match(diagnostics, [{ code: 'KEPT_BY_HAND', path: 'gone.args.to', message: /not be applied/ }])
})

test('a whole step is of the side that was chosen', async t => {
  const none: Plan = { steps: [] }
  const back = { 'keep:tell': 'by the model: {}' }
  const revision = { change: 'c', plan: none, answers: back }
  // Also where the model has said so before.
  for (const base of [telling('base'), telling('two')])
    t.equal(textOf(revised({ ...revision, base }, telling('two')).plan), 'two')
  for (const base of [telling('base'), none]) {
    const left = revised({ change: 'c', plan: telling('hand'), base, answers: back }, none)
    t.strictSame([left.plan.steps, left.diagnostics], [[], []])
  }
})
