import { test } from 'tap'
import { execution } from '../../../actors/execution/behavior.ts'
import type { Event } from '../../../actors/execution/protocol.ts'
import { compileProgram } from '../../../actors/execution/steps/program.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { ApprovalPolicy } from '../../../domain/plan/plan.ts'
import { projectionOf } from '../../../domain/work/projection.ts'
import {
  all,
  ann,
  begunLife,
  block,
  bob,
  broke,
  call,
  cancel,
  completed,
  decision,
  done,
  each,
  given,
  id,
  Life,
  returned,
  running,
  set,
  start,
  started,
  startOf,
} from '../../support/execution.ts'

const step = (policy: Partial<ApprovalPolicy> = {}, extra = {}) =>
  block('ok', { kind: 'approval', message: 'Go on?', ...policy }, extra)
const pay = (policy: Partial<ApprovalPolicy> = {}, extra = {}) =>
  call('pay', { sum: { $: 'inputs.sum' } }, { approval: { message: 'Pay?', ...policy }, ...extra } as never)
const paying = (policy: Partial<ApprovalPolicy> = {}, extra = {}) =>
  begunLife([pay(policy, extra)], { sum: 7 })
const decisions = ({ events }: Life) =>
  events.filter(
    (event): event is Extract<Event, { type: 'approval-decided' }> => event.type === 'approval-decided',
  )

test('an approval parks the execution and shows what would be done', async t => {
  const life = paying()
  t.strictSame(life.statuses, ['running', 'awaiting_approval'])
  t.strictSame(life.owed, [])
  t.equal(life.behavior.wakeAt(life.state), null)
  t.match(life.behavior.view(life.state), {
    status: 'awaiting_approval',
    cu: 1,
    approvals: [{ stepId: 'pay', status: 'pending', message: 'Pay?', tool: 'shop__pay', args: { sum: 7 } }],
  })
})

test('a tool is called with the arguments that were shown, once they are approved', async t => {
  const life = paying()
  life.tell(decision('approve', life.asked('pay')))
  t.strictSame(life.owed, ['pay'])
  t.strictSame(life.state.calls['pay']?.input, { sum: 7 })
  life.tell(returned('pay', 'paid'))
  t.match(life.state, { status: 'completed', output: 'paid', cu: 2 })
})

test('edited arguments replace those that were shown', async t => {
  const life = paying()
  life.tell(decision('approve', life.asked('pay'), { args: { sum: 5 } }))
  t.strictSame(life.state.calls['pay']?.input, { sum: 5 })
})

test('what was proposed and what was decided are both recorded, with who and when', async t => {
  const life = paying()
  const id = life.asked('pay')
  life.now += 5_000
  life.tell(decision('approve', id, { args: { sum: 5 }, note: 'half' }))
  t.match(decisions(life), [{ id, by: ann.userId, note: 'half', args: { sum: 5 } }])
  const rows = life.behavior.project(life.state, life.events, true)
  const decided = { decidedBy: ann.userId, decidedAt: life.now, note: 'half' }
  t.match(projectionOf(rows, 'approvals')?.requested, [
    { id, args: '{"sum":7}', decidedArgs: '{"sum":5}', ...decided },
  ])
  const later = life.behavior.project(life.state, decisions(life), false)
  const change = projectionOf(later, 'approvals')?.decided[0]
  t.match(change, { id, stepId: 'pay', decidedArgs: '{"sum":5}', ...decided })
  t.notOk('args' in change!, 'what was proposed stays in its row')
})

test('the same arguments sent back, in whatever order, are no edit', async t => {
  for (const args of [{ sum: 7, to: 'Bob' }, { to: 'Bob', sum: 7 }, null]) {
    const both = call('pay', { sum: { $: 'inputs.sum' }, to: 'Bob' }, {
      approval: { message: 'Pay?' },
    } as never)
    const life = begunLife([both], { sum: 7 })
    life.tell(decision('approve', life.asked('pay'), { args }))
    t.match(decisions(life), [{ args: null }])
    t.strictSame(life.state.calls['pay']?.input, { sum: 7, to: 'Bob' })
  }
})

test('an approval step gives who said what', async t => {
  const life = begunLife([step(), set('after', { $: 'steps.ok' })])
  life.tell(decision('approve', life.asked('ok'), { note: 'fine', form: { until: 'May' } }))
  t.strictSame(life.state.output, { approved: true, by: ann.userId, note: 'fine', form: { until: 'May' } })
})

test('a denial fails the step and says who denied it and why', async t => {
  for (const life of [paying(), begunLife([step()])]) {
    const [name] = Object.keys(life.state.approvals)
    life.tell(decision('deny', life.asked(name!), { note: 'too much' }))
    t.match(life.state, {
      status: 'failed',
      error: { code: 'approval-denied', step: name, message: `denied by ${ann.userId}: too much` },
    })
    t.equal(decisions(life).length, 1)
  }
})

test('a denial with onDeny continue gives approved: false, and the tool is never called', async t => {
  const life = paying({ onDeny: 'continue' })
  life.tell(decision('deny', life.asked('pay')))
  t.match(life.state, { status: 'completed', output: { approved: false, by: ann.userId } })
  t.notOk(life.events.some(event => event.type === 'step-started'))
})

test('silence approves, denies or fails, as the policy says, at its moment and not before', async t => {
  for (const [onTimeout, decided, status, code] of [
    ['approve', 'approved', 'running', null],
    ['deny', 'denied', 'failed', 'approval-denied'],
    ['fail', 'expired', 'failed', 'approval-expired'],
    [undefined, 'expired', 'failed', 'approval-expired'],
  ] as const) {
    const life = paying({ timeoutMs: 60_000, ...(onTimeout && { onTimeout }) })
    t.equal(life.behavior.wakeAt(life.state), life.now + 60_000)
    life.pass(59_999)
    t.equal(life.state.status, 'awaiting_approval')
    life.pass(1)
    t.equal(life.state.status, status)
    t.equal(life.state.error?.code ?? null, code)
    t.match(decisions(life), [{ decision: decided, by: null }])
    t.equal(decisions(life).length, 1)
  }
})

test('a decision after its time is refused, though no alarm has rung yet', async t => {
  const life = paying({ timeoutMs: 60_000 })
  const id = life.asked('pay')
  life.now += 60_000
  t.equal(life.tell(decision('approve', id)), 'conflict')
  t.strictSame(life.owed, [])
  t.match(life.state.error, { code: 'approval-expired' })
})

test('as many as the quorum must approve, one denial is enough', async t => {
  const life = paying({ quorum: 2 })
  const id = life.asked('pay')
  life.tell(decision('approve', id))
  t.strictSame(life.owed, [])
  t.equal(life.state.status, 'awaiting_approval')
  t.equal(life.tell(decision('approve', id)), 'conflict')
  life.tell(decision('approve', id, { by: bob }))
  t.strictSame(life.owed, ['pay'])

  const denied = paying({ quorum: 2 })
  denied.tell(decision('approve', denied.asked('pay')))
  denied.tell(decision('deny', denied.asked('pay'), { by: bob }))
  t.match(denied.state.error, { code: 'approval-denied' })
})

test('what several must approve cannot be changed by one of them', async t => {
  const life = paying({ quorum: 2 })
  const id = life.asked('pay')
  t.equal(life.tell(decision('approve', id, { args: { sum: 1 } })), 'conflict')
  t.equal(life.tell(decision('approve', id, { args: { sum: 7 } })), null)
})

test('whoever started the execution does not decide where the policy says so', async t => {
  for (const [notStarter, code] of [
    [true, 'forbidden'],
    [false, null],
  ] as const) {
    const life = begunLifeOf(ann.userId, notStarter)
    t.equal(life.tell(decision('approve', life.asked('ok'))), code)
  }
})

test('who is not asked may not decide; role, e-mail and user id are names to be asked by', async t => {
  for (const [assignees, code] of [
    [['admin'], 'forbidden'],
    [['BOB@acme.com', 'user_eve'], 'forbidden'],
    [['member'], null],
    [['Ann@Acme.com'], null],
    [['admin', 'user_ann'], null],
    [[], null],
  ] as const) {
    const life = paying({ assignees })
    t.equal(life.tell(decision('approve', life.asked('pay'))), code, assignees.join())
    t.equal(life.owed.length, code === null ? 1 : 0)
  }
})

test('the first decision wins, the second is told who was first', async t => {
  const life = paying()
  const id = life.asked('pay')
  life.tell(decision('approve', id))
  const before = life.events.length
  const refusal = life.refusal(decision('deny', id, { by: bob }))
  t.match(refusal, { code: 'conflict', message: /approved already by user_ann/ })
  t.equal(life.events.length, before)
  t.strictSame(life.owed, ['pay'])
})

test('a decision after a cancel is a conflict, and the cancel decided every approval once', async t => {
  const life = begunLife([all('fork', [step()], [pay()])], { sum: 1 })
  const ids = ['fork.branch[0].ok', 'fork.branch[1].pay'].map(path => life.asked(path))
  life.tell(cancel())
  for (const id of ids)
    t.match(life.refusal(decision('approve', id)), { code: 'conflict', message: /cancelled/ })
  t.strictSame(
    decisions(life).map(({ id, decision }) => [id, decision]),
    ids.map(id => [id, 'cancelled']),
  )
  t.strictSame(life.owed, [])
})

test('an approval that never was is not found', async t => {
  const life = paying()
  for (const id of ['apr_none', 'constructor']) t.equal(life.tell(decision('approve', id)), 'not-found')
})

test('approvals of one execution are independent of each other', async t => {
  const life = begunLife([all('fork', [step()], [pay()])], { sum: 1 })
  life.tell(decision('approve', life.asked('fork.branch[1].pay')))
  t.strictSame(life.owed, ['fork.branch[1].pay'])
  t.equal(life.state.status, 'running')
  life.tell(returned('fork.branch[1].pay'))
  t.equal(life.state.status, 'awaiting_approval')
  life.tell(decision('approve', life.asked('fork.branch[0].ok')))
  t.equal(life.state.status, 'completed')
})

test('a decision about something else than what is shown is a conflict', async t => {
  const life = paying()
  const id = life.asked('pay')
  const { digest } = life.state.approvals['pay']!.request
  t.equal(life.tell(decision('approve', id, { digest: 'f00' })), 'conflict')
  t.strictSame(life.owed, [])
  t.equal(life.tell(decision('approve', id, { digest })), null)
})

test('an approval inside of a loop asks once for each item, under ids of their own', async t => {
  const life = begunLife(
    [
      each(
        'all',
        [call('pay', { to: { $: 'item' } }, { approval: { message: { $t: 'Pay ${item}?' } } } as never)],
        { concurrency: 2 },
      ),
    ],
    { list: ['a', 'b', 'c'] },
  )
  const ids = [life.asked('all.each[0].pay'), life.asked('all.each[1].pay')]
  t.equal(new Set(ids).size, 2)
  life.tell(decision('approve', ids[1]!))
  t.strictSame(life.owed, ['all.each[1].pay'])
  life.tell(returned('all.each[1].pay'))
  t.strictSame(Object.keys(life.state.approvals), ['all.each[0].pay', 'all.each[2].pay'])
  t.equal(life.state.approvals['all.each[2].pay']!.request.message, 'Pay c?')
  t.equal(life.events.filter(event => event.type === 'approval-requested').length, 3)
})

test('approvals that an onError drops are decided cancelled, once', async t => {
  const inner = all('fork', [step()], [call('send')])
  const life = begunLife([{ ...inner, onError: 'continue' }, set('after', 1)])
  const id = life.asked('fork.branch[0].ok')
  life.tell(broke('fork.branch[1].send'))
  t.match(decisions(life), [{ id, decision: 'cancelled', by: null }])
  t.equal(decisions(life).length, 1)
  t.match(life.refusal(decision('approve', id)), { code: 'conflict', message: /cancelled/ })
  t.equal(life.state.status, 'completed')
})

test('approval asked and dropped in one turn has one row, cancelled', async t => {
  const life = begunLife([
    { ...all('fork', [step()], [block('no', { kind: 'fail', message: 'no' })]), onError: 'continue' },
  ])
  const rows = life.behavior.project(life.state, life.events, true)
  const approvals = projectionOf(rows, 'approvals')!
  t.match(approvals, {
    requested: [{ status: 'cancelled', requestedAt: life.now, decidedAt: life.now }],
    decided: [],
  })
  t.equal(approvals.requested.length, 1)
})

test('a message to be shown is a text that the database can keep', async t => {
  const life = begunLife([step({ message: { $: 'inputs.text' } })], { text: 'a\0b\ud800c' })
  t.equal(life.state.approvals['ok']!.request.message, 'a\ufffdb\ufffdc')
})

test('a step may be called constructor', async t => {
  given(running([{ ...call('constructor', { a: 1 }) }]))
    .when(start(), returned('constructor', 1))
    .then(t, [
      started(),
      { type: 'step-started', step: 'constructor', input: { a: 1 } },
      done('constructor', 1),
      completed(1),
    ])
})

function begunLifeOf(startedBy: string, notStarter: boolean): Life {
  const life = new Life(running([step({ notStarter })]))
  life.tell({ type: 'start', start: { ...startOf(), startedBy } })
  return life
}

test('the time for the decision and the time for the call are two', async t => {
  const life = paying({ timeoutMs: 60_000 }, { timeoutMs: 5 })
  const { request } = life.state.approvals['pay']!
  t.equal(request.expiresAt, life.state.approvals['pay']!.requestedAt + 60_000)
  life.tell(decision('approve', request.id))
  t.match([...life.behavior.pending(life.state)], [{ type: 'call', id: 'pay', timeoutMs: 5 }])
})

test('unless: nobody is asked where it holds, of a call and of a step', async t => {
  const life = paying({ unless: 'inputs.sum < 10' })
  t.strictSame(life.owed, ['pay'])
  t.equal(paying({ unless: 'inputs.sum > 10' }).state.status, 'awaiting_approval')
  const asked = begunLife([step({ unless: 'inputs.isSmall' })], { isSmall: true })
  t.strictSame(asked.state.output, { approved: true, by: null, note: null, form: null })
  t.match(paying({ unless: '"yes"' }).state, { status: 'failed', error: { code: 'expression-failed' } })
})

test('people who are computed are asked, and nobody is no everybody', async t => {
  const of = (assigneesFrom: readonly string[], inputs: JsonObject, assignees: readonly string[] = []) =>
    begunLife([step({ assignees, assigneesFrom })], inputs)
  const asked = (life: Life) => life.state.approvals['ok']!.request.assignees
  t.strictSame(asked(of(['inputs.boss'], { boss: 'ann@acme.com' })), ['ann@acme.com'])
  t.strictSame(asked(of(['inputs.all'], { all: ['ann@acme.com', 'bob@acme.com'] }, ['bob@acme.com'])), [
    'bob@acme.com',
    'ann@acme.com',
  ])
  t.strictSame(asked(of(['inputs.role'], { role: 'admin' })), ['admin', 'owner'], 'as a named role')
  for (const boss of ['', [], ' ', [''], 7, null]) {
    const life = of(['inputs.boss'], { boss })
    t.match(
      life.state,
      { status: 'failed', error: { code: 'nobody-asked', step: 'ok' } },
      JSON.stringify(boss),
    )
  }
})

test('a denial that a tool step lets go on gives null since version 2, an object before', async t => {
  for (const [irVersion, output] of [
    [1, { approved: false, by: 'user_ann', note: null, form: null }],
    [2, null],
  ] as const) {
    const plan = { irVersion, steps: [pay({ onDeny: 'continue' })] }
    const life = new Life(
      execution(
        id,
        compileProgram(plan, () => null),
      ),
    )
    life.tell(start({ sum: 7 }))
    life.tell(decision('deny', life.asked('pay')))
    t.match(life.state, { status: 'completed' })
    t.strictSame(life.state.output, output)
  }
})

test('an item that waits for a decision holds up no other since version 2', async t => {
  const items = [call('look', { n: { $: 'item' } }), pay({ unless: 'item > 2' })]
  const ofVersion = (irVersion: 1 | 2, concurrency = 1) => {
    const life = new Life(
      execution(
        id,
        compileProgram({ irVersion, steps: [each('all', items, { concurrency })] }, () => null),
      ),
    )
    life.tell(start({ sum: 7, list: [1, 2, 3, 4] }))
    return life
  }
  const old = ofVersion(1)
  old.tell(returned('all.each[0].look'))
  t.strictSame(old.owed, [], 'one at a time, decisions included')

  const life = ofVersion(2)
  for (const slot of [0, 1, 2]) {
    t.strictSame(life.owed, [`all.each[${slot}].look`], 'one at work')
    life.tell(returned(`all.each[${slot}].look`))
  }
  t.strictSame(life.owed, ['all.each[2].pay'], 'the third needs no decision, so the fourth waits for it')
  t.equal(Object.keys(life.state.approvals).length, 2)
  t.equal(life.state.status, 'running')
  life.tell(decision('approve', life.asked('all.each[1].pay')))
  t.strictSame(life.owed.toSorted(), ['all.each[1].pay', 'all.each[2].pay'], 'a decision is acted on at once')
  life.tell(returned('all.each[2].pay', 'paid 3'))
  t.strictSame(life.owed, ['all.each[1].pay'], 'one is at work still')
  life.tell(returned('all.each[1].pay', 'paid 2'))
  life.tell(returned('all.each[3].look'))
  life.tell(returned('all.each[3].pay', 'paid 4'))
  t.equal(life.state.status, 'awaiting_approval')
  life.tell(decision('approve', life.asked('all.each[0].pay')))
  life.tell(returned('all.each[0].pay', 'paid 1'))
  t.match(life.state, { status: 'completed', output: ['paid 1', 'paid 2', 'paid 3', 'paid 4'] })
})
