// Files of npm packages that are tool servers: they are gone with the server, and a start removes those that
// belong to nobody.
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tap, { test } from 'tap'
import { Product } from '../../support/product.ts'
import { startNpmRegistry } from '../../support/servers/npm-registry.ts'
import { listed, startRegistry } from '../../support/servers/registry.ts'
import { stdioFile } from '../../support/servers/stdio-file.ts'

const program = readFileSync(join(import.meta.dirname, '../../support/servers/stdio-server.mjs'), 'utf8')
const npm = await startNpmRegistry(tap)
const identifier = '@tools/echo'
const version = '1.0.0'
const integrity = npm.publish(
  { name: identifier, version, type: 'module', bin: 'main.js' },
  { 'main.js': program },
)
const registry = await startRegistry(tap, [
  listed({
    name: 'org.example/echo',
    version,
    packages: [
      {
        ...{ registryType: 'npm', identifier, version, transport: { type: 'stdio' } },
        packageArguments: [{ type: 'positional', value: 'good' }],
      },
    ],
  }),
])
const product = await Product.start({
  environment: {
    STDIO_SERVERS: stdioFile({ packages: { npm: ['@tools/*'] } }),
    npm_config_registry: npm.url,
  },
})
const { client } = await product.signUp()
await client.post('/api/v1/marketplace/sources', { url: registry.url })
const [entry] = (await client.get('/api/v1/marketplace/tools?category=registry')).body
const install = `/api/v1/marketplace/tools/${entry.id}/install`
const packages = join(product.directory, 'packages')
const kept = `${packages}-kept`

test('a start removes the files of packages that belong to nobody, and no others', async t => {
  const installed = await client.post(install, { package: `${identifier}@${version}`, integrity })
  t.equal(installed.status, 201)
  const { id } = installed.body.server
  const unfinished = '.new-1'
  await product.stop()
  for (const name of ['srv_gone', unfinished])
    cpSync(join(packages, id), join(packages, name), { recursive: true })
  mkdirSync(join(kept, 'org_gone.srv_gone'), { recursive: true })
  await product.start()
  t.strictSame(readdirSync(packages), [id])
  t.notOk(readdirSync(kept).includes('org_gone.srv_gone'))
})

test('a server that is removed takes its files with it, and what it has kept', async t => {
  t.match(await client.delete(`${install}?force=true`), { status: 200 })
  t.strictSame(readdirSync(packages), [])
  t.strictSame(readdirSync(kept), [])
})
