// Decisions in the dashboard: what is asked is shown exactly, decided once, by whoever may, with keys or by
// thumb; what others decide is told as theirs.
import type { Page } from 'playwright-core'
import { type Test, test } from 'tap'
import { addColleague } from '../support/people/colleagues.ts'
import { until, untilStatus } from '../support/runs.ts'
import {
  axeFindings,
  isTooWide,
  noBrowser,
  phone,
  startDashboard,
  type VisitOptions,
  type Visitor,
  wide,
  widths,
} from './dashboard.ts'

const kit = noBrowser === false ? await startDashboard() : null
const skip = noBrowser

const shout = {
  name: 'Shout',
  prompt: 'By hand',
  plan: {
    steps: [
      {
        id: 'shout',
        kind: 'tool',
        tool: 'text_case',
        args: { text: { $: 'inputs.text' }, case: 'upper' },
        approval: {
          message: { $t: `Shout \${inputs.text}?` },
          assignees: ['owner', 'admin'],
          timeoutMs: 3_600_000,
        },
      },
      { id: 'done', kind: 'return', value: { $: 'steps.shout' } },
    ],
  },
}

const ask = (message: string, more: object = {}) => ({
  name: message,
  prompt: 'By hand',
  plan: {
    steps: [
      { id: 'asked', kind: 'approval', message, ...more },
      { id: 'done', kind: 'return', value: { $: 'steps.asked' } },
    ],
  },
})

/** Starts a run that asks. @returns ids of the run and of its approval */
async function asking({ client }: Pick<Visitor, 'client'>, workflow: object, inputs: object = {}) {
  const made = await client.post('/api/v1/workflows', workflow)
  const path = `/api/v1/workflows/${made.body.id}/execute`
  const { id: run } = (await client.post(path, { inputs })).body
  const { approvals } = await untilStatus(client, run, 'awaiting_approval')
  return { run: run as string, approval: approvals[0].id as string }
}

const approvalOf = async ({ client }: Pick<Visitor, 'client'>, id: string) =>
  (await client.get(`/api/v1/approvals/${id}`)).body

const question = (page: Page, text: string) => page.getByRole('heading', { level: 2, name: text })

const visit = (t: Pick<Test, 'teardown'>, options?: VisitOptions) => kit!.visit(t, options)

for (const viewport of widths) {
  test(`what is asked is shown, decided, and the next one follows, ${viewport.width} wide`, {
    skip,
  }, async t => {
    const visitor = await visit(t, { viewport })
    const { page, complaints } = visitor
    const first = await asking(visitor, shout, { text: 'hello' })
    const second = await asking(visitor, ask('Go on with the second?'))
    await page.goto('/approvals')
    await question(page, 'Shout hello?').waitFor()
    await page.getByText('calls text_case with exactly the arguments below').waitFor()
    await page.getByText('the run ends as failed', { exact: false }).first().waitFor()
    await page
      .getByRole('article')
      .getByText(/\d+ min.* left/)
      .waitFor()
    await page.getByText('Return the result').waitFor()
    await page.getByText('started by you').waitFor()
    t.equal(await isTooWide(page), false)
    t.strictSame(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Approve' }).click()
    await question(page, 'Go on with the second?').waitFor()
    await page.getByText('Approved: Shout hello?').waitFor()
    t.match(await approvalOf(visitor, first.approval), { status: 'approved', decidedArgs: null })
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByPlaceholder('Why not?').fill('too early')
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.getByText('Nothing waits for a decision').waitFor()
    t.match(await approvalOf(visitor, second.approval), { status: 'denied', note: 'too early' })
    await page.getByRole('link', { name: 'Open the run' }).last().click()
    await page.waitForURL(`**/runs/${second.run}`)
    t.strictSame(complaints, [])
  })
}

test('changed arguments are shown as a difference before they are sent', { skip }, async t => {
  const visitor = await visit(t)
  const { page } = visitor
  const { approval } = await asking(visitor, shout, { text: 'hello' })
  await page.goto(`/approvals/${approval}`)
  await page.getByRole('button', { name: 'Change the arguments' }).click()
  await page.getByLabel('text', { exact: true }).fill('hi')
  const changes = page.getByRole('region', { name: 'What you changed' })
  t.match(await changes.innerText(), /hello[\s\S]*hi/)
  await page.getByLabel('text', { exact: true }).fill('')
  await page.getByLabel('case').selectOption('lower')
  t.match(await changes.innerText(), /upper[\s\S]*lower/)
  await page.getByLabel('case').selectOption('upper')
  await page.getByLabel('text', { exact: true }).fill('hi')
  await page.getByRole('button', { name: 'Approve with changes' }).click()
  await page.getByText('Nothing waits').waitFor()
  t.match(await approvalOf(visitor, approval), { decidedArgs: { text: 'hi', case: 'upper' } })
  await page.goto(`/approvals/${approval}`)
  await page.getByText('Approved by you').waitFor()
  t.match(await page.getByRole('region', { name: 'What was changed' }).innerText(), /hello[\s\S]*hi/)
})

test('a and d decide, and never while somebody types', { skip }, async t => {
  const visitor = await visit(t)
  const { page } = visitor
  const form = { type: 'object', properties: { why: { type: 'string' } } }
  const first = await asking(visitor, ask('First?', { form }))
  const second = await asking(visitor, ask('Second?'))
  await page.goto('/approvals')
  await page.getByLabel('why').pressSequentially('a day and a dad')
  t.equal((await approvalOf(visitor, first.approval)).status, 'pending')
  t.equal(await page.getByLabel('why').inputValue(), 'a day and a dad')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('A page, a workflow').press('a')
  await page.keyboard.press('Escape')
  await page.getByPlaceholder('A page, a workflow').waitFor({ state: 'detached' })
  t.equal((await approvalOf(visitor, first.approval)).status, 'pending')
  await question(page, 'First?').click()
  await page.keyboard.press('a')
  await question(page, 'Second?').waitFor()
  const { status } = await approvalOf(visitor, first.approval)
  t.equal(status, 'approved')
  await page.locator('button:enabled', { hasText: 'Deny' }).waitFor()
  await page.keyboard.press('d')
  await page.getByPlaceholder('Why not?').pressSequentially('a bad idea')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Nothing waits').waitFor()
  t.match(await approvalOf(visitor, second.approval), { status: 'denied', note: 'a bad idea' })
})

test('a decision is sent once, however often somebody taps, and not for the next one', { skip }, async t => {
  const visitor = await visit(t, { viewport: phone })
  const { page } = visitor
  await asking(visitor, ask('First?'))
  const second = await asking(visitor, ask('Second?'))
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().includes('/approvals/'))
      sent.push(request.headers()['idempotency-key'] ?? '')
  })
  await page.goto('/approvals')
  await page.getByRole('button', { name: 'Approve' }).dblclick()
  await question(page, 'Second?').waitFor()
  await page.locator('button:enabled', { hasText: 'Approve' }).waitFor()
  t.equal(sent.length, 1)
  t.match(sent[0], /^[0-9a-f-]{36}$/)
  t.equal((await approvalOf(visitor, second.approval)).status, 'pending')
})

test('a form is filled in before it is approved', { skip }, async t => {
  const visitor = await visit(t, { viewport: phone })
  const { page } = visitor
  const form = {
    type: 'object',
    properties: {
      day: { type: 'string', title: 'Day' },
      copies: { type: 'integer', title: 'Copies', maximum: 10 },
      way: { enum: ['mail', 'web'], title: 'Way' },
      urgent: { type: 'boolean', title: 'Urgent' },
    },
    required: ['day', 'urgent'],
  }
  const { run, approval } = await asking(visitor, ask('Publish?', { form }))
  await page.goto(`/approvals/${approval}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('This is needed').waitFor()
  await page.getByLabel('Day').fill('Monday')
  await page.getByLabel('Copies').fill('many')
  await page.getByText('Expected a number').waitFor()
  await page.getByLabel('Copies').fill('11')
  await page.getByLabel('Way').selectOption('web')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Not decided').waitFor()
  await page.getByLabel('Copies').fill('10')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Nothing waits').waitFor()
  const ended = await until(
    () => visitor.client.get(`/api/v1/executions/${run}`),
    ({ body }) => body.status === 'completed',
  )
  t.strictSame(ended.body.output.form, { day: 'Monday', copies: 10, way: 'web', urgent: false })
})

test('what somebody else has decided is told as theirs', { skip }, async t => {
  const visitor = await visit(t)
  const { page, email, organizationId, client } = visitor
  const bob = await addColleague(kit!.product, { email, organizationId, client }, 'admin')
  const { approval } = await asking(visitor, ask('Who is first?'))
  await page.goto('/approvals')
  await question(page, 'Who is first?').waitFor()
  // The page has not heard of it yet.
  await page.route('**/api/v1/approvals*', route => route.abort())
  await page.route(`**/api/v1/approvals/${approval}`, async route => {
    if (route.request().method() !== 'POST') return route.fallback()
    await bob.client.post(`/api/v1/approvals/${approval}`, { decision: 'deny', note: 'mine' })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText(`${bob.email} denied this already`).waitFor()
  await page.getByText('mine').waitFor()
  t.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  t.equal((await approvalOf(visitor, approval)).status, 'denied')
})

test("somebody else's decision is on the page at once", { skip }, async t => {
  const visitor = await visit(t)
  const { page, email, organizationId, client } = visitor
  const bob = await addColleague(kit!.product, { email, organizationId, client }, 'admin')
  const first = await asking(visitor, ask('First?'))
  await asking(visitor, ask('Second?'))
  await page.goto('/approvals')
  await question(page, 'First?').waitFor()
  await bob.client.post(`/api/v1/approvals/${first.approval}`, { decision: 'approve', note: 'mine' })
  await page.getByText(`Approved by ${bob.email}`).waitFor()
  t.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  await page.getByRole('button', { name: 'Next one' }).click()
  await question(page, 'Second?').waitFor()
})

test('who may not decide sees why, and no button', { skip }, async t => {
  const visitor = await visit(t)
  const { page, email, organizationId, client } = visitor
  const foreign = await asking(visitor, ask('For Ann?', { assignees: ['ann@example.com'] }))
  const own = await asking(visitor, ask('For others?', { notStarter: true }))
  for (const [id, reason] of [
    [foreign.approval, 'addressed to ann@example.com'],
    [own.approval, 'Whoever started the run may not decide this'],
  ] as const) {
    await page.goto(`/approvals/${id}`)
    await page.getByText(reason).waitFor()
    t.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  }
  const several = await asking(visitor, ask('All of us?', { quorum: 2 }))
  await addColleague(kit!.product, { email, organizationId, client }, 'admin')
  await page.goto(`/approvals/${several.approval}`)
  await page.getByText('2 people must approve; nobody has yet').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Your approval counts').waitFor()
  await page.goto(`/approvals/${several.approval}`)
  await page.getByText('You have approved this. It waits for others.').waitFor()
})

test('what was decided stays, by status, in the address; light and dark read well', { skip }, async t => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const visitor = await visit(t, { viewport: wide, colorScheme, path: '/approvals' })
    const { page } = visitor
    await page.getByText('Nothing waits for a decision').waitFor()
    const { approval } = await asking(visitor, ask('Long past?'))
    await visitor.client.post(`/api/v1/approvals/${approval}`, { decision: 'approve', note: 'fine' })
    await page.getByRole('link', { name: 'Approved' }).click()
    await page.waitForURL('**/approvals?status=approved')
    await page.getByRole('row', { name: /Long past/ }).waitFor()
    t.strictSame(await axeFindings(page), [])
    await page.getByRole('link', { name: 'Long past?' }).click()
    await page.getByText('Approved by you').waitFor()
    t.strictSame(await axeFindings(page), [])
    t.strictSame(visitor.complaints, [])
  }
})
