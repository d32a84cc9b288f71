import { Client } from 'pg'
import { test } from 'tap'
import { commitStatement, sections, statementOf } from '../../../storage/journal/commit-statement.ts'
import { entryOf, startOf } from '../../contracts/journal.ts'
import { freshDatabase } from '../../support/postgres.ts'

const bitOf = (name: string) => 1 << sections.findIndex(section => section.name === name)
const rows = bitOf('starts') | bitOf('changes')

/** Bits of the sections that can come together: what follows from rows of executions comes with them. */
const combinations = Array.from({ length: 2 ** sections.length }, (_, bits) => bits).filter(
  bits => ((bits & bitOf('follow-ups')) !== 0) === ((bits & rows) !== 0),
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

test('each section has a name of its own', t => {
  t.equal(new Set(sections.map(({ name }) => name)).size, sections.length)
  t.end()
})

test('a section has as many parameters as it says, and uses them all', t => {
  for (const { name, width, ctes } of sections) {
    const numbers = new Set([...ctes(() => true).matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
    t.strictSame(
      [...numbers].sort((a, b) => a - b),
      Array.from({ length: width }, (_, n) => n + 1),
      name,
    )
  }
  t.end()
})

test('commits that have entries only are one section, whatever kinds of rows there are', t => {
  const source = { slot: 0, subscribed: new Set<string>() }
  const plain = statementOf({ ...source, commits: [entryOf('exec_1', 1), entryOf('bulk_1', 1)] })
  t.equal(plain.name, commitStatement(0).name)
  t.equal(plain.values.length, 4)
  const started = statementOf({ ...source, commits: [entryOf('exec_1', 1), startOf('org_1', null)] })
  t.equal(started.name, commitStatement(bitOf('starts') | bitOf('follow-ups')).name)
  t.end()
})
