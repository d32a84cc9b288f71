// Two nodes from their settings to their shards, on the clock of the machine.
import { Client } from 'pg'
import { type Test, test } from 'tap'
import type { PlacementEvents } from '../../../runtime/placement/placement.ts'
import { shardCount } from '../../../runtime/placement/placement.ts'
import { Lifecycle } from '../../../runtime/process/lifecycle.ts'
import { openPlacement } from '../../../storage/placement/open-placement.ts'
import { connectionConfig } from '../../../storage/postgres/connection-config.ts'
import { startStorage } from '../../../storage/start.ts'
import { emptyDatabase } from '../../support/postgres.ts'

const secret = 's'.repeat(32)

/** An engine that has nothing to finish. */
const idle = (): PlacementEvents & { readonly gainedShards: Set<number> } => {
  const gainedShards = new Set<number>()
  return {
    gainedShards,
    gained(shards) {
      for (const shard of shards) gainedShards.add(shard)
    },
    async release(shards) {
      for (const shard of shards) gainedShards.delete(shard)
    },
    lost: async () => gainedShards.clear(),
    moved() {},
    lapsed() {},
  }
}

async function startNode(t: Test, databaseUrl: string, address: string, said: string[] = []) {
  const complain = (line: string) => t.fail(line)
  const life = new Lifecycle({ say: line => said.push(line), complain, stopWithinMs: 20_000 })
  t.teardown(() => life.stop())
  const node = { address, secret, version: '1.0.0' }
  const database = await startStorage(life, { databaseUrl, dataDir: '/nowhere' }, node)
  const events = idle()
  const placement = openPlacement({ database, cluster: node, version: '1.0.0', refused: t.fail })
  await life.start(
    'placement',
    () => placement.start(events),
    () => placement.stop(5_000),
  )
  return { life, placement, events }
}

test('nodes that start at once migrate once, share all shards, and the last one gets them back', async t => {
  const url = await emptyDatabase()
  const said: string[] = []
  const [one, two] = await Promise.all([startNode(t, url, 'a:1', said), startNode(t, url, 'b:1', said)])
  t.equal(said.filter(line => line.startsWith('migrating the database')).length, 1)
  const isSpread = () => {
    const owned = [one, two].map(({ events }) => events.gainedShards.size)
    return owned.every(count => count > 0) && owned[0]! + owned[1]! === shardCount
  }
  while (!isSpread()) await moment()
  await one.life.stop()
  // It reads the shards, and a moment later that the other one has left.
  const { events, placement } = two
  while (events.gainedShards.size < shardCount || placement.members.length > 1) await moment()
  t.strictSame(
    placement.members.map(({ address }) => address),
    ['b:1'],
  )
  await two.life.stop()
  const client = new Client(connectionConfig(url, 'test'))
  await client.connect()
  const { rows } = await client.query('select count(*)::int as n from cluster_members')
  t.equal(rows[0].n, 0)
  await client.end()
})

test('a server that is alone does not start beside a node, and nothing of it stays', async t => {
  const url = await emptyDatabase()
  await startNode(t, url, 'a:1')
  const life = new Lifecycle({ say() {}, complain: line => t.fail(line), stopWithinMs: 20_000 })
  await t.rejects(startStorage(life, { databaseUrl: url, dataDir: '/nowhere' }), {
    message: /^a cluster runs on this database/,
  })
  await life.stop()
})

const moment = () => new Promise(resolve => setImmediate(resolve))
