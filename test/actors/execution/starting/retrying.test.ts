// A retry as it is asked for: which approvals it takes over, and which it asks for again.
import { type Test, test } from 'tap'
import { keptResults } from '../../../../actors/execution/starting/forking.ts'
import { type RetryWish, retryOf } from '../../../../actors/execution/starting/retrying.ts'
import type { Runnable } from '../../../../actors/execution/starting/starting.ts'
import type { JsonObject } from '../../../../domain/json.ts'
import type { Step } from '../../../../domain/plan/plan.ts'
import {
  all,
  begunLife,
  block,
  broke,
  call,
  decision,
  each,
  Life,
  race,
  returned,
  running,
  startOf,
} from '../../../support/execution.ts'

const ask = (id = 'ok', extra = {}) => block(id, { kind: 'approval', message: 'Pay?' }, extra)
const pay = call('pay', { amount: { $: 'inputs.amount' } })
const steps = [ask(), pay, call('report')]
const inputs = { amount: 40 }
/** What makes a retry another run than the one that was approved. */
const others: readonly RetryWish[] = [
  { fromStep: 'report' },
  { inputs: { amount: 1_000_000 } },
  { version: 2 },
]

/** The execution that a retry of this one is. @param plan of the version that it runs */
async function retried(life: Life, plan: readonly Step[], wish: RetryWish): Promise<Life> {
  const runnable: Runnable = {
    ...{ workflowId: 'wf_1', workflowName: 'Report', versionId: 'wfv_1', version: 1 },
    ...{ status: 'ready', diagnostics: [], inputsSchema: {}, isLimited: false, needsAcceptance: false },
  }
  const entry = { address: 'exec_1', seq: 1, at: 0, body: JSON.stringify(life.events) }
  const parts = {
    active: async () => runnable,
    version: async () => runnable,
    kept: async (_: string, fromStep: string | null) => keptResults([entry], fromStep),
    plan: async () => ({ steps: plan }),
  }
  const earlier = { id: 'exec_1', workflowId: 'wf_1', workflowVersion: 1, inputs: life.state.start!.inputs }
  const { forkedFrom, inputs } = await retryOf(parts, earlier, wish)
  const retry = new Life(running(plan))
  retry.tell({ type: 'start', start: { ...startOf(inputs), forkedFrom } })
  return retry
}

function approved(plan: readonly Step[], given: JsonObject = inputs): Life {
  const life = begunLife(plan, given)
  for (const { request } of Object.values(life.state.approvals)) life.tell(decision('approve', request.id))
  return life
}

const asks = (t: Test, life: Life, paths: readonly string[], note: string) =>
  t.strictSame([Object.keys(life.state.approvals), life.owed], [paths, []], note)

test('a retry of the same takes over what was approved', async t => {
  const life = approved(steps)
  life.tell(broke('pay'))
  for (const wish of [{}, { fromStep: null, inputs: null, version: null }])
    t.strictSame((await retried(life, steps, wish)).owed, ['pay'])
})

test('from a step, with other inputs or as another version it asks again, and repeats no call', async t => {
  const life = approved(steps)
  life.tell(returned('pay', 'paid'))
  life.tell(broke('report'))
  for (const wish of others) {
    const retry = await retried(life, steps, wish)
    asks(t, retry, ['ok'], JSON.stringify(wish))
    retry.tell(decision('approve', retry.asked('ok')))
    t.strictSame(retry.owed, ['report'])
  }
  const again = await retried(life, steps, { fromStep: 'pay', inputs: { amount: 1_000_000 } })
  asks(t, again, ['ok'], 'one approval pays once')
  const same = await retried(await retried(life, steps, {}), steps, { inputs: { amount: 41 } })
  asks(t, same, ['ok'], 'a retry that took it over does not hand it on')
})

test('approvals inside of blocks are asked for again, what else was done there is kept', async t => {
  const item = [ask(), call('pay', { to: { $: 'item' } })]
  const plan = [each('all', [all('both', item, [call('note')])], { concurrency: 2 }), call('report')]
  const life = approved(plan, { list: ['a', 'b'] })
  for (const path of life.owed) life.tell(returned(path, path))
  t.strictSame(life.owed, ['report'])
  life.tell(broke('report'))
  const retry = await retried(life, plan, { fromStep: 'report' })
  const asked = [0, 1].map(n => `all.each[${n}].both.branch[0].ok`)
  asks(t, retry, asked, 'each item')
  for (const path of asked) retry.tell(decision('approve', retry.asked(path)))
  t.strictSame(retry.owed, ['report'])
})

test('what needed no approval may need one for other inputs', async t => {
  const big = 'inputs.amount > 1000'
  const check = block('check', { kind: 'if', cases: [{ when: big, steps: [ask('big')] }] })
  for (const [plan, path] of [
    [[ask('ok', { when: big }), pay], 'ok'],
    [[check, pay], 'check.then.big'],
  ] as const) {
    const life = begunLife(plan, inputs)
    life.tell(broke('pay'))
    asks(t, await retried(life, plan, { inputs: { amount: 1_000_000 } }), [path], 'more')
    t.strictSame((await retried(life, plan, { inputs: { amount: 41 } })).owed, ['pay'])
  }
})

test('an approval that another version asks for is asked for', async t => {
  const life = begunLife([block('check', { kind: 'parallel', branches: [{ steps: [] }] }), pay], inputs)
  life.tell(broke('pay'))
  const next = [block('check', { kind: 'parallel', branches: [{ steps: [ask()] }] }), pay]
  asks(t, await retried(life, next, { version: 2 }), ['check.branch[0].ok'], 'inside of the block')
})

test('a call whose onError would ask is kept when it succeeded, made again when its error was approved', async t => {
  const plan = [call('tried', {}, { onError: { steps: [ask()] } }), call('report')]
  const well = begunLife(plan)
  well.tell(returned('tried'))
  well.tell(broke('report'))
  t.strictSame((await retried(well, plan, { version: 2 })).owed, ['report'])
  const ill = begunLife(plan)
  ill.tell(broke('tried'))
  ill.tell(decision('approve', ill.asked('tried.onError.ok')))
  ill.tell(broke('report'))
  t.strictSame((await retried(ill, plan, { version: 2 })).owed, ['tried'])
})

test('a race that was won is won again, whoever was asked meanwhile', async t => {
  const plan = [race('first', [ask()], [call('quick')]), call('report')]
  const life = begunLife(plan)
  life.tell(returned('first.branch[1].quick'))
  life.tell(broke('report'))
  const retry = await retried(life, plan, { version: 2 })
  t.strictSame([Object.keys(retry.state.approvals), retry.owed], [[], ['report']])
})
