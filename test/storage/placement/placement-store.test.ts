import { Client } from 'pg'
import { enterFence } from '../../../storage/placement/fence.ts'
import { connectionConfig } from '../../../storage/postgres/connection-config.ts'
import { placementStoreContract } from '../../contracts/placement-store.ts'
import { turns } from '../../support/actors/host.ts'
import { anEntry, ClusterDatabase } from '../../support/cluster-database.ts'

placementStoreContract('in PostgreSQL', async t => {
  const database = await ClusterDatabase.open()
  t.teardown(() => database.close())
  return {
    async open() {
      const node = database.node()
      return {
        store: node.store,
        cut: () => database.cut(node, 'node'),
        async commit(incarnation, text) {
          await node.journal(incarnation).commit([anEntry(text)])
        },
        async beginCommit(incarnation, text) {
          const client = new Client(connectionConfig(node.url, 'journal'))
          client.on('error', () => {})
          await client.connect()
          const { address, seq, at, body } = anEntry(text)
          await enterFence(client, incarnation)
          await client.query('begin')
          await client.query('insert into journal (address, seq, at, body) values ($1, $2, $3, $4)', [
            ...[address, seq, at, body],
          ])
          return async () => {
            await client.query('commit')
            await client.end()
          }
        },
      }
    },
    async committed() {
      const { rows } = await database.sql.query<{ body: string }>('select body from journal order by ctid')
      return rows.map(({ body }) => JSON.parse(body)[0])
    },
    moment: () => turns(5),
  }
})
