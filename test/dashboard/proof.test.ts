// Sign-ups that are proved by mail, in the browser: a mail, a click, and a password where the browser is
// another one.
import { test } from 'tap'
import { newId } from '../../domain/ids.ts'
import { password } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { axeFindings, isTooWide, noBrowser, startDashboard, widths } from './dashboard.ts'
import { looksWell } from './looks.ts'

const skip = noBrowser
const kit = skip === false ? await startDashboard({ SIGN_UP_PROOF: 'mail' }) : null

for (const viewport of widths) {
  test(`a mail proves the address, and its link leads in, ${viewport.width} wide`, { skip }, async t => {
    const { page, complaints } = await kit!.open(t, { viewport, path: '/sign-up' })
    const email = `${newId('user')}@example.com`
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText(`We have sent a mail to ${email}`).waitFor()
    await looksWell(t, page, 'the page')
    const first = await linkFor(email)
    await page.getByRole('button', { name: 'Send it again' }).click()
    await page.getByText('Sent again').waitFor()
    const link = await linkFor(email, first)

    const other = await kit!.open(t, { viewport, path: link })
    t.notMatch(other.page.url(), 'token')
    await other.page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await other.page.getByText('You signed up in another browser').waitFor()
    t.strictSame(await axeFindings(other.page), [])
    t.equal(await isTooWide(other.page), false)

    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await page.waitForURL(url => url.pathname === '/')
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
    t.notMatch(kept, /rt_|eyJ/)
    t.strictSame(complaints, [])

    await other.page.getByLabel('Password', { exact: true }).fill(password)
    await other.page.getByRole('button', { name: 'Confirm and sign in' }).click()
    await other.page.getByText('It is unknown, used or older than a day').waitFor()
  })
}

test('in another browser the link takes a new password', { skip }, async t => {
  const email = `${newId('user')}@example.com`
  await kit!.product.client().post('/api/v1/auth/signup', { email, password: 'of somebody else' })
  const { page } = await kit!.open(t, { path: await linkFor(email) })
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.waitForURL(url => url.pathname === '/')
})

test('the page without its link says what it needs', { skip }, async t => {
  const { page } = await kit!.open(t, { path: '/verify' })
  await page.getByText('This page needs the link of the mail').waitFor()
  t.strictSame(await axeFindings(page), [])
})

/** Path of the link in the newest mail to the address, once it is not the last one. */
function linkFor(email: string, last = ''): Promise<string> {
  return until(
    async () => {
      const { body } = await kit!.product.client().get('/api/v1/dev/outbox')
      const mail = body.find(({ to }: { to: string }) => to === email)
      return /\/verify#token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? last
    },
    found => found !== last,
  )
}
