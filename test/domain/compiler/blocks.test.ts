// Steps that wait, ask, repeat, recover or call other workflows, as the compiler judges them.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Diagnostic, Plan } from '../../../domain/plan/plan.ts'
import { PlanSchema } from '../../../domain/plan/plan-schema.ts'
import { fixtureTools } from '../../support/fixture-tools.ts'

const workflows = [
  { id: 'wf_1', name: 'Billing' },
  { id: 'wf_2', name: 'Twin' },
  { id: 'wf_3', name: 'Twin' },
]
const planOf = (steps: object[]) => PlanSchema.parse({ steps }) as Plan
const compiled = (...steps: object[]) => compile(planOf(steps), { tools: fixtureTools, workflows })
/** Most plans here return nothing, and are told so. */
const judged = (all: readonly Diagnostic[]) => all.filter(({ code }) => code !== 'NO_RETURN')
const codes = (...steps: object[]) =>
  judged(compiled(...steps).diagnostics).map(each => `${each.code} ${each.path}`)

const get = { id: 'get', kind: 'tool', tool: 'http_get', args: { url: 'https://example.com/' } }
const set = (id: string, reads: string) => ({ id, kind: 'set', value: { $: reads } })
const ask = { id: 'ask', kind: 'approval', message: 'Go on?' }

test('an approval names whom it asks, and no more approvals than they can give', async t => {
  t.same(codes(ask), [])
  t.same(codes({ ...ask, assignees: [' '] }), ['BAD_APPROVAL ask.assignees[0]'])
  t.same(codes({ ...ask, assignees: ['a@b.c', 'd@e.f'], quorum: 2 }), [])
  t.same(codes({ ...ask, assignees: ['a@b.c', 'A@b.c', 'd@e.f'], quorum: 3 }), ['BAD_APPROVAL ask.quorum'])
  t.same(codes({ ...ask, assignees: ['admin'], quorum: 2 }), [])
  t.same(codes({ ...ask, assignees: ['a@b.c', 'owner'], quorum: 9 }), [], 'a role stands for many')
})

test('a role that is asked means those above it as well, at every place and once', async t => {
  const asked = (assignees: string[]) => {
    const policy = { message: 'Go on?', assignees }
    const { plan } = compiled({ ...ask, assignees }, { ...get, approval: policy })
    const [step, call] = plan.steps as unknown as {
      assignees?: string[]
      approval?: { assignees: string[] }
    }[]
    t.strictSame(call!.approval!.assignees, step!.assignees)
    const again = compile(plan, { tools: fixtureTools }).plan.steps as unknown as { assignees?: string[] }[]
    t.strictSame(again[0]!.assignees, step!.assignees, 'compiled again it stays')
    return step!.assignees
  }
  t.strictSame(asked(['admin']), ['admin', 'owner'])
  t.strictSame(asked(['owner']), ['owner'])
  t.strictSame(asked(['Member', 'a@b.c']), ['Member', 'a@b.c', 'admin', 'owner'])
  t.strictSame(asked(['owner', 'member']), ['owner', 'member', 'admin'])
  t.strictSame(asked(['a@b.c']), ['a@b.c'])
  t.strictSame(asked([]), [])
})

test("an approval's form is a JSON Schema", async t => {
  t.same(codes({ ...ask, form: { type: 'object', properties: { reason: { type: 'string' } } } }), [])
  t.same(codes({ ...ask, form: { $ref: '#/nowhere' } }), ['BAD_APPROVAL ask.form'])
})

test('what an approval shows is checked like everything that is computed', async t => {
  t.same(codes({ ...ask, message: { $t: 'Pay ${steps.nowhere}?' } }), ['BAD_REFERENCE ask'])
  const approved = { ...get, approval: { message: { $t: 'Get ${inputs.url' } } }
  t.same(codes(approved), ['BAD_EXPRESSION get.approval.message'])
  const shown = compiled({ ...get, approval: { message: { $t: 'Get ${inputs.why}' } } })
  t.same(shown.inputsSchema['required'], ['why'])
})

test('only tool calls are approved before they are sent, or tried again', async t => {
  t.same(codes({ ...get, retry: { maxAttempts: 3 }, approval: { message: 'ok?' } }), [])
  t.same(codes({ ...ask, retry: { maxAttempts: 3 } }), ['BAD_RETRY ask.retry'])
  const backwards = { maxAttempts: 3, backoffMs: 500, maxBackoffMs: 100 }
  t.same(codes({ ...get, retry: backwards }), ['BAD_RETRY get.retry.maxBackoffMs'])
  const plan = { steps: [{ ...set('a', '1'), title: '', approval: { message: 'ok?' } }] } as unknown as Plan
  t.match(compile(plan, { tools: [] }).diagnostics, [{ code: 'BAD_APPROVAL', path: 'a.approval' }])
})

test('a wait is for exactly one thing', async t => {
  const wait = (block: object) => ({ id: 'wait', kind: 'wait', ...block })
  t.same(codes(wait({ for: 5 }), set('a', 'steps.wait')), [])
  t.same(codes(wait({ until: { $: 'nextClock(now, "17:00", "UTC")' } })), [])
  t.same(codes(wait({ until: '2026-03-01T09:00:00Z' })), [])
  t.same(codes(wait({ event: 'paid' })), [])
  t.same(codes(wait({})), ['BAD_WAIT wait'])
  t.same(codes(wait({ for: 5, event: 'paid' })), ['BAD_WAIT wait'])
  t.same(codes(wait({ until: '2026-03-01T09:00' })), ['BAD_WAIT wait.until'])
  t.same(codes(wait({ until: { $: 'steps.later' } })), ['BAD_REFERENCE wait'])
})

test('the steps after a failure see the error and what the step saw', async t => {
  const handled = (...steps: object[]) => ({ ...get, onError: { steps } })
  t.same(codes(set('a', '1'), handled(set('b', '[steps.a, error.message]'))), [])
  t.same(codes(handled(set('b', 'steps.get'))), ['BAD_REFERENCE b'])
  t.same(codes(handled(), set('b', 'error')), ['BAD_REFERENCE b'])
  t.same(codes(handled(set('b', '1')), set('c', 'steps.b')), ['BAD_REFERENCE c'])
  t.same(codes(handled({ id: 'end', kind: 'return', value: 0 }), set('c', '1')), [])
  t.same(codes({ ...get, onError: 'continue' }), [])
  t.match(compiled(handled({ ...get, id: 'again' })).plan.steps[0], {
    onError: { steps: [{ effect: 'read' }] },
  })
})

test('a workflow is named by its id or by a name that only it has', async t => {
  const run = (workflow: string) => ({
    id: 'run',
    kind: 'workflow',
    workflow,
    inputs: { n: { $: 'inputs.n' } },
  })
  t.same(codes(run('Billing')), [])
  t.same(codes(run('wf_2')), [])
  t.same(codes(run(' ')), ['BAD_WORKFLOW run.workflow'])
  t.same(codes(run('Twin')), ['AMBIGUOUS_WORKFLOW run.workflow'])
  t.match(compiled(run('billing')), {
    status: 'ready',
    diagnostics: [{ code: 'UNKNOWN_WORKFLOW', severity: 'question', candidates: ['Billing'] }],
  })
  t.same(compile(planOf([run('Anything')]), { tools: [] }).diagnostics, [])
})

test('deadline and schedule are kept', async t => {
  const plan = PlanSchema.parse({ deadline: { ms: 5 }, steps: [set('a', 'now')] }) as Plan
  const schedule = { cron: '0 9 * * 1-5', timezone: 'UTC' }
  t.match(compile(plan, { tools: [], schedule }), {
    plan: { deadline: { ms: 5 } },
    schedule,
    status: 'ready',
  })
  t.equal(compile(plan, { tools: [] }).schedule, null)
})
