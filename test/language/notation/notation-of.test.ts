// The notation of what the reader has planned: its titles are the words of the prompt, and say nothing more.
import { test } from 'tap'
import { allSteps } from '../../../domain/plan/nested-steps.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import { withNotation } from '../../../language/notation/notation-of.ts'
import { read } from '../../../language/notation/read.ts'
import { plan } from '../../../language/planner/planner.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'
import { documentedSentences, essence } from '../../documented/documented.ts'

const tools = builtinTools.map(({ run: _, ...tool }) => ({ ...tool, server: null }))
const prompt = '1. Parse {{inputs.orders}} as CSV and call it orders.\n2. Return the number of the orders'

test('titles that repeat the words of a prompt are left out of its notation, and stay in the plan', async t => {
  const made = plan(prompt, tools).plan
  t.strictSame(made.steps[0]!.title, 'Parse {{inputs.orders}} as CSV and call it orders')
  const { notation, plan: shown } = withNotation({ plan: made, prompt })
  t.match(notation, /^1\. Call csv_parse with text: \{\{inputs\.orders\}\}\. Call it rows\.\n/)
  t.notMatch(notation, 'Titled')
  t.equal(shown, made)
  t.strictSame(essence(read(notation!).plan), essence(made))
})

test('a title that somebody gave is in the notation, also that of a step that has words', async t => {
  const { steps } = plan(prompt, tools).plan
  const titled = [{ ...steps[0]!, title: 'Read the file' }, ...steps.slice(1)] as readonly Step[]
  t.match(
    withNotation({ plan: { steps: titled }, prompt }).notation,
    /^1\. .* Titled "Read the file"\.\n2\. /,
  )
  const sent = [{ ...steps[0]!, span: null }, ...steps.slice(1)] as readonly Step[]
  t.match(
    withNotation({ plan: { steps: sent }, prompt }).notation,
    /^1\. .* Titled "Parse /,
    'said by nobody',
  )
})

test('no step of a documented sentence is titled by anything but its words, however deep it stands', async t => {
  const templates = [...documentedSentences()].find(([file]) => file.endsWith('templates.json'))![1]
  for (const { prompt: said } of templates) {
    const { plan: made } = plan(said, tools)
    t.ok(allSteps(made.steps).every(({ title }) => title !== ''))
    t.notMatch(withNotation({ plan: made, prompt: said }).notation, 'Titled', said)
  }
})

test('the id that a start gets from the compiler is not said; one that would be another is', async t => {
  const steps: readonly Step[] = [{ id: 'return', kind: 'return', title: '', value: 1 }]
  const said = (...ids: readonly string[]) => {
    const start = ids.map(id => ({ kind: 'hook', id }) as const)
    return withNotation({ plan: { start, steps }, prompt: '' }).notation!.match(/Call it \w+/g)
  }
  t.equal(said('hook'), null)
  const both = ['Call it hook', 'Call it hook_2']
  t.strictSame(said('hook', 'hook_2'), both, 'each keeps its address when the other goes')
  t.strictSame(said('orders'), ['Call it orders'])
  t.strictSame(said('hook_2', 'hook'), ['Call it hook_2', 'Call it hook'])
  t.strictSame(said('orders', 'hook'), ['Call it orders', 'Call it hook'])
})
