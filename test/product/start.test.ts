// The way up and the way down, as the one sees them who starts the product: what it prints, what it keeps,
// what it leaves behind. One product lives through the tests in their order; what depends on variables has
// another.
import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'tap'
import { isRunning } from '../../storage/embedded/process-identity.ts'
import { freshDatabase } from '../support/postgres.ts'
import { Product } from '../support/product.ts'
import { createWorkflow, returning, runToEnd } from '../support/workflows.ts'

const run = promisify(execFile)

const elsewhere = { HTTP_ENGINE: 'node', NODE_ENV: 'production', DATABASE_URL: await freshDatabase() }
const [product, other] = await Promise.all([
  Product.start({ isNew: true }),
  Product.start({ environment: elsewhere }),
])
const account = await product.signUp()
const kept = await createWorkflow(account.client, returning('kept'))
const key = keyIn(product.stdout)

test('the first start prints an address, a user, a key and a line that runs a workflow', async t => {
  const printed = product.stdout
  for (const part of ['PostgreSQL', 'schema', 'actor host', 'HTTP']) {
    t.match(printed, new RegExp(`${part}.* ready in \\d+ ms`), `it says how long ${part} took`)
  }
  t.match(printed, `Troupe is ready at http://localhost:${product.port} `)
  const [, email, password] = /user +(\S+) +password (\S+)/.exec(printed)!
  const login = await product.client().post('/api/v1/auth/login', { email, password })
  t.equal(login.status, 200)
  t.equal((await product.client(key).get('/api/v1/auth/me')).body.email, email)
  t.equal(statSync(join(product.directory, 'development.json')).mode & 0o777, 0o600)

  const line = printed.split('\n').find(each => each.startsWith('W=$(curl'))!
  const { stdout } = await run('sh', ['-c', line])
  const end = stdout.trim().split('\n\n').at(-1)!
  t.match(end, /^id: \d+\nevent: end\ndata: /)
  t.match(JSON.parse(end.split('data: ')[1]!), { status: 'completed', output: 7.5, error: null })
})

test('SIGTERM and SIGINT stop it in order, and leave no process behind', async t => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const postgres = product.postgresPid!
    t.ok(isRunning(postgres))
    const ending = await product.stop(signal)
    t.match(ending, { code: 0, signal: null, stderr: '' })
    t.match(ending!.stdout, `${signal}: stopping`)
    t.match(ending!.stdout, '\nstopped\n')
    t.notOk(isRunning(postgres))
    if (signal === 'SIGTERM') await product.start()
  }
})

test('a second start shows the same key, and everything is as it was', async t => {
  const { client } = account
  await product.start()
  t.equal(keyIn(product.stdout), key)
  t.equal((await product.client(key).get('/api/v1/auth/me')).status, 200)
  t.match((await client.get(`/api/v1/workflows/${kept}`)).body, { id: kept, plan: returning('kept') })
})

test('in production no development user is made', async t => {
  t.notMatch(other.stdout, /sk_|dev@troupe\.local|password +\S{8}/)
  t.notOk(existsSync(join(other.directory, 'development.json')))
  const guest = other.client()
  const login = { email: 'dev@troupe.local', password: 'correct horse battery' }
  t.equal((await guest.post('/api/v1/auth/login', login)).status, 401)
  t.equal((await guest.get('/readyz')).status, 200)
})

test('both HTTP engines serve the whole way of a workflow', async t => {
  for (const [engine, served] of Object.entries({ uws: product, node: other })) {
    t.match(served.stdout, `HTTP on ${engine}`)
    const { client } = await served.signUp()
    const { id } = await runToEnd(client, await createWorkflow(client, returning(engine)))
    t.match((await client.readLog(id)).at(-1), { event: 'end', data: { output: engine } })
    t.match(await served.stop(), { code: 0, stderr: '' })
  }
})

function keyIn(printed: string): string {
  return /API key +(sk_[0-9a-f]{64})/.exec(printed)![1]!
}
