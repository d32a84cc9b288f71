// The list of codes of steps is closed: types hold it where codes are made; here the sources are read.
import { test } from 'tap'
import { failureCodes } from '../../../../domain/failure.ts'
import { stepErrorCode, stepErrors } from '../../../../domain/tools/failures/step-errors.ts'
import { filesOf, sourceOf } from '../../../support/imports.ts'

const table = 'domain/tools/failures/step-errors.ts'
const files = filesOf(['ts']).filter(
  file => /^(actors\/execution|rpc|domain|runtime)\//.test(file) && file !== table,
)

test('every code that an execution writes is one of the table, or of the API', async t => {
  const written = files
    .filter(file => file.startsWith('actors/execution/'))
    .flatMap(file => [...sourceOf(file).text.matchAll(/\bcode: '([a-z-]+)'/g)].map(([, code]) => code!))
  t.ok(written.includes('expression-failed') && written.includes('deadline-exceeded'), 'they are found')
  t.strictSame(
    written.filter(code => !Object.hasOwn(stepErrors, code) && !Object.hasOwn(failureCodes, code)),
    [],
  )
})

test('every code of the table is one that something can fail with', async t => {
  const sources = files.map(file => sourceOf(file).text).join('\n')
  const isMade = (code: string) =>
    sources.includes(`'${code}'`) ||
    // Made of a prefix: of what a model said, and of why a tool is withheld.
    (/^(model|tool)-/.test(code) && sources.includes(`'${code.replace(/^(model|tool)-/, '')}'`))
  t.strictSame(
    Object.keys(stepErrors).filter(code => !isMade(code)),
    [],
  )
})

test('a code that comes as a text and that nobody knows is a failure of the tool', async t => {
  t.equal(stepErrorCode('not-found'), 'not-found')
  t.equal(stepErrorCode('quota-exceeded'), 'quota-exceeded')
  for (const unknown of ['no-such-code', 'constructor', '']) t.equal(stepErrorCode(unknown), 'tool-failed')
})
