import { test } from 'tap'
import { begunLife, block, broke, returned, set } from '../../support/execution.ts'

const total = (extra = {}) =>
  block('total', { kind: 'code', js: 'return args.a + 1', args: { a: { $: 'inputs.a' } } }, extra)

test('code is run with its arguments, and its result is the output of the step', async t => {
  const life = begunLife([total({ timeoutMs: 500 }), set('end', { $: 'steps.total' })], { a: 1 })
  t.match(
    [...life.behavior.pending(life.state)],
    [{ type: 'run-code', id: 'total', js: 'return args.a + 1', args: { a: 1 }, timeoutMs: 500, attempt: 1 }],
  )
  life.tell(returned('total', 2))
  t.match(life.state, { status: 'completed', output: 2, cu: 3 })
})

test('code that fails is tried again by its policy, and each run counts', async t => {
  const life = begunLife([total({ retry: { maxAttempts: 2, on: 'any' } })], { a: 1 })
  life.tell(broke('total'))
  life.pass(life.behavior.wakeAt(life.state)! - life.now)
  t.match([...life.behavior.pending(life.state)], [{ type: 'run-code', attempt: 2 }])
  life.tell(broke('total'))
  t.match(life.state, { status: 'failed', error: { step: 'total' }, cu: 5 })
})

test('code changes nothing outside, so it waits only for what it reads', async t => {
  const life = begunLife([total(), { ...total(), id: 'other' }], { a: 1 })
  t.strictSame(life.owed, ['total', 'other'])
})
