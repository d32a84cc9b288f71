// The documentation in a browser: from the dashboard to a page, and to what one looks for.
import { test } from 'tap'
import { noBrowser, phone, startDashboard } from './dashboard.ts'
import { looksWell } from './looks.ts'

const kit = noBrowser === false ? await startDashboard() : null

for (const viewport of [{ width: 1440, height: 900 }, phone])
  test(`the documentation is read and searched, ${viewport.width} wide`, { skip: noBrowser }, async t => {
    const { page, complaints } = await kit!.visit(t, { viewport })
    const others: string[] = []
    page.on('request', request => {
      if (!request.url().startsWith(kit!.product.url)) others.push(request.url())
    })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('A page, a workflow').fill('documentation')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs$/)
    await looksWell(t, page, 'the front page')
    await page.getByRole('main').getByRole('link', { name: 'Schedules' }).click()
    await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor()
    await looksWell(t, page, 'a guide')
    const field = page.getByRole('searchbox', { name: 'Search the documentation' })
    await field.fill('overlap schedule')
    await field.press('Enter')
    await page.waitForURL(/\/docs\/search\?q=/)
    await looksWell(t, page, 'what was found')
    await page.getByRole('main').getByRole('link').first().click()
    await page.waitForURL(/\/docs\/guides\/schedules/)
    await page.goto('/docs/reference/endpoints')
    await looksWell(t, page, 'a page of wide tables')
    await page.goto('/')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Documentation' }).click()
    await page.waitForURL(/\/docs$/)
    t.strictSame(others, [], 'nothing is asked of anybody else')
    t.strictSame(complaints, [])
  })

test('the documentation has the theme that was chosen in the dashboard', { skip: noBrowser }, async t => {
  const { page } = await kit!.visit(t, { path: '/docs/guides/chat', colorScheme: 'light' })
  const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
  const light = await paper()
  await page.evaluate(`localStorage.setItem('troupe-theme', 'dark')`)
  await page.reload()
  t.not(await paper(), light)
})
