import { Client } from 'pg'
import { test } from 'tap'
import { commitStatement, sections } from '../../storage/commit-statement.ts'
import { freshDatabase } from '../support/postgres.ts'

const combinations = Array.from(
  { length: 2 ** sections.length },
  (_, mask) => new Set(sections.filter((_, index) => (mask >> index) & 1)),
)

test('every combination of sections is a statement that PostgreSQL can plan', async t => {
  const client = new Client(await freshDatabase())
  await client.connect()
  for (const has of combinations) {
    const { name, text } = commitStatement(has)
    await t.resolves(client.query(`prepare "${name}" as ${text}`), name)
  }
  await client.end()
})

test('each combination has a name of its own, which is short enough to be one', t => {
  const names = combinations.map(has => commitStatement(has).name)
  t.equal(new Set(names).size, names.length)
  t.ok(names.every(name => name.length < 64))
  t.end()
})
