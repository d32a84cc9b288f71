// A service that takes nobody, in the browser: its set-up link makes the first owner, and no page offers to
// sign up.
import { test } from 'tap'
import { password } from '../support/product.ts'
import { axeFindings, isTooWide, noBrowser, phone, startOwnDashboard } from './dashboard.ts'

const skip = noBrowser
const kit = skip === false ? await startOwnDashboard({ NODE_ENV: 'production', SIGN_UP: 'off' }) : null

test('the link of the start makes the first owner, and is not in the address', { skip }, async t => {
  const token = /\/set-up#token=[\w-]{43}/.exec(kit!.product.stdout)![0]
  const { page, complaints } = await kit!.open(t, { viewport: phone, path: token })
  t.notMatch(page.url(), 'token')
  await page.getByLabel('E-mail address').fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  t.strictSame(await axeFindings(page), [])
  t.equal(await isTooWide(page), false)
  await page.getByRole('button', { name: 'Create the first owner' }).click()
  await page.waitForURL(url => url.pathname === '/')
  t.strictSame(complaints, [])

  const again = await kit!.open(t, { path: token })
  await again.page.getByLabel('E-mail address').fill('second@example.com')
  await again.page.getByLabel('Password', { exact: true }).fill(password)
  await again.page.getByRole('button', { name: 'Create the first owner' }).click()
  await again.page.getByText('or the service has users').waitFor()
})

test('where sign-up is closed, the door does not offer it, and its page says why', { skip }, async t => {
  const { page } = await kit!.open(t, { path: '/sign-in' })
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  t.equal(await page.getByRole('link', { name: 'Sign up' }).count(), 0)
  await page.goto(`${kit!.product.url}/sign-up`)
  await page.getByText('This service takes no new people').waitFor()
  t.equal(await page.getByRole('button', { name: 'Create the account' }).count(), 0)
})
