// Builds the one statement that makes a commit durable; storage/journal/journal.ts runs it.
// 1. Its parameters are arrays, so its text does not depend on the number of actors.
// 2. It consists of the sections that the commit needs. A section without work still costs about 20 us, and
//    most commits start, wake and ask nobody.
// 3. PostgreSQL plans each combination once per connection, under a name of its own.

import { int4Array, int8Array, textArray } from '../postgres/array-parameter.ts'
import type { Statement } from '../postgres/statement.ts'
import { actorSections } from './actor-rows.ts'
import { type CommitSource, type Has, type Parameter, type Section, unlessRefused } from './commit-section.ts'
import { refusedStarts } from './execution-rows.ts'
import { projectionSections } from './projected-rows.ts'

/** All sections, in the order of their parameters. */
export const sections: readonly Section[] = [...projectionSections, ...actorSections]

/** The prefix of all names of commit statements. */
export const commitName = 'journal.commit'

/** Number of parameters of the entries; those of the sections follow. */
const entryWidth = 4

/** Keys: the bits of the sections in a statement. */
const statements = new Map<number, Statement>()

/** The statement of a commit and its values. It answers with a row {id, executions} per refused start. */
export function statementOf(source: CommitSource): Statement & { readonly values: readonly Parameter[] } {
  const { commits } = source
  const values: Parameter[] = [
    textArray(commits.map(commit => commit.address)),
    int4Array(commits.map(commit => commit.seq)),
    int8Array(commits.map(commit => commit.at)),
    textArray(commits.map(commit => commit.body)),
  ]
  let bits = 0
  sections.forEach((section, index) => {
    const own = section.values(source)
    if (own === null) return
    bits |= 1 << index
    values.push(...own)
  })
  return { ...commitStatement(bits), values }
}

/** @param bits one per section that takes part, the first section's the lowest */
export function commitStatement(bits: number): Statement {
  let statement = statements.get(bits)
  if (statement === undefined) {
    statement = { name: `${commitName}.${bits}`, text: textOf(bits) }
    statements.set(bits, statement)
  }
  return statement
}

function textOf(bits: number): string {
  const used = sections.filter((_, index) => (bits >> index) & 1)
  const has: Has = name => used.some(section => section.name === name)
  let numbered = entryWidth
  const ctes = used.map(section => {
    const before = numbered
    numbered += section.width
    return section.ctes(has).replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`)
  })
  const title = `-- ${commitName}: ${used.map(({ name }) => name).join(', ') || 'entries only'}`
  return `${title}\nwith ${[...ctes, insertEntries(has)].join(',\n')}\n${has('starts') ? refusedStarts : 'select where false'}`
}

const insertEntries = (has: Has) => `entered as (
  insert into journal (address, seq, at, body)
  select address, seq, at, body from unnest($1::text[], $2::int4[], $3::int8[], $4::text[]) as e(address, seq, at, body)
  where ${unlessRefused(has, 'e.address')}
)`
