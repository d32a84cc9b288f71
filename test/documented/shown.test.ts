// What is shown is said in the notation: each prompt that somebody may copy is the plan of a documented
// sentence, with its result. What stays in words is about words, and is listed here.
import tap, { test } from 'tap'
import { compile } from '../../domain/compiler/compiler.ts'
import type { Json } from '../../domain/json.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { read } from '../../language/notation/read.ts'
import { saidNotation } from '../../language/planning/said-notation.ts'
import { around, type DocumentedSentence, documentedSentences, essence } from './documented.ts'
import { type ShownPrompt, shownPrompts } from './shown-prompts.ts'
import { openWorkshop, ran, type Workshop } from './workshop.ts'

/** By who shows it: prompts in words, since it is about what a reader or a model makes of them. */
const inWords: Readonly<Record<string, readonly string[] | 'all'>> = {
  'docs/guides/prompts.md': 'all',
  'docs/start/first-workflow.md': ['Get https://example.com/prices frobnicated and return its body'],
  'docs/guides/chat.md': [
    'Parse {{inputs.orders}} as CSV and call it orders. Return the sum of the amounts of the orders',
    'Fetch https://example.com/orders and retrun the status',
  ],
  'docs/guides/agents-and-mcp.md': ['Sum the amounts of a CSV text'],
  // A model plans it, and the stream tells of that.
  'docs/guides/models.md': ['Return 40.'],
  // In the field to describe what should happen.
  'dashboard/words/home.ts': [
    'If {{inputs.amount}} is more than 500, ask an owner to approve "Pay {{inputs.amount}} EUR?"',
  ],
}
const aboutWords = ['docs/guides/prompts.md', 'docs/guides/chat.md']
/** A note beside a plan in JSON. */
const notes = ['Written by hand', 'By hand']
/** Shown since there is the notation, and run where they are shown. */
const newer = ['docs/guides/plans.md', 'docs/guides/memory.md', 'https://files.example.com/orders.csv']
/** What a person writes more shortly than the reader does: the same value, whatever the inputs. */
const shorter: Readonly<Record<string, string>> = {
  'sum(steps.rows.map(row, number(row.amount)))':
    'sum(steps.rows.map(item, item.amount).map(each, number(each)))',
  'number(inputs.first) + number(inputs.second)':
    'sum([inputs.first, inputs.second].map(each, number(each)))',
}

const all = shownPrompts()
const said = all.filter(({ prompt }) => read(prompt).errors.length === 0)
const sentences = [...documentedSentences().values()].flat()
const workshops = new Map<string | undefined, Workshop>()
tap.teardown(() => Promise.all([...workshops.values()].map(({ hub }) => hub.close())))

test('a prompt that is shown is notation, or is listed as words', async t => {
  t.ok(all.length > 70, `${all.length} are found`)
  const words = all.filter(shown => !said.includes(shown) && !notes.includes(shown.prompt))
  t.strictSame(
    words.filter(shown => !isListed(shown)).map(({ at, prompt }) => `${at}: ${prompt}`),
    [],
  )
  const listed = Object.entries(inWords).flatMap(([from, prompts]) =>
    (prompts === 'all' ? [] : prompts).map(prompt => `${from}: ${prompt}`),
  )
  const found = new Set(words.map(({ from, prompt }) => `${from}: ${prompt}`))
  t.strictSame(
    listed.filter(each => !found.has(each)),
    [],
    'what is listed is shown',
  )
})

function isListed({ from, prompt }: ShownPrompt): boolean {
  const listed = inWords[from] ?? []
  return listed === 'all' || listed.includes(prompt)
}

for (const { at, prompt } of said.filter(shown => !isNewer(shown)))
  test(`${at}: "${prompt.slice(0, 60)}" is a documented plan, with its result`, async t => {
    const { plan, diagnostics } = saidNotation(prompt)!
    t.strictSame(diagnostics, [])
    const sentence = sentenceOf(plan)
    t.ok(sentence, prompt)
    const { runs = [], server } = sentence!
    const workshop = await workshopOf(server)
    const compiled = compile(plan, { ...around, tools: workshop.tools })
    t.equal(compiled.status, 'ready', JSON.stringify(compiled.diagnostics))
    for (const { result, ...run } of runs) t.strictSame(await ran(compiled.plan, run, workshop), result)
  })

test('what was shown in words is shown in notation, but where words are what a page is about', async t => {
  const plans = new Set(said.map(({ prompt }) => keyOf(asRead(read(prompt).plan))))
  const shown = /\.md$|^template |^npm start$/
  const missing = sentences
    .filter(({ from }) => from.some(place => shown.test(place) && !aboutWords.includes(place)))
    .filter(({ plan }) => !plans.has(keyOf(plan)))
  t.strictSame(
    missing.map(({ from, prompt }) => `${from}: ${prompt}`),
    ['docs/guides/models.md: Return 40.'],
  )
})

function isNewer({ from, prompt }: ShownPrompt): boolean {
  return newer.some(known => from === known || prompt.includes(known))
}

function sentenceOf(plan: Plan): DocumentedSentence | undefined {
  const key = keyOf(asRead(plan))
  const found = sentences.filter(each => keyOf(each.plan) === key)
  return found.find(({ runs }) => runs !== undefined) ?? found[0]
}

/** With what is written more shortly as the reader writes it. */
function asRead(plan: Plan): Plan {
  const text = JSON.stringify(essence(plan))
  return JSON.parse(Object.entries(shorter).reduce((now, [short, long]) => now.replaceAll(short, long), text))
}

/** Whatever the order of fields. */
function keyOf(plan: Plan): string {
  return JSON.stringify(plan, (_, value: Json) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
}

async function workshopOf(server: string | undefined): Promise<Workshop> {
  const known = workshops.get(server) ?? (await openWorkshop(server))
  workshops.set(server, known)
  return known
}
