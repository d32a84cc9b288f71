// Registration of applications (RFC 7591) against the product: hostile ones are refused with one sentence,
// and whoever registers again and again has to wait.
import { test } from 'tap'
import { redirectUri, register } from '../../support/people/connecting.ts'
import { Product, sharedProduct } from '../../support/product.ts'

const product = await sharedProduct()

test('a registration gets what it is given, whatever it asked for', async t => {
  const asked = {
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code', 'implicit'],
  }
  const answer = await register(product.url, { client_name: 'App', redirect_uris: [redirectUri], ...asked })
  t.match(answer, {
    status: 201,
    body: {
      client_id: /^cli_/,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
  })
  t.notOk('client_secret' in answer.body)
})

test('hostile registrations are refused with an error of OAuth and one sentence', async t => {
  const hostile: [unknown, string][] = [
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://example.com/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://example.com/#x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://*.example.com/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [redirectUri], client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
    [{ redirect_uris: [redirectUri], client_name: 'a\u202eb' }, 'invalid_client_metadata'],
    [{ redirect_uris: [redirectUri], client_name: 'a\u0007b' }, 'invalid_client_metadata'],
    [{ redirect_uris: [redirectUri], software_statement: 'x'.repeat(20_000) }, 'invalid_client_metadata'],
    ['{', 'invalid_request'],
    ['[]', 'invalid_request'],
    ['', 'invalid_request'],
    ['{"__proto__": {}}', 'invalid_request'],
  ]
  for (const [metadata, error] of hostile) {
    const answer = await register(product.url, metadata)
    t.match(
      answer,
      { status: 400, body: { error, error_description: /^[^\n]{5,200}$/ } },
      JSON.stringify(answer.body),
    )
  }
})

test('who registers again and again has to wait, and hears it as OAuth says it; failed logins count apart', async t => {
  const limited = await Product.start({ environment: { RATE_LIMIT_OAUTH: '5', RATE_LIMIT_AUTH: '3' }, t })
  for (let n = 0; n < 5; n++) await limited.client('wrong').get('/api/v1/auth/me')
  const statuses: number[] = []
  for (let n = 0; n < 7; n++)
    statuses.push((await register(limited.url, { redirect_uris: [redirectUri] })).status)
  t.strictSame(statuses, [201, 201, 201, 201, 201, 429, 429])
  const { body } = await register(limited.url, { redirect_uris: [redirectUri] })
  t.match(body, { error: 'temporarily_unavailable', error_description: /^more than 5 requests a minute/ })
})
