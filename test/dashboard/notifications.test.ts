// Notifications: the inbox behind the bell, the list, and what one chooses to be told.
import { test } from 'tap'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { until } from '../support/runs.ts'
import { createWorkflow, runToEnd } from '../support/workflows.ts'
import { axeFindings, isTooWide, noBrowser, startDashboard, type Visitor, widths } from './dashboard.ts'
import { looksWell } from './looks.ts'

const kit = noBrowser === false ? await startDashboard() : null
const failing = (message: string) => ({ steps: [{ id: 'check', kind: 'fail', message }] })

/** An organization has so many prompts planned at once, and is refused more. */
const atOnce = 20

/** So many workflows fail, and each makes a notification. */
async function failTimes({ client }: Pick<Visitor, 'client'>, count: number, message = 'no such order') {
  for (let left = count; left > 0; left -= atOnce) {
    const some = Array.from({ length: Math.min(left, atOnce) }, () =>
      createWorkflow(client, failing(message)),
    )
    await Promise.all((await Promise.all(some)).map(id => runToEnd(client, id)))
  }
  await until(
    async () => (await client.get('/api/v1/notifications/inbox')).body.unread,
    unread => unread >= count,
  )
}

for (const viewport of widths) {
  test(`the bell counts, opens, marks and leads, ${viewport.width} wide`, { skip: noBrowser }, async t => {
    const visitor = await kit!.visit(t, { viewport })
    const { page, client, complaints } = visitor
    await page.getByRole('button', { name: 'Notifications', exact: true }).click()
    await page.getByText('No notifications yet').waitFor()
    await failTimes(visitor, 3)
    await page.getByRole('button', { name: 'Notifications, 3 unread' }).waitFor()
    const inbox = page.getByRole('dialog', { name: 'Notifications' })
    await inbox.getByRole('listitem').nth(2).waitFor()
    t.equal(await isTooWide(page), false)
    t.strictSame(await axeFindings(page), [])
    await inbox.getByRole('button', { name: 'Mark as read' }).first().click()
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
    await inbox
      .getByRole('link', { name: /Test failed/ })
      .nth(1)
      .click()
    await page.waitForURL(/\/runs\/exec_/)
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await inbox.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await until(
      async () => (await client.get('/api/v1/notifications/inbox')).body.unread,
      unread => unread === 0,
    )
    await page.keyboard.press('Escape')
    await inbox.waitFor({ state: 'detached' })
    t.strictSame(complaints, [])
  })

  test(`the list goes page by page, filters and follows, ${viewport.width} wide`, {
    skip: noBrowser,
  }, async t => {
    const visitor = await kit!.visit(t, { viewport, path: '/notifications' })
    const { page, complaints } = visitor
    await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
    await failTimes(visitor, 53)
    const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await rows.nth(49).waitFor()
    t.equal(await rows.count(), 50)
    await page.getByRole('button', { name: 'Show more' }).click()
    await rows.nth(52).waitFor()
    await looksWell(t, page, 'the page')
    await page.getByRole('link', { name: 'Unread 53' }).click()
    await page.waitForURL(/show=unread/)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('heading', { name: 'Nothing is unread' }).waitFor()
    t.strictSame(complaints, [])
  })

  test(`what one chooses holds at once and after a reload, ${viewport.width} wide`, {
    skip: noBrowser,
  }, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/notifications' })
    const mail = page.getByRole('switch', { name: 'A run failed: by mail' })
    t.equal(await mail.getAttribute('aria-checked'), 'true')
    await mail.click()
    t.equal(await mail.getAttribute('aria-checked'), 'false')
    const preferences = () => client.get('/api/v1/notifications/preferences')
    const { body } = await until(preferences, answer => !answer.body['execution.failed'].mail)
    t.match(body['execution.failed'], { app: true, mail: false })
    await page.reload()
    await page.getByRole('switch', { name: 'A run failed: by mail', checked: false }).waitFor()
    await looksWell(t, page, 'the page')
    t.strictSame(complaints, [])
  })
}

test('a switch that the service refuses goes back, and says why', { skip: noBrowser }, async t => {
  const { page } = await kit!.visit(t, { path: '/settings/notifications' })
  await page.route('**/api/v1/notifications/preferences', route =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 403, json: { error: 'not now' } })
      : route.fallback(),
  )
  const mail = page.getByRole('switch', { name: 'A run failed: by mail' })
  await mail.click()
  await page.getByText('not now').waitFor()
  t.equal(await mail.getAttribute('aria-checked'), 'true')
})

test('what failed is told as text', { skip: noBrowser }, async t => {
  const visitor = await kit!.visit(t, { path: '/notifications' })
  for (const text of hostileTexts.slice(0, 8)) await failTimes(visitor, 1, text)
  await visitor.page.getByText(hostileTexts[7]!).first().waitFor()
  t.equal(await visitor.page.evaluate('window.hit'), undefined)
  t.strictSame(visitor.complaints, [])
})

test('what one reads in one tab is read in the other', { skip: noBrowser }, async t => {
  const visitor = await kit!.visit(t, { path: '/notifications' })
  const other = await visitor.page.context().newPage()
  await other.goto('/')
  await failTimes(visitor, 2)
  await other.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
  await visitor.page.getByRole('button', { name: 'Mark as read' }).first().click()
  await other.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  await visitor.page.getByRole('button', { name: 'Mark all as read' }).click()
  await other.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  t.strictSame(visitor.complaints, [])
})

test('j and k go through the list, and what is opened is read', { skip: noBrowser }, async t => {
  const visitor = await kit!.visit(t, { path: '/notifications' })
  const { page } = visitor
  await failTimes(visitor, 2)
  const links = page.getByRole('list', { name: 'Notifications' }).getByRole('link')
  await links.nth(1).waitFor()
  await links.first().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/runs\/exec_/)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  t.pass('it leads to the run')
})
