// Code steps in the product: over HTTP, beside others' work, and through a kill -9 of the server.
import { test } from 'tap'
import { sharedProduct } from '../../support/product.ts'

const product = await sharedProduct()
const run = async (steps: readonly object[], inputs: object = {}) => {
  const { client } = await product.signUp()
  const made = await client.post('/api/v1/workflows', { name: 'Code', prompt: 'By hand', plan: { steps } })
  if (made.body.status !== 'ready') return { made: made.body }
  const path = `/api/v1/workflows/${made.body.id}/execute`
  const { body } = await client.post(path, { inputs }, { prefer: 'wait=30' })
  const steps_ = await client.get(`/api/v1/executions/${body.id}/steps`)
  return { execution: body, steps: steps_.body }
}
const code = (id: string, js: string, more: object = {}) => ({ id, kind: 'code', js, ...more })

test('code computes between other steps, and the timeline shows it', async t => {
  const { execution, steps } = await run(
    [
      code('sum', 'return args.list.reduce((a, b) => a + b, 0)', { args: { list: { $: 'inputs.list' } } }),
      { id: 'end', kind: 'return', value: { sum: { $: 'steps.sum' } } },
    ],
    { list: [1, 2, 3.5] },
  )
  t.match(execution, { status: 'completed', output: { sum: 6.5 }, cu: 3 })
  t.match(steps[0], {
    id: 'sum',
    kind: 'code',
    status: 'completed',
    input: { list: [1, 2, 3.5] },
    output: 6.5,
    tool: null,
  })
})

test('code that does not parse is refused when the workflow is made', async t => {
  const { made } = await run([code('sum', 'return args.list.reduce((a, b) =>')])
  t.match(made, { status: 'needs_review', diagnostics: [{ code: 'BAD_CODE', path: 'sum.js' }] })
})

test('hostile code ends as a failed step, and the service answers on', async t => {
  const hostile: readonly [string, string, number?][] = [
    ['for (;;) {}\nreturn 1', 'timeout', 300],
    [
      'let s = "x".repeat(2 ** 20); const all = []; for (;;) all.push(s + all.length)\nreturn all',
      'too-large',
    ],
    ['let deep = []; for (let n = 0; n < 1e5; n++) deep = [deep]; return deep', 'code-failed'],
  ]
  const runs = hostile.map(([js, , timeoutMs]) => run([code('evil', js, { timeoutMs })]))
  const { execution } = await run([
    code('kind', 'return 1'),
    { id: 'end', kind: 'return', value: { $: 'steps.kind' } },
  ])
  t.match(execution, { status: 'completed', output: 1 })
  for (const [index, ended] of (await Promise.all(runs)).entries())
    t.match(ended.execution, { status: 'failed', error: { code: hostile[index]![1], step: 'evil' } })
})
