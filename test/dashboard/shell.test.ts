// The frame of the dashboard: who is let in, what everybody can reach, and what it never does.
import { test } from 'tap'
import { axeFindings, isTooWide, noBrowser, startDashboard, widths } from './dashboard.ts'

const kit = noBrowser === false ? await startDashboard() : null

test('a visitor without a session is sent to the door, and keeps the way', { skip: noBrowser }, async t => {
  const { page } = await kit!.open(t, { path: '/runs?status=failed' })
  await page.waitForURL(/\/sign-in\?/)
  t.equal(new URL(page.url()).searchParams.get('to'), '/runs?status=failed')
})

for (const viewport of widths) {
  test(`every page of the navigation opens, ${viewport.width} wide`, { skip: noBrowser }, async t => {
    const { page, complaints } = await kit!.visit(t, { viewport })
    for (const name of ['Workflows', 'Runs', 'Approvals', 'Chat', 'Marketplace', 'Settings', 'Home']) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      t.equal(await isTooWide(page), false, name)
    }
    t.strictSame(await axeFindings(page), [])
    t.strictSame(complaints, [])
  })
}

test('the palette finds pages and ids by keyboard', { skip: noBrowser }, async t => {
  const { page, complaints } = await kit!.visit(t)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('A page, a workflow').fill('market')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/marketplace$/)
  t.strictSame(complaints, [])
})

test('no token is kept where a script finds it after the page', { skip: noBrowser }, async t => {
  const { page } = await kit!.visit(t)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
  t.equal(kept, '[{},{},""]')
})

test('who signs out in one tab is out in the others', { skip: noBrowser }, async t => {
  const { page } = await kit!.visit(t)
  const other = await page.context().newPage()
  await other.goto('/workflows')
  await other.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await other.waitForURL(/\/sign-in/)
  await page.waitForURL(/\/sign-in/)
})

test('the page allows no script but its own, and no frame around it', { skip: noBrowser }, async t => {
  const answer = await fetch(`${kit!.product.url}/anything`, { headers: { accept: 'text/html' } })
  const policy = answer.headers.get('content-security-policy') ?? ''
  t.match(policy, "default-src 'self'")
  t.match(policy, "frame-ancestors 'none'")
  t.match(policy, "require-trusted-types-for 'script'")
  t.notMatch(policy, 'unsafe-inline')
  t.equal(answer.headers.get('cache-control'), 'no-store')
})

test('who loads a page again and again, before it has its session, stays signed in', {
  skip: noBrowser,
}, async t => {
  const { page } = await kit!.visit(t)
  for (let left = 8; left > 0; left--) await page.goto('/runs', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor()
  t.match(page.url(), /\/runs$/)
})
