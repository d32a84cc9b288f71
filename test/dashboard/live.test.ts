// What changes on the service is on the page without a reload, the connection heals, and whoever is signed
// out or removed is out at once.
import { type Test, test } from 'tap'
import { addColleague } from '../support/people/colleagues.ts'
import { password } from '../support/product.ts'
import { createWorkflow } from '../support/workflows.ts'
import { noBrowser, startOwnDashboard, type Visitor } from './dashboard.ts'

const kit = noBrowser === false ? await startOwnDashboard() : null
const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }

async function ask({ client }: Pick<Visitor, 'client'>): Promise<string> {
  const workflow = await createWorkflow(client, asking)
  return (await client.post(`/api/v1/workflows/${workflow}/execute`, { inputs: {} })).body.id
}

const waiting = ({ page }: Pick<Visitor, 'page'>, text: string) => page.getByTitle(text, { exact: true })

test('what others do is on the page at once: approvals that wait, and the inbox', {
  skip: noBrowser,
}, async t => {
  const visitor = await kit!.visit(t)
  const { page, client, complaints } = visitor
  await page.getByRole('heading', { level: 1 }).waitFor()
  await ask(visitor)
  await waiting(visitor, '1 approval waits').waitFor()
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  const [approval] = (await client.get('/api/v1/approvals?status=pending')).body
  await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'approve' })
  await waiting(visitor, '1 approval waits').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  t.strictSame(complaints, [])
})

test('who is signed out or removed elsewhere is out at once, in every tab', { skip: noBrowser }, async t => {
  const owner = await kit!.visit(t)
  const colleague = await addColleague(kit!.product, owner, 'member')
  const page = await signIn(t, colleague.email)
  const other = await page.context().newPage()
  await other.goto('/workflows')
  await other.getByRole('heading', { level: 1 }).waitFor()
  const team = owner.organizationId.replace('org_', 'team_')
  await owner.client.delete(`/api/v1/teams/${team}/members/${colleague.userId}`)
  await Promise.all([page.waitForURL(/\/sign-in/), other.waitForURL(/\/sign-in/)])
  const sessions = (await owner.client.get('/api/v1/auth/sessions')).body
  for (const { id } of sessions) await owner.client.delete(`/api/v1/auth/sessions/${id}`)
  await owner.page.waitForURL(/\/sign-in/)
  t.pass('both are out')
})

/** Somebody who has an account, in a browser of their own. */
async function signIn(t: Test, email: string) {
  const { page } = await kit!.open(t, { path: '/sign-in' })
  await page.request.post('/api/v1/auth/login', { data: { email, password } })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

test('a tab keeps the role that its person has now', { skip: noBrowser }, async t => {
  const owner = await kit!.visit(t)
  const colleague = await addColleague(kit!.product, owner, 'admin')
  const page = await signIn(t, colleague.email)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Audit log' }).waitFor()
  const team = owner.organizationId.replace('org_', 'team_')
  await owner.client.put(`/api/v1/teams/${team}/members/${colleague.userId}`, { role: 'viewer' })
  await page.getByRole('link', { name: 'Audit log' }).waitFor({ state: 'detached' })
  t.pass('the page follows')
})

test('a lost connection is said, heals, and what was missed is there', { skip: noBrowser }, async t => {
  const visitor = await kit!.visit(t)
  const { page } = visitor
  await ask(visitor)
  await waiting(visitor, '1 approval waits').waitFor()
  await kit!.product.kill()
  await page.getByText('Connection lost').waitFor()
  await kit!.product.start()
  await ask(visitor)
  await page.getByText('Connection lost').waitFor({ state: 'detached' })
  await waiting(visitor, '2 approvals wait').waitFor()
  t.pass('it is live again')
})

test('a tab that nobody looks at for a minute has no stream, and is up to date when somebody does', {
  skip: noBrowser,
}, async t => {
  const visitor = await kit!.visit(t)
  const { page } = visitor
  let streams = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/v1/events')) streams++
  })
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const show = async (isHidden: boolean) => {
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
  }
  const ended = page.waitForEvent('requestfailed', request => request.url().endsWith('/api/v1/events'))
  await show(true)
  await page.clock.fastForward(61_000)
  await ended
  await ask(visitor)
  const before = streams
  await show(false)
  await waiting(visitor, '1 approval waits').waitFor()
  t.equal(streams, before + 1)
})
