// When a prompt is a plan in notation, when it is meant as one and wrong, and when it is a request.
import { test } from 'tap'
import { saidNotation } from '../../../language/planning/said-notation.ts'
import { documentedSentences } from '../../documented/documented.ts'
import { findDomains } from '../../planner/corpus/prompts.ts'
import { findWritings } from '../../planner/corpus/sentences.ts'

const right = `Start every day at 09:00 in UTC.
1. Call http_get with url: "https://example.com/{{inputs.page}}". Call it page.
2. For each row of the list {{steps.page.body}}:
   1. Let name be {{row.name}}.
3. Return {{steps.for_each}}.
`

test('exact notation is its plan, and its author has made it', async t => {
  const said = saidNotation(right)
  t.match(said, { plannedBy: 'author', diagnostics: [], schedule: null, explanation: null })
  t.match(said?.plan, {
    start: [{ kind: 'schedule', cron: '0 9 * * *', timezone: 'UTC' }],
    steps: [
      { id: 'page', kind: 'tool', args: { url: { $t: `https://example.com/\${inputs.page}` } } },
      { kind: 'foreach', steps: [{ id: 'name', value: { $: 'row.name' } }] },
      { kind: 'return' },
    ],
  })
  t.match(saidNotation(`\n${right.replaceAll('\n', '\r\n')}`)?.diagnostics, [], 'as a browser sends it')
})

test('what is wrong with notation is told at its place, with what was expected and a right line', async t => {
  const wrong = right.replace('{{steps.for_each}}', 'the names').replace('09:00', '9 o’clock')
  const said = saidNotation(wrong)
  t.match(said, { plan: { steps: [] }, plannedBy: 'author' })
  const [time, value, ...others] = said!.diagnostics
  t.strictSame(others, [])
  t.match(time, { code: 'NOTATION', severity: 'error', path: null, message: /^line 1, column 20: expected / })
  t.match(value?.message, /^line 5, column 11: expected a value: .*; as in: Return \{"total": \{\{/)
  t.equal(wrong.slice(...value!.span!), 'the names.')
  t.equal(wrong.slice(...time!.span!).slice(0, 4), '9 o’')
})

test('of a schedule that is not read a right one is shown', async t => {
  for (const start of ['Start every day at 09:00.', 'Every weekday at 9:00 in UTC.']) {
    const [told] = saidNotation(`${start}\n1. Call report__make.\n2. Return 1.`)!.diagnostics
    t.match(told?.message, /; as in: Start every weekday at 09:00 in Europe\/Berlin\.$/)
  }
})

test('what is missing at the end of a line is shown at its last character', async t => {
  const wrong = right.replace('{{row.name}}.', '{{row.name}}')
  const [missing] = saidNotation(wrong)!.diagnostics
  t.match(missing?.message, /^line 4, column 31: expected "\." /)
  t.equal(wrong.slice(...missing!.span!), '}')
})

test('a schedule that no calendar has is a fault of the plan, as in a plan that is sent', async t => {
  const said = saidNotation('Start by the cron "99 9 * * *" in UTC.\n1. Return 1.')
  t.match(said, { plan: { steps: [] }, diagnostics: [{ code: 'BAD_SHAPE', severity: 'error' }] })
})

test('a text counts as notation with faults where most of its lines are read', async t => {
  const isMeant = (text: string) => saidNotation(text) !== null
  t.ok(isMeant('1. Let a be 1.\n2. Let b be 2.\n3. Retrun {{steps.b}}.'))
  t.ok(isMeant('This is version 2 of the plan language.\n1. Retrun 1.'), 'what no request says')
  const many = Array.from({ length: 300 }, (_, at) => `${at + 1}. Wait ${at + 1} seconds`).join('\n')
  t.ok(isMeant(`This is version 2 of the plan language.\n${many}`), 'however much is wrong')
  t.notOk(isMeant('1. Wait 3 seconds.\n2. Post "Called" in #desk.'))
  t.notOk(isMeant('Please do this.\n1. Wait 3 seconds.\n2. Return "x".\nThanks!'))
  t.notOk(isMeant('1. Wait 3 seconds\n2. Return "It is time to {{inputs.task}}"'))
  t.notOk(isMeant('1. For each order:\n     1. Ship it\n     2. Bill it\n     3. Close it'), 'unread below')
  t.notOk(isMeant('Start every day at 09:00 in UTC.\n1. Get the new orders\n2. Send them to me'))
  t.notOk(isMeant('Start every day at 09:00 in UTC.'), 'without a step there is no plan')
  t.notOk(isMeant(Array.from({ length: 300 }, (_, at) => `${at + 1}. Ship it.`).join('\n')))
})

/** Each has one slip, mostly in the first line; the start of what is told of it. */
const slips: readonly (readonly [string, string])[] = [
  ['1. Call http_get with url "https://example.com".', 'line 1, column 26: expected ": "'],
  ['1. Call http_get with url: "https://example.com"', 'line 1, column 49: expected "." after'],
  ['1. Call http_get with url: https://example.com.', 'line 1, column 28: expected a value'],
  ['1. call http_get with url: "https://example.com".', 'line 1, column 4: expected a step'],
  ['Call http_get with url: "https://example.com".', 'line 1, column 1: expected a step, as "1. "'],
  ['- Call csv_parse with text: {{inputs.a}}.\n- Return 1.', 'line 1, column 1: expected a step, as "1. "'],
  ['1. Call shop__orders with status open.\n2. Return 1.', 'line 1, column 33: expected ": "'],
  ['1. Let a be inputs.b + 1.', 'line 1, column 13: expected a value'],
  ['1. Call csv_parse with text: {{inputs.a}}\n2. Return {{steps.csv_parse}}', 'line 1, column 42: '],
  ['1. Return 1.\n3. Return 2.', 'line 2, column 1: expected the number 2, found 3'],
  ['Every weekday at 9:00 in UTC.\n1. Call report__make.', 'line 1, column 1: expected a step'],
  ['1. If {{inputs.a}}:\n   1. Return 1.\nOtherwise:\n   1. Return 2.', 'line 3, column 1: expected a step'],
  [
    '1. Run the JavaScript below with a {{inputs.a}}.\n   ```js\n   let b\n   let c\n   return b\n   ```\n2. Return 1.',
    'line 1, column 35: expected ": "',
  ],
  ['Here it is:\n```notation\n1. Call shop__pay.\n```', 'line 1, column 1: expected '],
]

for (const [prompt, message] of slips) {
  test(`a slip in notation is told, and is no request in words: ${JSON.stringify(prompt)}`, async t => {
    const [told] = saidNotation(prompt)?.diagnostics ?? []
    t.match(told, { code: 'NOTATION', severity: 'error' })
    t.equal(told?.message.slice(0, message.length), message)
  })
}

test('requests in words with a sentence that the notation has, too, are none', async t => {
  for (const request of [
    '1. Wait 3 seconds.\n2. Call Bob with the news.',
    '1. Call sync_orders with all the shops',
    '1. Let me know when it rains.',
    '1. Let total be the sum of the amounts.',
    'Call support with subject: Hello',
    'Call http_get with url "https://example.com" and return the body.',
    'Call shop__orders. Then mail me the total.',
    'If inputs.total is above 100, mail it to me.',
    'Return inputs.a + inputs.b',
    '1. If {{inputs.total}} is large, return "large".',
    '```\n1. Get the orders\n2. Send them to me\n```',
  ])
    t.equal(saidNotation(request), null, request)
})

test('no prompt in words of the documentation and of the people of the corpus counts as notation', async t => {
  const documented = [...documentedSentences().values()].flat()
  const people = [...findDomains([]), ...findWritings()].flatMap(({ prompts }) => prompts)
  const prompts = [...documented, ...people].map(({ prompt }) => prompt)
  t.ok(documented.length > 250 && people.length > 1_000, `${prompts.length}`)
  t.strictSame(
    prompts.filter(prompt => saidNotation(prompt) !== null),
    [],
  )
})

test('20,000 characters are judged within 50 ms', async t => {
  const fill = (words: string) => words.repeat(Math.ceil(20_000 / words.length)).slice(0, 20_000)
  const head = 'This is version 2 of the plan language.\n'
  for (const text of [
    fill('1. Return {{'),
    fill('1. Ship it.\n'),
    head + fill('1. Return x.\n'),
    fill('and '),
    `1. Call ${fill('_')}`,
    `1. If {{${fill('}}, 1')}`,
    `1. Run the JavaScript ${fill(' with the inputs a')}`,
    fill('1. Call a_b with c: \n'),
  ]) {
    saidNotation(text)
    const times = [1, 2, 3].map(() => {
      const before = process.cpuUsage()
      saidNotation(text)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    })
    t.ok(Math.min(...times) <= 50, `${text.slice(0, 60)}: ${Math.min(...times)} ms`)
  }
})
