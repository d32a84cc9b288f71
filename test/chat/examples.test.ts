// The examples do what they say: examples/chat.html as it is, and examples/chat-react built by Vite. The
// service is the double, but for the token endpoint, which speaks to whatever it is told.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tap, { type Test, test } from 'tap'
import { build } from 'vite'
import { noBrowser, openPage, sharedBrowser } from '../support/people/browser.ts'
import { builtPackage, scriptOf } from './browser.ts'
import { ChatDouble } from './chat-double.ts'

const examples = join(import.meta.dirname, '../../examples')
const modules = join(import.meta.dirname, '../../node_modules')
const folder = builtPackage()
const browser = noBrowser ? null : await sharedBrowser()

async function open(t: Test, double: ChatDouble) {
  const { page } = await openPage(t, browser!)
  await page.goto(double.url)
  return page
}

test('the plain page chats with what is filled in', { skip: noBrowser }, async t => {
  const double = await ChatDouble.start(t)
  const html = readFileSync(join(examples, 'chat.html'), 'utf8').replaceAll(
    'http://localhost:8080',
    double.url,
  )
  double.pages.set('/', { type: 'text/html', text: html })
  double.pages.set('/chat/widget.js', { type: 'text/javascript', text: scriptOf(folder) })
  const page = await open(t, double)
  await page.getByLabel('API key').fill('sk_1')
  await page.getByLabel('Organization').fill('org_1')
  await page.getByRole('button', { name: 'Open the chat' }).click()
  await page.getByRole('button', { name: 'List my workflows' }).click()
  const turn = await double.turn()
  t.equal(turn.asked.headers.authorization, 'Bearer sk_1')
  t.equal(turn.asked.query.get('tenant'), 'org_1')
  turn.say('One').done()
  await page.locator('.markdown', { hasText: 'One' }).waitFor()
})

test('the React application shows one conversation twice, with a token of its server', {
  skip: noBrowser,
}, async t => {
  const double = await ChatDouble.start(t)
  const outDir = mkdtempSync(join(tmpdir(), 'chat-react-'))
  tap.teardown(() => rmSync(outDir, { recursive: true, force: true }))
  await build({
    root: join(examples, 'chat-react'),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@service/chat/react': join(folder, 'react.js'), react: join(modules, 'react') } },
    define: { 'import.meta.env.VITE_TENANT_ID': '"org_1"' },
    build: { outDir, emptyOutDir: true },
  })
  for (const path of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    const type = { html: 'text/html', js: 'text/javascript', css: 'text/css' }[path.split('.').at(-1)!]
    // The service is somewhere else; here it is where the page is.
    const read = () =>
      readFileSync(join(outDir, path), 'utf8').replaceAll('http://localhost:8080', double.url)
    if (type) double.pages.set(`/${path.replace('index.html', '')}`, { type, text: read() })
  }
  double.pages.set('/token', { type: 'application/json', text: '{"token":"ct_1","expiresAt":9999999999999}' })
  const page = await open(t, double)
  await page.getByRole('button', { name: 'List my workflows' }).first().click()
  const turn = await double.turn()
  t.equal(turn.asked.headers.authorization, 'Bearer ct_1')
  turn.say('Two of them').done()
  await page.locator('p.assistant', { hasText: 'Two of them' }).waitFor()
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page.locator('.markdown', { hasText: 'Two of them' }).waitFor()
})

test('the token endpoint asks the service with its key, and hands on nothing else', async t => {
  const double = await ChatDouble.start(t)
  double.refuse(1, { status: 201, body: { token: 'ct_1', expiresAt: 1 } })
  const { tokenEndpoint } = await import(join(examples, 'chat-react/token.js'))
  const server = createServer(
    tokenEndpoint({ url: double.url, apiKey: 'sk_secret', origin: 'http://localhost:5173' }),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST' })
  t.strictSame(await answer.json(), { token: 'ct_1', expiresAt: 1 })
  const [asked] = double.asked
  t.match(asked, { path: '/api/v1/chat/tokens', headers: { authorization: 'Bearer sk_secret' } })
  t.match(asked!.body, { origin: 'http://localhost:5173', subject: 'user-4711' })
})
