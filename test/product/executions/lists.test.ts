// Lists of the running product: pages end by rows and bytes, and what a list has no room for is behind its
// link.
import { test } from 'tap'
import { pageBounds } from '../../../domain/page.ts'
import { allOf, answersOf } from '../../support/pages.ts'
import { sharedProduct } from '../../support/product.ts'
import { createWorkflow, execute, returning, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()
const limit = { timeout: 120_000 }
const { bytes, valueBytes, previewLength } = pageBounds

/** Each item is the output of a step inside of the loop, and all of them are that of the loop. */
const looping = {
  steps: [
    {
      ...{ id: 'each', title: 'Each', kind: 'foreach', over: 'inputs.list', as: 'n' },
      steps: [{ id: 'text', title: 'Text', kind: 'set', value: { $: 'inputs.text' } }],
    },
    { id: 'answer', title: 'Answer', kind: 'return', value: { $: 'steps.each' } },
  ],
}

test(
  'the timeline of an execution has pages of 1 MiB at most, and each step is whole behind its link',
  limit,
  async t => {
    const { client } = await product.signUp()
    const workflow = await createWorkflow(client, looping)
    const text = 'x'.repeat(60_000)
    const list = Array.from({ length: 40 }, (_, n) => n)
    const { id, status, error } = await runToEnd(client, workflow, { text, list })
    t.strictSame([status, error], ['completed', null])
    const path = `/api/v1/executions/${id}/steps`
    const answers = await answersOf(client, `${path}?limit=100`)
    t.ok(answers.length > 2, `${answers.length} pages`)
    for (const { body } of answers) t.ok(JSON.stringify(body).length <= bytes)
    const steps = answers.flatMap(({ body }) => body)
    t.strictSame(
      steps.map(step => step.id),
      ['each', ...list.map(n => `each.each[${n}].text`), 'answer'],
    )
    t.ok(steps.slice(1, -1).every(step => step.output === text && step.truncated.length === 0))
    const size = JSON.stringify(list.map(() => text)).length
    t.match(steps[0], {
      status: 'completed',
      output: null,
      truncated: [{ field: 'output', sizeBytes: size, preview: `["${text}`.slice(0, previewLength) }],
    })
    for (const step of [steps[0], steps[7], steps.at(-1)]) {
      const { output: shown, truncated, ...facts } = step
      const link = truncated[0]?.link ?? `${path}/${encodeURIComponent(step.id)}`
      const { status, body } = await client.get(link)
      // One step by itself also has its log.
      const { output, log: _, ...rest } = body
      t.strictSame([status, rest], [200, facts], link)
      t.strictSame(output, step === steps[7] ? shown : list.map(() => text))
    }
    t.equal((await client.get(`${path}/${encodeURIComponent('each.each[100].text')}`)).status, 404)
    t.equal((await client.get(`${path}?cursor=${Buffer.from('steps -1').toString('base64url')}`)).status, 400)
    const { client: stranger } = await product.signUp()
    t.equal((await stranger.get(`${path}/each`)).status, 404)
  },
)

test('a list of executions shows what fits, and the rest is whole by itself', limit, async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning({ $: 'inputs.text' }))
  const inputs = { text: 'x'.repeat(valueBytes) }
  const { id } = await runToEnd(client, workflow, inputs)
  for (const list of ['/api/v1/executions', '/api/v1/executions/search']) {
    const [listed] = (await client.get(list)).body
    t.match(listed, { id, inputs: {}, output: null, status: 'completed' })
    const fields = listed.truncated.map(({ field }: { field: string }) => field)
    t.strictSame(fields.sort(), ['inputs', 'output'])
    for (const { link } of listed.truncated) {
      t.match((await client.get(link)).body, { id, inputs, output: inputs.text })
    }
  }
})

test('over /rpc a list of executions ends by its bytes, too', limit, async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning({ $: 'inputs.text' }))
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.push((await runToEnd(client, workflow, { text: 'x'.repeat(60_000) })).id)
  const found: string[] = []
  for (let cursor: string | null | undefined, pages = 0; cursor !== null; pages++) {
    if (pages > 12) throw new Error('the pages do not end')
    const params = { name: 'search_executions', arguments: { limit: 100, ...(cursor && { cursor }) } }
    const { body } = await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const { items, nextCursor } = JSON.parse(body.result.content[0].text)
    t.ok(JSON.stringify(items).length <= bytes && items.length < 12, `${items.length} items`)
    found.push(...items.map((item: { id: string }) => item.id))
    cursor = nextCursor
  }
  t.strictSame(found, ids.toReversed())
})

test('pages have no gap and no repeat while rows are added', limit, async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  for (let n = 0; n < 7; n++) await runToEnd(client, workflow)
  const before = await allOf(client, '/api/v1/executions')
  const answers = await answersOf(client, '/api/v1/executions?limit=2', () => execute(client, workflow))
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  t.strictSame(ids(answers.flatMap(({ body }) => body)), ids(before))
  t.equal((await allOf(client, '/api/v1/executions')).length, 7 + answers.length)
})
