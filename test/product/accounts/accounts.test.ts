// Accounts and API keys, as a client of the API meets them.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { password, sharedProduct } from '../../support/product.ts'

const product = await sharedProduct()

test('somebody signs up, reads the profile, logs in again and out', async t => {
  const email = `${newId('user')}@example.com`
  const guest = product.client()
  const signedUp = await guest.post('/api/v1/auth/signup', {
    email,
    password,
    organization: 'Analytical Engines',
  })
  t.match(signedUp, {
    status: 201,
    body: { token: String, expiresAt: Number, refreshToken: String, user: { email, role: 'owner' } },
  })
  t.match(signedUp.body.user.organization, { name: 'Analytical Engines', plan: 'free' })

  const loggedIn = await guest.post('/api/v1/auth/login', { email, password })
  t.equal(loggedIn.status, 200)
  const client = product.client(loggedIn.body.token)
  t.match(await client.get('/api/v1/auth/me'), { status: 200, body: signedUp.body.user })
  t.equal((await client.post('/api/v1/auth/logout')).status, 200)
  t.equal((await client.get('/api/v1/auth/me')).status, 401)
  t.equal(
    (await product.client(signedUp.body.token).get('/api/v1/auth/me')).status,
    200,
    'the other session lives',
  )
})

test('an address signs up once, and a wrong password looks like an unknown address', async t => {
  const { email } = await product.signUp()
  const guest = product.client()
  t.equal((await guest.post('/api/v1/auth/signup', { email: email.toUpperCase(), password })).status, 409)
  const wrong = await guest.post('/api/v1/auth/login', { email, password: 'wrong password' })
  const unknown = await guest.post('/api/v1/auth/login', { email: `x${email}`, password })
  t.equal(wrong.status, 401)
  t.strictSame([unknown.status, unknown.body], [wrong.status, wrong.body])
})

test('what does not fit is 400 and names the field', async t => {
  const guest = product.client()
  t.match(await guest.post('/api/v1/auth/signup', { email: 'nobody', password }), {
    status: 400,
    body: { error: /^email/ },
  })
  t.match(await guest.post('/api/v1/auth/signup', { email: 'a@example.com', password: 'short' }), {
    status: 400,
    body: { error: /^password/ },
  })
  t.match(await guest.post('/api/v1/auth/login', '{"email":'), { status: 400, body: { error: String } })
})

test('nothing but authentication and health is open to a guest', async t => {
  const guest = product.client()
  for (const path of [
    '/api/v1/auth/me',
    '/api/v1/workflows',
    '/api/v1/executions',
    '/api/v1/apikeys',
    '/api/v1/tools',
  ]) {
    const answer = await guest.get(path)
    t.match(answer, { status: 401, body: { error: String } })
    t.equal(answer.headers.get('www-authenticate'), 'Bearer')
    t.equal(answer.headers.get('x-error-code'), 'unauthenticated')
  }
  t.equal((await guest.get('/healthz')).status, 200)
  t.equal((await guest.get('/readyz')).status, 200)
  t.equal((await product.client('sk_nonsense').get('/api/v1/workflows')).status, 401)
})

test('an API key is shown once, acts within its scopes, and ends with its revocation', async t => {
  const { client } = await product.signUp()
  const created = await client.post('/api/v1/apikeys', { name: 'Reader', scopes: ['read'] })
  t.match(created, {
    status: 201,
    body: { id: /^key_/, key: /^sk_[0-9a-f]{64}$/, name: 'Reader', scopes: ['read'] },
  })
  const { key, id, ...shown } = created.body
  const listed = await client.get('/api/v1/apikeys')
  t.match(listed.body, [{ id, name: shown.name, prefix: key.slice(0, 11), lastUsedAt: null }])
  t.notOk(JSON.stringify(listed.body).includes(key), 'a list does not hold it')

  const reader = product.client(key)
  t.equal((await reader.get('/api/v1/workflows')).status, 200)
  t.match(await reader.post('/api/v1/workflows', { name: 'No', prompt: 'Return 1' }), { status: 403 })
  t.match(await reader.get('/api/v1/apikeys'), { status: 403 })
  const last = key.at(-1) === '0' ? '1' : '0'
  t.equal((await product.client(key.slice(0, -1) + last).get('/api/v1/workflows')).status, 401)

  t.match(await client.delete(`/api/v1/apikeys/${id}`), { status: 200, body: { id, deleted: true } })
  t.equal((await reader.get('/api/v1/workflows')).status, 401)
  t.strictSame((await client.get('/api/v1/apikeys')).body, [])
})

test('a key for the chat alone reads and runs nothing', async t => {
  const { client } = await product.signUp()
  const { body } = await client.post('/api/v1/apikeys', { name: 'Page', scopes: ['chat'] })
  const page = product.client(body.key)
  for (const path of ['/api/v1/workflows', '/api/v1/executions', '/api/v1/tools', '/api/v1/mcp-servers']) {
    t.equal((await page.get(path)).status, 403)
  }
  t.equal((await page.post('/api/v1/workflows', { name: 'No', prompt: 'Return 1' })).status, 403)
})
