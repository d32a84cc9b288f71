import { test } from 'tap'
import { Why } from '../../../../domain/work/why.ts'
import {
  all,
  begunLife,
  block,
  call,
  cancel,
  faltered,
  type Life,
  organizationId,
} from '../../../support/execution.ts'

const approval = (extra = {}) =>
  block('ok', { kind: 'approval', message: 'Go on?', assignees: ['ann@acme.com'] }, extra)
const wait = (body: { for?: number; event?: string }, extra = {}) =>
  block('rest', { kind: 'wait', ...body }, extra)

function why(life: Life): Why {
  const before = life.events.length
  const { reply, events } = life.behavior.decide(life.state, { type: 'explain', organizationId }, life.now)
  if (events.length > 0 || life.events.length !== before) throw new Error('an explanation changes nothing')
  return Why.parse(reply)
}

test('every kind of wait is explained: its step, who or what ends it, and when', async t => {
  const at = 1_000_000
  for (const [step, reason] of [
    [call('pay'), { kind: 'tool', step: 'pay', tool: 'shop__pay', attempt: 1, eta: null }],
    [approval(), { kind: 'approval', step: 'ok', assignees: ['ann@acme.com'], eta: null }],
    [approval({ timeoutMs: 5_000 }), { kind: 'approval', eta: at + 5_000 }],
    [wait({ for: 5_000 }), { kind: 'timer', step: 'rest', eta: at + 5_000 }],
    [wait({ event: 'paid' }), { kind: 'event', event: 'paid', eta: null }],
    [wait({ event: 'paid' }, { timeoutMs: 5_000 }), { kind: 'event', eta: at + 5_000 }],
    [
      block('sub', { kind: 'workflow', workflow: 'x', inputs: {} }),
      { kind: 'workflow', step: 'sub', executionId: /^exec_/ },
    ],
  ] as const) {
    const told = why(begunLife([step]))
    t.equal(told.waitsFor.length, 1)
    t.match(told.waitsFor, [reason])
    t.equal(told.eta, told.waitsFor[0]!.eta)
  }
})

test('of many waits the first hundred are explained, in words of some length, and the number of all is said', async t => {
  for (const count of [99, 100, 101]) {
    const asking = { ...approval(), message: `May I? ${'x'.repeat(3_000)}` }
    const loop = {
      kind: 'foreach',
      over: 'inputs.list',
      as: 'n',
      steps: [asking],
      concurrency: 1_000,
    } as const
    const told = why(begunLife([block('each', loop)], { list: Array.from({ length: count }, (_, n) => n) }))
    t.strictSame([told.waitsFor.length, told.waitsForCount], [Math.min(count, 100), count])
    t.ok(told.waitsFor.every(({ message }) => message.length === 2_000 && message.endsWith('…')))
  }
})

test('a pause before an attempt is explained with its moment, a parked step with what broke it', async t => {
  const retried = begunLife([call('pay', {}, { retry: { maxAttempts: 2 } })])
  retried.tell(faltered('pay', 9_000))
  t.match(why(retried), {
    waitsFor: [{ kind: 'retry', attempt: 1, tool: 'shop__pay', eta: retried.now + 9_000 }],
    nextCheckAt: retried.now + 9_000,
  })
  const parked = begunLife([call('pay', {}, { retry: { maxAttempts: 1, park: true } })])
  parked.tell(faltered('pay'))
  t.match(why(parked), {
    waitsFor: [{ kind: 'parked', error: 'the shop is away', eta: null }],
    eta: null,
    nextCheckAt: null,
  })
})

test('an approval is explained with those who must approve and those who have', async t => {
  const life = begunLife([approval({ quorum: 2, notStarter: true, assignees: [] })])
  t.match(why(life), { startedBy: null, waitsFor: [{ quorum: 2, approvedBy: [], notStarter: true }] })
  const { id } = life.state.approvals['ok']!.request
  const ben = { userId: 'user_ben', role: 'member', email: null }
  const vote = { approvalId: id, decision: 'approve', by: ben, note: null, args: null, form: null } as const
  life.tell({ type: 'decide', organizationId, ...vote, digest: null })
  t.match(why(life).waitsFor, [{ quorum: 2, approvedBy: ['user_ben'] }])
})

test('the whole is over when the last wait is, and nobody knows when one of them is unknown', async t => {
  const known = begunLife([all('fork', [wait({ for: 5_000 })], [approval({ timeoutMs: 9_000 })])])
  t.match(why(known), { eta: known.now + 9_000, nextCheckAt: known.now + 5_000 })
  t.equal(why(begunLife([all('fork', [wait({ for: 5_000 })], [approval()])])).eta, null)
})

test('the deadline is told, and what has ended waits for nothing', async t => {
  const life = begunLife([call('pay')], {}, { ms: 5_000 })
  t.match(why(life), { deadlineAt: life.now + 5_000, status: 'running' })
  life.tell(cancel())
  t.match(why(life), { status: 'cancelled', waitsFor: [], eta: null, nextCheckAt: null, deadlineAt: null })
})
