// Limits on executions at work at once, and the fair queue behind them, over HTTP.
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'
import { registerServer } from '../../support/workflows.ts'

type Test = { teardown(end: () => unknown): unknown }

const product = await sharedProduct()

test('no more executions of a workflow are at work than its limit, and all of them end', async t => {
  const { client, ledger, slow } = await given(t)
  const workflow = await slow('A', { concurrency: 2 })
  const ids = await startMany(client, workflow, 6)
  const statuses = new Set<string>()
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const { body } = await client.get(`/api/v1/executions?workflowId=${workflow}&limit=100`)
    const running = body.filter(({ status }: { status: string }) => status === 'running').length
    t.ok(running <= 2, `${running} at work`)
    for (const { status } of body) statuses.add(status)
    if (body.every(({ status }: { status: string }) => status === 'completed')) break
    await pause(20)
  }
  t.ok(statuses.has('queued'))
  for (const id of ids) t.equal((await client.get(`/api/v1/executions/${id}`)).body.status, 'completed')
  t.equal(ledger.entries.size, 6 * stepsEach)
})

test('a queued execution says so, can be cancelled, and begins when the limit is raised', async t => {
  const { client, ledger, slow } = await given(t)
  await client.put('/api/v1/limits', { concurrency: 1 })
  const workflow = await slow('B', {})
  ledger.holdFrom(1)
  const [first, second, third] = await startMany(client, workflow, 3)
  t.equal((await until(client, first!, 'running')).status, 'running')
  const why = (await client.get(`/api/v1/executions/${second}/why`)).body
  t.match(why, { status: 'queued', waitsFor: [{ kind: 'queue' }] })
  t.equal((await client.post(`/api/v1/executions/${third}/cancel`)).body.status, 'cancelled')
  await client.put('/api/v1/limits', { concurrency: null })
  t.equal((await until(client, second!, 'running')).status, 'running')
  ledger.release()
  t.equal((await until(client, second!, 'completed')).status, 'completed')
})

/** Calls of the ledger in each execution: long enough at work to be seen there. */
const stepsEach = 8

async function given(_: Test) {
  const ledger = await Ledger.start()
  const { client } = await product.signUp()
  await registerServer(client, 'Ledger', ledger.url)
  const slow = async (name: string, extra: object): Promise<string> => {
    const steps = Array.from({ length: stepsEach }, (_, n) => ({
      id: `s${n}`,
      kind: 'tool',
      server: 'ledger',
      tool: 'enter',
      args: { line: `${name}${n}` },
    }))
    const { body } = await client.post('/api/v1/workflows', { name, prompt: name, plan: { steps }, ...extra })
    return body.id
  }
  return { client, ledger, slow }
}

async function startMany(client: Client, workflow: string, count: number): Promise<string[]> {
  const starts = Array.from({ length: count }, () =>
    client.post(`/api/v1/workflows/${workflow}/execute`, { inputs: {} }),
  )
  // In the order of their ids, which is the order of the queue.
  return (await Promise.all(starts)).map(({ body }) => body.id as string).sort()
}

async function until(client: Client, id: string, status: string) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const { body } = await client.get(`/api/v1/executions/${id}`)
    if (body.status === status) return body
    await pause(20)
  }
  throw new Error(`execution ${id} did not become ${status}`)
}
