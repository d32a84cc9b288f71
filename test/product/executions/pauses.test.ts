// Waits against the product: for a time, until a moment, for an event, for another workflow; deadlines; and
// what `why` says of each. Timers fire once, also when the product dies while they run.
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { restartableProduct } from '../../support/product.ts'
import { path, stepsOf, untilStatus, untilWhy } from '../../support/runs.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'
import { createWorkflow, execute, registerServer, returning, runToEnd } from '../../support/workflows.ts'

const product = await restartableProduct()

test('a wait for a time ends after it, not before', async t => {
  const { client } = await product.signUp()
  const long = (await start(client, waitThenSay({ for: 3_600_000 }))).id
  const why = await untilWhy(client, long, 'timer')
  t.match(why, { status: 'waiting', eta: Number })
  t.match(why.reason, { step: 'wait', eta: why.eta, approvalId: null, event: null })
  t.match(await stepsOf(client, long), [
    { id: 'wait', kind: 'wait', status: 'waiting', input: { until: why.eta } },
  ])
  const { id } = await start(client, waitThenSay({ for: 300 }))
  t.match(await untilStatus(client, id, 'completed'), { output: 'done' })
  const [step] = await stepsOf(client, id)
  t.ok(step.durationMs >= 300, `${step.durationMs} ms`)
  t.ok(step.durationMs < 10_000, `${step.durationMs} ms: by a timer, not by the poll every 15 s`)
})

test('a wait until a moment takes Unix ms and ISO 8601, and one that has passed ends at once', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, waitThenSay({ until: { $: 'inputs.at' } }))
  const at = Date.now() + 400
  for (const moment of [at, new Date(at).toISOString()]) {
    const { finishedAt, status } = await runToEnd(client, workflow, { at: moment })
    t.equal(status, 'completed')
    t.ok(finishedAt >= at, 'not before')
  }
  t.match(await runToEnd(client, workflow, { at: '2001-01-01T00:00:00Z' }), { status: 'completed' })
  for (const wrong of ['tomorrow', '2030-01-01T00:00:00', true]) {
    t.match(await runToEnd(client, workflow, { at: wrong }), {
      status: 'failed',
      error: { code: 'not-a-time', step: 'wait' },
    })
  }
})

test('an event wakes the step that waits for it, and its body is the output', async t => {
  const { client } = await product.signUp()
  const { id } = await start(client, waitThenReturn('paid'))
  const why = await untilWhy(client, id, 'event')
  t.match(why, { status: 'waiting', eta: null, reason: { event: 'paid', step: 'wait' } })
  const other = await client.post(`${path(id)}/events/shipped`, {})
  t.match(other, { status: 200, body: { id, status: 'waiting' } })
  const sent = await client.post(`${path(id)}/events/paid`, { amount: 5, by: ['card'] })
  t.match(sent, { status: 200, body: { id } })
  t.match(await untilStatus(client, id, 'completed'), { output: { amount: 5, by: ['card'] } })
  t.match(await client.post(`${path(id)}/events/paid`, {}), { status: 409, body: { error: /completed/ } })
})

test('an event that comes early is kept, and so is the order', async t => {
  const { client } = await product.signUp()
  const { id } = await start(client, {
    steps: [
      { id: 'go', kind: 'wait', event: 'go' },
      { id: 'one', kind: 'wait', event: 'paid' },
      { id: 'two', kind: 'wait', event: 'paid' },
      { id: 'answer', kind: 'return', value: [{ $: 'steps.one.n' }, { $: 'steps.two.n' }] },
    ],
  })
  await client.post(`${path(id)}/events/paid`, { n: 1 })
  await client.post(`${path(id)}/events/paid`, { n: 2 })
  t.match((await client.get(path(id))).body, { status: 'waiting' })
  await client.post(`${path(id)}/events/go`)
  t.match(await untilStatus(client, id, 'completed'), { output: [1, 2] })
})

test('a wait for an event ends by its timeout, and onError may answer it', async t => {
  const { client } = await product.signUp()
  const timed = { id: 'wait', kind: 'wait', event: 'paid', timeoutMs: 150 }
  t.match(await runToEnd(client, await createWorkflow(client, { steps: [timed] })), {
    status: 'failed',
    error: { code: 'timeout', step: 'wait' },
  })
  const late = { id: 'late', kind: 'set', value: { $: 'error.code' } }
  const answered = { steps: [{ ...timed, onError: { steps: [late] } }] }
  t.match(await runToEnd(client, await createWorkflow(client, answered)), {
    status: 'completed',
    output: 'timeout',
  })
})

test('names of events and their bodies are checked, and whose execution it is', async t => {
  const { client } = await product.signUp()
  const { id } = await start(client, waitThenReturn('paid'))
  t.equal((await client.post(`${path(id)}/events/${'x'.repeat(101)}`, {})).status, 404)
  t.equal((await client.post(`${path(id)}/events/pa%20id`, {})).status, 404)
  t.equal((await client.post(`${path(id)}/events/paid`, '[1]')).status, 400)
  t.equal((await client.post(`${path(id)}/events/paid`, '{')).status, 400)
  const stranger = (await product.signUp()).client
  const nobody = product.client()
  const reader = await keyOf(client, ['read'])
  const routes = [
    ['POST', `${path(id)}/events/paid`, 403],
    ['POST', `${path(id)}/retry`, 403],
    ['POST', `${path(id)}/cancel`, 403],
    ['GET', `${path(id)}/why`, 200],
    ['GET', `${path(id)}/steps`, 200],
  ] as const
  for (const [method, target, forReader] of routes) {
    const body = method === 'POST' ? {} : undefined
    t.equal((await nobody.send(method, target, body)).status, 401, target)
    t.match(
      await stranger.send(method, target, body),
      { status: 404, body: { error: 'execution not found' } },
      target,
    )
    t.equal((await reader.send(method, target, body)).status, forReader, target)
    const unknown = target.replace(id, 'exec_01h455vb4pex5vsknk084sn02q')
    t.equal((await client.send(method, unknown, body)).status, 404, unknown)
  }
  t.match((await client.get(path(id))).body, { status: 'waiting' }, 'and none of it was done')
})

test("a sub-workflow's output flows, and it names its parent", async t => {
  const { client } = await product.signUp()
  const double = await createWorkflow(client, returning({ $: 'inputs.n * 2.0' }))
  const parent = await createWorkflow(client, runThenReturn(double, { n: 21 }))
  const execution = await runToEnd(client, parent)
  t.match(execution, { status: 'completed', output: 42 })
  const [child] = (await client.get(`/api/v1/executions?workflowId=${double}`)).body
  t.match(child, { status: 'completed', output: 42, trigger: { kind: 'workflow', ref: execution.id } })
})

test("a sub-workflow's failure comes up, and its refusal too", async t => {
  const { client } = await product.signUp()
  const failing = await createWorkflow(client, {
    steps: [{ id: 'no', kind: 'fail', message: 'out of stock' }],
  })
  t.match(await runToEnd(client, await createWorkflow(client, runThenReturn(failing, {}))), {
    status: 'failed',
    error: { step: 'child', message: /out of stock/ },
  })
  const plan = {
    steps: [{ id: 'child', kind: 'workflow', workflow: failing, inputs: {}, onError: 'continue' }],
  }
  t.match(await runToEnd(client, await createWorkflow(client, plan)), { status: 'completed', output: null })
})

test('a cancel goes down to the sub-workflow and its approval, and up as a failure', async t => {
  const { client } = await product.signUp()
  const asking = await createWorkflow(client, { steps: [{ id: 'ask', kind: 'approval', message: 'Sure?' }] })
  const parent = await createWorkflow(client, runThenReturn(asking, {}))
  const { id } = (await execute(client, parent)).body
  await untilStatus(client, id, 'waiting')
  const why = await untilWhy(client, id, 'workflow')
  const childId = why.reason.executionId
  t.match(why, { status: 'waiting', reason: { step: 'child' } })
  await untilStatus(client, childId, 'awaiting_approval')
  t.match(await client.post(`${path(id)}/cancel`), { body: { status: 'cancelled' } })
  await untilStatus(client, childId, 'cancelled')
  const [approval] = (await client.get('/api/v1/approvals')).body
  t.match(approval, { executionId: childId, status: 'cancelled' })

  const second = (await execute(client, parent)).body
  const child = (await untilWhy(client, second.id, 'workflow')).reason.executionId
  await untilStatus(client, child, 'awaiting_approval')
  await client.post(`${path(child)}/cancel`)
  t.match(await untilStatus(client, second.id, 'failed'), { error: { step: 'child', message: /cancelled/ } })
})

test('a deadline ends an execution that waits, unless waiting is left out of it', async t => {
  const { client } = await product.signUp()
  const hour = waitThenSay({ for: 3_600_000 }).steps
  const late = await createWorkflow(client, { deadline: { ms: 200 }, steps: hour })
  t.match(await runToEnd(client, late), {
    status: 'failed',
    error: { code: 'deadline-exceeded', step: null },
  })
  const { steps } = waitThenSay({ for: 600 })
  const patient = await createWorkflow(client, { deadline: { ms: 500, excludeWaiting: true }, steps })
  t.match(await runToEnd(client, patient), { status: 'completed' })
  const { id } = await start(client, { deadline: { ms: 60_000 }, steps: waitThenSay({ for: 60_000 }).steps })
  const why = await untilWhy(client, id, 'timer')
  t.ok(why.deadlineAt > Date.now() + 30_000)
})

test('why of an execution under way names the tool, and of one that is over nothing', async t => {
  const { client } = await product.signUp()
  const example = await startExampleServer()
  await registerServer(client, 'Example', example.url)
  const step = { id: 'slow', kind: 'tool', server: 'example', tool: 'slow', args: { ms: 60_000 } }
  const { id } = await start(client, { steps: [step] })
  const why = await untilWhy(client, id, 'tool')
  t.match(why, { status: 'running', reason: { step: 'slow', tool: 'example__slow', attempt: 1 } })
  await client.post(`${path(id)}/cancel`)
  const { startedBy, ...over } = (await client.get(`${path(id)}/why`)).body
  t.match(startedBy, /^user_/)
  t.strictSame(over, {
    executionId: id,
    status: 'cancelled',
    error: null,
    waitsFor: [],
    waitsForCount: 0,
    eta: null,
    nextCheckAt: null,
    deadlineAt: null,
  })
})

test('timers fire once after a kill -9, events and sub-workflows go on', { timeout: 180_000 }, async t => {
  const { client } = await product.signUp()
  const ledger = await Ledger.start()
  await registerServer(client, 'Ledger', ledger.url)
  const enter = {
    id: 'enter',
    kind: 'tool',
    server: 'ledger',
    tool: 'enter',
    args: { line: { $: 'inputs.line' } },
  }
  const beganAt = Date.now()
  const told = await createWorkflow(client, { steps: [{ id: 'wait', kind: 'wait', event: 'paid' }, enter] })
  const event = (await execute(client, told, { line: 'event' })).body.id
  const parent = (await start(client, runThenReturn(told, { line: 'child' }))).id
  const child = (await untilWhy(client, parent, 'workflow')).reason.executionId
  await untilStatus(client, child, 'waiting')
  await untilStatus(client, event, 'waiting')
  const timer = { id: 'wait', kind: 'wait', until: { $: 'inputs.until' } }
  const timed = await createWorkflow(client, { steps: [timer, enter] })
  // All are started before the first is due, on a slow machine too: what was done so far is more.
  const until = Date.now() + 1_000 + 3 * (Date.now() - beganAt)
  const lines = Array.from({ length: 20 }, (_, n) => `timer ${n}`)
  const timers = await Promise.all(lines.map(line => execute(client, timed, { line, until })))
  await product.kill()
  t.equal(ledger.calls.length, 0)
  await pause(until - Date.now())
  await product.start()
  await Promise.all(timers.map(({ body }) => untilStatus(client, body.id, 'completed')))
  for (const id of [event, child]) {
    t.match((await client.get(path(id))).body, { status: 'waiting' })
    await client.post(`${path(id)}/events/paid`, {})
  }
  t.match(await untilStatus(client, parent, 'completed'), { output: { line: 'child' } })
  await untilStatus(client, event, 'completed')
  t.strictSame(
    [...ledger.entries.values()].map(({ line }) => line).sort(),
    [...lines, 'event', 'child'].sort(),
  )
  t.equal(ledger.calls.length, 22, 'each once')
})

function waitThenSay(wait: object) {
  const done = { id: 'answer', kind: 'return', value: 'done' }
  return { steps: [{ id: 'wait', kind: 'wait', ...wait }, done] }
}

function waitThenReturn(event: string) {
  const answer = { id: 'answer', kind: 'return', value: { $: 'steps.wait' } }
  return { steps: [{ id: 'wait', kind: 'wait', event }, answer] }
}

function runThenReturn(workflow: string, inputs: object) {
  const answer = { id: 'answer', kind: 'return', value: { $: 'steps.child' } }
  return { steps: [{ id: 'child', kind: 'workflow', workflow, inputs }, answer] }
}

async function start(client: Client, plan: object): Promise<{ id: string }> {
  const { status, body } = await execute(client, await createWorkflow(client, plan))
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

async function keyOf(client: Client, scopes: readonly string[]): Promise<Client> {
  return product.client((await client.post('/api/v1/apikeys', { name: 'Key', scopes })).body.key)
}
