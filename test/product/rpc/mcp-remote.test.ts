// mcp-remote, which connects clients that speak stdio only, against the product: it discovers, registers,
// sends its person to /authorize, and passes calls on.
import { mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { test } from 'tap'
import { decide } from '../../support/people/connecting.ts'
import { node, sharedProduct } from '../../support/product.ts'
import { freePort } from '../../support/servers/free-port.ts'

const product = await sharedProduct()
const patienceMs = 90_000

test('mcp-remote connects and lists the tools', async t => {
  const { client: person } = await product.signUp()
  const manifest = createRequire(import.meta.url).resolve('mcp-remote/package.json')
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  const transport = new StdioClientTransport({
    command: node,
    args: [
      join(dirname(manifest), bin['mcp-remote']),
      `${product.url}/rpc`,
      String(await freePort()),
      '--allow-http',
    ],
    env: { PATH: '/nowhere', MCP_REMOTE_CONFIG_DIR: mkdtempSync(join(tmpdir(), 'troupe-remote-')) },
    stderr: 'pipe',
  })
  const asked = Promise.withResolvers<URL>()
  let said = ''
  transport.stderr!.on('data', chunk => {
    said += chunk
    const url = /(http:\/\/\S+\/authorize\?\S+)/.exec(said)?.[1]
    if (url !== undefined && /\/authorize\?\S+\s/.test(said)) asked.resolve(new URL(url))
  })
  const mcp = new McpClient({ name: 'test', version: '1' })
  t.teardown(() => mcp.close())
  const connecting = mcp.connect(transport, { timeout: patienceMs })
  connecting.catch(error => asked.reject(new Error(`${error}: ${said}`)))
  const back = await decide(person, await asked.promise)
  t.equal((await fetch(back)).status, 200)
  await connecting
  const { tools } = await mcp.listTools({}, { timeout: patienceMs })
  t.ok(tools.some(({ name }) => name === 'execute_workflow'))
  t.match((await person.get('/api/v1/auth/connections')).body, [{ host: 'this computer' }])
})
