// The frame of the dashboard: who is let in, what everybody can reach, and what it never does.
import { test } from 'tap'
import { axeFindings, isTooWide, noBrowser, startDashboard, widths } from './dashboard.ts'
import { visitAs } from './looks.ts'

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

test('parameters that no page knows, or that are none of its own, break no page', {
  skip: noBrowser,
}, async t => {
  const { page, complaints } = await kit!.visit(t)
  const odd = encodeURIComponent('{"a":[1]}')
  for (const path of ['/workflows', '/runs', '/approvals', '/chat', '/marketplace', '/settings/webhooks']) {
    await page.goto(`${path}?q=${odd}&status=${odd}&since=${odd}&trigger=${odd}&other=${odd}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    t.match(page.url(), odd, 'the address stays as it was written')
  }
  await page.goto('/runs?q=0012&since=soon&status=odd')
  t.equal(await page.getByRole('searchbox').inputValue(), '0012')
  await page.getByText('No run fits').waitFor()
  t.strictSame(complaints, [])
})

test('an address without a page says so, and the way to every page stays', { skip: noBrowser }, async t => {
  const { page } = await kit!.visit(t, { path: '/no/such/page' })
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click()
  await page.waitForURL(/\/runs$/)
  await page.goto('/runs/exec_01m87g8wqmen9sbwbpyyfhrnfq')
  await page.getByRole('alert').getByText('belongs to another organization').waitFor()
  t.pass('what is gone says why it may be')
})

test('right to left and 200 % zoom break no page, and code runs from left to right', {
  skip: noBrowser,
}, async t => {
  const { page, client } = await kit!.visit(t, { viewport: { width: 640, height: 400 } })
  const prompt = 'Return {{inputs.name}}'
  const { id } = (await client.post('/api/v1/workflows', { name: 'تقرير المبيعات الأسبوعي', prompt })).body
  const paths = ['/', '/workflows', `/workflows/${id}`, `/workflows/${id}/use`, '/runs', '/settings/profile']
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    for (const direction of ['ltr', 'rtl']) {
      await page.evaluate(`document.documentElement.dir = '${direction}'`)
      t.equal(await isTooWide(page), false, `${path} ${direction}`)
    }
    if (!path.endsWith('/use')) continue
    await page.locator('pre').first().waitFor()
    t.equal(await page.evaluate(`getComputedStyle(document.querySelector('pre')).direction`), 'ltr')
  }
})

test('the palette finds pages and ids by keyboard', { skip: noBrowser }, async t => {
  const { page, complaints } = await kit!.visit(t)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('A page, a workflow').fill('market')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/marketplace$/)
  t.strictSame(complaints, [])
})

test('the palette finds settings, those that the person may open', { skip: noBrowser }, async t => {
  const { page, client, organizationId } = await kit!.visit(t)
  const find = async (on: typeof page, text: string) => {
    await on.getByRole('heading', { level: 1 }).first().waitFor()
    await on.keyboard.press('Control+k')
    await on.getByPlaceholder('A page, a workflow').fill(text)
  }
  for (const [text, path] of [
    ['api keys', 'api-keys'],
    ['audit', 'audit'],
    ['language', 'models'],
    ['settings webhooks', 'webhooks'],
  ] as const) {
    await find(page, text)
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/settings/${path}$`))
  }
  const viewer = await visitAs(kit!, t, { client, organizationId } as never, { role: 'viewer' })
  await find(viewer, 'audit log')
  await viewer.getByText('Nothing found').waitFor()
})

test('j and k come to the rows of a page from wherever one is, but not out of a text', {
  skip: noBrowser,
}, async t => {
  const { page, client } = await kit!.visit(t)
  for (const name of ['One', 'Two']) await client.post('/api/v1/workflows', { name, prompt: 'Return 1.' })
  await page.goto('/workflows')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('One').waitFor()
  const focused = () => page.evaluate('document.activeElement.textContent')
  await page.keyboard.press('j')
  t.match(await focused(), /Two/)
  await page.keyboard.press('j')
  t.match(await focused(), /One/)
  await page.keyboard.press('k')
  t.match(await focused(), /Two/)
  await page.keyboard.press('/')
  await page.keyboard.type('jk')
  t.equal(await page.getByRole('searchbox').inputValue(), 'jk')
  await page.goto('/runs')
  await client.post(`/api/v1/workflows/${(await client.get('/api/v1/workflows')).body[0].id}/execute`, {})
  await row('Two').waitFor()
  await page.keyboard.press('k')
  t.match(await focused(), /Two/)
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
