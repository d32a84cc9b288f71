// The verb of an example is never passed over: with another one in its place (verbs.ts) the tool is called as
// in the example, another one that says so, or the prompt is refused.
import { test } from 'tap'
import { openCalculator } from './catalog.ts'
import { otherVerbs, swapped, wrongIn } from './verbs.ts'

const share = 3

test('with another verb an example means its tool, one that says the verb, or nothing', async t => {
  t.equal(otherVerbs.length, 21)
  const calculator = await openCalculator()
  t.teardown(() => calculator.close())
  for (const [index, each] of swapped().entries()) {
    if (index % share !== 0) continue
    const wrong = await wrongIn(each, calculator)
    if (wrong !== null) t.fail(`${each.prompt}: ${wrong}`)
  }
})
