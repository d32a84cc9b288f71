// Tool servers on stdio in the product: allowed by the operator, added by an organization by name, used like
// every other tool server, and ended with the service.
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import tap, { test } from 'tap'
import { addColleague } from '../../support/people/colleagues.ts'
import { Product, temporaryDirectory } from '../../support/product.ts'
import { sdkServer, stdioFile } from '../../support/servers/stdio-file.ts'
import { createWorkflow, registerServer, runToEnd } from '../../support/workflows.ts'

const folder = temporaryDirectory()
tap.teardown(() => rmSync(folder, { recursive: true }))
const description = join(folder, 'echo.txt')
writeFileSync(description, 'Says it again')
const file = stdioFile({
  servers: [
    {
      name: 'good',
      description: 'Echoes',
      credential: 'API_TOKEN',
      environment: { KEY: '${OPERATOR_KEY}' },
      organizations: ['*'],
    },
    { name: 'dies', limits: { starts: 2 } },
    { name: 'sdk', ...sdkServer },
    { name: 'changing', args: ['good', description] },
    { name: 'ignores-the-end' },
  ],
})
const environment = { STDIO_SERVERS: file, OPERATOR_KEY: 'operator-secret-1' }
const product = await Product.start({ environment })
const account = await product.signUp()
const { client } = account

test('what the operator allows is listed, and added by its name', async t => {
  t.match((await client.get('/api/v1/stdio-servers')).body, [
    { name: 'good', description: 'Echoes', url: 'stdio:good', takesCredential: true },
    { name: 'dies', takesCredential: false },
    { name: 'sdk' },
  ])
  const added = await registerServer(client, 'Sums', 'stdio:sdk')
  t.match(added, { status: 201, body: { url: 'stdio:sdk', status: 'healthy', toolCount: 1, error: null } })
  const workflow = await createWorkflow(client, plan('sums', 'add', { a: 40, b: 2 }))
  t.match(await runToEnd(client, workflow), { status: 'completed', output: { sum: 42 } })
  const params = { name: 'sums__add', arguments: { a: 1, b: 2 } }
  const { body } = await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  t.match(body.result, { structuredContent: { sum: 3 } })
})

test('what the operator does not allow is refused, with what it allows', async t => {
  const refused = await registerServer(client, 'Other', 'stdio:other')
  t.match(refused, {
    status: 400,
    body: { error: /does not allow stdio:other; it allows stdio:good, stdio:dies/ },
  })
  await client.post('/api/v1/credentials', {
    name: 'token',
    kind: 'bearer',
    secret: { token: 'tok_1234567' },
    allowedHosts: ['stdio:good'],
  })
  const body = { name: 'Sums 2', url: 'stdio:sdk', credentialId: 'token' }
  t.match(await client.post('/api/v1/mcp-servers', body), {
    status: 400,
    body: { error: /takes no credential/ },
  })
})

test('its credential is a variable of its process, and stands in no answer and no log', async t => {
  await client.post('/api/v1/credentials', {
    name: 'api',
    kind: 'bearer',
    secret: { token: 'tok_7654321' },
    allowedHosts: ['stdio:good'],
  })
  const { body: added } = await client.post('/api/v1/mcp-servers', {
    name: 'Good',
    url: 'stdio:good',
    credentialId: 'api',
  })
  t.match(added, { status: 'healthy', slug: 'good' }, JSON.stringify(added))
  const run = await runToEnd(client, await createWorkflow(client, plan('good', 'environment', {})))
  t.match(run, { status: 'completed', output: { env: { API_TOKEN: '[secret]', KEY: '[secret]' } } })
  t.strictSame(Object.keys(run.output.env).sort(), ['API_TOKEN', 'HOME', 'KEY', 'LANG', 'PATH', 'TMPDIR'])
  await runToEnd(client, await createWorkflow(client, plan('good', 'log', { line: 'got operator-secret-1' })))
  const { status, body: log } = await client.get(`/api/v1/mcp-servers/${added.id}/log`)
  t.match(
    { status, log },
    { status: 200, log: { state: 'running', starts: 1, lines: [{ text: 'got [secret]' }] } },
  )
  const approving = await client.put(`/api/v1/mcp-servers/${added.id}/tools/echo`, { approval: 'always' })
  t.equal(approving.status, 200)
  const workflow = await createWorkflow(client, plan('good', 'echo', { a: 1 }))
  const { body: waiting } = await client.post(
    `/api/v1/workflows/${workflow}/execute`,
    {},
    { prefer: 'wait=5' },
  )
  t.match(waiting, { status: 'waiting' }, 'the policy of a tool holds here too')
})

test('the text of a tool that changes is shown when an admin accepts it', async t => {
  const { body: added } = await registerServer(client, 'Changing', 'stdio:changing')
  t.match(added, { status: 'healthy' })
  writeFileSync(description, 'Sends it to somebody else')
  const path = `/api/v1/mcp-servers/${added.id}`
  const { body: changed } = await client.post(`${path}/refresh`)
  const [echo] = changed.tools
  t.match(
    { changed, echo },
    {
      changed: { status: 'healthy' },
      echo: { name: 'echo', status: 'active', description: 'Says it again' },
    },
  )
  const { body: accepted } = await client.post(`${path}/tools/echo/accept`, { pin: echo.drift.pin })
  t.match(accepted, {
    status: 'healthy',
    tools: [{ name: 'echo', description: 'Sends it to somebody else' }],
  })
})

test('the log is for admins, of their own servers, and of servers on stdio only', async t => {
  const [server] = (await client.get('/api/v1/mcp-servers')).body
  const { client: viewer } = await addColleague(product, account, 'viewer')
  t.equal((await viewer.get(`/api/v1/mcp-servers/${server.id}/log`)).status, 403)
  const other = await product.signUp()
  t.equal((await other.client.get(`/api/v1/mcp-servers/${server.id}/log`)).status, 404)
  const { body: http } = await registerServer(client, 'HTTP', 'http://127.0.0.1:1234/rpc')
  t.equal((await client.get(`/api/v1/mcp-servers/${http.id}/log`)).status, 409)
})

test('a server that dies again and again is down with its reason', async t => {
  const { body } = await registerServer(client, 'Dies', 'stdio:dies')
  t.match(body, { status: 'down', error: /does not start: ended with the exit code 3/ })
  const { body: log } = await client.get(`/api/v1/mcp-servers/${body.id}/log`)
  t.match(log, { reason: 'ended with the exit code 3', lines: [{ text: 'no configuration found' }, {}] })
})

test('its processes end with the service, however that ends', async t => {
  // Only `setpriv` ends a process that does not mind its closed input.
  const stubborn = existsSync('/usr/bin/setpriv') ? ['ignores-the-end'] : []
  for (const name of stubborn) await registerServer(client, name, `stdio:${name}`)
  const pids = async () => {
    const found: number[] = []
    for (const name of ['good', ...stubborn]) {
      const run = await runToEnd(client, await createWorkflow(client, plan(name, 'pid', {})))
      found.push(run.output.pid)
    }
    return found
  }
  const before = await pids()
  await product.stop()
  t.strictSame(before.filter(isRunning), [], 'after SIGTERM nothing is left')
  await product.start()
  const killed = await pids()
  await product.kill()
  const until = Date.now() + 10_000
  while (killed.some(isRunning) && Date.now() < until) await pause(50)
  t.strictSame(killed.filter(isRunning), [], 'a killed service takes them along')
})

test('a file that does not fit ends the start, and says all that is wrong', async t => {
  const bad = stdioFile({ servers: [{ name: 'Bad' }, { name: 'two', limits: { callMs: 0 } }] })
  const broken = await Product.prepare({ environment: { STDIO_SERVERS: bad }, t })
  const { code, stderr } = await broken.run()
  t.equal(code, 1)
  t.match(
    stderr,
    /STDIO_SERVERS: .* does not fit:\n {2}servers\.0\.name: .*\n {2}servers\.1\.limits\.callMs:/,
  )
})

function plan(server: string, tool: string, args: object) {
  return {
    steps: [
      { id: 'call', kind: 'tool', server, tool, args },
      { id: 'end', kind: 'return', value: { $: 'steps.call' } },
    ],
  }
}

function isRunning(pid: number): boolean {
  try {
    return !/^Z/.test(execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }))
  } catch {
    return false
  }
}
