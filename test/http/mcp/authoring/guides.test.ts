import { test } from 'tap'
import { compile } from '../../../../domain/compiler/compiler.ts'
import { roughTokens } from '../../../../domain/models/language-model.ts'
import { allSteps } from '../../../../domain/plan/nested-steps.ts'
import type { Plan } from '../../../../domain/plan/plan.ts'
import { PlanSchema } from '../../../../domain/plan/plan-schema.ts'
import { guideResources, guideText } from '../../../../http/mcp/authoring/guide-resources.ts'
import { agentPlanGuide } from '../../../../http/mcp/authoring/plan-guide.ts'
import { promptGuide } from '../../../../http/mcp/authoring/prompt-guide.ts'
import { plan } from '../../../../language/planner/planner.ts'
import { blockGuides, blockKinds } from '../../../../language/planning/block-guides.ts'
import { guideTokens, planGuide } from '../../../../language/planning/guide.ts'
import { saidNotation } from '../../../../language/planning/said-notation.ts'
import { builtinTools } from '../../../../rpc/builtin/builtin-tools.ts'

const tools = builtinTools.map(({ run: _, ...tool }) => ({ ...tool, server: null }))
/** What a place decides: whether there is a model, and a workflow of that name. */
const ofPlace = /MODEL|WORKFLOW/

test('every prompt of the guide is planned', async t => {
  const prompts = [...promptGuide.matchAll(/```\n(.*?)\n```/gs)].map(match => match[1]!)
  t.ok(prompts.length >= 7)
  t.ok(
    prompts.some(prompt => saidNotation(prompt)?.diagnostics.length === 0),
    'one is in notation',
  )
  for (const prompt of prompts) {
    const { diagnostics } = noted(prompt) ?? plan(prompt, tools)
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    t.strictSame(errors, [], prompt)
  }
})

/** One in notation is judged as every plan is. */
function noted(prompt: string) {
  const said = saidNotation(prompt)
  return said && compile(said.plan, { tools, diagnostics: said.diagnostics })
}

test('the example of every block compiles and has the block', async t => {
  for (const kind of blockKinds) {
    const { example } = blockGuides[kind]
    const { plan: made, diagnostics } = compile(PlanSchema.parse({ steps: example }) as Plan, { tools })
    t.ok(
      allSteps(made.steps).some(step => step.kind === kind),
      kind,
    )
    const errors = diagnostics.filter(({ severity, code }) => severity === 'error' && !ofPlace.test(code))
    t.strictSame(errors, [], kind)
  }
})

test('every guide is listed, read, small, and nothing else is one', async t => {
  t.equal(guideResources.length, blockKinds.length + 2)
  for (const { uri } of guideResources) {
    const text = guideText(uri)!
    const most = uri === 'troupe://guide/plans' ? guideTokens + 500 : 1_250
    t.ok(text.length > 100 && roughTokens(text) <= most, `${uri}: ${text.length}`)
  }
  for (const uri of ['troupe://guide/plans/constructor', 'troupe://guide/plans/', 'troupe://guide'])
    t.equal(guideText(uri), null)
})

test('agents read the very guide of the models that plan here, and how to send what it teaches', async t => {
  t.equal(guideText('troupe://guide/plans'), agentPlanGuide)
  t.ok(agentPlanGuide.includes(planGuide()))
  for (const said of ['plan_workflow', 'create_workflow', 'quotes', 'assumptions'])
    t.ok(agentPlanGuide.includes(said), said)
})
