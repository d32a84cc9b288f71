import { test } from 'tap'
import { signingKeyStore } from '../../../storage/secrets/signing-keys.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()

test('private keys are sealed in the table and whole in the program, the newest first', async t => {
  const reverse = (text: string) => [...text].reverse().join('')
  const keys = signingKeyStore(database, { seal: reverse, open: reverse })
  const key = { kind: 'jwt', publicJwk: '{"x":"public"}', privateJwk: '{"d":"private"}' }
  await keys.add({ ...key, id: 'old', createdAt: 1 })
  await keys.add({ ...key, id: 'new', createdAt: 2 })
  t.match(await keys.list('jwt'), [
    { ...key, id: 'new', createdAt: 2 },
    { ...key, id: 'old', createdAt: 1 },
  ])
  t.strictSame(await keys.list('other'), [])
  const rows = await database.query({ name: 'test.sealed', text: 'select * from signing_keys' }, [])
  t.notMatch(JSON.stringify(rows), /private"/)
})
