import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Test, test } from 'tap'
import type { CreateCredential } from '../../../domain/tools/credential.ts'
import type { Database } from '../../../storage/postgres/database.ts'
import { openSecret } from '../../../storage/secrets/credential-reader.ts'
import { credentialStore } from '../../../storage/secrets/credentials.ts'
import { newKey } from '../../../storage/secrets/master-key.ts'
import { openVault } from '../../../storage/secrets/open-vault.ts'
import { rotate } from '../../../storage/secrets/rotation.ts'
import { signingKeyStore } from '../../../storage/secrets/signing-keys.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const settings = (masterKey: string | null, ...previousKeys: string[]) => ({
  masterKey,
  previousKeys,
  dataDir: '/nonexistent',
})

/** The vault of a server that starts with these keys. */
async function start(database: Database, masterKey: string, ...previousKeys: string[]) {
  return (await openVault(database, settings(masterKey, ...previousKeys), () => {})).vault
}

test('a server starts with the key of its database and with no other', async t => {
  const database = await openTestDatabase()
  const [right, wrong, fresh] = [newKey(), newKey(), newKey()]
  const vault = await start(database, right)
  await start(database, right)
  await t.rejects(start(database, wrong), {
    message: new RegExp(`does not fit the database: it is sealed by the key ${vault.keyIds[0]}`),
  })
  await start(database, fresh, right)
  await t.rejects(start(database, fresh), { message: /MASTER_KEY_PREVIOUS/ }, 'before it was rotated')
})

test('a server without a key makes one in its data directory, and says so once', async t => {
  const database = await openTestDatabase()
  const dataDir = directory(t)
  const lines: string[] = []
  const open = () => openVault(database, { ...settings(null), dataDir }, line => lines.push(line))
  const sealed = (await open()).vault.seal('secret', 'row')
  t.equal((await open()).vault.open(sealed, 'row'), 'secret')
  t.match(lines, [/made a master key: .*master-key/])
  t.equal(lines.length, 1)
})

test('signing keys of an earlier version are sealed at the start', async t => {
  const database = await openTestDatabase()
  const key = { id: 'k', kind: 'jwt', publicJwk: '{}', privateJwk: '{"d":"private"}', createdAt: 1 }
  await signingKeyStore(database).add(key)
  const vault = await start(database, newKey())
  t.strictSame(await signingKeyStore(database, vault).list('jwt'), [key])
  const [row] = await database.query(
    { name: '', text: 'select sealed_private_jwk as sealed from signing_keys' },
    [],
  )
  t.notMatch(JSON.stringify(row), /private"/)
})

test('a rotation seals every row by the new key, and a second one finds nothing to do', async t => {
  const database = await openTestDatabase()
  const [old, fresh] = [newKey(), newKey()]
  const { rows } = await filled(database, old, 250)
  const vault = await start(database, fresh, old)
  // Credentials, a signing key, the check.
  t.strictSame(await rotate(database, vault), { rows: rows + 2, unopened: [] })
  t.strictSame(await rotate(database, vault), { rows: 0, unopened: [] })
  const alone = await start(database, fresh)
  t.equal((await signingKeyStore(database, alone).list('jwt')).length, 1)
})

test('secrets are read and written all through a rotation', async t => {
  const database = await openTestDatabase()
  const [old, fresh] = [newKey(), newKey()]
  const { organizationId, userId, names } = await filled(database, old, 250)
  const vault = await start(database, fresh, old)
  const store = credentialStore(database, vault)
  let isOver = false
  const rotation = rotate(database, vault).finally(() => {
    isOver = true
  })
  const changed = new Map<string, string>()
  for (let i = 0; !isOver || i < names.length; i++) {
    const name = names[i % names.length]!
    const row = await store.reader.find(organizationId, name)
    t.match(openSecret(vault, row!), { token: changed.get(name) ?? `token of ${name}` })
    if (i % 3 !== 0) continue
    await store.update(organizationId, row!.id, { secret: { token: `${i}` } })
    changed.set(name, `${i}`)
  }
  await store.create(organizationId, userId, bearer('one more'))
  await rotation
  const alone = await start(database, fresh)
  const after = credentialStore(database, alone)
  for (const name of names) {
    const row = await after.reader.find(organizationId, name)
    t.match(openSecret(alone, row!), { token: changed.get(name) ?? `token of ${name}` })
  }
})

test('a rotation that is interrupted goes on where it was', async t => {
  const database = await openTestDatabase()
  const [old, fresh] = [newKey(), newKey()]
  const { rows } = await filled(database, old, 250)
  const vault = await start(database, fresh, old)
  let queries = 0
  const failing = {
    query: <Row extends object>(...args: Parameters<Database['query']>) => {
      if (++queries > 3) throw new Error('killed')
      return database.query<Row>(...args)
    },
  }
  await t.rejects(rotate(failing, vault), { message: 'killed' })
  await start(database, fresh, old)
  const rest = await rotate(database, vault)
  t.equal(rest.rows, rows + 2 - 100)
  await start(database, fresh)
})

test('a row that no key opens is named, and does not keep the others', async t => {
  const database = await openTestDatabase()
  const [old, fresh] = [newKey(), newKey()]
  await filled(database, old, 3)
  const vault = await start(database, fresh, old)
  const spoil = `update credentials set sealed_secret = left(sealed_secret, -3) || 'AAA' where name = 'c1' returning id`
  const [{ id }] = (await database.query<{ id: string }>({ name: '', text: spoil }, [])) as [{ id: string }]
  t.strictSame(await rotate(database, vault), {
    rows: 4,
    unopened: [`credentials ${id}: it was changed, or sealed for another row`],
  })
})

function bearer(name: string): CreateCredential {
  return { name, kind: 'bearer', secret: { token: `token of ${name}` }, allowedHosts: [] }
}

/** An organization with so many credentials, and a signing key, all sealed by the key. */
async function filled(database: Database, key: string, rows: number) {
  const vault = await start(database, key)
  const someone = await signUpSomeone(database)
  const store = credentialStore(database, vault)
  const names = Array.from({ length: rows }, (_, i) => `c${i}`)
  await Promise.all(names.map(name => store.create(someone.organizationId, someone.userId, bearer(name))))
  const signingKey = { id: 'k', kind: 'jwt', publicJwk: '{}', privateJwk: '{"d":"x"}', createdAt: 1 }
  await signingKeyStore(database, vault).add(signingKey)
  return { ...someone, names, rows }
}

function directory(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'troupe-rotation-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}
