// Whatever the documentation shows in the notation is a plan: it is read, written as it stands, and compiles.
// The guide of the notation has an example of every kind, policy and start.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import tap, { test } from 'tap'
import { compile } from '../../domain/compiler/compiler.ts'
import { allSteps } from '../../domain/plan/nested-steps.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { stepKinds } from '../../domain/plan/plan-schema.ts'
import { startKinds } from '../../domain/work/starts/said-starts.ts'
import { read } from '../../language/notation/read.ts'
import { write } from '../../language/notation/write.ts'
import { around } from '../documented/documented.ts'
import { openWorkshop, ran, type Workshop } from '../documented/workshop.ts'
import { blocksOf } from './page-blocks.ts'

const root = join(import.meta.dirname, '../..')
const guide = 'docs/guides/notation.md'
const shown = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].flatMap(page =>
  blocksOf(readFileSync(join(root, page), 'utf8'))
    .filter(({ language }) => language === 'notation')
    .map(({ line, text }) => ({ page, at: `${page}:${line}`, text })),
)
const plans = shown.filter(({ page }) => page === guide).map(({ text }) => read(text).plan)
/** By the server whose tools a text calls; undefined for the built-in tools alone. */
const workshops = new Map<string | undefined, Workshop>()
for (const { text } of shown) {
  const server = serverIn(text)
  if (!workshops.has(server)) workshops.set(server, await openWorkshop(server))
}
tap.teardown(() => Promise.all([...workshops.values()].map(({ hub }) => hub.close())))

for (const { at, text } of shown)
  test(`${at} is read, and compiles`, async t => {
    const { plan, errors } = read(text)
    t.strictSame(errors, [])
    t.equal(write(plan), `${text}\n`, 'a reader sees what Troupe writes')
    const { diagnostics } = compiled(plan, serverIn(text))
    t.strictSame(
      diagnostics.filter(({ severity }) => severity === 'error'),
      [],
    )
  })

test('the guide has an example of every kind of step and start, and of every policy', async t => {
  const steps = plans.flatMap(plan => allSteps(plan.steps))
  const starts = plans.flatMap(({ start = [] }) => start)
  const policies = ['when', 'after', 'timeoutMs', 'retry', 'onError', 'approval', 'title'] as const
  t.strictSame(
    [
      ...stepKinds.filter(kind => !steps.some(step => step.kind === kind)),
      ...startKinds.filter(kind => !starts.some(start => start.kind === kind)),
      ...policies.filter(field => !steps.some(step => Boolean(step[field]))),
    ],
    [],
  )
})

test('the first plan of the guide returns what the page says', async t => {
  const inputs = { file: 'item,amount\napples,120\npears,80' }
  const { output } = await ran(compiled(plans[0]!).plan, { inputs }, workshops.get(undefined)!)
  t.strictSame(output, { count: 1, lines: ['APPLES: 120 EUR'] })
  t.match(
    readFileSync(join(root, guide), 'utf8'),
    '`apples,120`, `pears,80` (three lines) it returns `{"count": 1, "lines": ["APPLES: 120 EUR"]}`',
  )
})

function serverIn(text: string): string | undefined {
  return /\. Call ([\w-]+?)__/.exec(text)?.[1]
}

function compiled(plan: Plan, server?: string) {
  return compile(plan, { ...around, tools: workshops.get(server)!.tools })
}
