// What the page to write a workflow makes of prompts and plans, without a browser.
import { test } from 'tap'
import { templatesLike } from '../../dashboard/pages/workflows/plan/alike.ts'
import { proposedName } from '../../dashboard/pages/workflows/plan/name.ts'
import { isNotation, saysSame } from '../../dashboard/pages/workflows/plan/notation/same-plan.ts'
import {
  faultsIn,
  isNote,
  openOf,
  promptBeside,
  withOpen,
} from '../../dashboard/pages/workflows/plan/notation/written.ts'
import {
  columnsIn,
  type Diagnostic,
  instead,
  isOpen,
  isOpenByHand,
  modelFailure,
  numbersIn,
  type Planned,
  saysItsPlan,
  sentPlan,
  unfedInputs,
  withHeaders,
} from '../../dashboard/pages/workflows/plan/planned.ts'
import { markedText } from '../../language/editing.ts'
import { planned } from '../support/planned.ts'

test('the name of a workflow is made of the first words of its prompt', t => {
  const name = (prompt: string) => proposedName(prompt, 'New')
  t.equal(name('Add 19 % to the price {{inputs.price}} and return it'), 'Add 19 % to the price and return it')
  t.equal(name(''), 'New')
  t.equal(name('1. 2. 3.'), 'New')
  t.equal(name('1. Parse {{inputs.orders}} as CSV and call it orders\n2. Return it'), 'Parse orders as CSV')
  t.equal(name('- get https://example.com/a.b, then return it'), 'Get https://example.com/a.b')
  t.equal(name('Every weekday at 9:00, get the prices. Return them'), 'Every weekday at 9:00, get the prices')
  const long = name(`Send ${'a very long word '.repeat(10)}`)
  t.ok(long.length <= 61 && long.endsWith('…'), long)
  t.end()
})

test('an input that a plan calculates with is a number, whichever way it does', t => {
  const numbersOf = (prompt: string) => numbersIn(planned(prompt).plan as Planned['plan'])
  for (const prompt of [
    'Multiply {{inputs.speed}} by 1.609 and return the result',
    'If {{inputs.speed}} is more than 500, return {{inputs.name}}',
    'Wait {{inputs.speed}} seconds',
    'Return {{inputs.speed * 2}}',
    'Return {{500 > inputs.speed}}',
  ])
    t.strictSame(numbersOf(prompt), ['speed'], prompt)
  t.strictSame(numbersOf('Return "Hello {{inputs.name}}"'), [])
  t.end()
})

test('what a schedule of a prompt does not give is named, until it is given', t => {
  const given = (prompt: string) => {
    const { plan, schedule, inputsSchema } = planned(prompt)
    const shown = { ...schedule, inputs: {} }
    return { plan, inputsSchema, status: 'ready', schedule: schedule && shown } as unknown as Planned
  }
  const needy = given('Every weekday at 8, return "Good morning. Today: {{inputs.plan}}"')
  t.strictSame(unfedInputs(needy, null), ['plan'])
  t.strictSame(unfedInputs(needy, { schedule: { inputs: { plan: 'x' } } }), [])
  t.strictSame(unfedInputs(given('Return {{inputs.plan}}'), null), [])
  t.strictSame(unfedInputs(null, null), [])
  t.end()
})

const diagnostic = (more: Partial<Diagnostic>): Diagnostic => ({
  ...{ code: 'UNKNOWN_TOOL', severity: 'error', path: null, span: [0, 10], message: '' },
  ...more,
})

test('a candidate stands where the word was that the message quotes', t => {
  const of = (prompt: string, more: Partial<Diagnostic>) =>
    instead(diagnostic({ span: [0, prompt.length], ...more }), prompt).map(each => each.prompt)
  const message = 'there is no tool "csv_pars"'
  t.strictSame(of('Call `csv_pars` now', { message, candidates: ['csv_parse'] }), ['Call `csv_parse` now'])
  t.strictSame(of('Call csv_pars now', { message, candidates: ['csv_parse'] }), ['Call `csv_parse` now'])
  const workflow = {
    code: 'UNKNOWN_WORKFLOW',
    message: 'no workflow "Night"',
    candidates: ['Night sync'],
  } as const
  t.strictSame(of('Run the workflow Night', workflow), ['Run the workflow "Night sync"'])
  t.strictSame(of('Run the workflow "Night"', workflow), ['Run the workflow "Night sync"'])
  t.strictSame(of('x', { span: null, candidates: ['y'] }), [])
  const fixes = [{ title: 'Write it', prompt: 'it' }]
  t.strictSame(instead(diagnostic({ fixes, candidates: ['y'] }), 'x'), fixes)
  t.end()
})

test('a loop has the words of the line above its steps', t => {
  const prompt = '1. For each order in the orders:\n   - Ship it'
  const at = (text: string): [number, number] => [prompt.indexOf(text), prompt.indexOf(text) + text.length]
  const line = { step: 'a', text: '' }
  const outline = [
    { ...line, depth: 0, span: at('Ship it') },
    { ...line, depth: 1, span: at('Ship it') },
  ]
  const [first, second] = withHeaders(outline, prompt)
  t.equal(prompt.slice(...first!.span!), 'For each order in the orders:')
  t.strictSame(second, outline[1])
  t.end()
})

test('columns of a file that somebody makes up are those that the plan reads', t => {
  const steps = [
    { id: 'a', kind: 'set', title: '', value: { $: 'rows.filter(item, number(item.amount) > 1)' } },
    { id: 'b', kind: 'foreach', title: '', over: 'steps.a', as: 'guest', steps: [] },
    { id: 'c', kind: 'set', title: '', value: { $t: '${guest.name}' } },
    { id: 'd', kind: 'set', title: '', value: { $: 'sum(steps.a.map(row, number(row.total)))' } },
  ] as never
  t.strictSame([...columnsIn({ steps })].sort(), ['amount', 'name', 'total'])
  t.end()
})

test('a prompt that is not understood is answered with the templates that are most like it', t => {
  const first = (prompt: string) => templatesLike(prompt)[0]?.id
  t.equal(first('Wait 10 seconds and then say hello to Ada'), 'reminder')
  t.equal(first('Take a list of guests and write an invitation for each of them'), 'invitations')
  t.equal(first('add up the amounts in my orders and tell me if it is more than 500'), 'sales-goal')
  t.equal(first('Get https://example.com and tell me the title'), 'web-page')
  t.equal(first('Ask me for approval before paying 750 EUR to Ada'), 'payment-approval')
  t.equal(first('What day is it today?'), 'time')
  t.equal(first('Extract the email addresses from a text and sort them'), 'addresses')
  t.equal(templatesLike('').length, 3)
  t.equal(templatesLike('Ĝis la revido').length, 3)
  t.end()
})

test('a prompt in notation says its plan, whatever its layout; words beside a plan do not', t => {
  const notation = '1. Call csv_parse with text: {{inputs.file}}.\n2. Return {{steps.csv_parse}}.\n'
  t.ok(saysItsPlan({ prompt: notation.trim().replace('\n', '\n\n'), notation }))
  t.notOk(saysItsPlan({ prompt: 'Parse the file', notation }))
  t.notOk(saysItsPlan({ prompt: 'Parse the file' }), 'of a plan without steps')
  t.end()
})

test('a plan of a model is kept as it is; one of the reader is made again, and no model is asked for it', t => {
  const made = { ...planned('Return 40.'), prompt: 'Return 40.', quotes: { a: 'b' }, assumptions: [] }
  const of = (origin: Planned['origin'], plannedBy: 'model' | 'reader', more = {}) =>
    ({ ...made, origin, plannedBy, ...more }) as unknown as Planned
  t.match(sentPlan(of('model', 'model')), { plannedBy: 'model', quotes: { a: 'b' }, plan: { steps: Array } })
  for (const other of [of('reader', 'reader'), of('model', 'reader')])
    t.strictSame(sentPlan(other), { plannedBy: 'reader' })
  t.equal(sentPlan(of('kept', 'model')), null)
  const byHand = sentPlan(of('notation', 'reader', { notation: '1. Return 40.\n' }))
  t.strictSame(Object.keys(byHand ?? {}), ['plan'], 'whoever writes the notation is its author')
  t.match(sentPlan(of('notation', 'reader', { notation: 'Return 40.' })), { prompt: 'Return 40.' })
  const base = { steps: [] }
  t.match(sentPlan(of('notation', 'reader', { base })), { base }, 'what the model wrote goes along')
  t.notOk(isOpen(of('model', 'model')))
  t.ok(isOpen(of('model', 'model', { questions: [{ id: 'a', text: 'b', options: [] }] })))
  const diagnostics = [{ code: 'MODEL_FAILED', severity: 'info', message: 'no' }]
  t.equal(modelFailure(of('model', 'reader', { diagnostics })), 'no')
  t.equal(modelFailure(of('reader', 'reader', { diagnostics })), null)
  t.end()
})

test('the notation is the prompt where the words are notation, or none, and it fits; others stay', t => {
  const notation = '1. Return 41.\n'
  t.equal(promptBeside('How many?', notation, false), 'How many?')
  t.equal(promptBeside('1. Return 40.', notation, true), notation)
  t.equal(promptBeside(' ', notation, false), notation)
  const long = `1. Return "${'a'.repeat(20_000)}".`
  t.equal(promptBeside('', long, false), '', 'it stands in the plan alone')
  t.equal(promptBeside('1. Return 40.', long, true), '')
  t.equal(promptBeside('How many?', long, false), 'How many?')
  t.end()
})

test('words beside a plan by hand are a note, unless they say it', t => {
  const notation = '1. Return 41.\n'
  const byHand = { origin: 'notation', notation } as const
  t.ok(isNote('How many?', byHand, null))
  t.notOk(isNote('1. Return 41.', byHand, null))
  t.notOk(isNote('', byHand, null))
  const saved = { prompt: 'How many?', notation, plannedBy: 'author' }
  t.ok(isNote('How many?', null, saved))
  t.notOk(isNote('How many?', null, { ...saved, plannedBy: 'model' }))
  t.notOk(isNote('', null, { ...saved, prompt: '' }), 'a plan without words has none')
  t.end()
})

test('two texts say the same plan whatever their layout, and words are notation if they read as one', t => {
  const text = '1. Call csv_parse with text: {{inputs.file}}.\n2. Return {{steps.csv_parse}}.\n'
  const same = (other: string, of = text) => saysSame(markedText(other), other, of)
  t.ok(same(text))
  t.ok(same(` ${text}\n`.trim()))
  t.ok(same('1. Call csv_parse.\n   text: {{inputs.file}}\n2. Return {{steps.csv_parse}}.'))
  t.notOk(same(text.replace('file', 'files')))
  t.notOk(saysSame(markedText(text), text, undefined), 'of a plan without steps')
  t.notOk(same('1. Retrun 7.', '1. Retrun 7.'), 'what does not read is no plan')
  t.ok(isNotation(text))
  for (const words of ['', 'How many orders are there?', '1. Retrun 7.']) t.notOk(isNotation(words), words)
  t.end()
})

test('what a model left open stays open when its plan is changed by hand', t => {
  const cannot = [{ words: 'a', why: 'no-tool', nearest: null }]
  const told = diagnostic({ code: 'CANNOT' })
  const diagnostics = [told, diagnostic({ code: 'UNKNOWN_TOOL' })]
  const made = { origin: 'model', plannedBy: 'model', cannot, diagnostics } as unknown as Planned
  const said = { status: 'ready', diagnostics: [] } as unknown as Planned
  const open = openOf(made)
  const byHand = { ...withOpen(said, open), origin: 'notation' } as Planned
  t.match(byHand, { status: 'needs_review', cannot, diagnostics: [{ code: 'CANNOT' }] })
  t.equal(byHand.diagnostics.length, 1)
  t.ok(isOpenByHand(byHand))
  t.notOk(isOpenByHand(made))
  t.strictSame(openOf(byHand), open, 'through every further change')
  t.equal(openOf({ ...made, cannot: [] }), null)
  t.equal(openOf(null), null)
  t.equal(withOpen(said, null), said)
  t.equal(faultsIn(diagnostics), 2)
  t.equal(faultsIn([]), 1)
  t.end()
})
