import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Test, test } from 'tap'
import { readSettings } from '../../../domain/settings/settings.ts'
import { addKey, ensureKeyFile, keySource, newKey, openKeyRing } from '../../../storage/secrets/master-key.ts'

function directory(t: Test): string {
  const path = mkdtempSync(join(tmpdir(), 'troupe-master-key-'))
  t.teardown(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

test('a key file is made once, for its owner alone, and nothing is left beside it', async t => {
  const dataDir = directory(t)
  const source = keySource({ masterKey: null, previousKeys: [], dataDir })
  t.strictSame(source, { type: 'file', path: join(dataDir, 'master-key') })
  const { path } = source as { path: string }
  t.equal(ensureKeyFile(path), true)
  const [key] = openKeyRing(source)()
  t.equal(key!.length, 32)
  t.equal(statSync(path).mode & 0o777, 0o600)
  t.equal(ensureKeyFile(path), false)
  t.strictSame(openKeyRing(source)(), [key])
  t.strictSame(readdirSync(dataDir), ['master-key'])
})

test('a key that is added comes first, also for those who hold the ring', async t => {
  const path = join(directory(t), 'master-key')
  ensureKeyFile(path)
  const ring = openKeyRing({ type: 'file', path })
  const [old] = ring()
  addKey(path)
  t.equal(ring().length, 2)
  t.strictSame(ring()[1], old)
  t.equal(statSync(path).mode & 0o777, 0o600)
})

test('keys of the environment win over the file, the newest first', async t => {
  const [masterKey, previous] = [newKey(), newKey()]
  const source = keySource({ masterKey, previousKeys: [previous], dataDir: directory(t) })
  t.strictSame(
    openKeyRing(source)().map(key => key.toString('base64')),
    [masterKey, previous],
  )
})

test('a file that is no key is refused and left as it is', async t => {
  const path = join(directory(t), 'master-key')
  for (const text of ['', '\n', 'short\n', `${newKey().slice(4)}\n`]) {
    writeFileSync(path, text)
    t.equal(ensureKeyFile(path), false)
    t.throws(() => openKeyRing({ type: 'file', path })())
    t.equal(readFileSync(path, 'utf8'), text)
  }
})

test('a file that goes away is missed at the next start, not by those who have read it', async t => {
  const path = join(directory(t), 'master-key')
  ensureKeyFile(path)
  const ring = openKeyRing({ type: 'file', path })
  const keys = ring()
  rmSync(path)
  t.strictSame(ring(), keys)
  t.throws(() => openKeyRing({ type: 'file', path })())
})

test('a master key is 32 bytes in base64, and nothing else', async t => {
  const keys = Array.from({ length: 50 }, newKey)
  for (const key of keys) t.equal(readSettings({ MASTER_KEY: key }).masterKey, key)
  t.strictSame(
    readSettings({ MASTER_KEY_PREVIOUS: keys.slice(0, 3).join(', ') }).previousKeys,
    keys.slice(0, 3),
  )
  for (const wrong of [
    'secret',
    'a'.repeat(64),
    keys[0]!.slice(1),
    `${keys[0]}${keys[1]}`,
    `${'A'.repeat(42)}B=`,
  ]) {
    t.throws(() => readSettings({ MASTER_KEY: wrong }), {
      message: /MASTER_KEY: expected 32 bytes in base64/,
    })
    t.throws(() => readSettings({ MASTER_KEY_PREVIOUS: wrong }), { message: /MASTER_KEY_PREVIOUS/ })
  }
})
