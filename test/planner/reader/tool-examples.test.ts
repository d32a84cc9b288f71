// The grammar by itself over the catalog that the product has: the examples of all tools mean those tools, or
// an expression that does the same; and no word that nobody knows is ever lost.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { read } from '../../../language/planner/reader.ts'
import { fixtureTools } from '../../support/fixture-tools.ts'
import { alone, builtins, everything, openCalculator } from '../laws/catalog.ts'

/** Of 122; those that are not read yet are refused. */
const floor = 120

test('the examples of tools are read by the grammar alone', async t => {
  const calculator = await openCalculator()
  t.teardown(() => calculator.close())
  let count = 0
  for (const tool of everything)
    for (const example of tool.examples) {
      const { args } = example
      const prompt = alone(example.prompt)
      const tools = tool.server === null ? builtins : everything
      const { steps, diagnostics } = read(prompt, tools, { timeZone: 'UTC' })
      if (diagnostics.length > 0) {
        t.comment(`${tool.name} is not read: ${prompt}`)
        continue
      }
      count += 1
      const said = { tools, prompt, diagnostics: [], schedule: null }
      const { status, plan } = compile({ steps }, said)
      t.equal(status, 'ready', prompt)
      const calls = steps.filter(step => step.kind === 'tool')
      const isSame = calls.some(step => step.tool === tool.name && step.server === tool.server)
      // An expression that does without the tool comes to the same.
      const comesTo = isSame ? 'the same' : await calculator.compare(plan, tool, example)
      // Where an item has no such field, a condition fails loudly; the tool leaves it out.
      t.match(comesTo, tool.name === 'list_filter' ? /the same|failed/ : /^the same$/, prompt)
      // Nothing else is done, and nothing is told that the example does not.
      t.ok(
        steps.every(step => step.kind !== 'tool' || isFree(step, tools) || step.tool === tool.name),
        prompt,
      )
      const own = calls.find(step => step.tool === tool.name)
      const extra = Object.entries(own?.args ?? {}).filter(
        ([name, value]) => !Object.hasOwn(args, name) && defaultOf(tool, name) !== value,
      )
      t.same(extra, [], prompt)
    }
  t.ok(count >= floor, `${count} are read`)
})

const sound = [
  'Fetch {{inputs.url}}, then return its status',
  'For each order in {{inputs.orders}}, create an invoice for {{order.customer}} with amount {{order.total}}',
  'Fetch https://a.example.com/x.csv. Parse it as CSV. Sort the rows by price, largest first. Return the first item.',
  'Ask 2 admins to approve within 2 hours, otherwise deny automatically. Fetch {{inputs.url}}, retry 3 times',
  'Fetch {{inputs.url}}, try up to 3 times, and if that fails, return "sorry". Return {{steps.fetch.body}}',
  'Wait until 17:00 in Europe/Berlin, then wait for the event paid for up to 3 days. Return {{paid.total}}',
  'Run the workflow "Billing" with amount {{inputs.amount}} and name "x". Return its total',
  'Post {"a": 1} to https://a.example.com. PUT {{inputs.x}} to https://b.example.com',
  'In parallel, whichever is first: fetch https://a.example.com and fetch https://b.example.com. Return its status',
]

test('a word that nobody knows is refused or stands in the plan, wherever it is put in', async t => {
  for (const prompt of sound) {
    t.same(read(prompt, fixtureTools, { timeZone: 'UTC' }).diagnostics, [], prompt)
    const words = prompt.split(' ')
    for (let at = 0; at <= words.length; at++) {
      const strange = [...words.slice(0, at), 'zqabo', ...words.slice(at)].join(' ')
      const { steps, diagnostics } = read(strange, fixtureTools, { timeZone: 'UTC' })
      const isKept = JSON.stringify(steps.map(withoutTitle)).includes('zqabo')
      if (diagnostics.length === 0 && !isKept) t.fail(strange)
    }
  }
})

function isFree(step: Step, tools: readonly HubTool[]): boolean {
  if (step.kind !== 'tool') return true
  return tools.find(({ name, server }) => name === step.tool && server === step.server)?.effect === 'pure'
}

function defaultOf({ inputSchema }: HubTool, name: string): unknown {
  return (inputSchema['properties'] as Record<string, { default?: unknown }>)[name]?.default
}

function withoutTitle(step: Step): unknown {
  return JSON.parse(JSON.stringify(step), (key, value) =>
    key === 'title' || key === 'span' || key === 'message' ? undefined : value,
  )
}
