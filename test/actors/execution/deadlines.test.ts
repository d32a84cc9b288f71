// The deadline of a whole execution, and the graph along which its status moves.
import { test } from 'tap'
import {
  all,
  begunLife,
  block,
  call,
  cancel,
  compute,
  decision,
  each,
  Life,
  returned,
  running,
  start,
} from '../../support/execution.ts'

const rest = (forMs: number) => block('rest', { kind: 'wait', for: forMs })
const approval = block('ok', { kind: 'approval', message: 'Go on?' })

test('an execution that is not done within its deadline fails, and nothing is owed', async t => {
  const life = begunLife([call('slow')], {}, { ms: 5_000 })
  t.equal(life.behavior.wakeAt(life.state), life.now + 5_000)
  life.pass(4_999)
  t.equal(life.state.status, 'running')
  life.pass(1)
  t.match(life.state, { status: 'failed', error: { code: 'deadline-exceeded', step: null } })
  t.strictSame(life.owed, [])
  const before = life.events.length
  life.tell(returned('slow'))
  t.equal(life.events.length, before)
})

test('a deadline counts pauses, and ends them', async t => {
  const life = begunLife([rest(60_000)], {}, { ms: 5_000 })
  life.pass(5_000)
  t.match(life.state.error, { code: 'deadline-exceeded' })
})

test('a deadline that excludes waiting stands still during pauses, of every kind', async t => {
  const life = begunLife(
    [call('first'), rest(60_000), approval, call('last')],
    {},
    { ms: 5_000, excludeWaiting: true },
  )
  life.pass(3_000)
  life.tell(returned('first'))
  t.equal(life.behavior.wakeAt(life.state), life.now + 60_000)
  life.pass(60_000)
  t.equal(life.state.status, 'awaiting_approval')
  t.equal(life.behavior.wakeAt(life.state), null)
  life.pass(1_000_000)
  life.tell(decision('approve', life.asked('ok')))
  t.equal(life.behavior.wakeAt(life.state), life.now + 2_000)
  life.pass(1_999)
  t.equal(life.state.status, 'running')
  life.pass(1)
  t.match(life.state.error, { code: 'deadline-exceeded' })
})

test('a deadline ends an execution that never rests', async t => {
  const steps = [each('all', [compute('one', 'one', {})])]
  const life = new Life(running(steps, { one: () => ({ ok: true, output: 1 }) }, { ms: 5_000 }))
  const { behavior } = life
  const list = Array.from({ length: 100 }, () => 0)
  for (const event of behavior.decide(life.state, start({ list }), life.now).events) life.take(event)
  for (let n = 0; n < 20; n++) for (const event of behavior.advance(life.state, life.now)) life.take(event)
  t.equal(life.state.status, 'running')
  life.now += 5_000
  for (const event of behavior.advance(life.state, life.now)) life.take(event)
  t.match(life.state.error, { code: 'deadline-exceeded' })
})

test('a deadline cancels the approvals that are asked', async t => {
  const life = begunLife([approval], {}, { ms: 5_000 })
  life.pass(5_000)
  t.equal(life.events.filter(event => event.type === 'approval-decided').length, 1)
})

test('from one pause to another leads only the way through running', async t => {
  const life = begunLife([all('fork', [approval], [rest(60_000)])])
  t.equal(life.state.status, 'awaiting_approval')
  life.tell(decision('approve', life.asked('fork.branch[0].ok')))
  t.strictSame(life.statuses, ['running', 'awaiting_approval', 'running', 'waiting'])
})

test('while a tool works the execution is running, whatever else it waits for', async t => {
  const life = begunLife([all('fork', [approval], [rest(60_000)], [call('work')])])
  t.strictSame(life.statuses, ['running'])
  life.tell(returned('fork.branch[2].work'))
  t.strictSame(life.statuses, ['running', 'awaiting_approval'])
})

test('a pause is cancelled where it stands', async t => {
  for (const step of [approval, rest(60_000)]) {
    const life = begunLife([step])
    life.tell(cancel())
    t.equal(life.statuses.at(-1), 'cancelled')
    t.equal(life.behavior.wakeAt(life.state), null)
  }
})
