// The guide for models: small enough, whole, and right.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import { functions } from '../../../domain/expression/functions.ts'
import type { Json } from '../../../domain/json.ts'
import { roughTokens } from '../../../domain/models/language-model.ts'
import { allSteps } from '../../../domain/plan/nested-steps.ts'
import { stepKinds } from '../../../domain/plan/plan-schema.ts'
import { readPlan } from '../../../domain/plan/reading/read-plan.ts'
import { examples, guideTokens, planGuide } from '../../../language/planning/guide.ts'
import { plannerInstructions } from '../../../language/planning/instructions.ts'
import { quotesIn } from '../../../language/planning/quoted.ts'
import { signatureOf } from '../../../language/planning/signatures.ts'
import { builtinTools } from '../../../rpc/builtin/builtin-tools.ts'

const builtin = builtinTools.map(({ run: _, ...tool }) => ({ ...tool, server: null }))

test('the guide has every kind and every function, and at most 4,000 tokens', async t => {
  const guide = planGuide()
  for (const kind of stepKinds) t.match(guide, new RegExp(`^${kind}: `, 'm'), kind)
  for (const name of Object.keys(functions)) t.ok(guide.includes(`${name}(`), name)
  t.ok(roughTokens(guide) <= guideTokens, `${roughTokens(guide)} tokens`)
  t.ok(roughTokens(plannerInstructions()) <= guideTokens + 1_000)
})

test('its examples are plans whose shape is right, and that quote their requests', async t => {
  for (const { request, answer } of examples) {
    const { plan, quotes } = answer as { plan: Json; quotes: Record<string, string> }
    const read = readPlan(plan)
    t.strictSame(read.faults, [], request)
    const { diagnostics } = compile(read.plan, { tools: builtin })
    const errors = diagnostics.filter(({ severity, code }) => severity === 'error' && code !== 'UNKNOWN_TOOL')
    t.strictSame(errors, [], request)
    const ids = allSteps(read.plan.steps).map(({ id }) => id)
    for (const [id, words] of Object.entries(quotes)) {
      t.ok(ids.includes(id), id)
      t.ok(quotesIn(request)(words), words)
    }
  }
})

test('a tool is one line: what it takes, what it gives, what it does', async t => {
  const line = signatureOf({
    ...{ server: 'shop', name: 'list', title: 'List', description: 'Lists\norders', effect: 'read' },
    inputSchema: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { enum: ['open', 'paid'] },
        limit: { type: 'integer', default: 20 },
        'x-y': { type: ['string', 'null'] },
      },
    },
    outputSchema: {
      type: 'object',
      required: ['items'],
      properties: {
        items: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'string' }, total: { type: 'number' } } },
        },
        next: { type: 'string', format: 'uri' },
      },
    },
  } as never)
  t.equal(
    line,
    'shop__list(status: "open"|"paid", limit?: integer = 20, "x-y"?: text|null) -> {items: [{id, total: number}], next?: text uri} (read) List. Lists orders',
  )
  const all = builtin.map(tool => signatureOf(tool as never)).join('\n')
  t.ok(roughTokens(all) < 3_000, 'all built-in tools')
})
