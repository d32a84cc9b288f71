import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { type EmbeddedOptions, startEmbedded } from '../../../storage/embedded/embedded.ts'
import { findPostgresHome } from '../../../storage/embedded/postgres-home.ts'
import { isRunning } from '../../../storage/embedded/process-identity.ts'

const isRoot = process.getuid?.() === 0

test('what was committed survives kill -9 of the server, whose orphan does not block the next start', async t => {
  const dataDir = makeDirectory(t)
  const { child, url } = await startServer(dataDir)
  await execute(url, 'create table kept as select 1 as one')
  const orphan = postmasterOf(dataDir)
  child.kill('SIGKILL')
  await once(child, 'exit')
  t.ok(isRunning(orphan), 'there is an orphan')
  const lines: string[] = []
  const embedded = await start(t, { dataDir, onProgress: line => lines.push(line) })
  t.match(lines, [new RegExp(`process ${orphan}`)])
  t.notOk(isRunning(orphan))
  t.strictSame(await execute(embedded.url, 'select * from kept'), [{ one: 1 }])
})

test('a data directory that a live server uses is refused, and that server is left alone', async t => {
  const dataDir = makeDirectory(t)
  const embedded = await start(t, { dataDir })
  await t.rejects(startEmbedded({ dataDir }), { message: new RegExp(`in use by process ${process.pid}`) })
  t.strictSame(await execute(embedded.url, 'select 1 as one'), [{ one: 1 }])
})

test('a process id in a stale postmaster.pid that belongs to somebody else is left alone', async t => {
  const dataDir = makeDirectory(t)
  await (await startEmbedded({ dataDir })).stop()
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
  t.teardown(() => stranger.kill())
  writeFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), `${stranger.pid}\n${dataDir}\n`)
  writeFileSync(join(dataDir, 'postgres/server.pid'), `${stranger.pid} 1\n`)
  const embedded = await start(t, { dataDir })
  t.strictSame(await execute(embedded.url, 'select 1 as one'), [{ one: 1 }])
  t.ok(isRunning(stranger.pid!))
})

test('PostgreSQL that dies is started again on the same address', async t => {
  const dataDir = makeDirectory(t)
  const { promise: noticed, resolve } = Promise.withResolvers<string>()
  const onProgress = (line: string) => line.includes('starting it again') && resolve(line)
  const embedded = await start(t, { dataDir, onProgress })
  // PostgreSQL does not keep this process up; in a server its sockets do.
  const up = setInterval(() => {}, 1_000)
  t.teardown(() => clearInterval(up))
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  t.match(await noticed, /SIGKILL/)
  const answer = async (): Promise<object[]> => execute(embedded.url, 'select 1 as one').catch(answer)
  t.strictSame(await answer(), [{ one: 1 }])
})

test('stopping ends the process and gives the data directory back', async t => {
  const dataDir = makeDirectory(t)
  const embedded = await startEmbedded({ dataDir })
  const pid = postmasterOf(dataDir)
  await embedded.stop()
  t.notOk(isRunning(pid))
  const again = await start(t, { dataDir })
  t.equal(again.url, embedded.url)
})

test('an initdb that was interrupted is done again', async t => {
  const dataDir = makeDirectory(t)
  mkdirSync(join(dataDir, 'postgres/cluster.new/base'), { recursive: true })
  const embedded = await start(t, { dataDir })
  t.strictSame(await execute(embedded.url, 'select 1 as one'), [{ one: 1 }])
})

test('the password is needed, random, and readable by one account only', async t => {
  const dataDir = makeDirectory(t)
  const { url } = await start(t, { dataDir })
  const guess = new URL(url)
  t.match(guess.password, /^[0-9a-f]{48}$/)
  t.equal(statSync(join(dataDir, 'postgres/password')).mode & 0o777, 0o600)
  t.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700)
  guess.password = 'guess'
  await t.rejects(execute(guess.href, 'select 1'), { code: '28P01' })
})

test('a path too long for a unix socket makes it listen on loopback', async t => {
  const dataDir = join(makeDirectory(t), 'x'.repeat(100))
  const { url } = await start(t, { dataDir })
  t.match(url, /@127\.0\.0\.1:\d+\//)
  t.strictSame(await execute(url, 'select 1 as one'), [{ one: 1 }])
})

test('a start that fails says what PostgreSQL said and leaves the data directory free', async t => {
  const dataDir = makeDirectory(t)
  await t.rejects(startEmbedded({ dataDir, settings: ['no_such_setting=1'] }), { message: /no_such_setting/ })
  const embedded = await start(t, { dataDir })
  t.strictSame(await execute(embedded.url, 'select 1 as one'), [{ one: 1 }])
})

test('a cluster of another major version is refused', async t => {
  const dataDir = makeDirectory(t)
  mkdirSync(join(dataDir, 'postgres/cluster'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '9\n')
  await t.rejects(startEmbedded({ dataDir }), { message: /written by PostgreSQL 9, this is PostgreSQL 18/ })
})

test('root gives it an unprivileged account', { skip: !isRoot }, async t => {
  const dataDir = makeDirectory(t)
  await start(t, { dataDir })
  const status = readFileSync(`/proc/${postmasterOf(dataDir)}/status`, 'utf8')
  t.notMatch(status, /^Uid:.*\b0\b/m)
  t.notMatch(status, /^Gid:.*\b0\b/m)
})

test('data that the account cannot reach is kept under /var/lib/troupe', { skip: !isRoot }, async t => {
  const closed = makeDirectory(t)
  chmodSync(closed, 0o700)
  const lines: string[] = []
  const { directory, account } = await findPostgresHome(join(closed, 'data'), line => lines.push(line))
  t.teardown(() => rmSync(join(directory, '..'), { recursive: true, force: true, maxRetries: 5 }))
  t.match(directory, /^\/var\/lib\/troupe\/[0-9a-f]{16}\/postgres$/)
  t.match(lines, [new RegExp(`cannot enter .*${directory}`)])
  t.equal(statSync(directory).uid, account!.uid)
  const again = await findPostgresHome(join(closed, 'data'), () => {})
  t.equal(again.directory, directory, 'the same place each time')
})

async function start(t: Test, options: EmbeddedOptions) {
  const embedded = await startEmbedded(options)
  t.teardown(() => embedded.stop())
  return embedded
}

async function startServer(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const program = join(import.meta.dirname, '../../support/servers/embedded-server.ts')
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = await once(createInterface(child.stdout!), 'line')
  return { child, url }
}

function makeDirectory(t: Test): string {
  const directory = mkdtempSync(join(tmpdir(), 'troupe-embedded-'))
  chmodSync(directory, 0o755)
  t.teardown(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }))
  return directory
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
}

async function execute(url: string, sql: string): Promise<object[]> {
  const client = new Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
