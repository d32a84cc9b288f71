// `useChat` and an AG-UI agent in a page of another origin, with a chat token of that origin.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import tap, { type Test, test } from 'tap'
import { noBrowser, openPage, sharedBrowser } from '../../support/people/browser.ts'
import { sharedProduct } from '../../support/product.ts'
import { guarded, named } from './conversation.ts'

const product = await sharedProduct()
const browser = noBrowser ? null : await sharedBrowser()
const origin = noBrowser ? '' : await servePage()

async function servePage(): Promise<string> {
  const built = await build({
    stdin: { contents: `import './use-chat-page.ts'`, resolveDir: import.meta.dirname, loader: 'ts' },
    ...{ bundle: true, write: false, tsconfigRaw: {}, target: 'es2022', format: 'iife', logLevel: 'error' },
    define: { 'process.env.NODE_ENV': '"development"' },
  })
  const html = `<!doctype html><title>Shop</title><div id="app"></div><script src="/page.js"></script>`
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js'
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isScript ? built.outputFiles![0]!.text : html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  tap.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function opened(t: Test) {
  const { client } = await product.signUp()
  await named(client, 'Payday', guarded)
  const scopes = ['read', 'write', 'execute', 'chat']
  const { key } = (await client.post('/api/v1/apikeys', { name: 'Server', scopes })).body
  const subject = 'customer-7'
  const { token } = (await product.client(key).post('/api/v1/chat/tokens', { origin, subject })).body
  const { page } = await openPage(t, browser!)
  await page.goto(origin)
  return { page, token, configuration: { url: product.url, token, id: 'support', messages: [] } }
}

test('useChat talks from another origin, asks, and has its messages after a reload', {
  skip: noBrowser,
}, async t => {
  const { page, configuration, token } = await opened(t)
  await page.evaluate(`start(${JSON.stringify(configuration)})`)
  await page.getByRole('button', { name: 'help' }).click()
  await page.locator('.assistant', { hasText: 'list workflows' }).waitFor()
  await page.getByRole('button', { name: 'run Payday' }).click()
  await page.getByRole('button', { name: 'Pay the invoice?' }).click()
  await page.locator('.assistant', { hasText: 'output-available' }).waitFor()
  await page.locator('.ready .assistant', { hasText: 'paid' }).waitFor()
  t.equal(await page.locator('.assistant').count(), 2)
  await page.reload()
  const path = `${product.url}/api/v1/chat/messages/support?protocol=ai-sdk`
  const headers = { Authorization: `Bearer ${token}`, Origin: origin }
  const { messages } = (await (await fetch(path, { headers })).json()) as { messages: object[] }
  await page.evaluate(`start(${JSON.stringify({ ...configuration, messages })})`)
  await page.locator('.ready .assistant', { hasText: 'paid' }).first().waitFor()
  t.equal(await page.locator('section').count(), messages.length)
})

test('an AG-UI agent talks from another origin', { skip: noBrowser }, async t => {
  const { page, configuration } = await opened(t)
  const messages = await page.evaluate(`ask(${JSON.stringify(configuration)}, 'help')`)
  t.match(messages, [{ role: 'assistant', content: /list workflows/ }])
})
