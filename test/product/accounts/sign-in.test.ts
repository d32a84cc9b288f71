// Signing in, as the product does it as a whole: mails by SMTP, streams that end with their session, a
// provider, new key pairs beside a running server, and a restart.
import { test } from 'tap'
import { operatorCommand } from '../../support/operator-command.ts'
import type { Client } from '../../support/people/client.ts'
import { probes } from '../../support/probes.ts'
import { type Account, Product, password } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { Browser, OpenidServer, client as openidClient } from '../../support/servers/openid-server.ts'
import { startSmtp } from '../../support/servers/smtp-server.ts'
import { createWorkflow, execute } from '../../support/workflows.ts'

const smtp = await startSmtp()
const environment: Record<string, string> = { SMTP_URL: smtp.url, MAIL_FROM: 'Troupe <troupe@example.org>' }
const product = await Product.prepare({ environment })
const appUrl = `http://localhost:${product.port}`
const openid = await OpenidServer.start([`${appUrl}/api/v1/auth/oauth/google/callback`])
environment['OAUTH_GOOGLE_CLIENT_ID'] = openidClient.clientId
environment['OAUTH_GOOGLE_CLIENT_SECRET'] = openidClient.clientSecret
environment['OAUTH_GOOGLE_ISSUER'] = openid.url
await product.start()

test('a reset by mail ends tokens, refresh tokens and open streams of its user, and the new password holds', async t => {
  probes(t, 48)
  const account = await product.signUp()
  const login = await logIn(account)
  const client = product.client(login.token)
  const log = await openLog(client)
  await product.client().post('/api/v1/auth/forgot-password', { email: account.email })
  const mail = await until(
    async () => smtp.received.find(({ to }) => to.includes(account.email)),
    found => found !== undefined,
  )
  // Long lines of a mail are broken with "=".
  const token = /#token=3D([\w-]{43})/.exec(mail!.text.replaceAll('=\r\n', ''))?.[1]
  const fresh = { token, password: 'a password that is new' }
  t.match(await product.client().post('/api/v1/auth/reset-password', fresh), { status: 200 })
  t.equal((await client.get('/api/v1/auth/me')).status, 401, 'P48 the token')
  t.equal((await refresh(login.refreshToken)).status, 401, 'P48 the refresh token')
  t.equal(await log.ended, 'unauthenticated', 'P48 the stream')
  t.equal((await product.client().post('/api/v1/auth/login', { ...fresh, email: account.email })).status, 200)
  await until(
    async () => (await product.client().get('/api/v1/dev/outbox')).body,
    waiting => waiting.length === 0,
  )
})

test('a session that is revoked loses its streams, another of the same user keeps them', async t => {
  const account = await product.signUp()
  const [one, other] = [await logIn(account), await logIn(account)]
  const cut = await openLog(product.client(one.token))
  const kept = product.client(other.token)
  const live = await openLog(kept)
  const sessions = (await kept.get('/api/v1/auth/sessions')).body as { id: string; current: boolean }[]
  t.equal(sessions.length, 3)
  const revoked = sessionOf(one.token)
  t.equal((await kept.delete(`/api/v1/auth/sessions/${revoked}`)).status, 200)
  t.equal(await cut.ended, 'unauthenticated')
  t.equal((await kept.get('/api/v1/auth/me')).status, 200)
  t.equal((await kept.delete(`/api/v1/auth/sessions/${sessionOf(other.token)}`)).status, 200)
  t.equal(await live.ended, 'unauthenticated')
})

test('a provider leads to the dashboard with a cookie, by which it gets a token', async t => {
  t.match((await product.client().get('/api/v1/auth/oauth/providers')).body, [
    { name: 'google', title: 'Google' },
  ])
  openid.person = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' }
  const browser = new Browser()
  const isBack = (url: string) => url.startsWith(appUrl)
  const back = await browser.follow(`${product.url}/api/v1/auth/oauth/google`, isBack)
  const arrival = await browser.visit(back.replace(appUrl, product.url))
  t.equal(arrival.headers.get('location'), `${appUrl}/#signed-in`)
  const renewed = await browser.visit(`${product.url}/api/v1/auth/refresh`, { method: 'POST' })
  const { token } = (await renewed.json()) as { token: string }
  t.match(await product.client(token).get('/api/v1/auth/me'), {
    status: 200,
    body: { email: 'ada@example.org' },
  })
})

test('a new key pair is made beside the running server, and after a restart tokens and refresh tokens go on', async t => {
  const account = await product.signUp()
  const login = await logIn(account)
  const before = await keyIds()
  const rotated = await operatorCommand('rotate-signing-key', [], { DATA_DIR: product.directory })
  t.match(rotated.output, /^the key [\w-]{43} signs within a minute/)
  t.equal((await product.client(login.token).get('/api/v1/auth/me')).status, 200)
  await product.stop()
  await product.start()
  const after = await keyIds()
  t.equal(after.length, before.length + 1)
  t.strictSame(after.slice(1), before)
  t.equal((await product.client(login.token).get('/api/v1/auth/me')).status, 200, 'signed by the old pair')
  const { body } = await refresh(login.refreshToken)
  t.equal(JSON.parse(Buffer.from(body.token.split('.')[0], 'base64url').toString()).kid, after[0])
  t.equal((await refresh(login.refreshToken)).status, 401, 'what was replaced is known')
  t.equal((await product.client(body.token).get('/api/v1/auth/me')).status, 401)
})

/** The log of an execution that goes on; resolves with the name of its last event. */
async function openLog(client: Client): Promise<{ ended: Promise<string> }> {
  const waiting = { steps: [{ id: 'wait', title: 'Wait', kind: 'wait', event: 'never' }] }
  const { body } = await execute(client, await createWorkflow(client, waiting))
  const events = client.stream(`/api/v1/executions/${body.id}/logs`)
  await events.next()
  return { ended: lastOf(events) }
}

async function lastOf(events: AsyncGenerator<{ event: string }>): Promise<string> {
  let last = ''
  for await (const { event } of events) last = event
  return last
}

async function logIn({ email }: Account): Promise<{ token: string; refreshToken: string }> {
  return (await product.client().post('/api/v1/auth/login', { email, password })).body
}

function refresh(refreshToken: string) {
  return product.client().post('/api/v1/auth/refresh', { refreshToken })
}

function sessionOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid
}

async function keyIds(): Promise<string[]> {
  const { body } = await product.client().get('/.well-known/jwks.json')
  return body.keys.map(({ kid }: { kid: string }) => kid)
}
