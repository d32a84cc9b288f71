// What keeps a server from being a node: each is one line, said before anything is changed.

import type { AddressInfo } from 'node:net'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import tap, { type Test, test } from 'tap'
import { admit } from '../../../storage/placement/admission.ts'
import { connectionConfig, markedUrl } from '../../../storage/postgres/connection-config.ts'
import { acquireOwnership } from '../../../storage/postgres/ownership.ts'
import { ClusterDatabase, testCluster } from '../../support/cluster-database.ts'
import { emptyDatabase, freshDatabase } from '../../support/postgres.ts'

const database = await ClusterDatabase.open()
tap.teardown(() => database.close())
const unexpected = (error: Error) => {
  throw error
}
const atOnce = { startMs: 0, regainMs: 100 }

function applicant(changed: object = {}) {
  const sessions = 'ffffff01'
  return { address: '10.0.0.9:7070', version: '1.4.0', cluster: testCluster, sessions, ...changed }
}

test('a node that fits is let in, whether or not the schema is there', async t => {
  await admit(database.url, applicant())
  await admit(await emptyDatabase(), applicant())
  t.pass()
})

test('a node of another cluster, version or with the address of another is refused, at the start and at the join', async t => {
  const node = database.node()
  const incarnation = await node.store.join({ address: '10.0.0.1:7070', version: '1.4.2' })
  t.teardown(() => node.store.leave(incarnation))
  const refusals: [object, RegExp][] = [
    [
      { cluster: 'd'.repeat(32) },
      /^another cluster runs on this database \(node 10\.0\.0\.1:7070\): give this/,
    ],
    [
      { version: '1.6.0' },
      /^node 10\.0\.0\.1:7070 of the cluster is version 1\.4\.2, this is 1\.6\.0: too far/,
    ],
    [{ version: '2.4.0' }, /too far apart/],
    [
      { address: '10.0.0.1:7070' },
      /^another node of the cluster has the address 10\.0\.0\.1:7070: give each/,
    ],
  ]
  for (const [changed, message] of refusals) {
    const given = applicant(changed)
    await t.rejects(admit(database.url, given), { name: 'NodeRefused', message })
    const stranger = database.node(given.cluster)
    await t.rejects(stranger.store.join(given), { name: 'NodeRefused', message })
  }
  await admit(database.url, applicant({ version: '1.5.0' }))
  await admit(database.url, applicant({ version: '1.3.9' }))
})

test('a node that lacks the key that the others seal with is refused at the join', async t => {
  const joined = async (address: string, ...keys: string[]) => {
    const node = database.node()
    const incarnation = await node.store.join({ address, version: '1.0.0', keys })
    t.teardown(() => node.store.leave(incarnation))
    return { node, incarnation }
  }
  const one = await joined('a:1', 'new', 'old')
  await t.rejects(joined('b:1', 'old'), {
    name: 'NodeRefused',
    message:
      /^the nodes of the cluster seal with the key new, which this one lacks: give it that key in MASTER_KEY/,
  })
  await joined('c:1', 'new')
  const said = await one.node.store.beat(one.incarnation)
  t.strictSame(
    said?.members.map(({ keys }) => keys),
    [['new', 'old'], ['new']],
  )
})

test('a node with the old key alone comes to those that still seal with it', async t => {
  const other = await ClusterDatabase.open()
  t.teardown(() => other.close())
  const join = (address: string, ...keys: string[]) =>
    other.node().store.join({ address, version: '1.0.0', keys })
  await join('a:1', 'old')
  await join('b:1', 'new', 'old')
  await join('c:1', 'old')
  t.pass()
})

test('what dead nodes have left stands in no way', async t => {
  const dead = database.node('e'.repeat(32))
  await dead.store.join({ address: '10.0.0.9:7070', version: '7.0.0' })
  await dead.store.close()
  await admit(database.url, applicant())
  const node = database.node()
  const incarnation = await node.store.join(applicant())
  t.teardown(() => node.store.leave(incarnation))
})

test('a server that is alone and nodes of a cluster are told of each other', async t => {
  const url = await freshDatabase()
  const alone = await acquireOwnership(url, unexpected)
  const shared = (mark: string) => acquireOwnership(markedUrl(url, mark), unexpected, atOnce, 'shared')
  await t.rejects(shared('aa'), {
    message: /^a server with CLUSTER off runs on this database \(process \d+ on [^#)]+\): stop it, or/,
  })
  await alone.release()
  const nodes = [await shared('aa'), await shared('bb')]
  await t.rejects(acquireOwnership(url, unexpected, atOnce), {
    message: /^a cluster runs on this database \(process \d+ on [^#)]+\): set CLUSTER=on to join it, or/,
  })
  await Promise.all(nodes.map(node => node.release()))
  await (await acquireOwnership(url, unexpected)).release()
})

test('a name of sessions in DATABASE_URL does not hide them from a burial', async t => {
  const url = new URL(await freshDatabase())
  for (const [before, after] of [
    ['', ''],
    ['connect_timeout=3&', ''],
    ['', '&connect_timeout=3'],
  ]) {
    url.search = `?${before}application_name=mine${after}&host=${url.searchParams.get('host')}`
    const client = new Client(connectionConfig(markedUrl(url.href, 'ab12'), 'journal'))
    await client.connect()
    const { rows } = await client.query('select current_setting($1) as name', ['application_name'])
    t.equal(rows[0].name, 'troupe journal #ab12')
    await client.end()
  }
})

test('a server that is alone ends what nodes have left: sessions and members', async t => {
  const left = await ClusterDatabase.open()
  t.teardown(() => left.close())
  const node = left.node()
  const incarnation = await node.store.join({ address: 'a:1', version: '1.0.0' })
  const journal = new Client({ connectionString: node.url, application_name: `troupe journal #${node.mark}` })
  journal.on('error', () => {})
  await journal.connect()
  const commit = t.rejects(journal.query('select pg_sleep(60)'), { code: '57P01' })
  const alone = await acquireOwnership(left.url, unexpected)
  await commit
  t.equal(await node.store.beat(incarnation), null)
  await alone.release()
})

test('a pooler that gives every transaction another session is refused', async t => {
  const url = await pooled(t, database.url)
  await t.rejects(admit(url, applicant()), {
    name: 'NodeRefused',
    message: /^DATABASE_URL leads through a pooler that gives every transaction another session/,
  })
})

test('a clock that is far off is refused, and one that is a little off is not', async t => {
  const now = Date.now
  t.teardown(() => {
    Date.now = now
  })
  for (const [offMs, message] of [
    [42_000, /^the clock of this machine is 4[12] s ahead of that of the database: set both by NTP$/],
    [-3_600_000, /^the clock of this machine is 3600 s behind that of the database/],
  ] as const) {
    Date.now = () => now() + offMs
    await t.rejects(admit(database.url, applicant()), { message })
  }
  Date.now = () => now() + 2_000
  await admit(database.url, applicant())
})

/**
 * PostgreSQL behind a pooler in transaction mode, as clients see one: a session is a client's from `begin` to
 * its end, else anybody's.
 * @returns its URL
 */
async function pooled(t: Test, url: string): Promise<string> {
  const target = new URL(url)
  const { hostname, port } = target
  const directory = target.searchParams.get('host')
  const open = () =>
    directory === null ? connectTo(Number(port), hostname) : connectTo(`${directory}/.s.PGSQL.${port}`)
  const pool: Socket[] = []
  const server = createServer(client => {
    // The first message is the start of a session. A pooler answers it itself and opens sessions when it
    // needs them; this one opens one for each client and takes those that have served already first.
    let isWelcome = true
    let server: Socket | null = null
    client.once('data', start => {
      const own = open()
      own.write(start)
      server = own
      const answer = (data: Buffer) => {
        client.write(data)
        const isReady = data.at(-6) === 0x5a && data.at(-1) === 0x49
        if (!isReady || server === null) return
        server.off('data', answer)
        if (isWelcome) pool.push(server)
        else pool.unshift(server)
        isWelcome = false
        server = null
      }
      own.on('data', answer)
      client.on('data', data => {
        if (server === null) {
          server = pool.shift() ?? own
          server.on('data', answer)
        }
        server.write(data)
      })
      client.on('close', () => own.destroy())
      client.on('error', () => {})
      own.on('error', () => {})
    })
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  t.teardown(() => {
    for (const one of pool) one.destroy()
    server.close()
  })
  target.hostname = '127.0.0.1'
  target.port = String((server.address() as AddressInfo).port)
  target.searchParams.delete('host')
  return target.href
}
