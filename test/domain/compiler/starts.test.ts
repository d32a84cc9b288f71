// Plans that say what starts them.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Json } from '../../../domain/json.ts'
import { readPlan } from '../../../domain/plan/reading/read-plan.ts'
import { explain } from '../../../language/planner/explain/explain.ts'
import { fixtureTools } from '../../support/fixture-tools.ts'

const workflows = [
  { id: 'wf_01jd0000000000000000000001', name: 'Shop' },
  { id: 'wf_01jd0000000000000000000002', name: 'Twice' },
  { id: 'wf_01jd0000000000000000000003', name: 'Twice' },
]
const monday = { kind: 'schedule', cron: '0 9 * * 1', timezone: 'Europe/Berlin' }
const reading = (...names: readonly string[]) => [
  { id: 'end', kind: 'return', value: names.map(name => ({ $: `inputs.${name}` })) },
]

function judged(start: readonly object[], more: object = {}) {
  const { plan, faults } = readPlan({ start, steps: reading(), ...more } as unknown as Json)
  return compile(plan, { tools: fixtureTools, workflows, diagnostics: faults })
}
const told = (start: readonly object[], more: object = {}) =>
  judged(start, more).diagnostics.map(({ code, path, message }) => `${code} ${path} ${message}`)

test('starts have ids of their own, or get one by their kind', async t => {
  const { plan, status } = judged([monday, { ...monday, id: 'late' }, monday, { kind: 'hook' }])
  t.equal(status, 'ready')
  t.same(
    plan.start!.map(({ id }) => id),
    ['schedule', 'late', 'schedule_2', 'hook'],
  )
  t.match(
    told([
      { ...monday, id: 'a' },
      { kind: 'hook', id: 'a' },
    ]),
    [/^DUPLICATE_ID start\[1\]\.id/],
  )
})

test('the only schedule is that of the compilation, several are none', async t => {
  t.match(judged([monday, { kind: 'hook' }]), {
    schedule: { cron: '0 9 * * 1', timezone: 'Europe/Berlin' },
    triggers: [{ kind: 'hook' }],
  })
  t.equal(judged([monday, monday]).schedule, null)
  t.equal(judged([]).schedule, null)
})

test('what nothing starts by yet is refused by name, with what there is', async t => {
  for (const kind of ['poll', 'form', 'mail', 'message'])
    t.same(told([{ kind }, monday]), [
      `NOT_SUPPORTED start[0].kind start[0].kind: nothing starts by ${kind} yet; there are schedule, hook, completion`,
    ])
  t.match(told([{ kind: 'cron' }]), [/^BAD_SHAPE start\[0\]\.kind/])
})

test('a schedule names a time that comes', async t => {
  t.match(told([{ ...monday, cron: '0 9 * *' }]), [/^BAD_SHAPE start\[0\]\.cron .*five fields/])
  t.match(told([{ ...monday, timezone: 'Berlin' }]), [/^BAD_SHAPE start\[0\]\.timezone/])
  t.match(told([{ ...monday, everyWeeks: 2 }]), [/^BAD_SHAPE start\[0\]\.from .*weeks are counted/])
  t.match(told([{ ...monday, zone: 'UTC' }]), [/^UNKNOWN_KEY .*did you mean timezone\?$/])
})

test('each start gives the inputs that the plan needs', async t => {
  const steps = reading('region')
  t.match(told([monday], { steps }), [/^BAD_START start\[0\]\.inputs\.region/])
  t.same(told([{ ...monday, inputs: { region: 'north' } }], { steps }), [])
  const inputs = { properties: { region: { type: 'string', default: 'north' } } }
  t.same(told([monday], { steps, inputs }), [], 'a default is given')
  t.match(told([{ ...monday, inputs: { region: 7 } }], { steps, inputs }), [/^BAD_START .*expected string/])
  t.match(told([{ ...monday, inputs: { reigon: 'x' } }], { steps, inputs }), [/^UNKNOWN_INPUT start\[0\]/])
  t.match(told([{ kind: 'hook', inputs: {} }], { steps }), [/^BAD_START start\[0\]\.inputs\.region/])
  t.same(told([{ kind: 'hook' }], { steps }), [], 'the body may have it')
  t.match(told([{ kind: 'completion', workflow: 'Shop' }], { steps }), [
    /^BAD_START .*gives id, status, output/,
  ])
  t.same(told([{ kind: 'completion', workflow: 'Shop' }], { steps: reading('output') }), [])
})

test('expressions of a start read what its kind gives', async t => {
  const hook = (inputs: object, more: object = {}) => told([{ kind: 'hook', inputs, ...more }])
  t.same(hook({ a: 'body.a', b: 'query.b', c: "headers['x-c']" }), [])
  t.match(hook({ a: 'execution.output' }), [/^BAD_EXPRESSION start\[0\]\.inputs\.a .*body, query or headers/])
  t.match(hook({}, { deduplication: { expression: '1 +' } }), [/^BAD_EXPRESSION start\[0\]\.deduplication/])
  const end = { kind: 'completion', workflow: 'Shop', inputs: { a: 'body.a' } }
  t.match(told([end]), [/^BAD_EXPRESSION start\[0\]\.inputs\.a/])
})

test('a workflow whose executions are watched is there, once', async t => {
  const watching = (workflow: string) => judged([{ kind: 'completion', workflow }])
  t.match(watching('Shop').plan.start, [{ workflow: 'Shop', workflowId: workflows[0]!.id }])
  t.match(watching('Twice').diagnostics, [{ code: 'AMBIGUOUS_WORKFLOW', path: 'start[0].workflow' }])
  t.match(watching('Shopp').diagnostics, [{ code: 'UNKNOWN_WORKFLOW', path: 'start[0].workflow' }])
  const forged = judged([{ kind: 'completion', workflow: 'Nowhere', workflowId: workflows[0]!.id }])
  t.notOk('workflowId' in forged.plan.start![0]!, 'only the compiler says which it is')
})

test('a start holds no secret', async t => {
  const verification = { kind: 'bearer', secret: 'correct horse' }
  t.match(told([{ kind: 'hook', verification }]), [
    /^UNKNOWN_KEY .*a start of kind hook has no "verification"/,
  ])
})

test('the explanation begins with what starts the workflow', async t => {
  const { plan } = judged([
    { ...monday, everyWeeks: 2, from: '2026-12-07', inputs: { region: 'north' } },
    { kind: 'hook', inputs: { region: 'body.region' } },
    { kind: 'completion', workflow: 'Shop', on: 'failed' },
  ])
  t.same(explain(plan, fixtureTools).split('\n').slice(0, 3), [
    '1. Run this every Monday at 09:00, Europe/Berlin, in every 2nd week from 2026-12-07 on, with region "north".',
    '2. Run this when the hook of this workflow is called, with region from `` body.region ``.',
    '3. Run this when an execution of the workflow "Shop" fails.',
  ])
})
