// A prompt in notation never comes to the planner of other prompts.
import { test } from 'tap'
import { englishReader } from '../../../language/planner/planner.ts'
import { boundedPlanner } from '../../../language/planners/bounded-planner.ts'
import { notationFirst } from '../../../language/planners/notation-first.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { plannerContract, planningContext } from '../../contracts/planner.ts'
import { scriptedPlanner } from '../../support/scripted-planner.ts'

const exact = '1. Let a be 1.\n2. Return {{steps.a}}.'

plannerContract(
  'notation before a script',
  () => notationFirst(boundedPlanner(scriptedPlanner({ endless: 'never' }, ['return']), systemClock)),
  { read: [exact], long: ['endless'] },
)
plannerContract(
  'notation before the English reader',
  () => notationFirst(boundedPlanner(englishReader, systemClock)),
  { read: [exact, 'Return 1', '1. Wait 3 seconds\n2. Return "x"'], long: [] },
)

test('exact notation is its plan, also while somebody types, and with what nobody else would plan', async t => {
  const asked: string[] = []
  const planner = notationFirst({
    plan: async (prompt, context) => {
      asked.push(prompt)
      return englishReader.plan(prompt, context)
    },
  })
  for (const isTyping of [true, false])
    t.match(await planner.plan(exact, planningContext({ isTyping })), {
      plannedBy: 'author',
      plan: { steps: [{ id: 'a' }, { kind: 'return' }] },
    })
  t.strictSame(asked, [])
  const revision = { plan: null, base: null, change: null, answers: { a: 1 } }
  await planner.plan(exact, planningContext({ revision }))
  await planner.plan('Return 1', planningContext())
  t.strictSame(asked, [exact, 'Return 1'], 'a plan that is to be another one, and a request, are for it')
})
