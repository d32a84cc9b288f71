// Makes a ready cluster, for test/support/ready-cluster.ts. Arguments: its directory, and the database to
// migrate. Several processes may do this at once; the first to finish wins.
import { renameSync, rmSync } from 'node:fs'
import { Client } from 'pg'
import { startEmbedded } from '../../storage/embedded/embedded.ts'
import { migrate } from '../../storage/postgres/migrate.ts'

const [ready = '', database = ''] = process.argv.slice(2)
const mine = `${ready}.${process.pid}`
const embedded = await startEmbedded({ dataDir: mine, settings: ['fsync=off', 'full_page_writes=off'] })
const url = new URL(embedded.url)
if (url.pathname !== `/${database}`) {
  const client = new Client(embedded.url)
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  url.pathname = database
}
await migrate(url.href, () => {})
await embedded.stop()
try {
  renameSync(mine, ready)
} catch {
  rmSync(mine, { recursive: true, force: true, maxRetries: 5 })
}
