// The chat SDK is a package of its own, so it has a copy of what shows texts: the same files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'

const root = join(import.meta.dirname, '../../..')

test('the chat SDK shows texts by the same code as the service', async t => {
  const names = readdirSync(join(root, 'domain/shown'))
  t.ok(names.length >= 3)
  t.strictSame(readdirSync(join(root, 'chat/shown')), names)
  for (const name of names) {
    const [ours, theirs] = ['domain', 'chat'].map(home =>
      readFileSync(join(root, home, 'shown', name), 'utf8'),
    )
    t.equal(theirs, ours, `cp domain/shown/${name} chat/shown/${name}`)
  }
})
