// npm packages of a registry as tool servers: allowed by the operator, installed by an admin with the exact
// version and the integrity, and run like every other server on stdio.
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import tap, { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { addColleague } from '../../support/people/colleagues.ts'
import { Product, sharedProduct, temporaryDirectory } from '../../support/product.ts'
import { startNpmRegistry } from '../../support/servers/npm-registry.ts'
import { listed, startRegistry } from '../../support/servers/registry.ts'
import { stdioFile } from '../../support/servers/stdio-file.ts'
import { createWorkflow, runToEnd } from '../../support/workflows.ts'

const program = readFileSync(join(import.meta.dirname, '../../support/servers/stdio-server.mjs'), 'utf8')
const folder = temporaryDirectory()
tap.teardown(() => rmSync(folder, { recursive: true }))
const mark = join(folder, 'a-script-has-run')
const scripts = Object.fromEntries(
  ['preinstall', 'install', 'postinstall', 'prepare'].map(name => [name, `touch ${mark}`]),
)

const npm = await startNpmRegistry(tap)
const dependencyOf = { name: '@tools/words', version: '2.1.0', type: 'module', scripts }
npm.publish({ ...dependencyOf, exports: './index.js' }, { 'index.js': 'export const word = "hello"\n' })
const publish = (version: string, more: object = {}) =>
  npm.publish(
    {
      ...{ name: '@tools/echo', version, type: 'module', bin: { echo: 'program/main.js' }, scripts },
      ...{ dependencies: { '@tools/words': '^2.0.0' }, ...more },
    },
    { 'program/main.js': `import { word } from '@tools/words'\nif (!word) process.exit(9)\n${program}` },
  )
const integrity = publish('1.0.0')

const server = (name: string, of: object, version = '1.0.0') => {
  const { identifier = '@tools/echo', ...more } = of as { identifier?: string }
  const packages = [{ registryType: 'npm', identifier, version, transport: { type: 'stdio' }, ...more }]
  return listed({ name: `org.example/${name}`, version, packages })
}
const asking = {
  packageArguments: [{ type: 'positional', value: 'good' }],
  environmentVariables: [
    { name: 'API_TOKEN', isSecret: true, isRequired: true, description: 'Of your account' },
    { name: 'REGION', isRequired: true },
    { name: 'LEVEL' },
    { name: 'FORMAT', default: 'plain' },
  ],
}
const registry = await startRegistry(tap, [
  server('echo', asking),
  server('other', { identifier: 'other' }),
  server('range', {}, '^1.0.0'),
])
const environment = {
  STDIO_SERVERS: stdioFile({ packages: { npm: ['@tools/*'] } }),
  npm_config_registry: npm.url,
}
const product = await Product.start({ environment })
const account = await product.signUp()
const { client } = account
const tools = await addSource(client)

const packages = join(product.directory, 'packages')
const install = `/api/v1/marketplace/tools/${tools.echo.id}/install`
const settings = { REGION: 'north' }
const wanted = { package: '@tools/echo@1.0.0', integrity }

test('what the operator does not allow is listed with that reason, and refused', async t => {
  t.equal(tools.echo.obstacle, null)
  t.equal(tools.echo.package, '@tools/echo@1.0.0')
  t.match(tools.other, {
    package: null,
    obstacle: /operator of this service does not allow the npm package other/,
  })
  t.match(tools.range.obstacle, /names no exact version: \^1\.0\.0/)
  const other = `/api/v1/marketplace/tools/${tools.other.id}`
  const body = { package: 'other@1.0.0', integrity }
  t.match(await client.post(`${other}/install`, body), { status: 409, body: { error: /does not allow/ } })
  t.match(await client.get(`${other}/package`), { status: 409 })

  const { client: nobody } = await (await sharedProduct()).signUp()
  const { echo } = await addSource(nobody)
  const refused = await nobody.post(`/api/v1/marketplace/tools/${echo.id}/install`, wanted)
  t.match(refused, { status: 409, body: { error: /does not allow the npm package @tools\/echo/ } })
  t.strictSame(npm.asked, [], 'nothing was asked for')
})

test('an installation names the exact version and the integrity, and gives what the package needs', async t => {
  const { status, body } = await client.get(`/api/v1/marketplace/tools/${tools.echo.id}/package`)
  t.match({ status, body }, { status: 200, body: wanted })
  const bad = [
    [{}, /package: expected @tools\/echo@1\.0\.0.*integrity: expected.*credential of kind.*API_TOKEN/],
    [{ ...wanted, package: '@tools/echo@latest' }, /package: expected an npm package with its exact version/],
    [{ ...wanted, package: '@tools/echo@1.0.1' }, /package: expected @tools\/echo@1\.0\.0/],
    [{ ...wanted, integrity: 'sha1-abc' }, /integrity: expected sha512-/],
    [{ ...wanted }, /settings/],
  ] as const
  for (const [given, error] of bad)
    t.match(await client.post(install, given), { status: 400, body: { error } })
  const { client: viewer } = await addColleague(product, account, 'viewer')
  t.equal((await viewer.post(install, wanted)).status, 403)
})

test('another integrity is refused before anything is unpacked, and leaves nothing', async t => {
  const credentialId = await tokenFor(client)
  const wrong = `sha512-${Buffer.alloc(64, 7).toString('base64')}`
  const refused = await client.post(install, { ...wanted, integrity: wrong, settings, credentialId })
  t.match(refused, {
    status: 400,
    body: { error: 'integrity: the tarball of @tools/echo@1.0.0 has another SHA-512' },
  })
  t.strictSame(readdirSync(packages), [])
  t.strictSame((await client.get('/api/v1/mcp-servers')).body, [])
  t.notOk(npm.asked.includes('@tools/words'), 'nothing of it was looked at')
})

test('an installed one is used like every server on stdio; no script of it has run', async t => {
  const installed = await client.post(install, { ...wanted, settings, credentialId: 'token' })
  t.match(installed, {
    status: 201,
    body: { installedVersion: '1.0.0', server: { url: 'npm:@tools/echo@1.0.0', status: 'healthy' } },
  })
  const { id } = installed.body.server
  t.ok(existsSync(join(packages, id, 'node_modules/@tools/words/index.js')), 'its dependency is there')
  t.notOk(existsSync(mark), 'no script has run')
  const { output } = await runToEnd(client, await createWorkflow(client, plan('environment')))
  t.match(output.env, { API_TOKEN: '[secret]', REGION: 'north', FORMAT: 'plain' })
  t.strictSame(
    Object.keys(output.env).sort(),
    ['API_TOKEN', 'FORMAT', 'HOME', 'LANG', 'PATH', 'REGION', 'TMPDIR'],
    'nothing else, and nothing for a variable that was not set',
  )
  if (process.getuid!() === 0) t.not(output.uid, 0, 'it has a user of its own')
  t.match(await client.get(`/api/v1/mcp-servers/${id}/log`), { status: 200, body: { state: 'running' } })

  const changed = await client.put(install, { settings: { ...settings, REGION: 'south', LEVEL: 'high' } })
  t.match(changed, { status: 200, body: { server: { status: 'healthy' } } })
  const again = await runToEnd(client, await createWorkflow(client, plan('environment')))
  t.match(again.output.env, { REGION: 'south', LEVEL: 'high' })
})

test('it survives a restart, and the loss of its files: its dependencies are the same, and what it wrote is kept', async t => {
  const before = lockfile()
  const note = async (line: string) =>
    (await runToEnd(client, await createWorkflow(client, plan('note', { line })))).output?.notes
  t.equal(await note('one'), 'one\n')
  const kept = readdirSync(`${packages}-kept`)
  t.equal(kept.length, 1)
  t.equal(statSync(join(`${packages}-kept`, kept[0]!)).mode & 0o077, 0, 'for its process alone')
  npm.publish({ ...dependencyOf, version: '2.2.0', exports: './index.js' }, { 'index.js': 'process.exit(8)' })
  await product.stop()
  await product.start()
  t.match(await runToEnd(client, await createWorkflow(client, plan('pid'))), { status: 'completed' })
  await product.stop()
  rmSync(packages, { recursive: true })
  await product.start()
  t.equal(await note('two'), 'one\ntwo\n')
  t.strictSame(lockfile(), before)
})

test('an update is another package that the admin names', async t => {
  const next = publish('1.1.0', { dependencies: { '@tools/words': '2.1.0' } })
  registry.servers = [server('echo', asking, '1.1.0')]
  const [source] = (await client.get('/api/v1/marketplace/sources')).body
  await client.post(`/api/v1/marketplace/sources/${source.id}/refresh`)
  const update = `/api/v1/marketplace/tools/${tools.echo.id}/update`
  t.match(await client.get(update), {
    body: { from: '1.0.0', to: '1.1.0', available: true, missing: /package/ },
  })
  t.match(await client.post(update, wanted), {
    status: 400,
    body: { error: /expected @tools\/echo@1\.1\.0/ },
  })
  const updated = await client.post(update, { package: '@tools/echo@1.1.0', integrity: next })
  t.match(updated, {
    status: 200,
    body: { installedVersion: '1.1.0', server: { url: 'npm:@tools/echo@1.1.0' } },
  })
  t.match(await runToEnd(client, await createWorkflow(client, plan('pid'))), { status: 'completed' })
})

test('what does not come from the npm registry is refused, with the name', async t => {
  const remote = publish('1.2.0', { dependencies: { far: 'http://127.0.0.1:9/far.tgz' } })
  registry.servers = [server('echo', asking, '1.2.0')]
  const [source] = (await client.get('/api/v1/marketplace/sources')).body
  await client.post(`/api/v1/marketplace/sources/${source.id}/refresh`)
  const body = { package: '@tools/echo@1.2.0', integrity: remote }
  t.match(await client.post(`/api/v1/marketplace/tools/${tools.echo.id}/update`, body), {
    status: 409,
    body: { error: /not in the npm registry/ },
  })
  t.match(
    await runToEnd(client, await createWorkflow(client, plan('pid'))),
    { status: 'completed' },
    'the old one runs',
  )
})

async function addSource(of: Client) {
  const { body } = await of.post('/api/v1/marketplace/sources', { url: registry.url })
  if (body.skipped !== 0) throw new Error(JSON.stringify(body))
  const { body: found } = await of.get('/api/v1/marketplace/tools?category=registry')
  return Object.fromEntries(found.map((tool: { slug: string }) => [tool.slug, tool]))
}

async function tokenFor(of: Client): Promise<string> {
  const secret = { token: 'tok_1234567' }
  const allowedHosts = ['npm:@tools/echo']
  const { body } = await of.post('/api/v1/credentials', {
    name: 'token',
    kind: 'bearer',
    secret,
    allowedHosts,
  })
  return body.id
}

function lockfile(): string {
  const [id] = readdirSync(packages)
  return readFileSync(join(packages, id!, 'package-lock.json'), 'utf8')
}

function plan(tool: string, args = {}) {
  return {
    steps: [
      { id: 'call', kind: 'tool', server: 'echo', tool, args },
      { id: 'end', kind: 'return', value: { $: 'steps.call' } },
    ],
  }
}
