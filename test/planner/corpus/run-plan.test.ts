// Plans that run in process: what of the real product holds there, and what a run tells of itself.
import { type Test, test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import { block, set } from '../../support/execution.ts'
import { domainsFolder, loadDomain } from './prompts.ts'
import { type PlanRun, type PlanRunOptions, runPlan } from './run-plan.ts'
import { openShop } from './shop.ts'

type Rest = Omit<PlanRunOptions, 'tools'>

async function ran(t: Test, steps: readonly Step[], rest: Rest = {}): Promise<PlanRun> {
  const tools = await openShop(loadDomain(`${domainsFolder}/crm.json`))
  t.teardown(() => tools.hub.close())
  const { plan, diagnostics } = compile({ steps }, { tools: tools.tools })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  t.strictSame(errors, [])
  return runPlan(plan, { tools, ...rest })
}

function call(id: string, tool: string, args: JsonObject, extra: Partial<Step> = {}): Step {
  return { id, title: id, kind: 'tool', server: 'crm', tool, args, ...extra } as Step
}
const tag = (id: string, customer: string) => call(id, 'add_tag', { customer_id: customer, tag: 'hot' })
const ask = block('ask', { kind: 'approval', message: 'Go on?' })
const toolsOf = (calls: PlanRun['calls'] | null) => calls?.map(({ tool }) => tool)

test('a run tells its end, its output and every call', async t => {
  const run = await ran(
    t,
    [
      call('all', 'list_deals', { stage: { $: 'inputs.stage' } }),
      block('end', { kind: 'return', value: { $: 'size(steps.all)' } }),
    ],
    { inputs: { stage: 'won' } },
  )
  t.match(run, { status: 'completed', output: 2, error: null, before: null, refused: null })
  t.strictSame(run.calls, [{ tool: 'list_deals', args: { stage: 'won' }, isEffect: false }])
})

test('a list is wrapped as the tool promises, with its count', async t => {
  const run = await ran(t, [call('all', 'list_customers', { country: 'DE' })])
  t.match(run.output, { customers: [{ id: 'cus_1' }, { id: 'cus_5' }], total: 2 })
})

test('time jumps: an hour of waiting takes none, as far as the run lasts', async t => {
  const steps = [tag('one', 'cus_1'), block('rest', { kind: 'wait', for: 3_600_000 }), tag('two', 'cus_2')]
  t.match(await ran(t, steps), { status: 'waiting', lastedMs: 0, calls: { length: 1 } })
  t.match(await ran(t, steps, { lastsMs: 3_600_000 }), { status: 'completed', calls: { length: 2 } })
})

test('an approval stops the run until it is decided, and what came before it is told', async t => {
  const steps = [tag('one', 'cus_1'), ask, tag('two', 'cus_2')]
  t.match(await ran(t, steps), { status: 'awaiting_approval', output: null, calls: { length: 1 } })
  const approved = await ran(t, steps, { decide: 'approve' })
  t.strictSame([toolsOf(approved.before), toolsOf(approved.calls)], [['add_tag'], ['add_tag', 'add_tag']])
  t.match(await ran(t, steps, { decide: 'deny' }), { status: 'failed', error: { code: 'approval-denied' } })
})

test('an approval by several, by others or not by the starter is refused to the one who decides', async t => {
  const of = (policy: object) => ran(t, [{ ...ask, ...policy } as Step], { decide: 'approve' })
  t.match(await of({ quorum: 2 }), { status: 'awaiting_approval', refused: { code: 'conflict' } })
  t.match(await of({ assignees: ['a@b.example'] }), { refused: { code: 'forbidden' } })
  t.match(await of({ notStarter: true }), { refused: { code: 'forbidden' } })
})

test('a tool fails as often as its rule says, anew in each run', async t => {
  const tools = await openShop(loadDomain(`${domainsFolder}/crm.json`))
  t.teardown(() => tools.hub.close())
  const credit = (id: string) => call(id, 'check_credit', { customer_id: 'cus_1' }, { onError: 'continue' })
  const steps = [credit('one'), credit('two'), { ...credit('three'), when: 'steps.two == null' }]
  const { plan } = compile({ steps }, { tools: tools.tools })
  for (const _ of [1, 2]) {
    const { calls, output } = await runPlan(plan, { tools })
    t.equal(calls.filter(({ failed }) => failed !== undefined).length, 2)
    t.strictSame(output, { ok: true })
  }
})

test('arguments that the tool does not take never reach it', async t => {
  const run = await ran(
    t,
    [set('bad', { $: 'inputs.stage' }), call('all', 'list_deals', { stage: { $: 'steps.bad' } })],
    { inputs: { stage: 'elsewhere' } },
  )
  t.match(run, { status: 'failed', error: { code: 'invalid-arguments' }, calls: { length: 0 } })
})

test('the network is out of reach, and there are no other workflows', async t => {
  const get = { ...call('get', 'http_get', { url: 'https://example.com' }), server: null } as Step
  t.match(await ran(t, [get]), { status: 'failed', error: { code: 'unreachable' } })
  const sub = block('sub', { kind: 'workflow', workflow: 'Other', inputs: {} })
  t.match(await ran(t, [sub]), { status: 'failed', error: { code: 'not-found' } })
})

test('what may pass is tried again, in time that jumps', async t => {
  const get = { ...call('get', 'http_get', { url: 'https://example.com' }), server: null } as Step
  const retry = { maxAttempts: 3, backoffMs: 4_000 }
  const run = await ran(t, [{ ...get, retry }, tag('after', 'cus_1')])
  t.match(run, { status: 'failed', error: { code: 'unreachable' }, calls: { length: 0 } })
  t.ok(run.lastedMs > 0)
})
