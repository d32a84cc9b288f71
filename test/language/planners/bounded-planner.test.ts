import { test } from 'tap'
import type { Planned } from '../../../domain/plan/planning.ts'
import { englishReader } from '../../../language/planner/planner.ts'
import { boundedPlanner } from '../../../language/planners/bounded-planner.ts'
import { SimulatedClock, systemClock } from '../../../runtime/clock.ts'
import { plannerContract, planningContext } from '../../contracts/planner.ts'
import { type Script, scriptedPlanner } from '../../support/scripted-planner.ts'

const planned: Planned = {
  plan: { steps: [{ id: 'answer', kind: 'return', title: 'Answer', value: 1 }] },
  diagnostics: [],
  schedule: { cron: '0 9 * * 1-5', timezone: 'UTC' },
  explanation: 'Every weekday at 9:00 UTC: return 1.',
}
const script: Script = { easy: planned, endless: 'never' }
const prompts = { read: ['easy'], long: ['endless'] }

plannerContract('a bounded script', () => boundedPlanner(scriptedPlanner(script), systemClock), prompts)
const words = ['filter', 'find', 'return']
plannerContract(
  'a bounded script that suggests',
  () => boundedPlanner(scriptedPlanner(script, words), systemClock),
  prompts,
)
plannerContract('the bounded English reader', () => boundedPlanner(englishReader, systemClock), {
  read: ['Return 1'],
  long: [],
})

test('an answer before the deadline is passed on whole; its progress is heard', async t => {
  const heard: string[] = []
  const planner = boundedPlanner(scriptedPlanner(script), new SimulatedClock())
  const report = ({ message }: { message: string }) => heard.push(message)
  t.strictSame(await planner.plan('easy', planningContext({ report })), planned)
  t.strictSame(heard, ['asks the model'])
})

test('at the deadline, and not before, the answer is that there is none, and the planner is told to stop', async t => {
  const clock = new SimulatedClock()
  const inner = scriptedPlanner(script)
  const context = planningContext({ deadline: clock.now() + 1_000 })
  let answer: Planned | null = null
  const answered = boundedPlanner(inner, clock)
    .plan('endless', context)
    .then(planned => {
      answer = planned
    })
  clock.advance(999)
  await turn()
  t.equal(answer, null)
  t.strictSame([...inner.busy], ['endless'])
  clock.advance(1)
  await answered
  t.match(answer, { plan: { steps: [] }, diagnostics: [{ code: 'PLANNING_TIMED_OUT', severity: 'error' }] })
  await turn()
  t.strictSame([...inner.busy], [])
})

test('a cancellation rejects with its reason at once, and the planner is told to stop', async t => {
  const inner = scriptedPlanner(script)
  const cancel = new AbortController()
  const reason = new Error('the client has left')
  const answer = boundedPlanner(inner, new SimulatedClock()).plan(
    'endless',
    planningContext({ signal: cancel.signal }),
  )
  t.strictSame([...inner.busy], ['endless'])
  cancel.abort(reason)
  await t.rejects(answer, reason)
  await turn()
  t.strictSame([...inner.busy], [])
})

test('a planner that does not listen is left all the same', async t => {
  const deaf = boundedPlanner({ plan: () => new Promise(() => {}) }, new SimulatedClock())
  const cancel = new AbortController()
  const answer = deaf.plan('easy', planningContext({ signal: cancel.signal }))
  const reason = new Error('the client has left')
  cancel.abort(reason)
  await t.rejects(answer, reason)
})

test('a defect of the planner is no answer', async t => {
  const defect = new TypeError('undefined is not a function')
  const broken = { plan: () => Promise.reject(defect) }
  await t.rejects(boundedPlanner(broken, new SimulatedClock()).plan('easy', planningContext()), defect)
})

test('suggestions in time are passed on; at the deadline there are none', async t => {
  const clock = new SimulatedClock()
  const planner = boundedPlanner(scriptedPlanner(script, words), clock)
  const context = planningContext({ deadline: clock.now() + 1_000 })
  const said = await planner.suggest!('Then re', 7, context)
  t.strictSame(said, { from: 5, suggestions: [{ text: 'return', title: 'The word return', kind: 'word' }] })
  const late = planner.suggest!('endless ', 8, context)
  clock.advance(1_000)
  t.strictSame(await late, { from: 8, suggestions: [] })
})

test('a planner that suggests nothing is still one', async t => {
  t.notOk('suggest' in boundedPlanner(scriptedPlanner(script), systemClock))
})

/** What follows at once has happened. */
function turn(): Promise<void> {
  return new Promise(resolve => systemClock.soon(resolve))
}
