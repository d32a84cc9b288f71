// docs/reference says what the code declares, every page of it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { diagnosedExample } from '../../docs/generate/diagnostic-examples.ts'
import { partlyMadeGuides, referencePages } from '../../docs/generate/pages.ts'
import { type DiagnosticCode, diagnosticCodes } from '../../domain/plan/diagnostics.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/reference')

for (const [name, make] of Object.entries(referencePages)) {
  test(`docs/reference/${name} is up to date: npm run docs:reference`, async t => {
    t.equal(readFileSync(join(folder, name), 'utf8'), await make())
  })
}

for (const [name, make] of Object.entries(partlyMadeGuides)) {
  test(`docs/guides/${name} says what the code does: npm run docs:reference`, async t => {
    const page = readFileSync(join(root, 'docs/guides', name), 'utf8')
    t.equal(page, make(page))
    t.equal(make(page.replace('| `Return <value>.`', '| `Give back <value>.`')), page, 'its tables are made')
    t.equal(make(page.replace('expected', 'wanted')), page, 'so is what is said of a wrong text')
  })
}

test('docs/reference has no other pages', async t => {
  t.strictSame(readdirSync(folder).sort(), Object.keys(referencePages).sort())
})

test('every diagnostic has an example that has it', async t => {
  for (const code of Object.keys(diagnosticCodes) as DiagnosticCode[])
    t.doesNotThrow(() => diagnosedExample(code), code)
})
