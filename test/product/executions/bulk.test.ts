// Search and bulk actions, as a client of the API meets them.
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { restartableProduct } from '../../support/product.ts'
import { createWorkflow, execute, runToEnd } from '../../support/workflows.ts'

const product = await restartableProduct()

const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }
const failing = {
  steps: [
    { id: 'kept', title: 'Keep', kind: 'set', value: { $: 'inputs.n' } },
    { id: 'stop', title: 'Stop', kind: 'fail', message: { $t: 'no, ${steps.kept}' } },
  ],
}

/** Search is up to a second behind: asks until it is there, or the test's time is over. */
async function findSoon(client: Client, query: string, count: number): Promise<string[]> {
  for (;;) {
    const { status, body } = await client.get(`/api/v1/executions/search?${query}`)
    if (status !== 200 || body.length >= count) return body.map(({ id }: { id: string }) => id)
    await pause(50)
  }
}

test('executions are found by text, trigger, tool and duration', async t => {
  const { client } = await product.signUp()
  const plan = {
    steps: [
      { id: 'hash', title: 'Hash', kind: 'tool', tool: 'hash_text', args: { text: { $: 'inputs.text' } } },
      { id: 'answer', title: 'Answer', kind: 'return', value: { $t: 'done ${inputs.text}' } },
    ],
  }
  const first = await runToEnd(client, await createWorkflow(client, plan), { text: 'needle@hay.example' })
  const second = await runToEnd(client, await createWorkflow(client, failing), { n: 4711 })
  t.strictSame(await findSoon(client, 'q=4711', 1), [second.id])
  t.strictSame(await findSoon(client, 'q=needle%40hay', 1), [first.id])
  t.strictSame(await findSoon(client, 'tool=hash_text&status=completed', 1), [first.id])
  t.strictSame(await findSoon(client, 'trigger=api&minDurationMs=0', 2), [second.id, first.id])
  t.strictSame(await findSoon(client, 'trigger=api&sort=createdAt', 2), [first.id, second.id])
  t.strictSame(await findSoon(client, 'trigger=chat', 0), [])
  t.strictSame(await findSoon(client, `q=${'%25_'.repeat(1_000)}`, 0), [])
  t.strictSame(await findSoon(client, `q=${'x'.repeat(5_000)}`, 0), [])
  for (const wrong of ['sort=id', 'trigger=me', 'minDurationMs=x', `tool=${'x'.repeat(201)}`, 'cursor=x']) {
    const { status, body } = await client.get(`/api/v1/executions/search?${wrong}`)
    t.equal(status, 400, wrong)
    t.notMatch(body.error, /select|syntax|tsquery/i)
  }
})

test('everything that waits is cancelled, and nothing else', async t => {
  const { client } = await product.signUp()
  const other = await product.signUp()
  const workflow = await createWorkflow(client, asking)
  const stays = (await execute(client, await createWorkflow(client, asking))).body.id
  const foreign = (await execute(other.client, await createWorkflow(other.client, asking))).body.id
  for (let n = 0; n < 9; n++) await execute(client, workflow)
  const started = await client.post('/api/v1/executions/bulk', {
    action: 'cancel',
    filter: { workflowId: workflow },
  })
  t.match(started, {
    status: 201,
    body: { id: /^bulk_/, action: 'cancel', status: 'running', done: 0, failed: 0 },
  })
  t.match(await end(client, started.body.id), {
    status: 'completed',
    total: 9,
    done: 9,
    failed: 0,
    failures: [],
  })
  const { body } = await client.get(`/api/v1/executions?workflowId=${workflow}&status=cancelled`)
  t.equal(body.length, 9)
  t.equal((await client.get(`/api/v1/executions/${stays}`)).body.status, 'awaiting_approval')
  t.equal((await other.client.get(`/api/v1/executions/${foreign}`)).body.status, 'awaiting_approval')
  for (const path of ['', '/events', '/cancel']) {
    const method = path === '/cancel' ? 'POST' : 'GET'
    const answer = await other.client.send(method, `/api/v1/executions/bulk/${started.body.id}${path}`)
    t.equal(answer.status, 404, `foreign ${path}`)
  }
})

test('what failed is run again, once, with the results that it had', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, failing)
  const failed = []
  for (let n = 0; n < 3; n++) failed.push((await runToEnd(client, workflow, { n })).id)
  const { body } = await client.post('/api/v1/executions/bulk', { action: 'retry', filter: {} })
  t.match(await end(client, body.id), { status: 'completed', total: 3, done: 3 })
  const all = await untilFailed(client, 6)
  const retries = all.filter(({ forkedFrom }) => forkedFrom !== null)
  t.strictSame(retries.map(({ forkedFrom }) => forkedFrom).toSorted(), failed.toSorted())
  t.match(retries[0], { trigger: { kind: 'retry' }, error: { message: /^no, \d/ } })
  await client.delete(`/api/v1/workflows/${workflow}`)
  const again = await client.post('/api/v1/executions/bulk', { action: 'retry', filter: {} })
  t.match(await end(client, again.body.id), {
    ...{ status: 'completed', done: 0, failed: 6 },
    failures: [{ executionId: /^exec_/, error: /not found/ }],
  })
})

test('the progress is a stream that ends with the action, and can be read again', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, asking)
  for (let n = 0; n < 3; n++) await execute(client, workflow)
  const { body } = await client.post('/api/v1/executions/bulk', { action: 'cancel', filter: {} })
  const path = `/api/v1/executions/bulk/${body.id}/events`
  const events = await Array.fromAsync(client.stream(path))
  t.strictSame(
    events.map(({ id }) => id),
    [1, 2, 3, 4],
  )
  t.match(events.at(-1), { event: 'end', data: { status: 'completed', done: 3, total: 3 } })
  const rest = await Array.fromAsync(client.stream(path, { 'last-event-id': '2' }))
  t.strictSame(rest, events.slice(2))
})

test('a bulk action is cancelled once, and is refused what it cannot be', async t => {
  const { client } = await product.signUp()
  const { body } = await client.post('/api/v1/executions/bulk', { action: 'retry', filter: { q: '?' } })
  t.match(await end(client, body.id), { status: 'completed', total: 0 })
  t.equal((await client.post(`/api/v1/executions/bulk/${body.id}/cancel`)).status, 409)
  t.match(await client.post('/api/v1/executions/bulk', { action: 'cancel' }), {
    status: 400,
    body: { error: /filter/ },
  })
  t.equal((await client.post('/api/v1/executions/bulk', { action: 'pay', filter: {} })).status, 400)
  t.match(
    await client.post('/api/v1/executions/bulk', { action: 'cancel', filter: { workflow: 'wf_1' } }),
    { status: 400, body: { error: /filter.*workflow/ } },
    'a misspelt filter does not mean everything',
  )
  t.equal((await client.get('/api/v1/executions/bulk/bulk_01jd0000000000000000000000')).status, 404)
})

test('a bulk action goes on after a crash, and does nothing twice', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, failing)
  const failed = new Set<string>()
  for (let n = 0; n < 250; n += 10) {
    const ended = await Promise.all(
      Array.from({ length: 10 }, (_, k) => runToEnd(client, workflow, { n: n + k })),
    )
    for (const { id } of ended) failed.add(id)
  }
  const { body } = await client.post('/api/v1/executions/bulk', { action: 'retry', filter: {} })
  for await (const { data } of client.stream(`/api/v1/executions/bulk/${body.id}/events`))
    if (data.done > 0) break
  await product.kill()
  await product.start()
  t.match(await end(client, body.id), { status: 'completed', total: 250, done: 250, failed: 0 })
  const forks = (await untilFailed(client, 500)).flatMap(({ forkedFrom }) => forkedFrom ?? [])
  t.equal(forks.length, 250)
  t.strictSame(new Set(forks), failed)
})

/** The action when it is over. */
async function end(client: Client, id: string) {
  const events = await Array.fromAsync(client.stream(`/api/v1/executions/bulk/${id}/events`))
  return events.at(-1)!.data
}

/** Failed executions of the organization, as soon as there are so many. */
async function untilFailed(client: Client, count: number): Promise<{ forkedFrom: string | null }[]> {
  for (;;) {
    const all = []
    for (let path: string | null = '/api/v1/executions?status=failed&limit=100'; path !== null; ) {
      const { body, headers } = await client.get(path)
      all.push(...body)
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
    }
    if (all.length >= count) return all
    await pause(50)
  }
}
