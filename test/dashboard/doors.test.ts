// The doors: how somebody signs in, signs up, resets a password, accepts an invitation, and comes back to
// the page that they wanted.
import type { Page } from 'playwright-core'
import { test } from 'tap'
import { newId } from '../../domain/ids.ts'
import { shownLine } from '../../domain/shown/shown.ts'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { password } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { OpenidServer, client as openidClient } from '../support/servers/openid-server.ts'
import { type DashboardKit, noBrowser, startOwnDashboard, widths } from './dashboard.ts'
import { looksWell } from './looks.ts'

const skip = noBrowser
let openid: OpenidServer | null = null
const kit = skip === false ? await startOwnDashboard(withProvider) : null
/** A refresh token, or a token that is signed. */
const aToken = /rt_|eyJ/
const newEmail = () => `${newId('user')}@example.com`

async function withProvider(appUrl: string) {
  openid = await OpenidServer.start([`${appUrl}/api/v1/auth/oauth/google/callback`])
  return {
    OAUTH_GOOGLE_CLIENT_ID: openidClient.clientId,
    OAUTH_GOOGLE_CLIENT_SECRET: openidClient.clientSecret,
    OAUTH_GOOGLE_ISSUER: openid.url,
  }
}

for (const viewport of widths) {
  test(`the link of the start signs in once, ${viewport.width} wide`, { skip }, async t => {
    const [link = ''] = /\/sign-in#link=[\w-]+/.exec(kit!.product.stdout) ?? []
    const { page, complaints } = await kit!.open(t, { viewport, path: link })
    if (viewport.width === 1280) {
      await page.waitForURL(url => url.pathname === '/' && url.hash === '')
      t.strictSame(complaints, [])
    } else {
      await page.getByText('The link has been used, and works once').waitFor()
      t.notMatch(page.url(), 'link=')
      await looksWell(t, page, 'the page')
    }
  })

  test(`signing up leads in, signing out leads out, ${viewport.width} wide`, { skip }, async t => {
    const { page } = await kit!.open(t, { viewport, path: '/sign-up' })
    const email = newEmail()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await looksWell(t, page, 'the page')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.waitForURL(url => url.pathname === '/')
    t.notMatch(await keptIn(page), aToken)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByText('You are signed out').waitFor()
    await page.goto('/sign-up')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText('this e-mail address already has an account').waitFor()
  })

  test(`a password that is forgotten is set anew by the mail, ${viewport.width} wide`, { skip }, async t => {
    const { email } = await kit!.product.signUp()
    const { page } = await kit!.open(t, { viewport, path: '/sign-in' })
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // Both pages ask for an address: the one to fill is not there until the page has changed.
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    await page.getByLabel('E-mail address').fill(email)
    await looksWell(t, page, 'the page')
    await page.getByText('No mail leaves this service').waitFor()
    await page.getByRole('button', { name: 'Make the link' }).click()
    await page.getByText(`If ${email} has an account, a link is in the outbox`).waitFor()
    const link = await linkFor(email)
    await page.goto(link)
    await page.getByLabel('New password').fill('a password that is new')
    t.notMatch(page.url(), 'token', 'the address forgets it at once')
    await looksWell(t, page, 'the page')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your password is set').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, email, 'a password that is new')
    await page.waitForURL(url => url.pathname === '/')
    const other = await kit!.open(t, { viewport, path: link })
    await other.page.getByLabel('New password').fill(password)
    await other.page.getByRole('button', { name: 'Set the password' }).click()
    await other.page.getByText('It is unknown, used or older than an hour').waitFor()
  })

  test(`somebody new joins by an invitation, ${viewport.width} wide`, { skip }, async t => {
    const email = newEmail()
    const { path, organization } = await invitation(email)
    const { page, complaints } = await kit!.open(t, { viewport, path })
    await page.getByRole('heading', { name: `Join ${organization}` }).waitFor()
    await page.getByText('with the role admin').waitFor()
    await looksWell(t, page, 'the page')
    await page.getByLabel('Your name').fill('Grace')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.waitForURL(url => url.pathname === '/')
    t.strictSame(complaints, [])
    await page.goto(path)
    await page.getByText('This invitation does not work').waitFor()
  })
}

test('who signs in comes back to the page they wanted, and never to another origin', { skip }, async t => {
  const { email } = await kit!.product.signUp()
  const { page } = await kit!.open(t, { path: '/runs?status=failed' })
  await signIn(page, email, 'not the password')
  await page.getByText('wrong e-mail address or password').waitFor()
  await signIn(page, email, password)
  await page.waitForURL(url => url.pathname + url.search === '/runs?status=failed')
  for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/sign-in?to=${encodeURIComponent(to)}`)
    await page.waitForURL(`${kit!.product.url}/`)
  }
})

test('a provider signs in, and brings back to the page that was wanted', { skip }, async t => {
  const { product } = kit!
  const { page } = await kit!.open(t, { baseURL: `http://localhost:${product.port}`, path: '/workflows' })
  openid!.person = { sub: newId('user'), name: 'Ada', email: newEmail(), email_verified: true }
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.waitForURL(url => url.pathname === '/workflows')
  await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor()
  t.notMatch(await keptIn(page), aToken)
})

test('what went wrong at a provider is said, whatever the address says', { skip }, async t => {
  const { email } = await kit!.product.signUp()
  const { page } = await kit!.open(t, {
    baseURL: `http://localhost:${kit!.product.port}`,
    path: '/sign-in',
  })
  openid!.person = { sub: newId('user'), email, email_verified: false }
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByText('This address has an account already').waitFor()
  t.notMatch(page.url(), '#')
  await looksWell(t, page, 'the page')
  for (const reason of ['constructor', '<img src=x onerror=window.hit=1>']) {
    // The address of an older server, too.
    await page.goto('about:blank')
    await page.goto(`/login#error=${encodeURIComponent(reason)}`)
    await page.getByText('The sign-in did not succeed').waitFor()
  }
})

test('an account accepts with its password, or while it is signed in; another one is told so', {
  skip,
}, async t => {
  const guest = await kit!.product.signUp()
  const first = await invitation(guest.email)
  const stranger = await kit!.visit(t, { path: first.path })
  await stranger.page.getByText(`You are signed in as ${stranger.email}, but`).waitFor()
  await looksWell(t, stranger.page, 'the page')
  await stranger.page.getByRole('button', { name: 'Sign out and go on' }).click()
  await stranger.page.getByText('You have an account with this address').waitFor()
  await stranger.page.getByLabel('Password', { exact: true }).fill('not the password')
  await stranger.page.getByRole('button', { name: 'Join' }).click()
  await stranger.page.getByText('this address has an account: log in').waitFor()
  await stranger.page.getByLabel('Password', { exact: true }).fill(password)
  await stranger.page.getByRole('button', { name: 'Join' }).click()
  await stranger.page.waitForURL(url => url.pathname === '/')
  const second = await invitation(guest.email, hostileTexts[0])
  await stranger.page.goto(second.path)
  await stranger.page.getByText(`You are signed in as ${guest.email}.`).waitFor()
  await stranger.page.getByRole('heading', { name: `Join ${second.organization}` }).waitFor()
  await stranger.page.getByRole('button', { name: 'Join' }).click()
  await stranger.page.waitForURL(url => url.pathname === '/')
  t.equal(await stranger.page.evaluate('window.hit'), undefined)
})

test('names that try to be more than names are shown as text', { skip }, async t => {
  const { page, complaints } = await kit!.open(t)
  for (const text of hostileTexts.filter(each => each.length <= 200).slice(0, 8)) {
    const { path, organization } = await invitation(newEmail(), text)
    await page.goto(path)
    await page
      .getByRole('heading', { name: shownLine(`Join ${organization}`).replace(/\s+/g, ' ') })
      .waitFor()
  }
  t.equal(await page.evaluate('window.hit'), undefined)
  t.strictSame(complaints, [])
})

async function signIn(page: Page, email: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** What scripts find on the next page. */
function keptIn(page: Page): Promise<string> {
  return page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
}

/** An invitation to an organization of its own, as an admin. */
async function invitation(email: string, organization = 'Analytical Engines') {
  const owner = await kit!.product.signUp()
  await owner.client.put('/api/v1/organization', { name: organization })
  const team = owner.organizationId.replace('org_', 'team_')
  await owner.client.post(`/api/v1/teams/${team}/members`, { email, role: 'admin' })
  return { path: await linkFor(email, /\/invite\/[\w-]+/), organization }
}

/** Path of the link in the newest mail to an address. */
function linkFor(email: string, pattern = /\/reset#token=[\w-]+/): Promise<string> {
  return until(
    async () => pattern.exec((await mailsTo(kit!, email))[0]?.text ?? '')?.[0] ?? '',
    found => found !== '',
  )
}

async function mailsTo({ product }: DashboardKit, email: string): Promise<{ text: string }[]> {
  const { body } = await product.client().get('/api/v1/dev/outbox')
  return body.filter(({ to }: { to: string }) => to === email)
}
