// Debian's PgBouncer between a node and its database: by sessions it serves a cluster, by transactions or
// statements a node refuses it before anything has begun. Where it is not installed, this is left out and
// said.
import { spawn } from 'node:child_process'
import { chownSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { openDatabase } from '../../../storage/open-database.ts'
import { admit } from '../../../storage/placement/admission.ts'
import { refuseStrictPooler } from '../../../storage/postgres/connection-config.ts'
import { testCluster } from '../../support/cluster-database.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { until } from '../../support/runs.ts'
import { freePort } from '../../support/servers/free-port.ts'

const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync)
const options = { skip: !pgbouncer && 'no PgBouncer here: apt-get install pgbouncer' }
const applicant = { address: '10.0.0.9:7070', version: '1.4.0', cluster: testCluster, sessions: 'ffffff01' }
const ignores = 'ignore_startup_parameters = statement_timeout'

for (const mode of ['transaction', 'statement'] as const) {
  test(`a pooler by ${mode} is refused`, options, async t => {
    await t.rejects(admit(await pooled(t, `pool_mode = ${mode}\n${ignores}`), applicant), {
      name: 'NodeRefused',
      message: /^DATABASE_URL leads through a pooler/,
    })
  })
}

test('a pooler by session is as good as none', options, async t => {
  const url = await pooled(t, `pool_mode = session\n${ignores}`)
  await refuseStrictPooler(url)
  await admit(url, applicant)
  await (await openDatabase({ url })).close()
})

test('a pooler that refuses how our sessions begin is told what to ignore', options, async t => {
  await t.rejects(refuseStrictPooler(await pooled(t, 'pool_mode = session')), {
    message:
      /refuses statement_timeout: write "ignore_startup_parameters = statement_timeout" into pgbouncer.ini/,
  })
  await refuseStrictPooler('postgresql://nobody@127.0.0.1:1/none')
})

/** @returns the URL of a fresh database behind a pooler */
async function pooled(t: Test, settings: string): Promise<string> {
  const url = new URL(await freshDatabase())
  const { username, password, pathname, searchParams } = url
  const socket = searchParams.get('host')!
  const port = await freePort()
  const directory = t.testdir()
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${socket} port=${url.port || 5432} dbname=${pathname.slice(1)} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
${settings}
default_pool_size = 20
`,
  )
  // It refuses root, and reaches the socket as its owner does.
  const { uid, gid } = statSync(socket)
  chownSync(file, uid, gid)
  const child = spawn(pgbouncer!, ['-q', file], { uid, gid, stdio: 'ignore' })
  t.teardown(() => child.kill('SIGKILL'))
  url.host = `127.0.0.1:${port}`
  url.searchParams.delete('host')
  await until(
    async () => {
      const client = new Client({ connectionString: url.href })
      client.on('error', () => {})
      const isThere = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => {})
      return isThere
    },
    isThere => isThere,
  )
  return url.href
}
