// The fence on real PostgreSQL: commits that race with the burial of their node, as whoever takes over
// reads them.

import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { NodeBuried } from '../../../runtime/journal.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { enterFence, fenceLock } from '../../../storage/placement/fence.ts'
import { connectionConfig } from '../../../storage/postgres/connection-config.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { startOf } from '../../contracts/journal.ts'
import { anEntry, ClusterDatabase } from '../../support/cluster-database.ts'

const database = await ClusterDatabase.open()
tap.teardown(() => database.close())
const races = 60
const actors = 4

test('commits that race with a burial: whoever takes over sees all that became durable', async t => {
  const { unseen, refused, taken } = await race(enterFence)
  t.equal(unseen, 0)
  t.ok(refused > 0, 'some came late')
  t.ok(taken > 0, 'some came in time')
  t.comment(`${races} races: ${taken} commits taken, ${refused} refused`)
})

test('transactions that have begun are ended or waited for', async t => {
  const { unseen, refused } = await race(enterFence, 'slowly')
  t.equal(unseen, 0)
  t.ok(refused > 0, `${refused}`)
})

test('without the lock of the fence some would be unseen, so this can fail', async t => {
  const { unseen } = await race(async () => {}, 'slowly')
  t.ok(unseen > 0, `${unseen}`)
})

test('sessions that come all the time do not keep a burial from its end', async t => {
  const node = database.node()
  const undertaker = database.node()
  for (let n = 0; n < 10; n++) {
    const joining = () => node.store.join({ address: `again:${n}`, version: '1.0.0' })
    const incarnation = await joining().catch(joining)
    const comers = Array.from({ length: 6 }, async () => {
      for (;;) {
        const session = await openOfNobody()
        try {
          await enterFence(session, incarnation)
          await session.query('select pg_sleep(10)')
        } catch (error) {
          if (error instanceof NodeBuried) return
        } finally {
          await session.end().catch(() => {})
        }
      }
    })
    await sleep(n * 3)
    const { beats } = (await undertaker.store.read()).members.find(it => it.incarnation === incarnation)!
    t.ok(await undertaker.store.bury(incarnation, beats))
    await Promise.all(comers)
  }
})

test('a session that comes while its node is buried waits, and finds no member', async t => {
  const node = database.node()
  const incarnation = await node.store.join({ address: 'w:1', version: '1.0.0' })
  const burying = new Client(connectionConfig(database.url, 'of nobody'))
  await burying.connect()
  t.teardown(() => burying.end())
  await burying.query('begin')
  await burying.query('select pg_advisory_xact_lock($1, $2)', [fenceLock, incarnation])
  const late = node.journal(incarnation).commit([anEntry('late')])
  const isLate = await Promise.race([late.then(() => false), sleep(300, true)])
  t.ok(isLate)
  await burying.query('delete from cluster_members where incarnation = $1', [incarnation])
  await burying.query('commit')
  await t.rejects(late, NodeBuried)
})

test('a buried node starts nothing, counts nothing and leaves no row of any kind', async t => {
  const node = database.node()
  const incarnation = await node.store.join({ address: 'a:1', version: '1.0.0' })
  const journal = node.journal(incarnation)
  const organizationId = newId('organization')
  await journal.commit([startOf(organizationId, null)])
  await node.store.leave(incarnation)
  const refused = startOf(organizationId, null)
  await t.rejects(journal.commit([refused]), 'its session has been ended')
  await t.rejects(journal.commit([refused]), NodeBuried)
  await t.rejects(journal.commit([startOf(organizationId, 1), anEntry('x')]), NodeBuried)
  const rows = await database.sql.query(
    'select (select count(*)::int from executions where organization_id = $1) as rows, executions from usage where organization_id = $1',
    [organizationId],
  )
  t.strictSame(rows.rows, [{ rows: 1, executions: 1 }])
  t.strictSame(await journal.read(refused.address), [])
})

test('a journal keeps the incarnation of its first commit', async t => {
  const node = database.node()
  let incarnation = await node.store.join({ address: 'b:1', version: '1.0.0' })
  const queries = new HostConnection(node.url)
  const journal = openJournal({ url: node.url, slot: 0, queries, incarnation: () => incarnation })
  t.teardown(() => Promise.all([journal.close(), queries.close()]))
  await journal.commit([anEntry('one')])
  await node.store.leave(incarnation)
  incarnation = await node.store.join({ address: 'b:1', version: '1.0.0' })
  await t.rejects(journal.commit([anEntry('two')]), 'its session has been ended')
  await t.rejects(journal.commit([anEntry('three')]), NodeBuried)
})

test('after a failover of PostgreSQL nobody is a member, and nothing is committed', async t => {
  const node = database.node()
  const incarnation = await node.store.join({ address: 'c:1', version: '1.0.0' })
  const journal = node.journal(incarnation)
  await journal.commit([anEntry('before')])
  // As after a promotion: the row is of an earlier history than the database.
  await database.sql.query(`update cluster_members set timeline = 'earlier' where incarnation = $1`, [
    incarnation,
  ])
  await database.cut(node, 'journal')
  await t.rejects(journal.commit([anEntry('cut')]))
  await t.rejects(journal.commit([anEntry('after')]), NodeBuried)
  t.equal(await node.store.beat(incarnation), null)
})

test('a beat and commits do not wait for each other', async t => {
  const node = database.node()
  const incarnation = await node.store.join({ address: 'd:1', version: '1.0.0' })
  const journal = node.journal(incarnation)
  const beating = new Client(connectionConfig(node.url, 'node'))
  await beating.connect()
  t.teardown(() => beating.end())
  await beating.query('begin')
  await beating.query('update cluster_members set beats = beats + 1 where incarnation = $1', [incarnation])
  await journal.commit([anEntry('while a beat is open')])
  await beating.query('commit')
  t.ok(await node.store.beat(incarnation), 'while a session has entered')
})

/**
 * A node commits to its actors as fast as it can, on sessions of another name, and is buried meanwhile. Then
 * everything is read, once, and read again when nothing is under way any more.
 * @param enter what a session does before its first commit
 * @param pace slowly: each commit waits between its writing and its end
 */
async function race(enter: typeof enterFence, pace?: 'slowly') {
  let [unseen, refused, taken] = [0, 0, 0]
  const node = database.node()
  const undertaker = database.node()
  const reader = await openOfNobody()
  for (let n = 0; n < (pace ? 8 : races); n++) {
    const joining = () => node.store.join({ address: `race:${n}`, version: '1.0.0' })
    // The first finds out that the burial before has ended the session.
    const incarnation = await joining().catch(joining)
    const sessions = await Promise.all(Array.from({ length: actors }, openOfNobody))
    const addresses = sessions.map(() => newId('execution'))
    let isOver = false
    const commits = sessions.map(async (session, index) => {
      try {
        await enter(session, incarnation)
        for (let seq = 1; !isOver; seq++) {
          if (pace) await session.query('begin')
          await session.query(write, [addresses[index], seq])
          if (pace) await session.query('select pg_sleep(0.02)')
          if (pace) await session.query('commit')
          taken++
        }
      } catch {
        refused++
      }
    })
    const { members } = await undertaker.store.read()
    const { beats } = members.find(member => member.incarnation === incarnation)!
    await sleep(n % 10)
    if (!(await undertaker.store.bury(incarnation, beats))) throw new Error('not buried')
    const seen = await entriesOf(reader, addresses)
    // Whoever still can has the time to commit.
    if (pace) await sleep(50)
    isOver = true
    await Promise.all(commits)
    unseen += (await entriesOf(reader, addresses)) - seen
    await Promise.all(sessions.map(session => session.end()))
  }
  await reader.end()
  return { unseen, refused, taken }
}

const write = `insert into journal (address, seq, at, body) values ($1, $2, 1, '["x"]')`

async function openOfNobody(): Promise<Client> {
  const client = new Client(connectionConfig(database.url, 'of nobody'))
  client.on('error', () => {})
  await client.connect()
  return client
}

async function entriesOf(client: Client, addresses: readonly string[]): Promise<number> {
  const { rows } = await client.query('select count(*)::int as n from journal where address = any($1)', [
    addresses,
  ])
  return rows[0].n
}
