// docs/reference says what the code declares, every page of it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'tap'
import { diagnosedExample } from '../../docs/generate/diagnostic-examples.ts'
import { referencePages } from '../../docs/generate/pages.ts'
import { type DiagnosticCode, diagnosticCodes } from '../../domain/plan/diagnostics.ts'

const folder = join(import.meta.dirname, '../../docs/reference')

for (const [name, make] of Object.entries(referencePages)) {
  test(`docs/reference/${name} is up to date: npm run docs:reference`, async t => {
    t.equal(readFileSync(join(folder, name), 'utf8'), await make())
  })
}

test('docs/reference has no other pages', async t => {
  t.strictSame(readdirSync(folder).sort(), Object.keys(referencePages).sort())
})

test('every diagnostic has an example that has it', async t => {
  for (const code of Object.keys(diagnosticCodes) as DiagnosticCode[])
    t.doesNotThrow(() => diagnosedExample(code), code)
})
