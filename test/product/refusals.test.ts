// What the product says when it cannot start: one clear line, exit 1, and no process left behind.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Test, test } from 'tap'
import { type Ending, Product, restartableProduct } from '../support/product.ts'

const running = await restartableProduct()

test('a port that is taken is one line', async t => {
  const product = await Product.prepare({ t })
  product.port = running.port
  refused(t, await product.run(), new RegExp(`listen on 127.0.0.1:${running.port}: .*PORT`))
  t.equal(product.postgresPid, null, 'the database that it had started has stopped')
})

test('a database that cannot be reached is one line that names it, without its password', async t => {
  const product = await Product.prepare({
    t,
    environment: { DATABASE_URL: 'postgresql://user:secret@127.0.0.1:1/orders' },
  })
  const { stderr } = refused(t, await product.run(), /orders at 127\.0\.0\.1:1: .*DATABASE_URL/)
  t.notMatch(stderr, 'secret')
})

test('a second server on the same database, or the same data directory, is refused', async t => {
  const second = await Product.prepare({ t, environment: { DATABASE_URL: running.databaseUrl } })
  refused(t, await second.run(), new RegExp(`another server .*process ${running.pid}`))
  t.equal((await running.client().get('/readyz')).status, 200, 'the first goes on')

  const neighbour = await Product.prepare({ t, directory: running.directory })
  refused(t, await neighbour.run(), new RegExp(`in use by process ${running.pid}`))
  t.equal((await running.client().get('/readyz')).status, 200)
})

test('settings that do not fit are listed all at once', async t => {
  const environment = { PORT: 'http', NODE_ENV: 'staging', HOSTS: '0', DATABASE_URL: 'mysql://localhost/x' }
  const product = await Product.prepare({ t, environment })
  const { code, stdout, stderr } = await product.run()
  t.equal(code, 1)
  t.equal(stdout, '', 'nothing was begun')
  const lines = stderr.trimEnd().split('\n')
  t.match(lines[0], /^troupe: the configuration/)
  t.strictSame(
    lines.slice(1).map(line => /^ {2}(\w+): \w/.exec(line)?.[1]),
    Object.keys(environment).sort((a, b) => lines.join().indexOf(a) - lines.join().indexOf(b)),
  )
})

const older = olderNode()
test('a Node that is too old is told so', { skip: older === null && 'there is none here' }, async t => {
  const start = join(import.meta.dirname, '../../start.js')
  const error = await promisify(execFile)(older!, [start]).catch(error => error)
  t.match(error, { code: 1, stdout: '' })
  t.match(error.stderr, /^troupe needs Node 22\.18 or newer, this is \d+.*npm ci.*\n$/)
})

/** It said what was wrong in one line, and ended with 1. */
function refused(t: Test, ending: Ending, reason: RegExp): Ending {
  t.equal(ending.code, 1)
  t.match(ending.stderr, reason)
  t.match(ending.stderr, /^troupe: [^\n]+\n$/)
  return ending
}

/** The machine's own Node, when it is one that cannot run the product. */
function olderNode(): string | null {
  for (const path of ['/usr/bin/node', '/usr/local/bin/node']) {
    if (!existsSync(path)) continue
    const major = Number(/^v(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8' }))?.[1])
    if (major < 22) return path
  }
  return null
}
