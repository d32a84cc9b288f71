// Versions as their users meet them: changes that do not undo each other, and what changed between two.
import { test } from 'tap'
import { sharedProduct } from '../support/product.ts'
import { untilStatus } from '../support/runs.ts'
import { createWorkflow, execute, returning } from '../support/workflows.ts'

const product = await sharedProduct()

test('a change of an old state is refused, and nothing of it is done', async t => {
  const { client } = await product.signUp()
  const path = `/api/v1/workflows/${await createWorkflow(client, returning(1))}`
  const tag = (await client.get(path)).headers.get('etag')!
  t.match(tag, /^"\d+"$/)
  const first = await client.put(path, { name: 'First' }, { 'if-match': tag })
  t.match(first, { status: 200, body: { name: 'First' } })
  const next = first.headers.get('etag')!
  t.not(next, tag)
  t.equal((await client.get(path)).headers.get('etag'), next)
  const lost = await client.put(path, { name: 'Second', plan: returning(2) }, { 'if-match': tag })
  t.match(lost, { status: 412, body: { error: /has changed/ } })
  t.equal(lost.headers.get('x-error-code'), 'precondition-failed')
  t.match((await client.get(path)).body, { name: 'First', version: 1 })
  for (const header of ['*', `"0", ${next}`]) {
    const done = await client.put(path, { name: 'Second' }, { 'if-match': header })
    t.equal(done.status, header === '*' ? 200 : 412, 'the second is of an old state again')
  }
  t.equal((await client.put(path, { name: 'Third' })).status, 200, 'without the header nothing is asked')
  t.match(await client.put(path, { name: 'x' }, { 'if-match': next.slice(1) }), {
    ...{ status: 400, body: { error: /^If-Match: / } },
  })
})

test('of changes at once with one state, one is made', async t => {
  const { client } = await product.signUp()
  const path = `/api/v1/workflows/${await createWorkflow(client, returning(1))}`
  const tag = (await client.get(path)).headers.get('etag')!
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => client.put(path, { name: `Name ${i}` }, { 'if-match': tag })),
  )
  t.strictSame(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)])
})

test('the difference of two versions says what breaks callers, what it uses and what it costs', async t => {
  const { client } = await product.signUp()
  const first = { steps: [{ id: 'answer', title: 'Answer', kind: 'return', value: { $: 'inputs.a' } }] }
  const path = `/api/v1/workflows/${await createWorkflow(client, first)}`
  const join = {
    id: 'hash',
    title: 'Hash',
    kind: 'tool',
    tool: 'hash_text',
    args: { text: { $: 'inputs.b' } },
  }
  const second = { steps: [join, { ...first.steps[0], value: { $: 'steps.hash' } }] }
  await client.put(path, { prompt: 'Do it\nand hash it', plan: second })
  const { status, body } = await client.get(`${path}/versions/1/diff/2`)
  t.equal(status, 200)
  t.match(body, {
    ...{ from: 1, to: 2 },
    prompt: [
      { kind: 'same', text: 'Do it' },
      { kind: 'added', text: 'and hash it' },
    ],
    steps: { added: [{ id: 'hash', kind: 'tool' }], removed: [], changed: [{ id: 'answer' }] },
    tools: { added: ['hash_text'], removed: [] },
    credentials: { added: [], removed: [] },
    cu: { from: { least: 1, most: 1 }, to: { least: 2, most: 2 } },
  })
  t.ok(
    body.inputsSchema.some(
      (one: { path: string; change: string }) => /inputs\.b/.test(one.path) && one.change === 'breaking',
    ),
  )
  const same = (await client.get(`${path}/versions/2/diff/2`)).body
  t.match(same, { steps: { added: [], removed: [], changed: [] }, inputsSchema: [] })
  for (const pair of ['1/diff/3', '3/diff/1', '1/diff/x', '0/diff/1'])
    t.equal((await client.get(`${path}/versions/${pair}`)).status, 404, pair)
})

test('an execution keeps the version that it began with', async t => {
  const { client } = await product.signUp()
  const waiting = (value: number) => ({
    steps: [{ id: 'go', title: 'Go', kind: 'wait', event: 'go' }, ...returning(value).steps],
  })
  const id = await createWorkflow(client, waiting(1))
  const run = (await execute(client, id)).body.id
  await untilStatus(client, run, 'waiting')
  await client.put(`/api/v1/workflows/${id}`, { plan: waiting(2) })
  await client.post(`/api/v1/executions/${run}/events/go`, {})
  t.match(await untilStatus(client, run, 'completed'), { workflowVersion: 1, output: 1 })
})
