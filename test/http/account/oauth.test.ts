// Signing in with providers: an OpenID provider on loopback by the real protocol, GitHub by a double of its
// endpoints.
import { createServer } from 'node:http'
import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { SignInProviderName } from '../../../domain/people/sign-in-provider.ts'
import type { LoginResult } from '../../../domain/people/user.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { createGithubProvider } from '../../../rpc/sign-in/github-provider.ts'
import { createOpenidProvider } from '../../../rpc/sign-in/openid-provider.ts'
import type { SignInProvider } from '../../../rpc/sign-in/sign-in-provider.ts'
import { openTestDatabase } from '../../support/database.ts'
import { appUrl, password, startAccountServer } from '../../support/people/accounts.ts'
import { probes } from '../../support/probes.ts'
import { until } from '../../support/runs.ts'
import { startGithub } from '../../support/servers/github-server.ts'
import { Browser, client, type OpenidPerson, OpenidServer } from '../../support/servers/openid-server.ts'

const database = await openTestDatabase()
const outbound = createOutbound({ policy: 'open' })
tap.teardown(() => outbound.close())
const callback = (name: string) => `${appUrl}/api/v1/auth/oauth/${name}/callback`
const openid = await OpenidServer.start([callback('google'), callback('gitlab')])
const github = await startGithub()

const issuer = openid.url
const providers = new Map<SignInProviderName, SignInProvider>([
  ['google', createOpenidProvider({ title: 'Google', issuer, ...client, outbound })],
  ['gitlab', createOpenidProvider({ title: 'GitLab', issuer, ...client, outbound })],
  ['github', createGithubProvider({ ...client, outbound, site: github.url, api: `${github.url}/api` })],
  [
    'microsoft',
    createOpenidProvider({ title: 'Microsoft', issuer: 'http://127.0.0.1:1', ...client, outbound }),
  ],
])
const server = await startAccountServer(database, { providers })
const here = `http://127.0.0.1:${server.port}`

test('the providers that are switched on are listed, and no other begins a sign-in', async t => {
  const { body } = await server.call('GET /api/v1/auth/oauth/providers')
  t.match(body, [{ name: 'google', title: 'Google', url: `${appUrl}/api/v1/auth/oauth/google` }, {}, {}, {}])
  t.equal((await server.call('GET /api/v1/auth/oauth/facebook')).status, 404)
  t.equal((await server.call('GET /api/v1/auth/oauth/__proto__/callback')).status, 404)
  t.equal((await new Browser().visit(`${here}/api/v1/auth/oauth/microsoft`)).status, 503, 'out of reach')
})

test('a sign-in goes away with PKCE, state and nonce, and comes back with a cookie and no token', async t => {
  const person = somebody({ email_verified: true })
  const browser = new Browser()
  const away = await browser.visit(`${here}/api/v1/auth/oauth/google`)
  t.equal(away.status, 302)
  const { searchParams } = new URL(away.headers.get('location')!)
  t.match(Object.fromEntries(searchParams), {
    ...{ response_type: 'code', client_id: client.clientId, redirect_uri: callback('google') },
    ...{
      code_challenge_method: 'S256',
      code_challenge: /^[\w-]{43}$/,
      state: /^[\w-]{43}$/,
      nonce: /^[\w-]{43}$/,
    },
  })
  const bound = away.headers.get('set-cookie')!
  t.match(bound, /^troupe-sign-in=[^;]+; Max-Age=600; Path=\/api\/v1\/auth\/oauth; HttpOnly; SameSite=Lax$/)
  t.notOk(bound.includes(searchParams.get('state')!), 'the cookie is closed')
  openid.person = person
  const back = await comeBack(browser, away.headers.get('location')!)
  const arrival = await browser.visit(back)
  t.equal(arrival.headers.get('location'), `${appUrl}/#signed-in`)
  t.equal(arrival.headers.get('referrer-policy'), 'no-referrer')
  const { user } = await renewed(browser)
  t.match(user, { email: person.email, name: person.name, role: 'owner', organization: { plan: 'free' } })

  t.equal((await browser.visit(back)).status, 400, 'it comes back once')
})

test('whoever has signed in with a provider before is known, also by another address', async t => {
  const person = somebody({ email_verified: true })
  const first = await signIn('google', person)
  const second = await signIn('google', { ...person, email: `new-${person.email}`, email_verified: false })
  t.equal(second.user.id, first.user.id)
  t.equal(second.user.email, first.user.email)
})

test('an address that the provider has not verified leads to no account that exists', async t => {
  probes(t, 68)
  const { user } = await server.signUp()
  for (const email of [user.email, user.email.toUpperCase()]) {
    const refused = await arrive('google', somebody({ email, email_verified: false }))
    t.equal(refused.headers.get('location'), `${appUrl}/sign-in#error=email-taken`)
    t.notOk(refused.headers.getSetCookie().some(cookie => cookie.startsWith('troupe-refresh=rt_')))
  }
  const { body } = await server.call('POST /api/v1/auth/login', null, { email: user.email, password })
  t.equal(body.user.id, user.id, 'P68 the account is as it was')
})

test('a verified address links, and ends what its account could be used by before anybody had proved it', async t => {
  const squatter = await server.signUp()
  const { key } = await server.createKey(squatter.token)
  const { email, id } = squatter.user
  const { user, token } = await signIn('google', somebody({ email, email_verified: true }))
  t.equal(user.id, id)
  for (const [what, credential] of Object.entries({ token: squatter.token, key })) {
    t.equal((await server.call('GET /api/v1/auth/me', credential)).status, 401, what)
  }
  t.equal((await server.call('POST /api/v1/auth/login', null, { email, password })).status, 401)
  t.match((await server.mail.outbox({ limit: 100 })).items[0], {
    to: email,
    subject: /new way to sign in/,
    text: /Google/,
  })

  const { key: own } = await server.createKey(token)
  const again = await signIn('gitlab', somebody({ email, email_verified: true }))
  t.equal(again.user.id, id, 'another provider links too')
  t.equal(
    (await server.call('GET /api/v1/auth/me', own)).status,
    200,
    'and ends nothing: the mailbox is proved',
  )
})

test('an identity that made an account without a proof of the mailbox ends when the mailbox is proved', async t => {
  const proofs = [
    (email: string) => signIn('google', somebody({ email, email_verified: true })),
    async (email: string) => {
      await server.call('POST /api/v1/auth/forgot-password', null, { email })
      const mails = await until(
        async () => (await server.mail.outbox({ limit: 100 })).items.filter(mail => mail.to === email),
        ({ length }) => length > 0,
      )
      const token = /#token=(\S+)/.exec(mails[0]!.text)![1]
      const answer = await server.call('POST /api/v1/auth/reset-password', null, { token, password })
      t.equal(answer.status, 200)
    },
  ]
  for (const prove of proofs) {
    const squatter = somebody({ email_verified: false })
    t.equal((await signIn('gitlab', squatter)).user.email, squatter.email)
    t.equal((await signIn('gitlab', squatter)).user.email, squatter.email, 'known until then')
    await prove(squatter.email)
    const refused = await arrive('gitlab', squatter)
    t.equal(refused.headers.get('location'), `${appUrl}/sign-in#error=email-taken`)
  }
})

test('where sign-ups are proved by mail, an address that nobody has verified makes no account', async t => {
  const proving = await startAccountServer(database, { providers, signUpProof: 'mail' })
  const at = `http://127.0.0.1:${proving.port}`
  const { user } = await server.signUp()
  for (const email of [user.email, `new-${user.email}`]) {
    const refused = await arrive('google', somebody({ email, email_verified: false }), at)
    t.equal(refused.headers.get('location'), `${appUrl}/sign-in#error=email-unverified`)
  }
  const welcome = await arrive('google', somebody({ email_verified: true }), at)
  t.equal(welcome.headers.get('location'), `${appUrl}/#signed-in`)
})

test('who gives no address, or says no, is sent back with the reason', async t => {
  const { email, ...nameless } = somebody({})
  t.ok(email)
  const reasons = [
    [nameless, 'email-missing'],
    [null, 'refused'],
    [somebody({ email: 'аda@example.com', email_verified: true }), 'email-missing'],
  ] as const
  for (const [person, reason] of reasons) {
    const answer = await arrive('google', person)
    t.equal(answer.headers.get('location'), `${appUrl}/sign-in#error=${reason}`)
  }
})

test('a way back without its state, with another, of another browser or another provider is 400, and no session', async t => {
  probes(t, 66, 69)
  const before = await sessions()
  const { browser, back } = await onTheWay('google', somebody({ email_verified: true }))
  const url = new URL(back)
  const changed = (change: (query: URLSearchParams) => void) => {
    const other = new URL(url)
    change(other.searchParams)
    return other.href
  }
  const other = await onTheWay('gitlab', somebody({ email_verified: true }))
  const attempts: [Browser, string][] = [
    [browser, changed(query => query.delete('state'))],
    [browser, changed(query => query.set('state', 'x'.repeat(43)))],
    [browser, changed(query => query.append('state', query.get('state')!))],
    [new Browser(), back],
    [other.browser, back],
    [browser, other.back],
    [browser, back.replace('/google/', '/gitlab/')],
    [other.browser, other.back.replace('/gitlab/', '/google/')],
  ]
  for (const [who, href] of attempts) {
    const answer = await who.visit(href)
    t.equal(answer.status, 400, `P66 P69 ${href}`)
    t.notOk(answer.headers.getSetCookie().some(cookie => cookie.includes('refresh=rt_')))
  }
  t.equal(await sessions(), before)
  t.equal(
    (await browser.visit(back)).headers.get('location'),
    `${appUrl}/#signed-in`,
    'the right one goes on',
  )
  const again = await browser.visit(back)
  t.equal(again.status, 400, 'P66 once')
  t.equal(await sessions(), before + 1)
})

test('a code of another sign-in is worth nothing', async t => {
  const mine = await onTheWay('google', somebody({ email_verified: true }))
  const theirs = await onTheWay('google', somebody({ email_verified: true }))
  const swapped = new URL(mine.back)
  swapped.searchParams.set('code', new URL(theirs.back).searchParams.get('code')!)
  const answer = await mine.browser.visit(swapped.href)
  t.equal(answer.headers.get('location'), `${appUrl}/sign-in#error=failed`)
})

test('GitHub is asked for the primary address and whether it is verified', async t => {
  const { user } = await server.signUp()
  const cases = [
    { id: 1, email: `${newId('user')}@example.com`, verified: true, leads: '/#signed-in' },
    { id: 2, email: user.email, verified: false, leads: '/sign-in#error=email-taken' },
    { id: 3, email: user.email, verified: true, leads: '/#signed-in' },
  ]
  for (const { id, email, verified, leads } of cases) {
    github.account = { id, login: `octo${id}`, name: null, email, verified }
    const browser = new Browser()
    const back = await comeBack(browser, `${here}/api/v1/auth/oauth/github`)
    t.equal((await browser.visit(back)).headers.get('location'), appUrl + leads)
    if (leads === '/#signed-in') t.equal((await renewed(browser)).user.email, email)
  }
})

test('a provider whose answers are nonsense refuses nobody else', async t => {
  const nonsense = createServer((_, response) => void response.end('{"issuer": 1}')).listen(0, '127.0.0.1')
  await new Promise(resolve => nonsense.once('listening', resolve))
  const { port } = nonsense.address() as { port: number }
  const provider = createOpenidProvider({
    title: 'X',
    issuer: `http://127.0.0.1:${port}`,
    ...client,
    outbound,
  })
  const flow = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
  await t.rejects(provider.authorizationUrl(flow, callback('google')), {
    name: 'ProviderError',
    reason: 'failed',
  })
  nonsense.close()
  nonsense.closeAllConnections()
})

function somebody(claims: Partial<OpenidPerson>): OpenidPerson & { email: string } {
  return { sub: newId('user'), name: 'Ada', email: `${newId('user')}@example.com`, ...claims }
}

/** Goes to the provider and back to this server's door. */
async function comeBack(browser: Browser, from: string, at = here): Promise<string> {
  const back = await browser.follow(from, url => url.startsWith(appUrl))
  return back.replace(appUrl, at)
}

async function onTheWay(name: string, person: OpenidPerson | null, at = here) {
  const browser = new Browser()
  openid.person = person
  return { browser, back: await comeBack(browser, `${at}/api/v1/auth/oauth/${name}`, at) }
}

async function arrive(name: string, person: OpenidPerson | null, at = here): Promise<Response> {
  const { browser, back } = await onTheWay(name, person, at)
  return browser.visit(back)
}

async function signIn(name: string, person: OpenidPerson) {
  const { browser, back } = await onTheWay(name, person)
  await browser.visit(back)
  return renewed(browser)
}

/** As the dashboard does it: the cookie gives a token. */
async function renewed(browser: Browser): Promise<LoginResult> {
  const answer = await browser.visit(`${here}/api/v1/auth/refresh`, { method: 'POST' })
  return (await answer.json()) as LoginResult
}

async function sessions(): Promise<number> {
  const statement = { name: '', text: 'select count(*)::int as count from sessions' }
  return (await database.query<{ count: number }>(statement, []))[0]!.count
}
