import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Diagnostic, Plan } from '../../../domain/plan/plan.ts'
import { PlanSchema } from '../../../domain/plan/plan-schema.ts'
import { fixtureTools } from '../../support/fixture-tools.ts'

const compiled = (...steps: object[]) => compile(PlanSchema.parse({ steps }) as Plan, { tools: fixtureTools })
/** Most plans here return nothing, and are told so. */
const judged = (all: readonly Diagnostic[]) => all.filter(({ code }) => code !== 'NO_RETURN')
const codes = (...steps: object[]) =>
  judged(compiled(...steps).diagnostics).map(each => `${each.code} ${each.path}`)

const get = { id: 'get', kind: 'tool', tool: 'http_get', args: { url: 'https://example.com/' } }
const set = (id: string, reads: string) => ({ id, kind: 'set', value: { $: reads } })

test('a sound plan is ready and carries the effects of its tools', async t => {
  const { status, plan, diagnostics } = compiled({ ...get, effect: 'pure' }, set('b', 'steps.get.status'))
  t.same(judged(diagnostics), [])
  t.equal(status, 'ready')
  t.match(plan.steps[0], { server: null, effect: 'read' })
})

test("a server's tool may be named by its offered name", async t => {
  const args = { customer: 'Ann', amount: 5 }
  const { plan, status } = compiled({ id: 'bill', kind: 'tool', tool: 'billing__create_invoice', args })
  t.equal(status, 'ready')
  t.match(plan.steps[0], { server: 'billing', tool: 'create_invoice', effect: 'write' })
})

test('an unknown tool is named with those that come near', async t => {
  const [diagnostic] = compiled({ id: 'a', kind: 'tool', tool: 'list_sorter', args: {} }).diagnostics
  t.match(diagnostic, { code: 'UNKNOWN_TOOL', severity: 'error', path: 'a.tool' })
  t.ok(diagnostic!.candidates!.includes('list_sort'))
})

test('arguments are held against the schema of the tool', async t => {
  const bill = (args: object) => ({
    id: 'bill',
    kind: 'tool',
    server: 'billing',
    tool: 'create_invoice',
    args,
  })
  t.same(codes(bill({ customer: 'Ann' })), ['MISSING_ARGUMENT bill.args.amount'])
  t.same(codes(bill({ customer: 'Ann', amount: '5' })), ['BAD_ARGUMENT bill.args.amount'])
  t.same(codes(bill({ customer: 'Ann', amount: 5, currency: 'GBP' })), ['BAD_ARGUMENT bill.args.currency'])
  t.same(codes(bill({ customer: 'Ann', amount: 5, colour: 'red' })), ['UNKNOWN_ARGUMENT bill.args.colour'])
  t.same(codes(bill({ customer: 'Ann', amount: { $t: '${inputs.n}' } })), ['BAD_ARGUMENT bill.args.amount'])
  t.same(codes(bill({ customer: 'Ann', amount: { $: 'inputs.n' } })), [])
  t.same(codes(bill({ customer: { $secret: 'github' }, amount: 5 })), [])
  t.same(codes(bill({ customer: 'Ann', amount: { $secret: 'github' } })), ['BAD_ARGUMENT bill.args.amount'])
})

test('a message names the step, the field and what was expected', async t => {
  const args = { customer: 'Ann', amount: '5' }
  const [diagnostic] = compiled({
    id: 'bill',
    kind: 'tool',
    server: 'billing',
    tool: 'create_invoice',
    args,
  }).diagnostics
  t.equal(diagnostic!.message, 'bill.args.amount: expected number, received string')
})

test('a step sees what came before it and nothing else', async t => {
  t.same(codes(set('a', 'steps.b'), set('b', '1')), ['BAD_REFERENCE a'])
  t.same(codes(set('a', 'steps.a')), ['BAD_REFERENCE a'])
  t.same(codes(set('a', 'steps.nowhere')), ['BAD_REFERENCE a'])
  t.same(codes(set('a', 'item.x')), ['BAD_REFERENCE a'])
  const branch = {
    id: 'if1',
    kind: 'if',
    cases: [{ when: 'true', steps: [set('inner', '1')] }],
    else: [set('c', 'steps.inner')],
  }
  t.same(codes(branch, set('after', 'steps.inner')), ['BAD_REFERENCE c', 'BAD_REFERENCE after'])
  const loop = {
    id: 'each',
    kind: 'foreach',
    over: '[1]',
    as: 'item',
    steps: [set('inner', 'item + 1'), set('o', 'steps.inner')],
  }
  t.same(codes(loop, set('after', 'steps.each')), [])
  t.same(codes(loop, set('after', 'item')), ['BAD_REFERENCE after'])
})

test('ids are unique in the whole plan', async t => {
  const loop = { id: 'each', kind: 'foreach', over: '[1]', as: 'item', steps: [set('a', '1')] }
  t.same(codes(set('a', '1'), loop), ['DUPLICATE_ID a.id'])
})

test('a loop variable that means something else is refused', async t => {
  const loop = (as: string) => ({ id: 'each', kind: 'foreach', over: '[1]', as, steps: [] })
  t.same(codes(loop('inputs')), ['BAD_NAME each.as'])
  t.same(codes(loop('in')), ['BAD_NAME each.as'])
})

test('expressions are checked where they stand', async t => {
  t.same(codes(set('a', '1 +')), ['BAD_EXPRESSION a.value'])
  t.same(codes({ ...set('a', '1'), when: '"text"' }), ['BAD_EXPRESSION a.when'])
  t.same(codes({ id: 'e', kind: 'foreach', over: '3', as: 'x', steps: [] }), ['BAD_EXPRESSION e.over'])
  t.same(codes({ ...get, args: { url: { $: 'nope(' } } }), ['BAD_EXPRESSION get.args.url'])
})

test('an agent has tools that are there, and a schema that can be used', async t => {
  const agent = (more: object) => ({ id: 'think', kind: 'agent', goal: { $: 'inputs.goal' }, ...more })
  t.same(codes(agent({ tools: ['http_get'], maxSteps: 3, maxCu: 5 })), [])
  t.same(codes(agent({ tools: ['http_gett'] })), ['UNKNOWN_TOOL think.tools[0]'])
  t.same(codes(agent({ outputSchema: { $ref: '#/nowhere' } })), ['BAD_ARGUMENT think.outputSchema'])
  t.same(codes(agent({ retry: { maxAttempts: 2 } })), ['BAD_RETRY think.retry'])
  t.same(codes({ ...get, when: 'inputs.go == true', timeoutMs: 5 }), [])
})

test('code must parse as the body of a function, and takes no secrets', async t => {
  const code = (js: string, more = {}) => ({ id: 'run', kind: 'code', js, ...more })
  t.same(
    codes(code('return await args.a', { args: { a: { $: 'inputs.a' } }, retry: { maxAttempts: 2 } })),
    [],
  )
  t.same(codes(code(' ')), ['BAD_CODE run.js'])
  for (const js of [
    'return args.',
    'import fs from "fs"',
    'export default 1',
    'await = 1',
    '['.repeat(60_000),
  ])
    t.same(codes(code(js)), ['BAD_CODE run.js'], js.slice(0, 20))
  t.same(codes(code('return 1', { args: { a: { $secret: 'x' } } })), ['BAD_SECRET run.args.a'])
})

test('return ends the plan, not a turn of a loop', async t => {
  const end = { id: 'end', kind: 'return', value: 1 }
  t.same(codes({ id: 'each', kind: 'foreach', over: '[1]', as: 'x', steps: [end] }), ['BAD_RETURN end'])
  t.same(codes({ id: 'both', kind: 'parallel', branches: [{ steps: [end] }] }), ['BAD_RETURN end'])
  t.same(codes({ id: 'if1', kind: 'if', cases: [{ when: 'true', steps: [end] }] }), [])
  t.same(codes(end, set('a', '1')), ['UNREACHABLE a'])
})

test('depth and number of steps are bounded', async t => {
  const nested = (depth: number): object =>
    depth === 1
      ? set(`d${depth}`, '1')
      : { id: `d${depth}`, kind: 'foreach', over: '[1]', as: `x${depth}`, steps: [nested(depth - 1)] }
  t.same(codes(nested(6)), [])
  t.match(codes(nested(7)), [/^TOO_DEEP/])
  const many = (count: number) => Array.from({ length: count }, (_, i) => set(`s${i}`, '1'))
  t.same(codes(...many(100)), [])
  t.same(codes({ id: 'if1', kind: 'if', cases: [{ when: 'true', steps: many(100) }] }), ['TOO_LARGE null'])
  t.same(codes(), ['EMPTY_PLAN null'])
})

test('the schema of the inputs follows from what is read', async t => {
  const bill = {
    id: 'bill',
    kind: 'tool',
    server: 'billing',
    tool: 'create_invoice',
    args: { customer: { $t: 'Mr ${inputs.name}' }, amount: { $: 'inputs.amount' } },
  }
  t.same(compiled(bill, set('z', 'default(inputs.zip, "")')).inputsSchema, {
    type: 'object',
    properties: { amount: { type: 'number' }, name: {}, zip: {} },
    required: ['amount', 'name'],
    additionalProperties: true,
  })
})
