// The first page: how one begins, what needs somebody, what runs; by itself up to date.
import { type Test, test } from 'tap'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { addColleague } from '../support/people/colleagues.ts'
import { password } from '../support/product.ts'
import { createWorkflow, execute, returning, runToEnd } from '../support/workflows.ts'
import { axeFindings, isTooWide, noBrowser, startDashboard, type Visitor, widths } from './dashboard.ts'
import { looksWell } from './looks.ts'

const kit = noBrowser === false ? await startDashboard() : null
const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }
const failing = (message: string) => ({ steps: [{ id: 'check', kind: 'fail', message }] })
const waiting = { steps: [{ id: 'rest', title: 'Rest', kind: 'wait', for: 3_600_000 }] }
/** Nobody listens there, and the step waits for somebody to mend that. */
const stopping = {
  steps: [
    {
      ...{ id: 'fetch', title: 'Fetch', kind: 'tool', server: null, tool: 'http_get' },
      ...{ args: { url: 'http://127.0.0.1:1/' }, retry: { maxAttempts: 1, park: true } },
    },
  ],
}

const rows = ({ page }: Pick<Visitor, 'page'>, list: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem')

for (const viewport of widths) {
  test(`a new organization begins with its own words or a template, ${viewport.width} wide`, {
    skip: noBrowser,
  }, async t => {
    const { page, complaints } = await kit!.visit(t, { viewport })
    await page.getByRole('heading', { name: 'Write down what should happen' }).waitFor()
    t.equal(await isTooWide(page), false)
    t.strictSame(await axeFindings(page), [])
    await page.getByRole('link', { name: 'Find the large orders' }).click()
    await page.waitForURL(/\/workflows\/new\?template=large-orders$/)
    await page.goto('/')
    await page.getByLabel('What should happen').fill('Return "hello"')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/workflows\/new\?prompt=/)
    t.equal(new URL(page.url()).searchParams.get('prompt'), 'Return "hello"')
    t.strictSame(complaints, [])
  })

  test(`what needs somebody and what runs is there by itself, ${viewport.width} wide`, {
    skip: noBrowser,
  }, async t => {
    const visitor = await kit!.visit(t, { viewport })
    const { page, client, complaints } = visitor
    await page.getByRole('heading', { name: 'Write down what should happen' }).waitFor()
    const broken = await createWorkflow(client, failing('no such order 4711'))
    await page.getByText('Nothing needs you').waitFor()
    t.strictSame(await axeFindings(page), [])
    await runToEnd(client, broken)
    await runToEnd(client, broken)
    await rows(visitor, 'Failed in the last day').filter({ hasText: '2 times' }).waitFor()
    await execute(client, await createWorkflow(client, asking))
    await rows(visitor, 'Approvals that wait').filter({ hasText: 'May I?' }).waitFor()
    await execute(client, await createWorkflow(client, stopping))
    await rows(visitor, 'Stopped runs').filter({ hasText: 'step fetch' }).waitFor()
    await execute(client, await createWorkflow(client, waiting))
    await rows(visitor, 'Runs now').filter({ hasText: 'Waiting' }).first().waitFor()
    await runToEnd(client, await createWorkflow(client, returning('done')))
    await rows(visitor, 'Ended last').filter({ hasText: 'Completed' }).waitFor()
    await looksWell(t, page, 'the page')
    await page.getByRole('link', { name: /May I\?/ }).click()
    await page.waitForURL(/\/approvals\/apr_/)
    t.strictSame(complaints, [])
  })
}

test('somebody who may only look on is offered nothing to write', { skip: noBrowser }, async t => {
  const owner = await kit!.visit(t)
  const viewer = await addColleague(kit!.product, owner, 'viewer')
  const page = await signIn(t, viewer.email)
  await page.getByRole('heading', { name: 'No workflow yet' }).waitFor()
  await createWorkflow(owner.client, returning('done'))
  await page.getByText('Nothing needs you').waitFor()
  t.equal(await page.getByLabel('What should happen').count(), 0)
})

test('what workflows and tools say is shown as text', { skip: noBrowser }, async t => {
  const { page, client, complaints } = await kit!.visit(t)
  for (const text of hostileTexts.slice(0, 12)) {
    const plan = failing(text)
    const { body } = await client.post('/api/v1/workflows', {
      name: text.slice(0, 80),
      prompt: 'Do it',
      plan,
    })
    await runToEnd(client, body.id)
  }
  await page
    .getByRole('list', { name: 'Failed in the last day' })
    .getByText(hostileTexts[11]!)
    .first()
    .waitFor()
  t.equal(await page.evaluate('window.hit'), undefined)
  t.strictSame(complaints, [])
})

test('a part that cannot be read says so, and is read again when one asks', { skip: noBrowser }, async t => {
  const { page, client } = await kit!.visit(t)
  await createWorkflow(client, returning('done'))
  await page.route('**/api/v1/executions?*', route =>
    route.fulfill({ status: 403, json: { error: 'not now' } }),
  )
  await page.reload()
  await page.getByText('not now').first().waitFor()
  await page.unroute('**/api/v1/executions?*')
  for (;;) {
    const again = page.getByRole('button', { name: 'Try again' })
    if ((await again.count()) === 0) break
    await again.first().click()
  }
  await page.getByText('Nothing runs at the moment.').waitFor()
  t.pass('it is there')
})

test('the session is asked for before the scripts are there, and the data before that of the page is', {
  skip: noBrowser,
}, async t => {
  const { page } = await kit!.visit(t, { path: '/icon.svg' })
  const session = page.waitForRequest(/\/api\/v1\/auth\/refresh$/)
  const data = [/\/api\/v1\/workflows\?/, /\/api\/v1\/approvals\?/, /\/api\/v1\/executions\?/].map(address =>
    page.waitForRequest(address),
  )
  await page.route(/\/assets\/start-/, async route => {
    await session
    await route.continue()
  })
  await page.route(/\/assets\/home-/, async route => {
    await Promise.all(data)
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Write down what should happen' }).waitFor()
  t.pass('the page stands')
})

/** Somebody who has an account, in a browser of their own. */
async function signIn(t: Test, email: string) {
  const { page } = await kit!.open(t, { path: '/sign-in' })
  await page.request.post('/api/v1/auth/login', { data: { email, password } })
  await page.goto('/')
  return page
}
