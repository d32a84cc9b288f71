// Can the simulation find anything? Some defects are put into the code here, all of them by
// mutants.long.ts.
import { readFileSync } from 'node:fs'
import { test } from 'tap'
import { hunt } from './hunt.ts'
import { mutants } from './mutants.ts'

const root = `${import.meta.dirname}/../..`

test('every mutant changes one place of the code as it is, and has a name of its own', async t => {
  t.ok(mutants.length >= 40)
  t.equal(new Set(mutants.map(({ name }) => name)).size, mutants.length)
  for (const { name, file, find, replace } of mutants) {
    t.equal(
      readFileSync(`${root}/${file}`, 'utf8').split(find).length,
      2,
      `${name}: ${file} has ${find} once`,
    )
    t.not(find, replace)
  }
})

for (const name of ['replies before the commit', 'calls before the approval', 'takes no share lock']) {
  test(`a simulation notices a service that ${name}`, async t => {
    const { isCaught, said } = await hunt(mutants.find(mutant => mutant.name === name)!, 300)
    t.ok(isCaught, said)
  })
}
