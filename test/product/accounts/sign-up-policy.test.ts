// Who may make an account, over every way in: sign-up, providers, the links of mails, invitations, and the
// set-up link of a service without users.
import tap, { test } from 'tap'
import type { Answer, Client } from '../../support/people/client.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { type Environment, Product, password } from '../../support/product.ts'
import { Browser, OpenidServer, client as openidClient } from '../../support/servers/openid-server.ts'

/** As the refusal of a closed sign-up is. */
const isClosed = ({ status, headers }: Answer) =>
  status === 403 && headers.get('x-error-code') === 'sign-up-closed'

/** A service in production without users, on a database of its own. */
async function fresh(environment: Environment, t: Pick<typeof tap, 'teardown'> = tap): Promise<Product> {
  const DATABASE_URL = await freshDatabase()
  const product = await Product.prepare({
    t,
    environment: { NODE_ENV: 'production', DATABASE_URL, ...environment },
  })
  await product.start()
  return product
}

const tokenOf = ({ stdout }: Product) => /\/set-up#token=([\w-]{43})/.exec(stdout)?.[1] ?? null

const setUp = (product: Product, token: string | null, email = 'owner@example.com') =>
  product.client().post('/api/v1/auth/set-up', { token, email, password, name: 'Olga' })

const signUp = (product: Product, more: object = {}) =>
  product.client().post('/api/v1/auth/signup', { email: 'stranger@example.com', password, ...more })

const closed = await fresh({ SIGN_UP: 'off' })
/** Of its first owner, once there is one. */
let owner: Client

test('a closed service prints a link that makes the first owner, once, and a new one at a restart', async t => {
  const product = closed
  const first = tokenOf(product)
  t.ok(first)
  await product.stop()
  await product.start()
  const token = tokenOf(product)
  t.not(token, first)
  t.match(await setUp(product, 'x'.repeat(43)), {
    status: 400,
    body: { error: /^token: it is unknown, used/ },
  })
  const both = await Promise.all([setUp(product, token), setUp(product, first, 'other@example.com')])
  t.strictSame(both.map(({ status }) => status).sort(), [201, 400], 'the first one spends all of them')
  const made = both.find(({ status }) => status === 201)!
  t.match(made.body, { user: { role: 'owner', name: 'Olga' } })
  owner = product.client(made.body.token)
  t.equal((await owner.get('/api/v1/workflows')).status, 200)
  t.match(await setUp(product, token, 'third@example.com'), { status: 400 })
  t.match((await product.client().get('/api/v1/auth/signup')).body, {
    ...{ signUp: 'off', proof: 'none', mail: 'none' },
  })
  await product.stop()
  await product.start()
  t.equal(tokenOf(product), null, 'with a user none is printed')
})

test('with SIGN_UP=off nobody new comes in, by an invitation neither', async t => {
  const refused = await signUp(closed)
  t.ok(isClosed(refused))
  t.match(refused.body, { error: /SIGN_UP=off/ })
  t.ok(isClosed(await signUp(closed, { invitation: 'x' })))
  const [team] = (await owner.get('/api/v1/teams')).body
  const invited = await owner.post(`/api/v1/teams/${team.id}/members`, { email: 'grace@example.com' })
  t.ok(isClosed(invited))
  t.match(invited.body, { error: /grace@example.com has no account/ })
})

test('with SIGN_UP=invited the link of an invitation is the way in, and nothing else', async t => {
  const environment: Record<string, string> = { SIGN_UP: 'invited', NODE_ENV: '' }
  const product = await Product.prepare({ t, environment })
  const appUrl = `http://localhost:${product.port}`
  const openid = await OpenidServer.start([`${appUrl}/api/v1/auth/oauth/google/callback`])
  environment['OAUTH_GOOGLE_CLIENT_ID'] = openidClient.clientId
  environment['OAUTH_GOOGLE_CLIENT_SECRET'] = openidClient.clientSecret
  environment['OAUTH_GOOGLE_ISSUER'] = openid.url
  await product.start()
  const key = /API key +(\S+)/.exec(product.stdout)![1]!
  const admin = product.client(key)
  const organization = (await admin.get('/api/v1/auth/me')).body.organization.id
  const team = (await admin.get('/api/v1/teams')).body[0].id
  const invite = (email: string) => admin.post(`/api/v1/teams/${team}/members`, { email })
  const tokenFor = async (email: string) => {
    const mails = (await product.client().get('/api/v1/dev/outbox')).body as { to: string; text: string }[]
    return /\/invite\/([\w-]{43})/.exec(mails.find(({ to }) => to === email)!.text)![1]
  }

  await invite('grace@example.com')
  const known = await signUp(product, { email: 'grace@example.com' })
  t.ok(isClosed(known))
  t.match(known.body, { error: /without an invitation/ })
  const unknown = await signUp(product)
  t.strictSame(unknown.body, known.body, 'the answer does not tell who is invited')
  const invitation = await tokenFor('grace@example.com')
  const stolen = await signUp(product, { invitation })
  t.match(stolen, { status: 400, body: { error: /^invitation: .* for another address/ } })
  const joined = await signUp(product, { email: 'grace@example.com', invitation })
  t.match(joined, { status: 201, body: { user: { role: 'member', organization: { id: organization } } } })
  t.equal((await signUp(product, { email: 'grace@example.com', invitation })).status, 400, 'it works once')

  const arrive = async (email: string, isVerified: boolean) => {
    openid.person = { sub: email, email, email_verified: isVerified, name: 'Somebody' }
    const browser = new Browser()
    const start = `${product.url}/api/v1/auth/oauth/google`
    const back = await browser.follow(start, url => url.startsWith(appUrl))
    return (await browser.visit(back.replace(appUrl, product.url))).headers.get('location')
  }
  t.match(await arrive('nobody@example.com', true), /\/sign-in#error=not-invited$/)
  await invite('lin@example.com')
  t.match(await arrive('lin@example.com', false), /\/sign-in#error=not-invited$/, 'the provider vouches')
  t.match(await arrive('lin@example.com', true), /#signed-in$/)
  t.match(await arrive('lin@example.com', true), /#signed-in$/, 'and has an account from then on')
  const members = (await admin.get(`/api/v1/teams/${team}/members`)).body as {
    email: string
    status: string
  }[]
  t.match(
    members.find(({ email }) => email === 'lin@example.com'),
    { status: 'active' },
  )
})

test('an open start in production says what strangers can use, and what it lacks', async t => {
  const model = { MODEL_URL: 'http://127.0.0.1:9/v1', MODEL_NAME: 'small', MODEL_CU_PER_MONTH: '70' }
  const product = await fresh({ ...model, CORS_ORIGINS: '*' }, t)
  t.match(
    product.stdout,
    /warning: SIGN_UP is open: .* 500 executions a month .* the model small .* 70 compute units/,
  )
  t.match(product.stdout, /warning: APP_URL is not set/)
  t.match(product.stdout, /warning: CORS_ORIGINS is \*/)
  t.equal(tokenOf(product), null)
  t.equal((await signUp(product)).status, 201)
})
