// `troupe nodes` asks a node itself; whoever asks something else is told what helps.
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Test, test } from 'tap'
import { exitCodes } from '../../cli/exit-codes.ts'
import { CommandLine } from '../support/people/command-line.ts'
import { Product, sharedProduct } from '../support/product.ts'
import { freePort } from '../support/servers/free-port.ts'

const product = await sharedProduct()
const shell = new CommandLine({})
const ask = (variables: Readonly<Record<string, string>>) => shell.run('nodes', '', variables)

/** As HAProxy does it: the request says for whom it is. @returns its address */
async function startProxy(t: Test): Promise<string> {
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'x-forwarded-for': '192.0.2.7' }
    const { method, url: path } = asked
    request({ host: '127.0.0.1', port: product.port, path, method, headers }, got => {
      answer.writeHead(got.statusCode!, got.headers)
      got.pipe(answer)
    }).end()
  }).listen(0, '127.0.0.1')
  t.teardown(() => proxy.close())
  await once(proxy, 'listening')
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

test('without TROUPE_URL the service at PORT of this machine is asked', async t => {
  const listed = { code: exitCodes.ok, stdout: /NODE +ADDRESS[\s\S]*active +256/ }
  t.match(await ask({ PORT: String(product.port) }), listed)
  const elsewhere = String(await freePort())
  t.match(await ask({ TROUPE_URL: product.url, PORT: elsewhere }), listed, 'TROUPE_URL goes before PORT')
  const { code, stderr } = await ask({ PORT: elsewhere })
  t.equal(code, exitCodes.unreachable)
  t.match(stderr, `http://localhost:${elsewhere} cannot be reached: name a node itself in TROUPE_URL`)
})

test('through a proxy it says to name a node', async t => {
  const { code, stderr } = await ask({ TROUPE_URL: await startProxy(t) })
  t.equal(code, exitCodes.notFound)
  t.match(stderr, /neither through a proxy nor to another machine: name a node itself in TROUPE_URL/)
  t.match(stderr, /set METRICS_TOKEN too/)
})

test('a node with a METRICS_TOKEN says that it is wanted', async t => {
  const guarded = await Product.start({ environment: { METRICS_TOKEN: 'the-metrics-token' }, t })
  const asked = { TROUPE_URL: guarded.url }
  const without = await ask(asked)
  t.match(without, { code: exitCodes.auth, stderr: /wants the METRICS_TOKEN of its nodes/ })
  const wrong = await ask({ ...asked, METRICS_TOKEN: 'another-metrics-token' })
  t.match(wrong, { code: exitCodes.auth, stderr: /has another METRICS_TOKEN/ })
  t.notMatch(wrong.stderr, 'another-metrics-token')
  t.match(await ask({ ...asked, METRICS_TOKEN: 'the-metrics-token' }), { code: exitCodes.ok })
  const proxied = await ask({ TROUPE_URL: await startProxy(t), METRICS_TOKEN: 'the-metrics-token' })
  t.match(proxied, { code: exitCodes.notFound, stderr: /name a node itself/ })
  t.notMatch(proxied.stderr, 'METRICS_TOKEN')
})
