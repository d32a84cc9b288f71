// Approvals over HTTP and /rpc: who may decide what, that the first decision wins, and that nothing is done
// before it.
import { type Test, test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { addColleague } from '../../support/people/colleagues.ts'
import { type Account, restartableProduct } from '../../support/product.ts'
import { path, stepsOf, until, untilStatus, untilWhy } from '../../support/runs.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'
import { Receiver } from '../../support/servers/webhook-receiver.ts'
import { createWorkflow, execute, registerServer } from '../../support/workflows.ts'

const product = await restartableProduct()

test('a tool is called after its approval, with what was shown', async t => {
  const { account, ledger, id, approval } = await gated(t)
  const { client } = account
  t.match(approval, {
    id: /^apr_/,
    executionId: id,
    stepId: 'enter',
    message: 'Enter rent?',
    tool: 'ledger__enter',
    args: { line: 'rent' },
    status: 'pending',
    digest: /^[0-9a-f]{64}$/,
    assignees: [],
    decidedAt: null,
    decidedBy: null,
  })
  t.strictSame((await client.get('/api/v1/approvals?status=pending')).body, [{ ...approval, truncated: [] }])
  t.strictSame((await client.get(`/api/v1/approvals/${approval.id}`)).body, approval)
  t.match(await stepsOf(client, id), [{ id: 'enter', status: 'awaiting_approval', input: { line: 'rent' } }])
  t.equal(ledger.calls.length, 0)
  const decided = await decide(client, approval.id, { decision: 'approve', note: 'fine' })
  const userId = (await client.get('/api/v1/auth/me')).body.id
  t.match(decided, { status: 200, body: { status: 'approved', decidedBy: userId, note: 'fine' } })
  t.ok(decided.body.decidedAt >= approval.requestedAt)
  t.match(await untilStatus(client, id, 'completed'), { approvals: [], output: { line: 'rent' } })
  t.equal(ledger.calls.length, 1)
  t.strictSame((await client.get('/api/v1/approvals?status=pending')).body, [])
  t.match((await client.get('/api/v1/approvals?status=approved')).body, [{ id: approval.id }])
})

test('a denial ends the execution, and nothing is called', async t => {
  const { account, ledger, id, approval } = await gated(t)
  const note = 'too much'
  t.match(await decide(account.client, approval.id, { decision: 'deny', note }), {
    body: { status: 'denied' },
  })
  const { error } = await untilStatus(account.client, id, 'failed')
  t.match(error, { code: 'approval-denied', step: 'enter', message: /too much/ })
  t.equal(ledger.calls.length, 0)
})

test('an agent lists and decides over /rpc', async t => {
  const { account, ledger, id, approval } = await gated(t)
  const call = async (name: string, args: object) => {
    const params = { name, arguments: args }
    return (await account.client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).body
      .result
  }
  t.match((await call('list_approvals', { status: 'pending' })).structuredContent, {
    items: [{ id: approval.id, args: { line: 'rent' } }],
  })
  const wrong = await call('decide_approval', { id: approval.id, decision: 'approve', args: { line: 5 } })
  t.match(wrong, { isError: true, content: [{ text: /line/ }] })
  t.match(await call('decide_approval', { id: approval.id, decision: 'approve' }), {
    structuredContent: { status: 'approved' },
  })
  await untilStatus(account.client, id, 'completed')
  t.equal(ledger.calls.length, 1)
  t.match(await call('decide_approval', { id: approval.id, decision: 'deny' }), { isError: true })
})

test('edited arguments must fit the tool, and are what it is called with', async t => {
  const { account, ledger, id, approval } = await gated(t)
  const { client } = account
  const approve = (args: unknown) => decide(client, approval.id, { decision: 'approve', args })
  t.match(await approve({ line: 7 }), { status: 400, body: { error: /^args.line: .*string/ } })
  t.match(await approve({}), { status: 400, body: { error: /line/ } })
  t.match(await approve('rent'), { status: 400, body: { error: /^args/ } })
  t.equal((await client.get(`/api/v1/approvals/${approval.id}`)).body.status, 'pending')
  t.match(await approve({ line: 'half the rent' }), {
    status: 200,
    body: { args: { line: 'rent' }, decidedArgs: { line: 'half the rent' } },
  })
  await untilStatus(client, id, 'completed')
  t.strictSame(
    ledger.calls.map(({ args }) => args),
    [{ line: 'half the rent' }],
  )
  t.match(await stepsOf(client, id), [
    { input: { line: 'half the rent' }, output: { line: 'half the rent' } },
  ])
})

test('what was proposed stands beside what was decided, with who and when, wherever it is shown', async t => {
  const { account, id, approval } = await gated(t)
  const { client } = account
  const receiver = await Receiver.start()
  await client.post('/api/v1/webhooks', { url: receiver.url, events: ['approval.decided'] })
  const edited = { line: 'half the rent' }
  const { body } = await decide(client, approval.id, { decision: 'approve', args: edited, note: 'half' })
  const { id: userId } = (await client.get('/api/v1/auth/me')).body
  const who = { status: 'approved', decidedBy: userId, decidedAt: body.decidedAt, note: 'half' }
  t.strictSame(body, { ...approval, ...who, decidedArgs: edited }, 'what was proposed has not changed')
  t.strictSame((await client.get(`/api/v1/approvals/${approval.id}`)).body, body)
  t.strictSame((await client.get('/api/v1/approvals?status=approved')).body, [{ ...body, truncated: [] }])
  const params = { name: 'list_approvals', arguments: { status: 'approved', detail: true } }
  const listed = await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  t.strictSame(listed.body.result.structuredContent.items, [{ ...body, truncated: [] }])
  await untilStatus(client, id, 'completed')
  const shown = { id: approval.id, requestedAt: approval.requestedAt, proposedArgs: { line: 'rent' }, ...who }
  t.match(await stepsOf(client, id), [{ input: edited, approval: shown }])
  await receiver.until(() => receiver.heard.length === 1, 'the decision is told')
  const { note: _, ...told } = {
    ...who,
    id: approval.id,
    executionId: id,
    stepId: 'enter',
    kind: 'execution',
  }
  t.match(receiver.heard[0]!.body.data, { ...told, decidedArgs: edited, decidedArgsOmitted: false })

  const plain = await started(client, enter({}))
  await decide(client, plain.approval.id, { decision: 'approve', args: { line: 'rent' } })
  t.match((await client.get(`/api/v1/approvals/${plain.approval.id}`)).body, { decidedArgs: null })
  await untilStatus(client, plain.id, 'completed')
  t.match(await stepsOf(client, plain.id), [{ approval: { status: 'approved', proposedArgs: null } }])
})

test('arguments are edited around a secret, which stays what the plan names', async t => {
  const { client } = await product.signUp()
  const ledger = await Ledger.start()
  await registerServer(client, 'Ledger', ledger.url)
  const allowedHosts = [new URL(ledger.url).host]
  const bank = { name: 'bank', kind: 'bearer', secret: { token: 'bank-token-1' }, allowedHosts }
  t.equal((await client.post('/api/v1/credentials', bank)).status, 201)
  const args = { line: { $secret: 'bank' }, sum: 50 }
  const { id, approval } = await started(client, enter({}, args))
  t.strictSame(approval.args, args)
  const approve = (edited: object) => decide(client, approval.id, { decision: 'approve', args: edited })
  for (const line of [{ $secret: 'other' }, { $secret: 'bank', more: 1 }, 7, undefined])
    t.match(await approve({ ...args, line }), { status: 400, body: { error: /^args.line: / } })
  const kept = { args, decidedArgs: { ...args, sum: 40 } }
  t.match(await approve({ ...args, sum: 40 }), { status: 200, body: kept })
  await untilStatus(client, id, 'completed')
  t.match(ledger.calls, [{ args: { line: 'bank-token-1', sum: 40 } }])
})

test('of 20 decisions at once one counts, the others are told whose', async t => {
  const { account, ledger, id, approval } = await gated(t)
  const { client } = account
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => decide(client, approval.id, { decision: 'approve' })),
  )
  const userId = (await client.get('/api/v1/auth/me')).body.id
  t.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const { body } of answers.filter(({ status }) => status === 409)) t.match(body.error, userId)
  t.equal(answers.filter(({ status }) => status === 409).length, 19)
  await untilStatus(client, id, 'completed')
  t.equal(ledger.calls.length, 1)
})

test('a decision is bound to what was shown, and no GET decides', async t => {
  const { account, approval } = await gated(t)
  const decision = { decision: 'approve', digest: 'of something else' }
  t.match(await decide(account.client, approval.id, decision), { status: 409, body: { error: /changed/ } })
  await account.client.get(`/api/v1/approvals/${approval.id}?decision=approve`)
  t.equal((await account.client.get(`/api/v1/approvals/${approval.id}`)).body.status, 'pending')
  const { digest } = approval
  t.equal((await decide(account.client, approval.id, { decision: 'approve', digest })).status, 200)
})

test('a cancelled execution takes its approvals with it', async t => {
  const { account, ledger, id, approval } = await gated(t)
  const { client } = account
  t.match(await client.post(`${path(id)}/cancel`), {
    status: 200,
    body: { status: 'cancelled', approvals: [] },
  })
  t.match(await decide(client, approval.id, { decision: 'approve' }), {
    status: 409,
    body: { error: /cancelled/ },
  })
  t.equal((await client.get(`/api/v1/approvals/${approval.id}`)).body.status, 'cancelled')
  t.equal(ledger.calls.length, 0)
})

test('time decides when nobody does: fail, deny or approve', async t => {
  const account = await product.signUp()
  const ledger = await Ledger.start()
  await registerServer(account.client, 'Ledger', ledger.url)
  const outcomes = {
    fail: ['failed', 'expired', 0],
    deny: ['failed', 'denied', 0],
    approve: ['completed', 'approved', 1],
  } as const
  for (const [onTimeout, [status, decision, calls]] of Object.entries(outcomes)) {
    const { id } = await start(account.client, enter({ onTimeout, timeoutMs: 150 }))
    const waiting = await untilStatus(account.client, id, status)
    t.same(waiting.approvals, [])
    const [approval] = (await account.client.get('/api/v1/approvals?limit=1')).body
    t.match(approval, { executionId: id, status: decision, decidedBy: null })
    t.ok(approval.decidedAt >= approval.expiresAt, 'not before its time')
    t.equal((await decide(account.client, approval.id, { decision: 'approve' })).status, 409)
    t.equal(ledger.calls.length, calls, onTimeout)
  }
})

test('an approval is asked of those that it names', async t => {
  const account = await product.signUp()
  const [boss, member] = [
    await addColleague(product, account, 'admin'),
    await addColleague(product, account, 'member'),
  ]
  const viewer = await addColleague(product, account, 'viewer')
  const { id, approval } = await started(account.client, ask({ assignees: [boss.email.toUpperCase()] }))
  t.match(await decide(member.client, approval.id, { decision: 'approve' }), {
    status: 403,
    body: { error: boss.email.toUpperCase() },
  })
  t.equal((await decide(viewer.client, approval.id, { decision: 'approve' })).status, 403)
  t.match((await viewer.client.get('/api/v1/approvals')).body, [{ id: approval.id }])
  t.match(await decide(boss.client, approval.id, { decision: 'approve' }), {
    body: { decidedBy: boss.userId },
  })
  await untilStatus(account.client, id, 'completed')

  const up = await started(account.client, ask({ assignees: ['admin'] }))
  t.strictSame(up.approval.assignees, ['admin', 'owner'])
  t.equal((await decide(member.client, up.approval.id, { decision: 'approve' })).status, 403)
  t.equal((await decide(account.client, up.approval.id, { decision: 'approve' })).status, 200, 'a role above')

  const own = await started(account.client, ask({ notStarter: true, assignees: ['member'] }))
  t.match(await decide(account.client, own.approval.id, { decision: 'approve' }), {
    status: 403,
    body: { error: /started/ },
  })
  t.equal((await decide(member.client, own.approval.id, { decision: 'approve' })).status, 200)

  const two = await started(account.client, ask({ quorum: 2 }))
  t.match(await decide(boss.client, two.approval.id, { decision: 'approve' }), {
    status: 200,
    body: { status: 'pending' },
  })
  t.equal((await decide(boss.client, two.approval.id, { decision: 'approve' })).status, 409)
  t.match(await decide(member.client, two.approval.id, { decision: 'approve' }), {
    body: { status: 'approved' },
  })
  await untilStatus(account.client, two.id, 'completed')
})

test('a decision says nothing that does not belong to it', async t => {
  const { account, approval } = await gated(t)
  const { client } = account
  const say = (decision: object) => decide(client, approval.id, decision)
  t.match(await say({ decision: 'deny', args: { line: 'x' } }), { status: 400, body: { error: /^args/ } })
  t.match(await say({ decision: 'approve', form: { a: 1 } }), { status: 400, body: { error: /^form/ } })
  const asking = await started(client, ask({}))
  t.match(await decide(client, asking.approval.id, { decision: 'approve', args: {} }), {
    status: 400,
    body: { error: /^args.*tool/ },
  })
  t.equal((await client.get('/api/v1/approvals?status=pending')).body.length, 2)
})

test('a form is filled in as its schema says, and is part of the output', async t => {
  const { client } = await product.signUp()
  const form = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] }
  const { id, approval } = await started(client, ask({ form }))
  t.strictSame(approval.form, form)
  const approve = (filled?: object) => decide(client, approval.id, { decision: 'approve', form: filled })
  t.match(await approve(), { status: 400, body: { error: /^form/ } })
  t.match(await approve({ amount: 'much' }), { status: 400, body: { error: /^form.amount: / } })
  t.equal((await approve({ amount: 5 })).status, 200)
  t.match(await untilStatus(client, id, 'completed'), { output: { approved: true, form: { amount: 5 } } })
})

test('several approvals of one execution are independent, and a denial may be an answer', async t => {
  const { client } = await product.signUp()
  const branch = (id: string) => ({ steps: [{ id, kind: 'approval', message: id, onDeny: 'continue' }] })
  const { id } = await start(client, {
    steps: [
      { id: 'both', kind: 'parallel', branches: [branch('one'), branch('two')] },
      { id: 'answer', kind: 'return', value: { $: 'steps.both' } },
    ],
  })
  const { approvals } = await untilStatus(client, id, 'awaiting_approval')
  const of = (step: string) => approvals.find(({ stepId }: { stepId: string }) => stepId.endsWith(step)).id
  t.equal(approvals.length, 2)
  await decide(client, of('one'), { decision: 'deny', note: 'no' })
  t.match((await client.get(path(id))).body, { status: 'awaiting_approval', approvals: [{ id: of('two') }] })
  await decide(client, of('two'), { decision: 'approve' })
  const { output } = await untilStatus(client, id, 'completed')
  t.match(output, [{ approved: false, note: 'no' }, { approved: true }])
})

test('an approval of another organization is one that never was', async t => {
  const { approval } = await gated(t)
  const stranger = await product.signUp()
  t.strictSame((await stranger.client.get('/api/v1/approvals')).body, [])
  const unknown = 'apr_01h455vb4pex5vsknk084sn02q'
  for (const id of [approval.id, unknown, 'x']) {
    t.match(await stranger.client.get(`/api/v1/approvals/${id}`), {
      status: 404,
      body: { error: 'approval not found' },
    })
    t.match(await decide(stranger.client, id, { decision: 'approve' }), {
      status: 404,
      body: { error: 'approval not found' },
    })
  }
})

test('a wrong decision is named, and no credential or scope is no decision', async t => {
  const { account, approval } = await gated(t)
  const { client } = account
  t.match(await decide(client, approval.id, { decision: 'maybe' }), {
    status: 400,
    body: { error: /^decision/ },
  })
  t.match(await decide(client, approval.id, {}), { status: 400 })
  t.match(await client.get('/api/v1/approvals?status=open'), { status: 400, body: { error: /status/ } })
  t.match(await decide(client, approval.id, { decision: 'approve', note: 'x'.repeat(2_001) }), {
    status: 400,
  })
  const reader = await keyOf(client, ['read'])
  const nobody = product.client()
  for (const target of ['/api/v1/approvals', `/api/v1/approvals/${approval.id}`]) {
    t.equal((await nobody.get(target)).status, 401)
    t.equal((await reader.get(target)).status, 200)
    t.equal((await (await keyOf(client, ['chat'])).get(target)).status, 403)
  }
  t.equal((await decide(nobody, approval.id, { decision: 'approve' })).status, 401)
  t.equal((await decide(reader, approval.id, { decision: 'approve' })).status, 403)
  t.equal((await client.get(`/api/v1/approvals/${approval.id}`)).body.status, 'pending')
})

test('why names the approval, who is asked, and until when', async t => {
  const { client } = await product.signUp()
  const { id, approval } = await started(client, {
    steps: [{ id: 'ask', kind: 'approval', message: 'Sure?', assignees: ['owner'], timeoutMs: 60_000 }],
  })
  const why = await untilWhy(client, id, 'approval')
  t.match(why, { executionId: id, status: 'awaiting_approval', eta: approval.expiresAt })
  t.match(why.reason, { step: 'ask', approvalId: approval.id, assignees: ['owner'], eta: approval.expiresAt })
})

test('pages of approvals are newest first, and lead through all', async t => {
  const { client } = await product.signUp()
  const slow = await start(client, {
    steps: [
      { id: 'go', kind: 'wait', event: 'go' },
      { id: 'ask', kind: 'approval', message: 'late' },
    ],
  })
  const workflow = await createWorkflow(client, ask({}))
  for (let n = 0; n < 3; n++)
    await untilStatus(client, (await execute(client, workflow)).body.id, 'awaiting_approval')
  await client.post(`${path(slow.id)}/events/go`, {})
  await untilStatus(client, slow.id, 'awaiting_approval')
  const seen: { requestedAt: number; message: string }[] = []
  for (let next: string | null = '/api/v1/approvals?limit=2'; next !== null; ) {
    const { body, headers } = await client.get(next)
    seen.push(...body)
    next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? null
  }
  t.equal(seen.length, 4)
  t.equal(seen[0]!.message, 'late', 'asked for last, by the execution that is the oldest')
  t.strictSame(
    seen,
    seen.toSorted((a, b) => b.requestedAt - a.requestedAt),
  )
})

test('a kill -9 changes nothing about what waits, and nothing is called', { timeout: 180_000 }, async t => {
  const { account, ledger, id, approval } = await gated(t)
  const { client } = account
  const expiring = await start(client, enter({ onTimeout: 'deny', timeoutMs: 400 }))
  // On a slow machine it has expired before anybody sees it wait.
  const { body } = await until(
    () => client.get('/api/v1/approvals?limit=1'),
    latest => latest.body[0].executionId === expiring.id,
  )
  await product.kill()
  // Its time is over before the service is back: a start takes longer.
  await product.start()
  t.strictSame((await client.get(`/api/v1/approvals/${approval.id}`)).body, approval)
  t.match((await client.get(path(id))).body, {
    status: 'awaiting_approval',
    approvals: [{ id: approval.id }],
  })
  await untilStatus(client, expiring.id, 'failed')
  t.match((await client.get(`/api/v1/approvals/${body[0].id}`)).body, {
    status: 'denied',
    decidedBy: null,
  })
  t.equal(ledger.calls.length, 0)
  t.equal((await decide(client, approval.id, { decision: 'approve' })).status, 200)
  await product.kill()
  await product.start()
  t.match((await client.get(`/api/v1/approvals/${approval.id}`)).body, { status: 'approved' })
  t.equal((await decide(client, approval.id, { decision: 'deny' })).status, 409)
  await untilStatus(client, id, 'completed')
  t.equal(ledger.entries.size, 1)
})

/** An execution that waits with a call of the ledger for its approval. */
async function gated(t: Test) {
  const account: Account = await product.signUp()
  const ledger = await Ledger.start()
  await registerServer(account.client, 'Ledger', ledger.url)
  const { id, approval } = await started(account.client, enter({}))
  t.equal(ledger.calls.length, 0, 'nothing is called before the decision')
  return { account, ledger, id, approval }
}

function enter(policy: object, args: object = { line: { $: 'inputs.line' } }) {
  const approval = { message: { $t: 'Enter ${inputs.line}?' }, ...policy }
  return { steps: [{ id: 'enter', kind: 'tool', server: 'ledger', tool: 'enter', args, approval }] }
}

function ask(policy: object) {
  return { steps: [{ id: 'ask', kind: 'approval', message: 'Sure?', ...policy }] }
}

async function start(client: Client, plan: object): Promise<{ id: string }> {
  const { status, body } = await execute(client, await createWorkflow(client, plan), { line: 'rent' })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body
}

/** Started, and waiting for its one approval. */
async function started(client: Client, plan: object) {
  const { id } = await start(client, plan)
  const { approvals } = await untilStatus(client, id, 'awaiting_approval')
  return { id, approval: approvals[0] }
}

function decide(client: Client, id: string, decision: object) {
  return client.post(`/api/v1/approvals/${id}`, decision)
}

async function keyOf(client: Client, scopes: readonly string[]): Promise<Client> {
  return product.client((await client.post('/api/v1/apikeys', { name: 'Key', scopes })).body.key)
}
