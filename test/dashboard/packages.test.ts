// A marketplace entry that is an npm package, installed in a browser: what would run is shown, and that is
// what is installed.
import tap, { test } from 'tap'
import { installMs } from '../../rpc/packages/packages.ts'
import { startNpmRegistry } from '../support/servers/npm-registry.ts'
import { listed, startRegistry } from '../support/servers/registry.ts'
import { stdioFile } from '../support/servers/stdio-file.ts'
import { axeFindings, isTooWide, noBrowser, startDashboard, widths } from './dashboard.ts'

const options = { skip: noBrowser }
const npm = await startNpmRegistry(tap)
const program = `
  import { createInterface } from 'node:readline'
  const say = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method } = JSON.parse(line)
    if (method === 'initialize')
      say(id, { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'words', version: '1' } })
    else if (id !== undefined) say(id, { tools: [{ name: 'count', inputSchema: { type: 'object' } }] })
  }`
const integrity = npm.publish(
  { name: 'words', version: '1.0.0', type: 'module', bin: 'main.js' },
  { 'main.js': program },
)
const registry = await startRegistry(tap, [
  listed({
    name: 'org.example/words',
    title: 'Words',
    packages: [{ registryType: 'npm', identifier: 'words', version: '1.0.0', transport: { type: 'stdio' } }],
  }),
])
const kit =
  noBrowser === false
    ? await startDashboard({
        STDIO_SERVERS: stdioFile({ packages: { npm: ['words'] } }),
        npm_config_registry: npm.url,
      })
    : null

for (const viewport of widths)
  test(`an npm package is installed as it is shown, ${viewport.width} wide`, options, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/marketplace' })
    await client.post('/api/v1/marketplace/sources', { url: registry.url })
    const [entry] = (await client.get('/api/v1/marketplace/tools?category=registry')).body
    await page.goto(`/marketplace/${entry.id}`)
    await page.getByRole('button', { name: 'Install' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('words@1.0.0').waitFor()
    await dialog.getByText(integrity).waitFor()
    t.strictSame(await axeFindings(page), [])
    t.equal(await isTooWide(page), false)
    await dialog.getByRole('button', { name: 'Install' }).click()
    // npm runs three times, and may take as long as an installation may.
    await page.getByText('Words is installed').waitFor({ timeout: installMs })
    const [server] = (await client.get('/api/v1/mcp-servers')).body
    t.match(server, { url: 'npm:words@1.0.0', status: 'healthy', toolCount: 1 })
    t.strictSame(complaints, [])
  })
