// What an explanation says of loops that no prompt makes.
import { test } from 'tap'
import { read } from '../../../language/notation/read.ts'
import { explain } from '../../../language/planner/explain/explain.ts'

test('what a turn hands on to the next is said by its name, which the sentences inside use', async t => {
  const { plan } = read(`1. Repeat, 20 times at most; what the turn before gave is called before:
   1. Call http_get with url: {{before.next}}.
`)
  t.match(plan.steps, [{ kind: 'repeat', as: 'before' }])
  t.equal(
    explain(plan, []),
    `1. Repeat, 20 times at most; what the turn before gave is called before:
   1. Use http get (http_get) with the url {{before.next}}.`,
  )
})
