// The document as others will read it: Redocly's recommended rules find nothing, and every example fits its
// schema.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { test } from 'tap'
import { compile } from '../../domain/compiler/compiler.ts'
import type { Step } from '../../domain/plan/plan.ts'
import { apiRoutes } from '../../http/api.ts'
import { builtinTools } from '../../rpc/builtin/builtin-tools.ts'
import { createSchemaCheck } from '../support/people/openapi-answers.ts'

const url = 'https://troupe.acme.test'
const served = apiRoutes({ url, version: '0.1.0' }).find(({ path }) => path === '/openapi.json')!
// biome-ignore lint/suspicious/noExplicitAny: the handler's types are forgotten
const source: string = (served.handler({} as any, {} as any) as any).form.body
const document = JSON.parse(source)

/** Those of `recommended` that are off, and why. */
const rules = {
  // `/executions/bulk/{id}` beside `/executions/{id}/steps`: the router prefers words to parameters, and no
  // id is a word.
  'no-ambiguous-paths': 'off',
} as const

test("Redocly's recommended rules find neither error nor warning", async t => {
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source, config })
  t.strictSame(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
    [],
  )
})

test('a defect of the document is found', async t => {
  const config = await createConfig({ extends: ['recommended'], rules })
  const broken = { ...document, tags: [{ name: 'auth' }] }
  const problems = await lintFromString({ source: JSON.stringify(broken), config })
  t.ok(problems.some(({ ruleId }) => ruleId === 'tag-description'))
})

test('what is sent and what is answered share a name where they are the same', async t => {
  const names = Object.keys(document.components.schemas)
  t.ok(names.includes('Plan') && names.includes('PlanInput'), 'a plan may be sent without its defaults')
  t.ok(names.includes('Workflow') && !names.includes('WorkflowInput'))
  t.strictSame(
    names.filter(name => /Output$|^__/.test(name)),
    [],
  )
})

test('every body, answer and required parameter has an example, which fits its schema', async t => {
  const fits = createSchemaCheck(document)
  let count = 0
  for (const [path, operations] of Object.entries<object>(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      for (const [place, { schema, example }] of examplesOf(operation)) {
        const where = `${method} ${path} ${place}`
        t.not(example, undefined, where)
        const problems = schema && example !== undefined ? fits(schema, example) : []
        if (problems.length > 0) t.strictSame(problems, [], `${where}: ${JSON.stringify(example)}`)
        count++
      }
    }
  }
  t.ok(count > 100, `${count} examples`)
})

test('every plan in an example compiles, as it is', t => {
  let count = 0
  for (const [path, operations] of Object.entries<object>(document.paths))
    for (const [method, operation] of Object.entries(operations))
      for (const [place, { example }] of examplesOf(operation))
        for (const plan of plansIn(example)) {
          const said = { tools, prompt: '', diagnostics: [], schedule: null }
          const { status, diagnostics } = compile(plan, said)
          t.strictSame([status, ...diagnostics], ['ready'], `${method} ${path} ${place}`)
          t.notMatch(JSON.stringify(plan), /\{\{/, 'holes are for prompts')
          count++
        }
  t.ok(count >= 10, `${count} plans`)
  t.end()
})

const tools = builtinTools.map(({ run: _, ...tool }) => ({ ...tool, server: null }))

/** Whatever has steps with kinds, and no states: those of runs do. */
function plansIn(value: unknown): readonly { readonly steps: readonly Step[] }[] {
  if (typeof value !== 'object' || value === null) return []
  const { steps } = value as { steps?: unknown }
  const isPlan = Array.isArray(steps) && steps.some(step => 'kind' in step && !('status' in step))
  if (isPlan) return [value as { steps: readonly Step[] }]
  return Object.values(value).flatMap(plansIn)
}

// biome-ignore lint/suspicious/noExplicitAny: a document of another shape at every level
function examplesOf(operation: any): [string, { schema: object; example: unknown }][] {
  const bodies = Object.values<object>(operation.requestBody?.content ?? {})
  const answers = Object.entries<{ content?: object }>(operation.responses)
  return [
    // biome-ignore lint/suspicious/noExplicitAny: as above
    ...(operation.parameters ?? []).filter((one: any) => one.required).map((one: any) => [one.name, one]),
    ...bodies.map(body => ['body', body]),
    ...answers.flatMap(([status, { content = {} }]) =>
      // Of a page or a program there is none.
      Object.entries(content)
        .filter(([type]) => /json|event-stream/.test(type))
        .map(([, each]) => [status, each]),
    ),
    // biome-ignore lint/suspicious/noExplicitAny: as above
  ] as any
}
