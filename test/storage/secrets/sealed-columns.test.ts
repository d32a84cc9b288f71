import { test } from 'tap'
import { sealedBy, sealedColumns } from '../../../storage/secrets/sealed-columns.ts'
import { openTestDatabase } from '../../support/database.ts'
import { testVault } from '../../support/vault.ts'

test('every column that holds sealed texts is known to whoever asks which keys are in use', async t => {
  const database = await openTestDatabase()
  const columns = await database.query<{ table: string; column: string }>(
    {
      name: '',
      text: `select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = current_schema() and column_name like 'sealed%'`,
    },
    [],
  )
  const named = (list: readonly { table: string; column: string }[]) =>
    list.map(({ table, column }) => `${table}.${column}`).sort()
  t.ok(columns.length >= 10, 'they are found')
  t.strictSame(named(sealedColumns), named(columns))
})

test('a key that seals a consent under way and nothing else is in use', async t => {
  const database = await openTestDatabase()
  const vault = testVault()
  // The rows that it belongs to are none of this test's.
  const free = 'alter table tool_server_authorizations disable trigger all'
  await database.query({ name: '', text: free }, [])
  await database.query(
    {
      name: '',
      text: `insert into tool_server_authorizations
        (id, organization_id, tool_server_id, user_id, sealed, expires_at) values ('a', 'o', 's', 'u', $1, 0)`,
    },
    [vault.seal('{}', 'somewhere')],
  )
  t.strictSame(await sealedBy(database), vault.keyIds)
})
