import fc from 'fast-check'
import { test } from 'tap'
import type { Step } from '../../../domain/plan/plan.ts'
import { plan } from '../../../language/planner/planner.ts'
import { fixtureTools } from '../../support/fixture-tools.ts'

const planned = (prompt: string) => plan(prompt, fixtureTools)
const errors = (prompt: string) => planned(prompt).diagnostics.filter(each => each.severity === 'error')

/** The steps of a prompt that leaves nothing open. */
function steps(prompt: string): readonly Step[] {
  if (errors(prompt).length > 0)
    throw new Error(
      errors(prompt)
        .map(each => each.message)
        .join('\n'),
    )
  return planned(prompt).plan.steps
}

/** What is returned; a value that was kept by itself is what it is. */
function returnedBy(prompt: string): unknown {
  const made = steps(prompt)
  const end = made.at(-1)
  if (end?.kind !== 'return') throw new Error('nothing is returned')
  const id = /^steps\.(\w+)$/.exec((end.value as { $?: string } | null)?.$ ?? '')?.[1]
  const kept = made.find(each => each.id === id)
  return kept?.kind === 'set' ? kept.value : end.value
}

test('a numbered list becomes its steps, each with its words and its place', async t => {
  const prompt = '1. Fetch https://example.com/orders\n2. Return the result'
  const [get, end] = steps(prompt)
  const args = { url: 'https://example.com/orders' }
  t.match(get, { id: 'http_get', kind: 'tool', tool: 'http_get', args, effect: 'read' })
  t.equal(get!.title, 'Fetch https://example.com/orders')
  t.equal(prompt.slice(...get!.span!), get!.title)
  t.match(end, { id: 'return', kind: 'return', value: { $: 'steps.http_get.body' } })
})

test('sentences, bullets, "then" and "and" say the same', async t => {
  const forms = [
    'Fetch {{inputs.url}}. Return its status.',
    '- fetch {{inputs.url}}\n- return its status',
    'Fetch {{inputs.url}}, then return its status',
    'Please fetch {{inputs.url}} and return its status.',
    'First, fetch {{inputs.url}}; finally return the status',
  ]
  for (const form of forms) {
    const expected = [
      { tool: 'http_get', args: { url: { $: 'inputs.url' } } },
      { value: { $: 'steps.http_get.status' } },
    ]
    t.match(steps(form), expected, form)
  }
})

test('a loop goes through a list and its steps see the item', async t => {
  const prompt = [
    '1. Fetch https://example.com/orders as JSON',
    '2. For each order in the result:',
    '   - Create an invoice for {{order.customer}} with amount {{order.total}}',
    '   - Send an email to {{order.email}} with subject "Order {{order.id}}"',
    '3. Return the results',
  ].join('\n')
  const [, loop, end] = steps(prompt)
  t.match(loop, { kind: 'foreach', over: 'steps.http_get.body', as: 'order', id: 'each_order' })
  const [bill, mail] = (loop as Extract<Step, { kind: 'foreach' }>).steps
  t.match(bill, { args: { customer: { $: 'order.customer' }, amount: { $: 'order.total' } } })
  t.match(mail, { args: { to: { $: 'order.email' }, subject: { $t: `Order \${order.id}` } } })
  t.match(end, { value: { $: 'steps.each_order' } })
})

test('a loop may stand in one sentence, and say how many at a time', async t => {
  const [loop] = steps('For each page in {{inputs.urls}}, 5 at a time, fetch the page')
  const body = [{ args: { url: { $: 'page' } } }]
  t.match(loop, { over: 'inputs.urls', as: 'page', concurrency: 5, steps: body })
})

test('a condition with otherwise is one step: in one sentence, in two, as a list', async t => {
  const forms = [
    'If {{inputs.n}} is more than 5, return "many", otherwise return "few"',
    'If {{inputs.n}} is more than 5, return "many". Otherwise, return "few".',
    '- If {{inputs.n}} is more than 5:\n  - return "many"\n- Otherwise:\n  - return "few"',
  ]
  for (const form of forms) {
    const cases = [{ when: 'number(inputs.n) > 5', steps: [{ kind: 'return', value: 'many' }] }]
    t.match(steps(form), [{ kind: 'if', cases, else: [{ kind: 'return', value: 'few' }] }], form)
  }
})

test('conditions are read as they are said', async t => {
  const said: [string, string][] = [
    ['{{inputs.a}} is "x"', 'inputs.a == "x"'],
    ['{{inputs.a}} is not "x"', '!(inputs.a == "x")'],
    ['{{inputs.a}} contains "x"', 'contains(inputs.a, "x")'],
    ['{{inputs.a}} does not contain "x"', '!(contains(inputs.a, "x"))'],
    ['{{inputs.a}} is empty', 'size(default(inputs.a, "")) == 0'],
    ['{{inputs.a}} is at least 3', 'number(inputs.a) >= 3'],
    ['{{inputs.a}} <= 3.5', 'number(inputs.a) <= 3.5'],
    ['{{inputs.a}} is one of "x", "y" or "z"', 'inputs.a in ["x", "y", "z"]'],
    ['{{inputs.a}} is true and {{inputs.b}} is false', '(inputs.a == true) && (inputs.b == false)'],
    ['{{inputs.a}}', 'inputs.a == true'],
    ['{{inputs.a}} exists', 'default(inputs.a, null) != null'],
  ]
  for (const [words, when] of said) t.match(steps(`If ${words}, return 1`), [{ cases: [{ when }] }], words)
  t.match(steps('If the number of {{inputs.a}} is more than 2, return 1'), [
    { id: 'count', value: { $: 'size(inputs.a)' } },
    { cases: [{ when: 'steps.count > 2' }] },
  ])
})

test('a condition at the end of a statement guards that statement', async t => {
  const only = (when: string, step: object) => ({ kind: 'if', cases: [{ when, steps: [step] }] })
  t.match(steps('Delete the customer with id {{inputs.id}} if {{inputs.sure}} is true'), [
    only('inputs.sure == true', { tool: 'delete_customer', effect: 'destructive' }),
  ])
  t.match(steps('Return 1 unless {{inputs.n}} is 2\nReturn 3'), [
    only('!(number(inputs.n) == 2)', { kind: 'return', value: 1 }),
    { kind: 'return', value: 3 },
  ])
})

test('branches run in parallel, listed or in one sentence', async t => {
  const forms = [
    'In parallel:\n- post {{inputs.x}} to https://a.example.com\n- post {{inputs.x}} to https://b.example.com',
    'In parallel: post {{inputs.x}} to https://a.example.com and post {{inputs.x}} to https://b.example.com',
  ]
  const branch = (url: string) => ({ steps: [{ args: { url, body: { $: 'inputs.x' } } }] })
  const branches = [branch('https://a.example.com'), branch('https://b.example.com')]
  for (const form of forms) t.match(steps(form), [{ kind: 'parallel', branches }], form)
})

test('earlier results are meant by number, name, noun and pronoun', async t => {
  const fetched = '1. Fetch https://a.example.com as first_page\n2. Fetch https://b.example.com\n3. Return '
  const said: [string, string][] = [
    ['the result of step 1', 'steps.http_get.body'],
    ['the response of step 1', 'steps.http_get'],
    ["step 1's status", 'steps.http_get.status'],
    ['{{step 1.body.title}}', 'steps.http_get.body.title'],
    ['{{steps.first_page.body}}', 'steps.http_get.body'],
    ['{{steps.fetch.status}}', 'steps.http_get_2.status'],
    ['{{first_page.status}}', 'steps.http_get.status'],
    ['it', 'steps.http_get_2.body'],
    ['the response', 'steps.http_get_2'],
    ['its title', 'steps.http_get_2.body.title'],
    ['the status', 'steps.http_get_2.status'],
    ['the title of the page', 'steps.http_get_2.body.title'],
    ['the number of items', 'size(steps.http_get_2.body)'],
    ['the first item of the result', 'first(steps.http_get_2.body)'],
  ]
  for (const [words, $] of said) t.match(returnedBy(fetched + words), { $ }, words)
})

test('results are kept under the names that they are given', async t => {
  const said = 'Fetch https://a.example.com. Save the result as orders. Return the orders.'
  t.match(steps(said), [{ tool: 'http_get' }, { value: { $: 'steps.http_get.body' } }])
  const doubled = steps('Set total to {{inputs.a * 2}}\nReturn total')
  t.match(doubled, [{ value: { $: 'inputs.a * 2' } }, { value: { $: 'steps.total' } }])
})

test('arguments are found by name, preposition, value word and type', async t => {
  const said: [string, object][] = [
    ['Split {{inputs.tags}} by comma', { text: { $: 'inputs.tags' }, separator: ',' }],
    ['Hash {{inputs.text}} using sha512', { text: { $: 'inputs.text' }, algorithm: 'sha512' }],
    [
      'Sort {{inputs.list}} by total, largest first',
      { list: { $: 'inputs.list' }, field: 'total', order: 'descending' },
    ],
    [
      'Create an invoice for "Ann" over 12.50 with currency EUR',
      { customer: 'Ann', amount: 12.5, currency: 'EUR' },
    ],
    ['Create an invoice: customer = "Ann", amount: 1,200', { customer: 'Ann', amount: 1200 }],
    [
      'Email ann@example.com about "Hi" saying "Hello"',
      { to: 'ann@example.com', subject: 'Hi', body: 'Hello' },
    ],
    [
      'Post {"a": "{{inputs.x}}"} to https://a.example.com',
      { url: 'https://a.example.com', method: 'POST', body: { a: { $: 'inputs.x' } } },
    ],
    ['Send a DELETE to https://a.example.com', { url: 'https://a.example.com', method: 'DELETE' }],
    [
      'PUT {{inputs.doc}} to https://a.example.com/{{inputs.id}}',
      {
        url: { $t: `https://a.example.com/\${inputs.id}` },
        method: 'PUT',
        body: { $: 'inputs.doc' },
      },
    ],
  ]
  for (const [prompt, args] of said) {
    const [step] = steps(prompt)
    t.same((step as Extract<Step, { kind: 'tool' }>).args, args, prompt)
  }
})

test('a tool can be named', async t => {
  const forms = [
    'Use `billing__create_invoice` with customer "Ann" and amount 5',
    'Use the Create invoice tool with customer "Ann" and amount 5',
  ]
  for (const form of forms) {
    const args = { customer: 'Ann', amount: 5 }
    t.match(steps(form), [{ server: 'billing', tool: 'create_invoice', args }], form)
  }
})

test('what is assumed is said', async t => {
  const { diagnostics, status } = planned('Fetch https://a.example.com/x.csv. Parse CSV. Return it.')
  t.equal(status, 'ready')
  t.match(diagnostics, [{ code: 'ASSUMED', severity: 'info', message: /what was got last/ }])
})

test('nothing is changed in the world on an assumption', async t => {
  const { diagnostics } = planned('Fetch https://a.example.com, then delete the customer')
  t.match(diagnostics, [{ severity: 'error' }])
})

test('the inputs are those that the prompt reads, typed by what they feed', async t => {
  const { inputsSchema } = planned('Create an invoice for {{inputs.customer}} with amount {{inputs.amount}}')
  t.match(inputsSchema, {
    properties: { amount: { type: 'number' }, customer: { type: 'string' } },
    required: ['amount', 'customer'],
  })
})

test('words that nobody reads are quoted with their place', async t => {
  const prompt = 'Fetch https://a.example.com but never twice'
  const [diagnostic] = planned(prompt).diagnostics
  t.match(diagnostic, { code: 'UNREAD_WORDS', message: /"never twice"/ })
  t.equal(prompt.slice(...diagnostic!.span!), 'never twice')
})

test('what cannot be planned is refused, never guessed', async t => {
  const refused: [string, string][] = [
    ['Frobnicate the widgets', 'UNKNOWN_ACTION'],
    ['Summarize {{inputs.text}}', 'NEEDS_MODEL'],
    ['Translate {{inputs.text}} to French', 'NEEDS_MODEL'],
    ['Write a poem', 'NEEDS_MODEL'],
    ['When an email arrives, return 1', 'NOT_SUPPORTED'],
    ['Get https://a.example.com 3 times', 'UNREAD_WORDS'],
    ['Between 9 and 17, fetch https://a.example.com', 'UNREAD_WORDS'],
    ['Do not delete the customer with id "5"', 'UNREAD_WORDS'],
    ['Delete all customers with id "5"', 'UNREAD_WORDS'],
    ['Delete the customer with id "5" or "6"', 'UNREAD_WORDS'],
    ['Post {{inputs.x}} delete to https://a.example.com', 'UNREAD_WORDS'],
    ['Fetch https://a.example.com and https://b.example.com', 'UNREAD_WORDS'],
    ['Send an email to Ann with subject Hi', 'UNREAD_WORDS'],
    ['Create an invoice for "Ann"', 'MISSING_ARGUMENT'],
    ['If the moon is full, return 1', 'UNREAD_WORDS'],
    ['Otherwise, return 1', 'UNREAD_WORDS'],
    ['For each thing, return 1', 'UNREAD_WORDS'],
    ['Return the result', 'UNREAD_WORDS'],
    ['Return not {{inputs.x}}', 'UNREAD_WORDS'],
    ['Return twice {{inputs.x}}', 'UNREAD_WORDS'],
    ['Filter only {{inputs.list}} by status', 'UNREAD_WORDS'],
    ['If {{inputs.a}} is 1, return 1. Return {"x": 1} with x it', 'UNREAD_WORDS'],
    ['Return 1. Finally.', 'UNREAD_WORDS'],
    ['Return {{nowhere.x}}', 'BAD_REFERENCE'],
    ['Return {{constructor.constructor("return process")()}}', 'BAD_EXPRESSION'],
    ['', 'EMPTY_PLAN'],
    ['# only a comment', 'EMPTY_PLAN'],
    ['If {{inputs.a}} is 1, fetch https://a.example.com. Return the result.', 'UNCLEAR_REFERENCE'],
    ['For each x in 5, fetch https://a.example.com', 'NOT_A_LIST'],
  ]
  for (const [prompt, code] of refused) {
    const codes = errors(prompt).map(each => each.code)
    t.ok(
      codes.some(each => each === code),
      `${prompt}: ${codes.join()}`,
    )
    t.equal(planned(prompt).status, 'needs_review')
  }
})

test('a choice between tools that nothing decides is left to the author', async t => {
  const twin = { ...fixtureTools.find(tool => tool.name === 'create_invoice')!, server: 'ledger' }
  const { diagnostics } = plan('Create an invoice for "Ann" with amount 5', [...fixtureTools, twin])
  const candidates = ['billing__create_invoice', 'ledger__create_invoice']
  t.match(diagnostics, [{ code: 'AMBIGUOUS_TOOL', severity: 'error', candidates }])
})

const sound = [
  'Fetch {{inputs.url}}, then return its status',
  'For each order in {{inputs.orders}}, create an invoice for {{order.customer}} with amount {{order.total}}',
  'If {{inputs.n}} is more than 5, return "many", otherwise return "few"',
  'Fetch https://a.example.com/x.csv. Parse it as CSV. Sort the rows by price, largest first. Return the first item.',
  'Send an email to {{inputs.to}} with subject "Hello there" saying "Dear {{inputs.name}}" if {{inputs.go}} is true',
  'In parallel: fetch https://a.example.com and fetch https://b.example.com',
  'Ask ops@acme.com to approve before sending the mail. Send an email to {{inputs.to}} with subject "Hi"',
  'Fetch {{inputs.url}}, try up to 3 times, and if that fails, return "sorry". Return {{steps.fetch.body}}',
  'Wait until 17:00 in Europe/Berlin, then wait for the event paid for up to 3 days. Return {{paid.total}}',
  'Run the workflow "Billing" with amount {{inputs.amount}} and name "x". Return its total',
  'Every weekday at 9:00 UTC, fetch {{inputs.url}}. Return its status',
]

test('a word that no construct knows is never lost', async t => {
  const strange = fc.stringMatching(/^[a-z]{3,8}[a-rt-z]$/).map(word => `zq${word}`)
  fc.assert(
    fc.property(fc.constantFrom(...sound), fc.nat(), strange, (prompt, at, word) => {
      const words = prompt.split(' ')
      words.splice(at % (words.length + 1), 0, word)
      const { status, plan: made } = planned(words.join(' '))
      return status === 'needs_review' || JSON.stringify(withoutTitles(made)).includes(word)
    }),
    { numRuns: 500 },
  )
  for (const prompt of sound) t.equal(planned(prompt).status, 'ready', prompt)
})

test('a word that turns the meaning round is never passed over', async () => {
  const turning = fc.constantFrom('not', 'never', 'except', 'without', 'or', 'no', 'until')
  fc.assert(
    fc.property(fc.constantFrom(...sound), fc.nat(), turning, (prompt, at, word) => {
      const words = prompt.split(' ')
      words.splice(at % (words.length + 1), 0, word)
      const { status, plan: made, schedule } = planned(words.join(' '))
      const said = planned(prompt)
      const both = [
        [made, schedule],
        [said.plan, said.schedule],
      ].map(each => JSON.stringify(withoutTitles(each)))
      const same = both[0] === both[1]
      return status === 'needs_review' || !same
    }),
    { numRuns: 500 },
  )
})

test('any text at all gives an answer, and the same one every time', async () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 6 })
  const mangled = fc.tuple(fc.constantFrom(...sound), edits).map(([prompt, places]) => {
    const words = prompt.split(' ')
    for (const [at, isDrop] of places) {
      const index = at % words.length
      words.splice(index, isDrop ? 1 : 0, ...(isDrop ? [] : [words[index] ?? '']))
      if (words.length === 0) words.push('')
    }
    return words.join(' ')
  })
  const text = fc.oneof(mangled, fc.string({ unit: 'grapheme', maxLength: 200 }))
  fc.assert(
    fc.property(text, prompt => {
      const [first, second] = [planned(prompt), planned(prompt)]
      return JSON.stringify(first) === JSON.stringify(second)
    }),
    { numRuns: 500 },
  )
})

function withoutTitles(given: unknown): unknown {
  const isAside = (key: string) => key === 'title' || key === 'span'
  return JSON.parse(JSON.stringify(given), (key, value) => (isAside(key) ? undefined : value))
}
