// An application connects with one click, in Chromium: the official SDKs from the 401 to a call of a tool,
// a person who has to sign in first, who says no, who chooses the organization, and who ends it in the
// settings.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type Test, test } from 'tap'
import { ApplicationMemory, ByHand } from '../support/people/connecting.ts'
import { password } from '../support/product.ts'
import { axeFindings, isTooWide, noBrowser, phone, startDashboard } from './dashboard.ts'

const skip = { skip: noBrowser }
const kit = noBrowser ? null! : await startDashboard()
const product = () => kit.product

test('the SDK of 2025 connects by a click, and the connection ends by another', skip, async t => {
  const { page, complaints } = await kit.visit(t)
  const { memory, answered } = await application(t, 'Assistant of 2025')
  const transport = new StreamableHTTPClientTransport(rpc(), { authProvider: memory })
  await t.rejects(new McpClient({ name: 'test', version: '1' }).connect(transport), {
    message: 'Unauthorized',
  })
  await page.goto(memory.sentTo!.href)
  await page.getByRole('heading', { name: 'Connect "Assistant of 2025"?' }).waitFor()
  const text = await page.locator('main').innerText()
  for (const said of ['this computer', 'Analytical Engines', 'Run workflows', 'See your workflows'])
    t.ok(text.includes(said), said)
  t.notOk(text.includes('Administer'), 'nothing that it did not ask for')
  t.strictSame(await axeFindings(page), [])
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('You can go back now.').waitFor()
  await transport.finishAuth((await answered).get('code')!)
  const mcp = new McpClient({ name: 'test', version: '1' })
  await mcp.connect(new StreamableHTTPClientTransport(rpc(), { authProvider: memory }))
  t.ok((await mcp.listTools()).tools.length > 5)

  await page.goto('/settings/profile')
  const row = page.getByRole('row').filter({ hasText: 'Assistant of 2025' })
  await row.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('No application is connected.').waitFor()
  t.strictSame(await axeFindings(page), [])
  // The client finds its token refused, and asks its person again.
  memory.sentTo = null
  await t.rejects(mcp.listTools(), { message: 'Unauthorized' })
  t.ok(memory.sentTo, 'it asks again')
  await mcp.close()
  t.strictSame(complaints, [])
})

test('the SDK of 2026 connects, when the person has to sign in first', skip, async t => {
  const { email } = await product().signUp()
  const { page } = await kit.open(t, { path: '/sign-in', viewport: phone })
  const { memory, answered } = await application(t, 'Assistant of 2026')
  const connect = () => {
    const transport = new ModernTransport(rpc(), { authProvider: memory as never })
    const mcp = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    return { mcp, transport, connected: mcp.connect(transport) }
  }
  const { transport, connected } = connect()
  await t.rejects(connected)
  // Digits only: what a router reads as a number must come back as it was.
  memory.sentTo!.searchParams.set('state', '00123456789012345678901234567890')
  await page.goto(memory.sentTo!.href)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Connect "Assistant of 2026"?' }).waitFor()
  t.notOk(await isTooWide(page))
  t.notOk(page.url().includes('code_challenge'), 'the address keeps nothing')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByText('You can go back now.').waitFor()
  const answer = await answered
  t.equal(answer.get('state'), '00123456789012345678901234567890')
  await transport.finishAuth(answer)
  const again = connect()
  await again.connected
  t.teardown(() => again.mcp.close())
  t.ok((await again.mcp.listTools()).tools.length > 5)
})

test('a person says no, and the application hears it', skip, async t => {
  const { page, client } = await kit.visit(t)
  const { memory, answered } = await application(t, 'Unwanted')
  await begin(memory)
  await page.goto(memory.sentTo!.href)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You can go back now.').waitFor()
  t.equal((await answered).get('error'), 'access_denied')
  t.strictSame((await client.get('/api/v1/auth/connections')).body, [])
})

test('a request with a foreign address for its answer goes nowhere', skip, async t => {
  const { page } = await kit.visit(t)
  const app = await ByHand.register(product().url)
  await page.goto(app.asks({ redirect_uri: 'https://evil.example.com/' }).href)
  await page.getByRole('heading', { name: 'This application cannot be connected' }).waitFor()
  await page.getByText('it is none that the application has named').waitFor()
  t.equal(new URL(page.url()).pathname, '/authorize')
})

test(
  'a request that cannot be decided is explained, and its application hears it by a click only',
  skip,
  async t => {
    const { page } = await kit.visit(t)
    const { memory, answered } = await application(t, 'Careless')
    await begin(memory)
    memory.sentTo!.searchParams.set('response_type', 'token')
    await page.goto(memory.sentTo!.href)
    await page.getByRole('heading', { name: 'This application cannot be connected' }).waitFor()
    await page.getByText('response_type: expected code').waitFor()
    t.equal(new URL(page.url()).pathname, '/authorize')
    t.strictSame(await axeFindings(page), [])
    await page.getByRole('link', { name: 'tell it at this computer' }).click()
    t.equal((await answered).get('error'), 'unsupported_response_type')
  },
)

test('another page cannot frame the question, nor can a script write into it', skip, async t => {
  const answer = await fetch(`${product().url}/authorize`, { headers: { accept: 'text/html' } })
  t.equal(answer.headers.get('x-frame-options'), 'DENY')
  t.match(answer.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  const { page } = await kit.visit(t)
  const app = await ByHand.register(product().url, { client_name: '<img src=x onerror=alert(1)>' })
  await page.goto(app.asks().href)
  await page.getByRole('heading', { name: 'Connect "<img src=x onerror=alert(1)>"?' }).waitFor()
})

function rpc(): URL {
  return new URL('/rpc', product().url)
}

async function begin(memory: ApplicationMemory): Promise<void> {
  const transport = new StreamableHTTPClientTransport(rpc(), { authProvider: memory })
  await new McpClient({ name: 'test', version: '1' }).connect(transport).catch(() => {})
}

/** An application that listens on this computer for the answer to its person. */
async function application(t: Test, name: string) {
  const { promise: answered, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    response.end('You can go back now.')
    if (pathname === '/callback') resolve(searchParams)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const memory = new ApplicationMemory(name, { redirectUri: `http://127.0.0.1:${port}/callback` })
  return { memory, answered: deadline(t, answered) }
}

function deadline<T>(t: Test, promise: Promise<T>): Promise<T> {
  const timer = Promise.withResolvers<never>()
  const timeout = setTimeout(() => timer.reject(new Error('no answer came within 30 s')), 30_000)
  t.teardown(() => clearTimeout(timeout))
  return Promise.race([promise, timer.promise])
}
