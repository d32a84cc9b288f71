import { test } from 'tap'
import {
  begun,
  block,
  broke,
  call,
  cancel,
  cancelled,
  completed,
  compute,
  done,
  failed,
  given,
  id,
  Life,
  look,
  organizationId,
  returned,
  running,
  set,
  start,
  started,
} from '../../support/execution.ts'

const one = running([call('fetch')])
const stranger = 'org_02jd0000000000000000000000'

test('a start begins what can begin', async t => {
  given(one)
    .when(start({ n: 1 }))
    .then(t, [started({ n: 1 }), begun('fetch')])
    .owes(t, ['fetch'])
})

test('a start that comes twice changes nothing', async t => {
  given(one, [started(), begun('fetch')])
    .when(start())
    .then(t, [])
    .owes(t, ['fetch'])
})

test('a result is recorded and what waited for it goes on', async t => {
  const two = running([call('fetch'), call('send', { text: { $: 'steps.fetch' } })])
  given(two, [started(), begun('fetch')])
    .when(returned('fetch', 'hello'))
    .then(t, [done('fetch', 'hello'), begun('send', { text: 'hello' })])
    .owes(t, ['send'])
})

test('the last result completes the execution with its output', async t => {
  given(one, [started(), begun('fetch')])
    .when(returned('fetch', { a: 1 }))
    .then(t, [done('fetch', { a: 1 }), completed({ a: 1 })])
    .owes(t, [])
    .shows(t, { status: 'completed', output: { a: 1 }, error: null })
})

test('a result that comes twice changes nothing the second time', async t => {
  const two = running([call('fetch'), call('send')])
  given(two, [started(), begun('fetch'), done('fetch', 1), begun('send')])
    .when(returned('fetch', 2))
    .then(t, [])
    .owes(t, ['send'])
})

test('a result of a step that was never asked changes nothing', async t => {
  given(one, [started(), begun('fetch')])
    .when(returned('send', 1), returned('constructor', 1))
    .then(t, [])
})

test('a failed call fails its step and the execution', async t => {
  given(one, [started(), begun('fetch')])
    .when(broke('fetch', 'the shop answered 500'))
    .then(t, [failed('fetch', 'tool-failed', 'the shop answered 500')])
    .owes(t, [])
    .shows(t, { status: 'failed', output: null, error: { step: 'fetch', code: 'tool-failed' } })
})

test('nothing is owed after a failure, though calls were under way', async t => {
  const two = running([look('left'), look('right')])
  given(two, [started(), begun('left'), begun('right')])
    .when(broke('left'))
    .then(t, [failed('left', 'tool-failed', 'it broke')])
    .owes(t, [])
})

test('a failed execution ignores a late tool result', async t => {
  const two = running([look('left'), look('right')])
  given(two, [started(), begun('left'), begun('right'), failed('left', 'tool-failed', 'it broke')])
    .when(returned('right', 1))
    .then(t, [])
    .shows(t, { status: 'failed' })
})

test('a cancel ends the execution, and nothing is owed any more', async t => {
  given(one, [started(), begun('fetch')])
    .when(cancel())
    .then(t, [cancelled()])
    .owes(t, [])
    .shows(t, { status: 'cancelled', output: null, error: null })
})

test('a cancelled execution ignores a late tool result', async t => {
  given(one, [started(), begun('fetch'), cancelled()])
    .when(returned('fetch', 1))
    .then(t, [])
    .owes(t, [])
})

test('a cancel of what is cancelled changes nothing and is no failure', async t => {
  given(one, [started(), begun('fetch'), cancelled()])
    .when(cancel())
    .then(t, [])
    .shows(t, { status: 'cancelled' })
})

test('a cancel of what has completed or failed is refused', async t => {
  given(one, [started(), begun('fetch'), done('fetch'), completed()])
    .when(cancel())
    .refuses(t, 'execution-ended')
  given(one, [started(), begun('fetch'), failed('fetch', 'tool-failed', 'x')])
    .when(cancel())
    .refuses(t, 'execution-ended')
})

test('a foreign organization is told that there is no such execution', async t => {
  const history = [started(), begun('fetch')]
  given(one, history).when(cancel(stranger)).refuses(t, 'not-found')
  given(one, history).when({ type: 'view', organizationId: stranger }).refuses(t, 'not-found')
  given(one).when(cancel()).refuses(t, 'not-found')
})

test('a look changes nothing', async t => {
  given(one, [started(), begun('fetch')])
    .when({ type: 'view', organizationId })
    .then(t, [])
    .shows(t, { status: 'running' })
})

test('a parked execution fails with the reason, and is owed nothing', async t => {
  const reason = 'its code ended its host 3 times'
  const error = { code: 'parked', message: `the execution was stopped: ${reason}`, step: null }
  given(one, [started(), begun('fetch')])
    .when({ type: 'poison', reason })
    .then(t, [
      { type: 'status-changed', status: 'failed' },
      { type: 'ended', output: null, error },
    ])
    .owes(t, [])
})

test('an execution that has ended is not parked', async t => {
  given(one, [started(), begun('fetch'), cancelled()])
    .when({ type: 'poison', reason: 'x' })
    .then(t, [])
})

test('an execution costs one unit, and one more for each call', async t => {
  const twice = running([call('first'), set('between', 1), call('second')])
  given(twice, [started(), begun('first')])
    .when()
    .shows(t, { cu: 2 })
  given(twice, [started(), begun('first')])
    .when(returned('first'), returned('second'))
    .shows(t, { cu: 3 })
})

test('a pure tool costs the same inside the decision as outside of it', async t => {
  const steps = [compute('double', 'double', { n: 4 })]
  const fused = running(steps, { double: ({ n }) => ({ ok: true, output: Number(n) * 2 }) })
  given(fused).when(start()).shows(t, { cu: 2, output: 8 })
  given(running(steps)).when(start(), returned('double', 8)).shows(t, { cu: 2, output: 8 })
})

test('a pure tool that takes more than a decision may is owed as a call', async t => {
  const steps = [compute('double', 'double', { n: 4 })]
  const life = new Life(running(steps, { double: () => null }))
  life.tell(start())
  t.strictSame(life.owed, ['double'])
  life.tell(returned('double', 8))
  t.match(life.state, { status: 'completed', output: 8, cu: 2 })
})

test('a call is owed with its arguments, its deadline and its tool server', async t => {
  const pay = block('pay', {
    kind: 'tool',
    server: 'shop',
    tool: 'pay_now',
    args: { sum: { $: 'inputs.sum' } },
  })
  const life = new Life(running([{ ...pay, timeoutMs: 5 }]))
  life.tell(start({ sum: 1 }))
  const expected = {
    type: 'call',
    id: 'pay',
    organizationId,
    server: 'shop',
    tool: 'pay_now',
    args: { sum: 1 },
    secrets: [],
    timeoutMs: 5,
    attempt: 1,
    edits: 0,
    approved: false,
    root: id,
    trace: null,
  }
  t.strictSame([...life.behavior.pending(life.state)], [expected])
})
