// The official test suite of JSON Schema (github.com/json-schema-org/JSON-Schema-Test-Suite, commit 44401e0c,
// licence beside it) for every draft that is understood. Whole are the required tests, of the optional ones
// those for formats, patterns, references and numbers. A group of tests is a line; a test is a description, a
// value, and whether it fits. What is left out stands here with its reason.
import { readFileSync } from 'node:fs'
import { test } from 'tap'
import { isObject, type Json, type JsonSchema } from '../../../domain/json.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'

interface Group {
  readonly file: string
  readonly description: string
  readonly schema: boolean | JsonSchema
  readonly tests: readonly (readonly [description: string, value: Json, isFit: boolean])[]
}

/** Groups that are refused, because they refer to what is not in the schema, and tests that are run. */
const drafts: readonly [file: string, $schema: string, refused: number, run: number][] = [
  ['draft4', 'http://json-schema.org/draft-04/schema#', 15, 868],
  ['draft6', 'http://json-schema.org/draft-06/schema#', 25, 1141],
  ['draft7', 'http://json-schema.org/draft-07/schema#', 29, 1345],
  ['draft2019-09', 'https://json-schema.org/draft/2019-09/schema', 48, 1747],
  ['draft2020-12', 'https://json-schema.org/draft/2020-12/schema', 58, 1764],
]

/** By file, group and test. */
const leftOut: readonly [name: RegExp, reason: string][] = [
  [/^format: .* is only an annotation by default$/, 'formats are checked in every draft, as people expect'],
  [/^vocabulary: /, 'no meta-schema is read that would turn keywords off'],
  [/^optional\/ecmascript-regex: ECMA 262 \\s /i, 'RE2 knows the white space of ASCII only'],
  [/Unicode property escape|unicode semantics|non-ASCII digits/, 'RE2 knows \\p{L}, not \\p{Letter}'],
  [/^optional\/format\/hostname: validation of A-label/, 'names of hosts are not decoded from Punycode'],
]

for (const [draft, $schema, refused, run] of drafts) {
  test(`the official suite is passed: ${draft}`, async t => {
    const url = new URL(`official/${draft}.json`, import.meta.url)
    const groups: readonly Group[] = JSON.parse(readFileSync(url, 'utf8'))
    const counts = { refused: 0, run: 0 }
    const wrong: string[] = []
    for (const { file, description, schema, tests } of groups) {
      const left = tests.filter(([title]) => !isLeftOut(`${file}: ${description}: ${title}`))
      if (left.length === 0) continue
      const whole = typeof schema === 'boolean' ? { $schema, allOf: [schema] } : { $schema, ...schema }
      if (looksOut(whole)) {
        counts.refused++
        t.throws(() => compileSchema(whole), { message: /leaves the schema|not supported/ }, description)
        continue
      }
      const check = compileSchema(whole)
      for (const [title, value, isFit] of left) {
        counts.run++
        if ((check(value) === null) !== isFit) wrong.push(`${file}: ${description}: ${title}`)
      }
    }
    t.strictSame(wrong, [])
    t.strictSame(counts, { refused, run })
  })
}

function isLeftOut(name: string): boolean {
  return leftOut.some(([pattern]) => pattern.test(name))
}

/** Whether a schema inside has a reference that is no pointer or anchor, or one of the moving kind. */
function looksOut(node: Json): boolean {
  if (Array.isArray(node)) return node.some(looksOut)
  if (!isObject(node)) return false
  const { $ref, $dynamicRef, $recursiveRef } = node
  if (typeof $ref === 'string' && !$ref.startsWith('#')) return true
  if (typeof $dynamicRef === 'string' || typeof $recursiveRef === 'string') return true
  return Object.entries(node as JsonSchema).some(
    ([name, member]) => !['const', 'enum', 'default'].includes(name) && looksOut(member),
  )
}
