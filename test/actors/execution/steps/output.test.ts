// Executions of a plan that says what it returns.
import { test } from 'tap'
import { execution } from '../../../../actors/execution/behavior.ts'
import { compileProgram } from '../../../../actors/execution/steps/program.ts'
import type { Step } from '../../../../domain/plan/plan.ts'
import { id, Life, start } from '../../../support/execution.ts'

const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

function ran(...steps: readonly object[]) {
  const plan = { outputSchema, steps: steps as readonly Step[] }
  const life = new Life(
    execution(
      id,
      compileProgram(plan, () => null),
    ),
  )
  life.tell(start({ n: 7, word: 'seven' }))
  const { status, output, error } = life.state
  return { status, output, error }
}
const ending = (kind: 'return' | 'stop', source: string, more: object = {}) => ({
  ...{ id: 'end', title: '', kind, value: { n: { $: source } }, ...more },
})

test('an output that fits completes the execution', async t => {
  t.match(ran(ending('return', 'inputs.n')), { status: 'completed', output: { n: 7 }, error: null })
  t.match(ran(ending('stop', 'inputs.n')), { status: 'completed', output: { n: 7 } })
})

test('one that does not fails its step, and with it the execution', async t => {
  const error = {
    code: 'output-invalid',
    message: 'output.n: expected number, received string',
    step: 'end',
  }
  for (const kind of ['return', 'stop'] as const)
    t.match(ran(ending(kind, 'inputs.word')), { status: 'failed', output: null, error })
})

test('its onError may return something else', async t => {
  const instead = { ...ending('return', 'inputs.n'), id: 'instead' }
  const handled = ran(ending('return', 'inputs.word', { onError: { steps: [instead] } }))
  t.match(handled, { status: 'completed', output: { n: 7 } })
})

test('an execution that comes to its end without a return gives null, which is held against it, too', async t => {
  const skipped = ending('return', 'inputs.n', { when: 'false' })
  t.match(ran(skipped), { status: 'failed', error: { code: 'output-invalid', step: null } })
})
