// Retries against the product: of a step by its policy, of what is parked by a person, of an execution that
// has ended. What succeeded is kept: the ledger shows no second call.
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { restartableProduct } from '../../support/product.ts'
import { path, stepsOf, untilStatus, untilWhy } from '../../support/runs.ts'
import { FlakyServer } from '../../support/servers/flaky-server.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'
import { createWorkflow, execute, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await restartableProduct()
const fetching = {
  id: 'fetch',
  kind: 'tool',
  server: 'flaky',
  tool: 'fetch',
  args: { name: { $: 'inputs.name' } },
}
const entering = {
  id: 'enter',
  kind: 'tool',
  server: 'ledger',
  tool: 'enter',
  args: { line: { $: 'inputs.name' } },
}
const answering = { id: 'answer', kind: 'return', value: { $: 'steps.fetch.fetched' } }

test('a step is tried again as its policy says, under the same idempotency key', async t => {
  const { client, flaky } = await world()
  flaky.failures = 2
  const step = { ...fetching, retry: { maxAttempts: 3, backoffMs: 20 } }
  const { id, status, cu } = await runToEnd(client, await createWorkflow(client, { steps: [step] }), {
    name: 'a',
  })
  t.equal(status, 'completed')
  t.strictSame(flaky.keys, Array(3).fill(`${id}/fetch`))
  t.equal(cu, 4, 'each call counts')
  t.match(await stepsOf(client, id), [{ id: 'fetch', status: 'completed', attempt: 3, error: null }])
  const told = (await client.readLog(id)).filter(({ event }) => event === 'step').map(({ data }) => data.step)
  t.strictSame(
    told.map(({ status, attempt }) => `${status} ${attempt}`),
    ['running 1', 'waiting 1', 'running 2', 'waiting 2', 'running 3', 'completed 3'],
  )
  t.match(told[1], { error: { message: /503/ } })
})

test('after the last attempt the step fails, and what is no use to repeat is not repeated', async t => {
  const { client, flaky } = await world()
  flaky.failures = 5
  const step = { ...fetching, retry: { maxAttempts: 2, backoffMs: 10 } }
  const failed = await runToEnd(client, await createWorkflow(client, { steps: [step] }), { name: 'a' })
  t.match(failed, {
    status: 'failed',
    error: { code: 'server-failed', step: 'fetch', message: /Flaky.*503/ },
  })
  t.equal(flaky.keys.length, 2)
  flaky.failures = 0
  const wrong = { ...step, tool: 'gone' }
  const { body } = await client.post('/api/v1/workflows', {
    name: 'x',
    prompt: 'x',
    plan: { steps: [wrong] },
  })
  t.equal(body.status, 'needs_review')
})

test('an error that the tool answers is tried again when the policy says any, and else not', async t => {
  const { client, flaky } = await world()
  const run = async (retry: object) => {
    flaky.errors = 2
    flaky.keys.length = 0
    const steps = [{ ...fetching, retry: { maxAttempts: 3, backoffMs: 10, ...retry } }]
    return runToEnd(client, await createWorkflow(client, { steps }), { name: 'a' })
  }
  const done = await run({ on: 'any' })
  t.match(done, { status: 'completed', output: { fetched: 'a' } })
  const { id, cu } = done
  t.strictSame(flaky.keys, Array(3).fill(`${id}/fetch`))
  t.equal(cu, 4, 'each call counts')
  t.match(await stepsOf(client, id), [{ id: 'fetch', status: 'completed', attempt: 3, error: null }])
  t.match(await run({}), { status: 'failed', error: { code: 'tool-failed', message: 'not there yet' } })
  t.equal(flaky.keys.length, 1)
  const plan = { steps: [{ ...fetching, retry: { maxAttempts: 3, on: 'all' } }] }
  const refused = await client.post('/api/v1/workflows', { name: 'x', prompt: 'x', plan })
  t.match(refused, { status: 400, body: { error: /retry\.on/ } })
})

test('why of a step between two attempts says when the next one is', async t => {
  const { client, flaky } = await world()
  flaky.failures = 1
  const step = { ...fetching, retry: { maxAttempts: 2, backoffMs: 600_000, maxBackoffMs: 600_000 } }
  const { id } = await start(client, [step])
  const why = await untilWhy(client, id, 'retry')
  t.match(why.reason, { step: 'fetch', tool: 'flaky__fetch', attempt: 1, eta: Number })
  t.match(await untilStatus(client, id, 'waiting'), { id })
  t.ok(why.eta <= Date.now() + 600_000)
  t.equal((await client.post(`${path(id)}/retry`, {})).status, 409, 'nothing is parked')
  t.match(await client.post(`${path(id)}/cancel`), { status: 200 })
})

test('onError goes on with null, or with steps that see the error', async t => {
  const { client, flaky } = await world()
  flaky.failures = 2
  const goOn = [
    { ...fetching, onError: 'continue' },
    { id: 'answer', kind: 'return', value: { $: 'steps.fetch' } },
  ]
  t.match(await runToEnd(client, await createWorkflow(client, { steps: goOn }), { name: 'a' }), {
    status: 'completed',
    output: null,
  })
  const instead = { id: 'instead', kind: 'set', value: { $: 'error.step + ": " + error.code' } }
  const handled = [{ ...fetching, onError: { steps: [instead] } }]
  t.match(await runToEnd(client, await createWorkflow(client, { steps: handled }), { name: 'a' }), {
    status: 'completed',
    output: 'fetch: server-failed',
  })
})

test('a parked step is continued in place when the cause is mended, also after a kill -9', {
  timeout: 180_000,
}, async t => {
  const { client, flaky, ledger } = await world()
  flaky.failures = 3
  const parking = { ...fetching, retry: { maxAttempts: 2, backoffMs: 10, park: true } }
  const { id } = await start(client, [entering, parking, answering])
  const why = await untilWhy(client, id, 'parked')
  t.match(why, { eta: null, reason: { step: 'fetch', tool: 'flaky__fetch', error: /503/ } })
  t.match(await untilStatus(client, id, 'waiting'), { error: null })
  t.match(await stepsOf(client, id), [
    { id: 'enter', status: 'completed' },
    { id: 'fetch', status: 'waiting' },
  ])
  await product.kill()
  await product.start()
  t.match((await untilWhy(client, id, 'parked')).reason, { step: 'fetch' })
  t.match(await client.post(`${path(id)}/retry`, {}), { status: 200, body: { id, forkedFrom: null } })
  t.match(await untilStatus(client, id, 'completed'), { output: 'a' })
  t.equal(flaky.keys.length, 4)
  t.equal(new Set(flaky.keys).size, 1)
  t.equal(ledger.calls.length, 1)
  t.equal((await client.get('/api/v1/executions')).body.length, 1, 'no other execution was made')
})

test('a parked step goes on with other arguments, which are another call', async t => {
  const { client, flaky, ledger } = await world()
  flaky.failures = 1
  const parking = { ...fetching, retry: { maxAttempts: 1, park: true } }
  const { id } = await start(client, [entering, parking, answering])
  await untilWhy(client, id, 'parked')
  const goOn = (body: object) => client.post(`${path(id)}/retry`, body)
  for (const [body, error] of [
    [{ args: { name: 'b' } }, /^fromStep: expected the step that takes args/],
    [{ fromStep: 'enter', args: { line: 'b' } }, /^fromStep: enter is not parked.*: fetch$/],
    [{ fromStep: 'nowhere', args: { name: 'b' } }, /^fromStep: .*nowhere/],
    [{ fromStep: 'fetch', args: { name: 7 } }, /^args.name: /],
    [{ fromStep: 'fetch', args: {} }, /^args.*name/],
    [{ fromStep: 'fetch', args: [] }, /^args: /],
    [{ fromStep: 'fetch', args: { name: 'b' }, version: 1 }, /^args: leave them out with version/],
  ] as const)
    t.match(await goOn(body), { status: 400, body: { error } }, JSON.stringify(body))
  t.match(await goOn({ fromStep: 'fetch', args: { name: 'b' } }), { status: 200, body: { id } })
  t.match(await untilStatus(client, id, 'completed'), { output: 'b' })
  t.strictSame(flaky.keys, [`${id}/fetch`, `${id}/fetch#1`])
  t.equal(ledger.calls.length, 1)
  const { body } = await client.get(`${path(id)}/steps/fetch`)
  t.match(body, {
    input: { name: 'b' },
    status: 'completed',
    log: [{ message: /^user_.* other arguments$/ }],
  })
})

test('an edited step that needs approval asks again, and shows the edited arguments', async t => {
  const { client, flaky } = await world()
  flaky.failures = 1
  const asking = { ...fetching, approval: { message: 'Fetch it?' }, retry: { maxAttempts: 1, park: true } }
  const { id } = await start(client, [asking, answering])
  const decide = async () => {
    const [approval] = (await untilStatus(client, id, 'awaiting_approval')).approvals
    await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'approve' })
    return approval
  }
  await decide()
  await untilWhy(client, id, 'parked')
  await client.post(`${path(id)}/retry`, { fromStep: 'fetch', args: { name: 'b' } })
  t.match(await decide(), { args: { name: 'b' } })
  t.match(await untilStatus(client, id, 'completed'), { output: 'b' })
})

test('a retry begins a step with other arguments, also inside a loop', async t => {
  const { client, flaky, ledger } = await world()
  const inner = { ...fetching, args: { name: { $: 'one' } } }
  const each = { id: 'all', kind: 'foreach', over: 'inputs.list', as: 'one', steps: [inner] }
  const steps = [entering, each, { id: 'answer', kind: 'return', value: { $: 'steps.all' } }]
  const first = await runToEnd(client, await createWorkflow(client, { steps }), {
    name: 'a',
    list: ['a', 'c'],
  })
  const edited = { fromStep: 'all.each[1].fetch', args: { name: 'b' } }
  const again = await retry(client, first.id, edited, { prefer: 'wait=20' })
  t.match(again.body, {
    status: 'completed',
    output: [{ fetched: 'a' }, { fetched: 'b' }],
    forkedFrom: first.id,
  })
  t.equal(ledger.calls.length, 1)
  t.equal(flaky.keys.at(-1), `${again.body.id}/all.each[1].fetch`)
  t.match(await retry(client, first.id, { fromStep: 'all', args: { name: 'b' } }), {
    status: 400,
    body: { error: /^args: the step all takes none/ },
  })
})

test('a retry of a failed execution keeps what succeeded', async t => {
  const { client, flaky, ledger } = await world()
  flaky.failures = 1
  const first = await failedRun(client, [entering, fetching, answering])
  t.equal(first.status, 'failed')
  const { status, headers, body } = await retry(client, first.id, {}, { prefer: 'wait=20' })
  t.equal(status, 201)
  t.equal(headers.get('preference-applied'), 'wait=20')
  t.match(body, {
    status: 'completed',
    output: 'a',
    inputs: { name: 'a' },
    forkedFrom: first.id,
    trigger: { kind: 'retry', ref: first.id },
    workflowVersion: 1,
  })
  t.not(body.id, first.id)
  t.equal(ledger.calls.length, 1)
  t.strictSame(flaky.keys, [`${first.id}/fetch`, `${body.id}/fetch`])
  t.match(await stepsOf(client, body.id), [
    { id: 'enter', status: 'completed', output: { line: 'a' } },
    { id: 'fetch', status: 'completed' },
    { id: 'answer', status: 'completed' },
  ])
  t.match(
    (await client.get(path(first.id))).body,
    { status: 'failed', forkedFrom: null },
    'the first stays as it was',
  )
  t.match((await client.get(path(body.id))).body, { forkedFrom: first.id })
})

test('a retry of one that completed gives its output without a call', async t => {
  const { client, flaky, ledger } = await world()
  const workflow = await createWorkflow(client, { steps: [entering, fetching, answering] })
  const first = await runToEnd(client, workflow, { name: 'a' })
  const again = await retry(client, first.id, {}, { prefer: 'wait=20' })
  t.match(again.body, { status: 'completed', output: 'a', forkedFrom: first.id })
  t.strictSame([ledger.calls.length, flaky.keys.length], [1, 1])
})

test('fromStep runs that step and all after it again', async t => {
  const { client, flaky, ledger } = await world()
  const workflow = await createWorkflow(client, { steps: [entering, fetching, answering] })
  const first = await runToEnd(client, workflow, { name: 'a' })
  const later = await retry(client, first.id, { fromStep: 'fetch' }, { prefer: 'wait=20' })
  t.match(later.body, { status: 'completed', output: 'a' })
  t.strictSame([ledger.calls.length, flaky.keys.length], [1, 2])
  const all = await retry(
    client,
    first.id,
    { fromStep: 'enter', inputs: { name: 'b' } },
    { prefer: 'wait=20' },
  )
  t.match(all.body, { status: 'completed', output: 'b', inputs: { name: 'b' } })
  t.strictSame([ledger.calls.length, flaky.keys.length], [2, 3])
  t.match(await retry(client, first.id, { fromStep: 'nowhere' }), {
    status: 400,
    body: { error: /fromStep.*nowhere/ },
  })
})

test('a retry may have other inputs, which are checked, and another version', async t => {
  const { client, flaky, ledger } = await world()
  flaky.failures = 1
  const first = await failedRun(client, [entering, fetching, answering])
  t.match(await retry(client, first.id, { inputs: {} }), { status: 400, body: { error: /name/ } })
  t.match(await retry(client, first.id, { inputs: 'a' }), { status: 400, body: { error: /inputs/ } })
  t.match(await retry(client, first.id, { version: 2 }), { status: 404 })
  t.match(await retry(client, first.id, { version: 0 }), { status: 400, body: { error: /version/ } })
  const other = { id: 'answer', kind: 'return', value: { $t: 'version 2: ${steps.fetch.fetched}' } }
  const plan = { steps: [entering, fetching, other] }
  t.equal((await client.post(`/api/v1/workflows/${first.workflowId}/versions`, { plan })).status, 201)
  const same = await retry(client, first.id, { inputs: { name: 'b' } }, { prefer: 'wait=20' })
  t.match(same.body, { workflowVersion: 1, output: 'b' }, 'the version that it ran, unless told otherwise')
  const second = await retry(client, first.id, { version: 2 }, { prefer: 'wait=20' })
  t.match(second.body, { workflowVersion: 2, output: 'version 2: a', forkedFrom: first.id })
  t.equal(ledger.calls.length, 1, 'the entry was kept by both')
})

test('a retry with other inputs, or from a step, asks for an approval again', async t => {
  const { client, flaky, ledger } = await world()
  flaky.failures = 1
  const asking = { id: 'ok', kind: 'approval', message: 'Enter it?' }
  const { id } = await start(client, [asking, entering, fetching])
  const [approval] = (await untilStatus(client, id, 'awaiting_approval')).approvals
  t.equal((await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'approve' })).status, 200)
  await untilStatus(client, id, 'failed')
  const same = await retry(client, id, {}, { prefer: 'wait=20' })
  t.match(same.body, { status: 'completed', output: { fetched: 'a' } })
  for (const other of [{ inputs: { name: 'b' } }, { fromStep: 'enter' }, { version: 1 }]) {
    const { body } = await retry(client, same.body.id, other)
    t.match(await untilStatus(client, body.id, 'awaiting_approval'), { approvals: [{ stepId: 'ok' }] })
  }
  t.equal(ledger.calls.length, 1)
})

test('a retry works inside of foreach and parallel: only what failed runs again', async t => {
  const { client, flaky, ledger } = await world()
  const each = {
    id: 'each',
    kind: 'foreach',
    over: 'inputs.names',
    as: 'name',
    steps: [
      { ...entering, args: { line: { $: 'name' } } },
      { ...fetching, args: { name: { $: 'name' } } },
    ],
  }
  const fork = {
    id: 'fork',
    kind: 'parallel',
    branches: [{ steps: [{ ...entering, id: 'aside', args: { line: 'aside' } }] }],
  }
  const workflow = await createWorkflow(client, {
    steps: [fork, each, { id: 'answer', kind: 'return', value: { $: 'steps.each' } }],
  })
  flaky.failures = 1
  const first = await runToEnd(client, workflow, { names: ['a', 'b', 'c'] })
  t.match(first, { status: 'failed', error: { step: 'each.each[0].fetch' } })
  const entered = ledger.calls.length
  const { body } = await retry(client, first.id, {}, { prefer: 'wait=20' })
  t.match(body, { status: 'completed', output: ['a', 'b', 'c'].map(fetched => ({ fetched })) })
  t.strictSame(ledger.calls.map(({ args }) => args.line).sort(), ['a', 'aside', 'b', 'c'])
  t.ok(entered < 4, 'the first run had stopped before')
})

test('a retry of another organization, or of nothing, is 404', async t => {
  const { client, flaky } = await world()
  flaky.failures = 1
  const first = await failedRun(client, [fetching])
  const stranger = (await product.signUp()).client
  t.match(await retry(stranger, first.id, {}), { status: 404, body: { error: 'execution not found' } })
  t.equal((await retry(client, 'exec_01h455vb4pex5vsknk084sn02q', {})).status, 404)
})

test('a kill -9 between two attempts costs no attempt and makes none twice', {
  timeout: 180_000,
}, async t => {
  const { client, flaky } = await world()
  flaky.failures = 1
  const step = { ...fetching, retry: { maxAttempts: 2, backoffMs: 2_000, maxBackoffMs: 2_000 } }
  const { id } = await start(client, [step, answering])
  await untilWhy(client, id, 'retry')
  await product.kill()
  t.equal(flaky.keys.length, 1)
  await product.start()
  t.match(await untilStatus(client, id, 'completed'), { output: 'a' })
  t.equal(flaky.keys.length, 2)
  t.match(await stepsOf(client, id), [{ id: 'fetch', attempt: 2 }, {}])
})

/** An organization with a flaky server and a ledger of its own. */
async function world() {
  const { client } = await product.signUp()
  const [flaky, ledger] = await Promise.all([FlakyServer.start(), Ledger.start()])
  await registerServer(client, 'Flaky', flaky.url)
  await registerServer(client, 'Ledger', ledger.url)
  return { client, flaky, ledger }
}

async function start(client: Client, steps: readonly object[]): Promise<{ id: string }> {
  return (await execute(client, await createWorkflow(client, { steps }), { name: 'a' })).body
}

async function failedRun(client: Client, steps: readonly object[]) {
  return runToEnd(client, await createWorkflow(client, { steps }), { name: 'a' })
}

function retry(client: Client, id: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  return client.post(`${path(id)}/retry`, body, headers)
}
