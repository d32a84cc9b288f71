// The fence on real PostgreSQL: commits that race with the burial of their node, as whoever takes over
// reads them.

import { Client } from 'pg'
import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Projection } from '../../../domain/work/projection.ts'
import type { Commit } from '../../../runtime/journal.ts'
import { NodeBuried } from '../../../runtime/journal.ts'
import { statementOf } from '../../../storage/journal/commit-statement.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { connectionConfig } from '../../../storage/postgres/connection-config.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { startOf } from '../../contracts/journal.ts'
import { anEntry, ClusterDatabase } from '../../support/cluster-database.ts'

const database = await ClusterDatabase.open()
tap.teardown(() => database.close())
const races = 60
const actors = 4

test('commits that race with a burial: whoever takes over sees all that became durable', async t => {
  const { unseen, refused, taken } = await race(statementOf)
  t.equal(unseen, 0)
  t.ok(refused > 0, 'some came late')
  t.ok(taken > 0, 'some came in time')
  t.comment(`${races} races: ${taken} commits taken, ${refused} refused`)
})

test('without the lock of the fence some would be unseen, so this can fail', async t => {
  const broken: typeof statementOf = source => {
    const { name, text, values } = statementOf(source)
    return { name: `${name}.broken`, text: text.replace(' for key share', ''), values }
  }
  const { unseen } = await race(broken, 'slowly')
  t.ok(unseen > 0, `${unseen}`)
})

test('a buried node starts nothing, counts nothing and leaves no row of any kind', async t => {
  const node = database.node()
  const incarnation = await node.store.join({ address: 'a:1', version: '1.0.0' })
  const journal = node.journal(incarnation)
  const organizationId = newId('organization')
  await journal.commit([startOf(organizationId, null)])
  await node.store.leave(incarnation)
  const refused = startOf(organizationId, null)
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
  await t.rejects(journal.commit([anEntry('two')]), NodeBuried)
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
  await t.rejects(journal.commit([anEntry('after')]), NodeBuried)
  t.equal(await node.store.beat(incarnation), null)
})

test('a beat and commits do not wait for each other', async t => {
  const node = database.node()
  const incarnation = await node.store.join({ address: 'd:1', version: '1.0.0' })
  const other = new Client(connectionConfig(node.url, 'journal'))
  await other.connect()
  t.teardown(() => other.end())
  await other.query('begin')
  await other.query('select from cluster_members where incarnation = $1 for key share', [incarnation])
  t.ok(await node.store.beat(incarnation), 'while a commit is open')
  await other.query('commit')
  const beating = new Client(connectionConfig(node.url, 'node'))
  await beating.connect()
  t.teardown(() => beating.end())
  await beating.query('begin')
  await beating.query('update cluster_members set beats = beats + 1 where incarnation = $1', [incarnation])
  await node.journal(incarnation).commit([anEntry('while a beat is open')])
  await beating.query('commit')
  t.pass()
})

/**
 * A node commits to its actors as fast as it can, on connections that nobody can end (of another name), and
 * is buried meanwhile. Then everything is read, once, and read again when nothing is under way any more.
 * @param pace slowly: each commit waits between the fence and its end, where a commit has much to write
 */
async function race(statementOfCommit: typeof statementOf, pace?: 'slowly') {
  let [unseen, refused, taken] = [0, 0, 0]
  const node = database.node()
  const undertaker = database.node()
  const client = new Client(connectionConfig(database.url, 'of nobody'))
  const more = Array.from({ length: actors }, () => new Client(connectionConfig(database.url, 'of nobody')))
  await Promise.all([client, ...more].map(one => one.connect()))
  for (let n = 0; n < (pace ? 8 : races); n++) {
    const joining = () => node.store.join({ address: `race:${n}`, version: '1.0.0' })
    // The first finds out that the burial before has ended the session.
    const incarnation = await joining().catch(joining)
    const addresses = more.map(() => newId('execution'))
    let isOver = false
    const commits = more.map(async (one, index) => {
      for (let seq = 1; !isOver; seq++) {
        const commit: Commit<Projection> = { ...anEntry('x'), address: addresses[index]!, seq }
        const { name, text, values } = statementOfCommit({
          ...{ commits: [commit], slot: 0, subscribed: new Set<string>(), incarnation },
        })
        try {
          if (pace) await one.query('begin')
          await one.query({ name, text, values: [...values] })
          if (pace) await one.query('select pg_sleep(0.02)')
          if (pace) await one.query('commit')
          taken++
        } catch {
          if (pace) await one.query('rollback')
          refused++
          return
        }
      }
    })
    const { members } = await undertaker.store.read()
    const { beats } = members.find(member => member.incarnation === incarnation)!
    await new Promise(resolve => setTimeout(resolve, n % 10))
    if (!(await undertaker.store.bury(incarnation, beats))) throw new Error('not buried')
    const seen = await entriesOf(client, addresses)
    if (pace) isOver = true
    await Promise.all(commits)
    unseen += (await entriesOf(client, addresses)) - seen
  }
  await Promise.all([client, ...more].map(one => one.end()))
  return { unseen, refused, taken }
}

async function entriesOf(client: Client, addresses: readonly string[]): Promise<number> {
  const { rows } = await client.query('select count(*)::int as n from journal where address = any($1)', [
    addresses,
  ])
  return rows[0].n
}
