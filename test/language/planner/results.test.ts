// What "the result", "it" and given names mean once steps end the execution, are skipped, or name a part of
// an answer.
import { test } from 'tap'
import { plan } from '../../../language/planner/planner.ts'
import { fixtureTools } from '../../support/fixture-tools.ts'

const planned = (prompt: string) => plan(prompt, fixtureTools)

function lastOf(prompt: string) {
  const { status, diagnostics, plan: made } = planned(prompt)
  if (status !== 'ready') throw new Error(diagnostics.map(each => each.message).join('\n'))
  return made.steps.at(-1)
}

/** The number of them is returned. */
const counted = (list: string) => [
  { id: 'count', value: { $: `size(${list})` } },
  { kind: 'return', value: { $: 'steps.count' } },
]

test('a fail or return is never the result', async t => {
  const parsed = '1. Parse {{inputs.orders}} as CSV\n2. '
  for (const guard of ['Fail with "empty"', 'Return 0', 'Stop']) {
    const prompt = `${parsed}${guard} if the result is empty\n3. Return the number of rows`
    t.match(planned(prompt).plan.steps.slice(-2), counted('steps.rows'), guard)
  }
  const numbered = `${parsed}Fail if it is empty\n3. Return the result of step 2`
  t.equal(planned(numbered).status, 'needs_review')
})

test('what a step that may be skipped gives is unclear after it', async t => {
  const sorted = 'Sort {{inputs.rows}} by total if {{inputs.sorted}} is true. Return '
  for (const words of ['it', '{{steps.list_sort}}'])
    t.match(
      planned(`${sorted}${words}`).diagnostics,
      [{ code: 'UNCLEAR_REFERENCE', severity: 'error' }],
      words,
    )
})

test("a name for a page has the answer's fields, and the page's own", async t => {
  const named = 'Get {{inputs.url}} and call it page\n'
  const fields: [string, string][] = [
    ["the page's status", 'steps.http_get.status'],
    ['the status of the page', 'steps.http_get.status'],
    ['{{page.status}}', 'steps.http_get.status'],
    ['{{steps.page.status}}', 'steps.http_get.status'],
    ["the page's title", 'steps.http_get.body.title'],
    ['{{page.title}}', 'steps.http_get.body.title'],
    ['the page', 'steps.http_get.body'],
  ]
  for (const [words, $] of fields) t.match(lastOf(`${named}Return ${words}`), { value: { $ } }, words)
  const when = 'steps.http_get.status == 200'
  t.match(lastOf(`${named}If the page's status is 200, return 1`), { cases: [{ when }] })
  const both = { status: { $: 'steps.http_get.status' }, title: { $: 'steps.http_get.body.title' } }
  t.match(lastOf(`${named}Return the page's status and the page's title`), { value: both })
})

test('a loop says how many items there were', async t => {
  const looped = 'For each order in {{inputs.orders}}: hash the order. Return the number of '
  t.match(planned(`${looped}orders`).plan.steps.slice(-2), counted('inputs.orders'))
  t.equal(planned(`${looped}customers`).status, 'needs_review')
})

test('a line separator is white space', async t => {
  t.match(lastOf('Hash\u2028{{inputs.text}}'), { tool: 'hash_text' })
})
