// Two servers on one database: the one that has lost it does nothing any more, not even in order.
import { Client } from 'pg'
import { test } from 'tap'
import { Product } from '../support/product.ts'

test('a server whose database another one took ends', { timeout: 120_000 }, async t => {
  const product = await Product.start({ t })
  const ending = product.ended()
  const [thief, other] = [await connected(product.databaseUrl), await connected(product.databaseUrl)]
  const stolen = thief.query(`select pg_advisory_lock(objid::int8) from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`)
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
  while ((await other.query(waiting)).rowCount === 0);
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'troupe owner%'`,
  )
  await stolen
  const { code, stderr } = await ending
  t.equal(code, 1)
  t.match(stderr, 'another server already runs on this database')
})

/** Its database ends with the server. */
async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}
