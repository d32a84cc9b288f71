import { Webhook as Verifier } from 'standardwebhooks'
import { type Test, test } from 'tap'
import { newWebhookSecret, webhookBounds } from '../../domain/news/webhook.ts'
import { createOutbound, type NetworkPolicy } from '../../rpc/outbound/outbound.ts'
import { refuseBadUrl } from '../../rpc/outbound/refuse-bad-url.ts'
import { sendWebhook } from '../../rpc/webhook-request.ts'
import { serve } from './loopback.ts'
import { literals, names } from './outbound/attack-corpus.ts'

const secret = newWebhookSecret()

function sender(t: Test, policy: NetworkPolicy = 'open') {
  const outbound = createOutbound({ policy })
  t.teardown(() => outbound.close())
  return (url: string, secrets = [secret]) =>
    sendWebhook(outbound, { url, id: 'evt_1', body: '{"é":1}', secrets, now: Date.now() })
}

test('a request is signed by every secret, over its id, its time and its body', async t => {
  const other = newWebhookSecret()
  const heard = Promise.withResolvers<{ headers: Record<string, string>; body: string }>()
  const server = await serve(t, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    heard.resolve({ headers: request.headers as Record<string, string>, body })
    response.writeHead(202).end('thanks')
  })
  const answer = await sender(t)(server.origin, [secret, other])
  t.strictSame(answer, { isTaken: true, status: 202, error: null, body: 'thanks', retryAfterMs: 0 })
  const { headers, body } = await heard.promise
  for (const each of [secret, other]) t.same(new Verifier(each).verify(body, headers), { é: 1 })
  t.throws(() => new Verifier(newWebhookSecret()).verify(body, headers))
  t.equal(headers['webhook-id'], 'evt_1')
})

test('a status of 2xx is success, whatever becomes of the body, of which the beginning is kept', async t => {
  const server = await serve(t, (request, response) => {
    if (request.url === '/long') response.end(`${'a'.repeat(webhookBounds.keptBytes - 1)}é${'b'.repeat(1e6)}`)
    else if (request.url === '/nul') response.end('a\u0000b')
    else response.writeHead(200, { 'content-length': '100' }).write('cut', () => response.destroy())
  })
  const send = sender(t)
  const long = await send(`${server.origin}/long`)
  t.match(long, { isTaken: true, status: 200 })
  t.equal(long.body, 'a'.repeat(webhookBounds.keptBytes - 1), 'a character is not cut apart')
  t.match(await send(`${server.origin}/nul`), { isTaken: true, body: 'ab' })
  t.match(await send(`${server.origin}/cut`), { isTaken: true, status: 200, error: null, body: 'cut' })
})

test('what is not 2xx is told with its status, and how long the endpoint wants to rest', async t => {
  const server = await serve(t, (request, response) => {
    const status = Number(request.url!.slice(1))
    response.writeHead(status, { 'retry-after': '7', location: 'http://127.0.0.1:9/' }).end('no')
  })
  const send = sender(t)
  for (const status of [302, 307, 400, 410, 429, 500, 503])
    t.match(await send(`${server.origin}/${status}`), { isTaken: false, status, retryAfterMs: 7_000 })
  t.match((await send(`${server.origin}/500`)).error, /500/)
  t.match(await send('http://127.0.0.1:9/'), { isTaken: false, status: null, body: null })
})

test('nothing private is registered or told under the public policy', async t => {
  const server = await serve(t, (_, response) => response.end())
  const { port } = new URL(server.origin)
  const send = sender(t, 'public')
  for (const host of [...literals, ...names]) {
    const url = `http://${host}:${port}/hook`
    t.throws(() => refuseBadUrl(url, 'public'), { code: 'validation-failed' }, host)
    t.match(await send(url), { isTaken: false, status: null }, host)
  }
  t.equal(server.connections(), 0)
})
