// How a text in notation goes on, at a place that `|` marks.
import { test } from 'tap'
import { functions } from '../../../../domain/expression/functions.ts'
import { functionShapes } from '../../../../domain/expression/library/function-shapes.ts'
import { stepKinds } from '../../../../domain/plan/plan-schema.ts'
import { completionsAt } from '../../../../language/notation/editing/completions.ts'
import { markedText } from '../../../../language/notation/editing/marked-text.ts'

const order = { type: 'object', properties: { id: { type: 'string' }, total: { type: 'number' } } }
const tools = [
  {
    name: 'http_get',
    title: 'Get a page',
    description: 'Reads what is at an address',
    inputSchema: {
      type: 'object',
      required: ['url'],
      properties: { headers: { type: 'object' }, url: { type: 'string', description: 'The address' } },
    },
    outputSchema: {
      type: 'object',
      properties: { status: { type: 'integer' }, body: { type: 'array', items: order } },
    },
  },
  {
    name: 'text_case',
    title: 'Change case',
    description: '',
    inputSchema: {
      type: 'object',
      required: ['text', 'case'],
      properties: {
        locale: { type: 'string' },
        text: { type: 'string' },
        case: { type: 'string', enum: ['upper', 'lower'] },
      },
    },
    outputSchema: { type: 'string' },
  },
  {
    name: 'shop__refresh',
    title: 'Refresh',
    description: '',
    inputSchema: { type: 'object' },
    outputSchema: null,
  },
]
const given = { tools, functions: functionShapes(functions) }

function optionsAt(marked: string) {
  const at = marked.indexOf('|')
  const text = marked.replace('|', '')
  return completionsAt(text, at, given).flatMap(({ from, options }) =>
    options.map(option => ({
      ...option,
      result: text.slice(0, from) + filled(option.apply) + text.slice(at),
    })),
  )
}

/** As an editor puts it in: the names of places, braces without their backslash. */
function filled(apply: string): string {
  return apply.replace(/\$\{([^{}]*)\}/g, '$1').replace(/\\([{}])/g, '$1')
}

const labelsAt = (marked: string) => optionsAt(marked).map(({ label }) => label)
const resultOf = (marked: string, label: string) =>
  optionsAt(marked).find(each => each.label === label)?.result

test('a step begins as any kind, in the order of the plan language', async t => {
  const kinds = optionsAt('1. |').map(({ detail }) => detail)
  t.strictSame([...new Set(kinds)], stepKinds)
  t.strictSame(labelsAt('1. |').slice(0, 4), ['Call …', 'Let … be …', 'If …', 'For each … of the list …'])
  t.strictSame(labelsAt('1. Le|'), ['Let … be …', 'Let an agent work on … with …'])
})

test('every step is put in whole, and is read once its places are filled', async t => {
  for (const { apply, label, detail } of optionsAt('1. |')) {
    if (detail === 'tool') continue
    const places = { '{{': '{{true', ' "': ' "x', '': 'x' }
    const text = `1. ${apply}`
      .replace(/\{\{\$\{[^{}]*\}/g, places['{{'])
      .replace(/"\$\{[^{}]*\}/g, '"x')
      .replace(/\$\{most\}/, '3')
      .replace(/\$\{(?:id|as)\}/g, 'x')
      .replace(/1\. \$\{\}/, '1. Wait 1 hour.')
      .replace(/\$\{5 minutes\}/g, '5 minutes')
      .replace(/\$\{[^{}]*\}/g, '"x"')
    t.strictSame(markedText(text).errors, [], `${label}: ${text}`)
  }
})

test('an empty line goes on with the next number, the arguments that are missing, or the words over a list', async t => {
  t.equal(labelsAt('|')[0], '1. Call …')
  t.ok(labelsAt('|').includes('Start when the hook of this workflow is called'))
  t.equal(labelsAt('1. Return 1.\n|')[0], '2. Call …')
  const below = labelsAt('1. If {{true}}:\n   1. Return 1.\n   |')
  t.equal(below[0], '2. Call …')
  t.strictSame(below.slice(-3), ['Otherwise, if …', 'Otherwise', 'If that fails'])
  t.strictSame(labelsAt('1. Call text_case.\n   text: "a"\n   |'), ['case', 'locale', 'If that fails'])
  t.strictSame(labelsAt('1. If {{true}}:\n   1. Return 1.\n   Oth|'), ['Otherwise, if …', 'Otherwise'])
})

test('tools of the organization come with what they cannot do without', async t => {
  t.strictSame(labelsAt('1. Call |'), ['http_get', 'text_case', 'shop__refresh'])
  t.strictSame(labelsAt('1. Call refr|'), ['shop__refresh'])
  t.equal(resultOf('1. Call ht|', 'http_get'), '1. Call http_get with url: "".')
  t.equal(resultOf('1. Call |', 'text_case'), '1. Call text_case.\n   text: ""\n   case: "upper"')
  t.equal(resultOf('1. Call |', 'shop__refresh'), '1. Call shop__refresh.')
  t.equal(resultOf('1. Call ht| with url: "x".', 'http_get'), '1. Call http_get with url: "x".')
  t.strictSame(labelsAt('1. Let an agent work on "a" with the tools http_get, te|'), ['text_case'])
})

test('arguments come by name with type and description, those that are required first', async t => {
  t.match(optionsAt('1. Call http_get with |'), [
    { label: 'url', apply: 'url: "${}"', detail: 'text, required', info: 'The address' },
    { label: 'headers', detail: 'object' },
  ])
  t.strictSame(labelsAt('1. Call text_case.\n   ca|'), ['case'])
  t.match(optionsAt('1. Call text_case.\n   |')[1], { label: 'case', detail: '"upper" | "lower", required' })
  t.strictSame(labelsAt('1. Call nobody_knows with |'), [])
})

test('an argument takes the values of its enumeration', async t => {
  t.strictSame(labelsAt('1. Call text_case.\n   case: |').slice(0, 3), ['"upper"', '"lower"', '{{ }}'])
  t.equal(resultOf('1. Call text_case.\n   case: "lo|', '"lower"'), '1. Call text_case.\n   case: "lower"')
})

test('after a sentence come those that may follow it in a step of this kind', async t => {
  const after = labelsAt('1. Call http_get with url: "x". Call it page. |')
  t.notOk(after.includes('Call it …'), 'it stands there')
  t.ok(after.includes('Titled "…"') || after.includes('Titled …'))
  t.ok(after.includes('Before it is called with these arguments, it waits for a decision'))
  t.notOk(after.includes('Its answer is one of …'), 'nobody is asked')
  const ofValue = labelsAt('1. Let x be 1. |')
  t.notOk(
    ofValue.some(label => label.startsWith('Before it is called')),
    'nothing is called',
  )
  t.ok(labelsAt('1. Ask a language model "a". |').includes('Its answer is one of …'))
  t.equal(
    resultOf('1. Call http_get with url: "x".|', 'Try up to … times'),
    '1. Call http_get with url: "x". Try up to maxAttempts times.',
  )
  t.equal(
    resultOf('1. For each a of the list {{b}}. It m|', 'It may take … at most'),
    '1. For each a of the list {{b}}. It may take 5 minutes at most:',
  )
})

test('between two sentences come those that stand between them in order', async t => {
  const between = labelsAt('1. Call http_get with url: "x". | It may take 3 minutes at most.')
  t.ok(between.includes('It begins after …'))
  t.notOk(between.includes('It may take … at most'))
  t.notOk(between.includes('Try up to … times'))
})

test('a sentence goes on with its optional parts', async t => {
  t.ok(labelsAt('1. Call http_get with url: "x". Try up to 3 times|').includes(', whatever the error'))
  t.ok(labelsAt('1. For each a of the list {{b}}, 3|').includes('at a time'))
  t.ok(labelsAt('Start every |').includes('weekday'))
  t.strictSame(labelsAt('1. Wait 5 mi|').includes('minute'), true)
})

const loop =
  '1. Call http_get with url: "x". Call it page.\n2. For each order of the list {{steps.page.body}}:\n'

test('an expression sees the steps before it, the variables around it, and the inputs', async t => {
  const inLoop = labelsAt(`${loop}   1. Let a be 1.\n   2. Let b be {{|`)
  t.strictSame(inLoop.slice(0, 4), ['order', 'steps.a', 'steps.page', 'now'])
  const after = labelsAt(`${loop}   1. Let a be 1.\n3. Let b be {{inputs.c + |`)
  t.strictSame(after.slice(0, 4), ['steps.foreach', 'steps.page', 'inputs.c', 'now'])
  const otherwise = labelsAt('1. Let a be 1.\n2. If {{true}}:\n   1. Let b be 1.\n   Otherwise, if {{|')
  t.strictSame(otherwise.slice(0, 2), ['steps.a', 'now'], 'not what stands inside')
  const handler = labelsAt('1. Let a be 1. Call it a.\n2. Let b be 1.\n   If that fails:\n   1. Return "{{|')
  t.ok(handler.includes('error.message'))
  t.notOk(after.includes('error.message'))
})

test('fields come from what is known of a result', async t => {
  t.strictSame(labelsAt(`${loop}3. Return {{size(steps.page.|)}}.`), ['status', 'body'])
  t.match(optionsAt(`${loop}   1. Let a be {{order.|}}.`), [
    { label: 'id', detail: 'text' },
    { label: 'total', detail: 'number' },
  ])
  t.strictSame(labelsAt(`${loop}   1. Return "{{order.to|}}".`), ['total'])
  const inputs = 'The inputs are {"properties": {"region": {"type": "string"}}}.\n'
  t.match(optionsAt(`${inputs}1. Return {{inputs.|`), [{ label: 'region', detail: 'text' }])
  t.strictSame(
    labelsAt('1. Let a be below.\n   ```text\n   Dear {{inputs.n|\n   ```\n2. Return {{inputs.name}}.'),
    ['name'],
  )
})

test('functions come with their shape, and not within a text', async t => {
  t.match(optionsAt('1. Return {{trunc|'), [
    { label: 'truncate', apply: 'truncate(${})', detail: '(text, number) text' },
  ])
  t.strictSame(labelsAt('1. Return {{upper("trunc|'), [])
})

test('nothing is offered where anything may stand', async t => {
  t.strictSame(labelsAt('1. Return "abc|'), [])
  t.strictSame(labelsAt('1. Call it no step|'), [])
})
