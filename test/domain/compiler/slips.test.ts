// Plans as people and models write them who know other languages: each would be taken without a word and do
// something else. Every one is told, with what to write.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { readPlan } from '../../../domain/plan/reading/read-plan.ts'
import type { HubTool, ToolEffect } from '../../../domain/tools/tool.ts'

const tool = (name: string, effect: ToolEffect, inputSchema: object, output: object | null): HubTool => ({
  ...{ server: 'shop', name, title: name, description: name, effect, keywords: [], examples: [] },
  inputSchema: { type: 'object', ...inputSchema },
  outputSchema: output as JsonSchema | null,
})
const person = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    kind: { enum: ['deposit', 'rent'], type: 'string' },
    age: { type: 'integer' },
  },
  required: ['name'],
}
const tools = [
  tool('people', 'read', { properties: { limit: { type: 'integer' } } }, { type: 'array', items: person }),
  tool('person', 'read', {}, person),
  tool(
    'rows',
    'read',
    {},
    { type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } },
  ),
  tool(
    'paged',
    'read',
    {},
    {
      $defs: { Item: person },
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/$defs/Item' } },
        next: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      additionalProperties: false,
    },
  ),
  {
    ...tool('seen', 'read', {}, null),
    observedOutput: { type: 'object', properties: { a: { type: 'string' }, empty: { type: 'null' } } },
  },
  tool('anything', 'read', {}, null),
  tool('refund', 'destructive', { properties: { id: { type: 'string' } }, required: ['id'] }, null),
  tool('open', 'write', { properties: { id: { type: 'string' } }, additionalProperties: true }, null),
  tool('render', 'read', { properties: { template: { type: 'string' } } }, null),
  tool('send', 'write', { properties: { to: { type: 'string' }, text: { type: 'string' } } }, null),
]
const world = { tools, deciders: ['admin'], models: { names: ['small'], hasDefault: false } }

const compiled = (plan: object) => {
  const { plan: read, faults } = readPlan(plan as Json)
  return compile(read, { ...world, diagnostics: faults })
}
const told = (...steps: object[]) =>
  compiled({ steps }).diagnostics.flatMap(({ code, severity, message }) =>
    code === 'NO_RETURN' ? [] : [`${severity} ${code} ${message}`],
  )
const codes = (...steps: object[]) => told(...steps).map(line => line.split(' ').slice(0, 2).join(' '))

const call = (id: string, name: string, args: object = {}, more: object = {}) => ({
  ...{ id, kind: 'tool', server: 'shop', tool: name, args },
  ...more,
})
const set = (id: string, source: string, more: object = {}) => ({
  id,
  kind: 'set',
  value: { $: source },
  ...more,
})
const text = (value: unknown) => ({ id: 'a', kind: 'set', value })
const people = call('people', 'people')
const one = call('one', 'person')

test('an unknown key is an error that names the one that was meant', async t => {
  const refund = (more: object) => call('pay', 'refund', { id: 'R-1' }, more)
  for (const [key, meant] of [
    ['approvals', 'approval'],
    ['requiresApproval', 'approval'],
    ['condition', 'when'],
    ['if', 'when'],
    ['where', 'when'],
    ['params', 'args'],
    ['timeout', 'timeoutMs'],
    ['timeout_ms', 'timeoutMs'],
    ['on_error', 'onError'],
    ['retries', 'retry'],
    ['wen', 'when'],
  ])
    t.match(compiled({ steps: [refund({ [key!]: 'x' })] }), {
      status: 'needs_review',
      diagnostics: [
        { code: 'UNKNOWN_KEY', path: `pay.${key}`, candidates: [meant] },
        { code: 'NO_APPROVAL' },
      ],
    })
  t.match(told({ id: 'ask', kind: 'approval', message: 'Go on?', approvers: ['admin'] }), [
    'error UNKNOWN_KEY ask.approvers: a step of kind approval has no "approvers"; did you mean assignees?',
  ])
  const branches = {
    id: 'b',
    kind: 'if',
    cases: [{ when: 'true', steps: [], ...Object.fromEntries([['then', []]]) }],
    else_if: [],
  }
  t.same(
    compiled({ steps: [branches] }).diagnostics.flatMap(({ code, path }) =>
      code === 'UNKNOWN_KEY' ? [path] : [],
    ),
    ['b.else_if', 'b.cases[0].then'],
  )
  t.match(told(call('a', 'person', {}, { xyzzy: 1 })), [/it has id, title, when, .*, args, approval$/])
})

test('so is one of the plan itself', async t => {
  const { diagnostics } = compiled({
    steps: [text(1)],
    arguments: {},
    schedule: {},
    triggers: [],
    description: '',
  })
  const unknown = diagnostics.filter(({ code }) => code === 'UNKNOWN_KEY').map(({ path }) => path)
  t.same(unknown.length, 4)
})

test('an unknown key stays in the plan, so that a plan which is sent back is no other one', async t => {
  const { plan } = compiled({ steps: [call('pay', 'refund', { id: 'R-1' }, { requiresApproval: true })] })
  t.match(compile(plan, world), { status: 'needs_review' })
})

test('an unknown argument is an error unless the schema allows it by word', async t => {
  t.match(told(call('pay', 'refund', { id: 'R-1', approval: true })), [
    'error UNKNOWN_ARGUMENT pay: shop__refund takes no argument approval, it takes id; approval stands beside args, not in it',
    /NO_APPROVAL/,
  ])
  t.same(codes(call('p', 'people', { limt: 5 })), ['error UNKNOWN_ARGUMENT'])
  t.match(told(call('p', 'people', { limt: 5 })), [/did you mean limit\?$/])
  t.same(codes(call('o', 'open', { id: 'a', more: 1 })), [])
})

test('what is left to fill in is no text', async t => {
  for (const left of [
    'Hello {{inputs.name}}',
    'Hello ${inputs.name}',
    '{{ steps.one.name }}',
    '$inputs.name',
    'inputs.name',
    'steps.one.name',
    'https://example.com/people/{id}',
    { $t: 'Hello {{inputs.name}}' },
    { to: ['{{inputs.name}}'] },
  ])
    t.same(codes(one, text(left)), ['error PLACEHOLDER'], JSON.stringify(left))
  for (const left of ['Dear <Your name>', 'Dear {name}', { $t: 'Dear <NAME>, ${inputs.a}' }])
    t.same(codes(one, text(left)), ['question PLACEHOLDER'], JSON.stringify(left))
  for (const meant of [
    '<p>Hello <b>you</b></p>',
    'a { b } c',
    'x < y > z',
    '{"json": true}',
    'see steps.one',
    { $: '"Hello {{name}}"' },
    { $t: 'Hello ${inputs.name}' },
    { $t: 'costs $${5}' },
    'inputs',
    '<custom-tag>x</custom-tag>',
  ])
    t.same(codes(one, text(meant)), [], JSON.stringify(meant))
  t.same(codes(call('a', 'render', { template: 'Dear {{name}}' })), [], 'a tool that fills templates in')
  t.match(told(text('Hello {{inputs.name}}')), [
    'error PLACEHOLDER a.value: {{inputs.name}} in a text is sent as it stands; write {"$t": "...${inputs.name}..."} for a value',
  ])
  t.match(told(text('inputs.txt')), [
    /sent as it stands; write {"\$": "inputs.txt"} for the value, {"\$": "'inputs.txt'"} for the text$/,
  ])
})

test('fields are held against their schemas through everything that keeps them', async t => {
  for (const source of [
    'steps.one.nam',
    'steps.people[0].nam',
    'steps.people.map(p, p.nam)',
    'steps.people.filter(p, p.nam == "x")',
    'steps.people.filter(p, p.age > 3).map(p, p.nam)',
    'first(steps.people).nam',
    'steps.people.exists(p, p.nam == "x")',
    'sortBy(steps.people, "nam")',
    'sortBy(steps.people, "name")[0].nam',
    'groupBy(steps.people, "nam")',
    'groupBy(steps.people, "name")[0].items[0].nam',
    'groupBy(steps.people, "name").map(g, g.kind)',
    'find(steps.people, "nam", "Ada")',
    'find(steps.people, "name", "Ada").nam',
    'toMap(steps.people, "nam")',
    'toMap(steps.people, "name")["Ada"].nam',
    'toMap(steps.people, "name", "nam")',
    'countBy(steps.people, "nam")',
    'sumBy(steps.people, "nam")',
    'table(steps.people, ["name", "nam"])',
    'bullets(steps.people, "nam")',
    'chunk(steps.people, 2)[0][0].nam',
    'steps.kept[0].nam',
    '{"a": steps.one}.a.nam',
    '[steps.one][0].nam',
    'steps.paged.items[0].nam',
    'true ? steps.one.nam : ""',
    '"x" + steps.one.nam',
    'size(steps.people) > 1 && steps.one.nam == "x"',
  ]) {
    const found = codes(one, people, call('paged', 'paged'), set('kept', 'steps.people'), set('a', source))
    t.ok(found.includes('error UNKNOWN_FIELD'), `${source}: ${found}`)
  }
  const texts = { id: 'a', kind: 'set', value: { $t: 'Hello ${steps.one.nam}' } }
  t.same(codes(one, texts), ['error UNKNOWN_FIELD'])
  t.same(codes(one, set('a', '1', { when: 'steps.one.nam == "x"' })), ['error UNKNOWN_FIELD'])
  const loop = { id: 'each', kind: 'foreach', over: 'steps.people', as: 'p', steps: [set('b', 'p.nam')] }
  t.same(codes(people, loop), ['error UNKNOWN_FIELD'])
  const lines = { id: 'each', kind: 'foreach', over: 'steps.people', as: 'p', steps: [set('b', 'p')] }
  t.same(codes(people, lines, set('a', 'steps.each[0].nam')), ['error UNKNOWN_FIELD'])
  t.match(told(one, set('a', 'steps.one.nam')), [/has no nam; it has name, kind, age; did you mean name\?$/])
})

test('what may be there, or is not known, is no fault', async t => {
  for (const source of [
    'steps.one.name',
    'default(steps.one.nick, "")',
    'has(steps.one.nick)',
    'steps.one.?nick.orValue("")',
    'steps.anything.a.b[0].c',
    'steps.people.map(p, p.name)',
    'groupBy(steps.people, "name").map(g, g.key + string(size(g.items)))',
    'steps.rows.map(r, r.whatever)',
    'find(steps.people, "name", "Ada").name',
    'toMap(steps.people, "name")["Ada"].name',
    'countBy(steps.people, "name").Ada + 1',
    'table(steps.people, ["name", "kind"])',
    'isBlank(steps.one.nick) || isBlank(steps.one.age)',
    'steps.one.age.isBlank() ? "" : steps.one.age',
    'zip(steps.people, steps.rows)[0][1].whatever',
    'steps.paged.items.map(i, i.name)',
    'inputs.person.nick',
    'steps.people.map(p, {"n": p.name}).map(q, q.n)',
    'sum(steps.people.map(p, default(p.age, 0)))',
  ])
    t.same(
      codes(
        one,
        people,
        call('anything', 'anything'),
        call('rows', 'rows'),
        call('paged', 'paged'),
        set('a', source),
      ),
      [],
      source,
    )
  t.same(
    codes(call('seen', 'seen'), set('a', 'steps.seen.b')),
    ['question UNKNOWN_FIELD'],
    'only seen so far',
  )
  t.same(codes(call('seen', 'seen'), set('a', 'upper(steps.seen.empty)')), [], 'only seen empty so far')
})

test('a field that may be missing is a question where it is read bare', async t => {
  t.same(codes(one, set('a', 'steps.one.age')), ['question OPTIONAL_FIELD'])
  t.same(codes(one, set('a', 'steps.one.age', { when: 'has(steps.one.age)' })), [])
  t.same(codes(one, set('a', 'has(steps.one.age) ? steps.one.age : 0')), [])
  t.same(codes(people, set('a', 'steps.people.filter(p, has(p.age)).map(p, p.age)')), [])
})

test('so is one of a step that may be skipped or go on after a failure', async t => {
  const skipped = { ...one, when: 'inputs.a == 1' }
  const failing = { ...one, onError: 'continue' }
  t.same(codes(skipped, set('a', 'steps.one.name')), ['question OPTIONAL_FIELD'])
  t.match(told(failing, set('a', 'steps.one.name')), [
    /^question OPTIONAL_FIELD a.value: steps.one is null when one fails/,
  ])
  t.same(codes(skipped, set('a', 'steps.one.name', { when: 'inputs.a == 1' })), [], 'on the same condition')
  t.same(codes(failing, set('a', 'steps.one.name', { when: 'steps.one != null' })), [])
  t.same(codes(failing, set('a', 'default(steps.one.name, "")')), [])
  t.same(codes(failing, set('a', 'steps.one == null ? "" : steps.one.name')), [])
})

test('failed and skipped are asked of a step, and of one that they can be true of', async t => {
  const failing = { ...one, onError: 'continue' }
  const skipped = { ...one, when: 'inputs.a == 1' }
  t.same(codes(failing, set('a', 'failed(steps.one)')), [])
  t.same(codes(failing, set('a', '1', { when: '!steps.one.failed()' })), [])
  t.same(codes({ ...one, onError: { steps: [set('b', '1')] } }, set('a', 'failed(steps.one)')), [])
  t.same(codes(skipped, set('a', 'skipped(steps.one)')), [])
  t.same(codes(failing, set('a', 'failed(steps.one) ? "" : steps.one.name')), [], 'its fields are there then')
  t.same(codes(skipped, set('a', 'steps.one.name', { when: '!skipped(steps.one)' })), [])
  t.match(told(one, set('a', '1', { when: 'failed(steps.one)' })), [
    /^question NEVER_TRUE a.when: failed\(steps.one\) is never true: nothing after one runs when it fails/,
  ])
  t.match(told(one, set('a', 'skipped(steps.one)')), [/^question NEVER_TRUE a.value: .* one has no `when`/])
  t.same(codes(one, set('a', 'failed(steps.two)')), ['error BAD_REFERENCE'])
  t.match(told(failing, set('a', 'failed(steps.one) + 1')), [/BAD_EXPRESSION/])
  for (const wrong of ['steps.one.name', 'inputs.a', '"one"', 'steps', 'steps.one, steps.one', ''])
    t.match(told(failing, set('a', `failed(${wrong})`)), [
      /BAD_EXPRESSION a.value: failed takes one step, such as failed\(steps.orders\)/,
    ])
})

test('a literal that a field never is, a text against a number, a condition that is none', async t => {
  const read = (source: string, more: object = {}) => told(one, people, set('a', source, more))
  t.match(read('1', { when: 'default(steps.one.kind, "rent") == "security_deposit"' }), [])
  t.match(read('1', { when: 'has(steps.one.kind) && steps.one.kind == "deposits"' }), [
    'error UNKNOWN_VALUE a.when: steps.one.kind is never "deposits": it is one of deposit, rent; did you mean "deposit"?',
  ])
  t.match(read('steps.people.filter(p, has(p.kind) && p.kind in ["rent", "lease"])'), [
    /UNKNOWN_VALUE .* never "lease"/,
  ])
  t.match(read('steps.one.name == 5'), [/BAD_EXPRESSION a.value: a text and a number are never equal/])
  t.match(read('steps.one.name > 5'), [
    /BAD_EXPRESSION a.value: > does not take a text and a number: write number\(steps.one.name\)/,
  ])
  t.match(read('1', { when: 'steps.one.name' }), [
    /BAD_EXPRESSION a.when: expected true or false, received a string/,
  ])
  t.match(read('upper(steps.people)'), [
    /BAD_EXPRESSION a.value: upper expects a text, steps.people is a list/,
  ])
  t.match(read('sum(steps.people.map(p, p.name))'), [/BAD_EXPRESSION a.value: sum takes numbers/])
  t.match(read('sumBy(steps.people, "name")'), [/BAD_EXPRESSION a.value: sumBy takes numbers/])
  t.match(read('sortBy(steps.people, "name", "desc")'), [/UNKNOWN_VALUE .* did you mean "descending"\?$/])
  t.match(told(call('x', 'anything'), set('a', 'steps.x.sortBy(r, -r.sum)')), [/BAD_EXPRESSION/])
  t.match(read('steps.people.length'), [
    /BAD_REFERENCE a.value: steps.people has no length: write size\(steps.people\)/,
  ])
  t.match(told(call('x', 'anything'), set('a', 'steps.x.output.y')), [
    /^question UNKNOWN_FIELD a.value: steps.x.output: steps.x is itself/,
  ])
})

test('a choice by type: each branch knows what the test has found out', async t => {
  const read = (source: string) => told(people, set('a', source))
  t.match(read('type(steps.people) == "map" ? first(values(steps.people)) : steps.people'), [])
  t.match(read('"list" == type(steps.people) ? steps.people : steps.people.items'), [])
  t.match(read('steps.people.type() != "list" ? values(steps.people) : steps.people'), [])
  t.match(read('type(steps.people) == "list" ? values(steps.people) : []'), [
    /BAD_EXPRESSION a.value: values expects a map, steps.people is a list/,
  ])
  t.match(read('type(steps.people) == "map" ? upper(steps.people) : ""'), [/upper expects a text/])
  t.match(read('steps.people.map(p, type(p.name) == "list" ? first(p.name) : p.name)'), [])
  t.match(read('steps.people.map(p, type(p.name) == "list" ? [{"name": 1}].map(p, p.name + 1) : [])'), [])
})

test('patterns of dates as other languages write them', async t => {
  for (const [pattern, instead] of [
    ['YYYY-MM-DD', 'yyyy-MM-dd'],
    ['DD.MM.YYYY', 'dd.MM.yyyy'],
    ['yyyy-mm-dd', 'yyyy-MM-dd'],
    ['%Y-%m-%d', 'yyyy-MM-dd'],
    ['hh:mm A', 'hh:mm a'],
  ])
    t.match(
      told(set('a', `formatDate(now, "${pattern}")`)),
      [`write ${JSON.stringify(instead)}`].map(each => new RegExp(`^error BAD_DATE_FORMAT .*${each}$`)),
    )
  for (const pattern of [
    'yyyy-MM-dd',
    'd LLLL yyyy, HH:mm',
    "dd 'of' MMMM",
    'cccc',
    'yyyyMMdd HHmmss',
    'mm:ss',
    'HH:mm',
  ])
    t.same(codes(set('a', `formatDate(now, "${pattern}")`)), [], pattern)
})

test('expressions of other languages say what to write here', async t => {
  for (const [source, instead] of [
    ['steps.people.map(p => p.name)', 'list.map(item, item.name)'],
    ['inputs.a === 1', 'write == or !='],
    ['len(steps.people)', 'size(x)'],
    ['steps.people.includes("x")', 'contains(x, part)'],
    ['inputs.a ?? 1', 'default(value, other)'],
    ['inputs.a and inputs.b', '&&, || and !'],
    ['inputs.name | upper', 'write a function'],
    ['uper(inputs.name)', 'did you mean upper?'],
    ['inputs.name.toUpperCase()', 'upper(text)'],
    ['if inputs.a then 1 else 2', 'condition ? value : other'],
    ['{{inputs.a}}', 'without {{ }}'],
    ['inputs.a = 1', 'write == to compare'],
  ]) {
    const [line = ''] = told(people, set('a', source!))
    t.ok(line.startsWith('error BAD_EXPRESSION') && line.includes(instead!), `${source}: ${line}`)
  }
})

test('code returns something, and sees only its arguments', async t => {
  const code = (js: string) => told({ id: 'a', kind: 'code', js, args: {} })
  t.match(code('(args) => args.a'), [/BAD_CODE a.js: expected the body of a function, received a function/])
  t.match(code('return inputs.a'), [/BAD_CODE a.js: the code does not see inputs/])
  t.match(code('return steps.one.name'), [/BAD_CODE a.js: the code does not see steps/])
  t.match(code('args.a + 1'), [/BAD_CODE a.js: the code returns nothing/])
  t.match(code('args.list.map(x => { return x })'), [/BAD_CODE a.js: the code returns nothing/])
  for (const fine of [
    'return args.inputs',
    'const inputs = args.inputs\nreturn inputs.a',
    'const { steps } = args; return steps',
    'return args.list.map(steps => steps + 1)',
    'if (args.a) return 1\nthrow new Error("no")',
    'throw new Error("no")',
    'return { inputs: 1 }',
  ])
    t.same(code(fine), [], fine)
})

test('who is asked: a destructive step that nobody approves, approvers who are nobody, an agent without model', async t => {
  const refund = call('pay', 'refund', { id: 'R-1' })
  t.same(codes(refund), ['question NO_APPROVAL'])
  t.same(codes({ ...refund, approval: { message: 'Refund?' } }), [])
  t.same(codes({ id: 'ask', kind: 'approval', message: 'Refund?' }, refund), [], 'asked before')
  const ask = (assignees: string[]) => ({ id: 'ask', kind: 'approval', message: 'Go on?', assignees })
  t.same(codes(ask(['nobody@example.com'])), ['question NOBODY_CAN_DECIDE'])
  t.same(codes(ask(['nobody@example.com', 'admin'])), [], 'somebody can')
  t.same(codes({ id: 'write', kind: 'agent', goal: 'Write' }), ['question NO_MODEL'])
  t.same(codes({ id: 'write', kind: 'agent', goal: 'Write', model: 'small' }), [])
  t.same(codes({ id: 'write', kind: 'agent', goal: 'Write', model: 'large' }), ['question NO_MODEL'])
  const question = { id: 'mood', kind: 'ask', question: 'How is it meant?' }
  t.same(codes(question), ['error NO_MODEL'], 'a question is part of what the author wants judged')
  t.same(codes({ ...question, model: 'small' }), [])
  t.same(codes({ ...question, model: 'large' }), ['error NO_MODEL'])
})

test('a plan by hand that computes something and returns nothing is told so', async t => {
  t.match(compiled({ steps: [text(1)] }), {
    status: 'ready',
    diagnostics: [{ code: 'NO_RETURN', severity: 'info' }],
  })
  t.same(
    compiled({ steps: [call('a', 'send', { to: 'x', text: 'y' })] }).diagnostics,
    [],
    'only its effects count',
  )
  t.same(compiled({ steps: [{ id: 'a', kind: 'return', value: 1 }] }).diagnostics, [])
})
