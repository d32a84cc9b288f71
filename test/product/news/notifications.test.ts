// From what happens to the inbox and the mail of those whom it concerns, and of nobody else.
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { addColleague } from '../../support/people/colleagues.ts'
import { probes } from '../../support/probes.ts'
import { restartableProduct } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, execute, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await restartableProduct()
const inbox = '/api/v1/notifications/inbox'
const failing = { steps: [{ id: 'check', kind: 'fail', message: 'no such order' }] }

interface Seen {
  readonly id: string
  readonly kind: string
  readonly count: number
  readonly read: boolean
}

async function seen(client: Client, kind: string): Promise<readonly Seen[]> {
  const { items } = (await client.get(inbox)).body
  return items.filter((item: Seen) => item.kind === kind)
}

/** The only one of the kind, once it is there and holds. */
async function told(client: Client, kind: string, holds: (one: Seen) => boolean = () => true): Promise<Seen> {
  const [one] = await until(
    () => seen(client, kind),
    items => items.length > 0 && holds(items[0]!),
  )
  return one!
}

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  const { body } = await product.client().get('/api/v1/dev/outbox')
  return body.filter(({ to }: { to: string }) => to === email)
}

test('failed runs become one notification and one mail, also across a crash, and nothing of another organization', async t => {
  probes(t, 77)
  const { client: owner, email } = await product.signUp()
  const stranger = await product.signUp()
  const workflow = await createWorkflow(owner, failing)
  for (let n = 0; n < 5; n++) t.equal((await runToEnd(owner, workflow)).status, 'failed')
  await product.kill()
  await product.start()
  t.equal((await runToEnd(owner, workflow)).status, 'failed')
  const one = await told(owner, 'execution.failed', ({ count }) => count >= 6)
  t.match(one, {
    title: 'Test failed 6 times',
    body: 'Step check: no such order',
    link: `/runs?workflowId=${workflow}&status=failed`,
    count: 6,
    read: false,
  })
  t.equal((await seen(owner, 'execution.failed')).length, 1)
  const [mail, ...others] = await until(
    () => mailsTo(email),
    mails => mails.length > 0,
  )
  t.strictSame(others, [])
  t.match(mail!.subject, 'Test failed')
  t.ok(mail!.text.includes(`http://localhost:${product.port}/runs`), mail!.text)

  t.strictSame((await stranger.client.get(inbox)).body, { unread: 0, items: [] }, 'P77')
  t.strictSame((await stranger.client.get('/api/v1/notifications')).body, [])
  t.equal((await stranger.client.post(`/api/v1/notifications/${one.id}/read`)).status, 404)
  t.match((await stranger.client.post('/api/v1/notifications/read-all')).body, { read: 0 })
  t.strictSame(await mailsTo(stranger.email), [])

  t.match((await owner.get(inbox)).body, { unread: 1 })
  t.match((await owner.post(`/api/v1/notifications/${one.id}/read`)).body, { id: one.id, read: true })
  t.match((await owner.get(inbox)).body, { unread: 0, items: [{ id: one.id, read: true }] })
  t.strictSame((await owner.get('/api/v1/notifications?unread=true')).body, [])
})

test('an approval is in the inbox of who is asked until it is decided; who made the workflow hears how', async t => {
  const account = await product.signUp()
  const { client: owner } = account
  const colleague = await addColleague(product, account, 'member')
  const other = await addColleague(product, account, 'member')
  const approval = { id: 'ask', kind: 'approval', message: 'Send it?', assignees: [colleague.email] }
  const workflow = await createWorkflow(owner, { steps: [approval] })
  await execute(owner, workflow)
  const asked = await told(colleague.client, 'approval.requested')
  t.match(asked, {
    title: 'Test asks for your approval',
    body: 'Send it?',
    link: /^\/approvals\/apr_/,
    read: false,
  })
  const [{ id }] = (await colleague.client.get('/api/v1/approvals?status=pending')).body
  await colleague.client.post(`/api/v1/approvals/${id}`, { decision: 'deny', note: 'not yet' })
  const decided = await told(owner, 'approval.decided')
  t.match(decided, {
    title: 'An approval of Test was denied',
    body: `"Send it?" By ${colleague.email}. "not yet"`,
    link: `/approvals/${id}`,
  })
  t.match(await told(colleague.client, 'approval.requested', ({ read }) => read), { id: asked.id })
  t.strictSame(await seen(owner, 'approval.requested'), [])
  t.strictSame(await seen(colleague.client, 'approval.decided'), [])
  t.match((await other.client.get(inbox)).body, { unread: 0, items: [] })
})

test('a tool server that falls and comes back is told to those who look after it', async t => {
  const { client: owner } = await product.signUp()
  const example = await startExampleServer()
  const { id } = (await registerServer(owner, 'Example', example.url)).body
  await example.stop()
  await owner.post(`/api/v1/mcp-servers/${id}/refresh`)
  const down = await told(owner, 'tool_server.down')
  t.match(down, { title: 'The tool server Example is down', link: `/settings/mcp-servers/${id}` })
})

test('the rates of compute units are what is charged', async t => {
  const { client } = await product.signUp()
  const rates = (await client.get('/api/v1/usage/cu')).body
  const rate = (unit: string) => rates.find((one: { unit: string }) => one.unit === unit).cu
  const call = { kind: 'tool', tool: 'text_case', args: { text: 'a', case: 'upper' } }
  const called = await createWorkflow(client, { steps: [1, 2].map(n => ({ id: `call_${n}`, ...call })) })
  const waited = await createWorkflow(client, { steps: [{ id: 'rest', kind: 'wait', for: 1 }] })
  t.equal((await runToEnd(client, called)).cu, rate('execution') + 2 * rate('tool_call'))
  t.equal((await runToEnd(client, waited)).cu, rate('execution') + rate('waiting'))
})

test('what somebody hears of is theirs to choose', async t => {
  const { client } = await product.signUp()
  const path = '/api/v1/notifications/preferences'
  t.match((await client.get(path)).body, { 'execution.failed': { app: true, mail: true } })
  const change = {
    'execution.failed': { app: false },
    'made.up': { app: false },
    'approval.decided': { mail: true },
  }
  const { status, body } = await client.put(path, change)
  t.equal(status, 200)
  t.match(body, {
    'execution.failed': { app: false, mail: true },
    'approval.decided': { app: true, mail: true },
  })
  t.notOk('made.up' in body)
  t.strictSame((await client.get(path)).body, body)
  for (const wrong of [{ 'execution.failed': { app: 'no' } }, { 'execution.failed': true }, []]) {
    t.equal((await client.put(path, wrong)).status, 400, JSON.stringify(wrong))
  }
  for (const query of ['unread=maybe', 'limit=101', 'cursor=x']) {
    t.equal((await client.get(`/api/v1/notifications?${query}`)).status, 400, query)
  }
  t.equal((await client.post('/api/v1/notifications/ntf_x/read')).status, 404)
  t.equal((await client.post('/api/v1/notifications/read-all', { until: 'now' })).status, 400)
})
