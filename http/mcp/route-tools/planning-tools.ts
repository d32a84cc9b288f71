// Prompts that nobody has saved, and workflows, tried as tools: what a prompt would become, and what a run
// would do.
import { z } from 'zod'
import type { JsonObject } from '../../../domain/json.ts'
import { anything, diagnosticAnswer, errorAnswer, maybeText } from './answers.ts'
import { bounded, cut, filled, listOf, pick } from './brief.ts'
import type { RouteTool } from './route-tool.ts'
import { briefDiagnostic, promptArguments } from './workflow-tools.ts'

/** Steps and effects in a brief answer. */
const shownMost = 30

export const planWorkflow: RouteTool = {
  name: 'plan_workflow',
  description:
    'Use it while you write a prompt: says what it would become, keeps nothing. Gives `status`, an explanation of the plan to hold against the goal, the schema of the inputs, and diagnostics that quote what was not understood and may offer whole prompts as `fixes`.',
  effect: 'read',
  args: promptArguments,
  answer: z.looseObject({
    status: z.string(),
    explanation: maybeText,
    diagnostics: z.array(diagnosticAnswer),
  }),
  brief: planned => ({
    ...pick(planned, ['status', 'explanation', 'inputsSchema', 'cu']),
    ...filled(pick(planned, ['schedule'])),
    ...(listOf(planned['triggers']).length > 0 && { triggers: planned['triggers']! }),
    diagnostics: listOf(planned['diagnostics']).map(briefDiagnostic),
  }),
  isForAuthors: true,
}

const rehearsal = z.looseObject({
  status: z.string(),
  output: anything,
  error: errorAnswer,
  cu: z.int(),
  effects: z.array(z.looseObject({ step: z.string(), kind: z.string(), name: maybeText })),
  steps: z.array(z.looseObject({ id: z.string(), status: z.string() })),
})

const rehearsed =
  'Tools that only read are called for real, every other answer is made up. Gives status, output, error, the effects that it would have, and the steps.'

export const dryRunPrompt: RouteTool = {
  name: 'dry_run_prompt',
  description: `Use it to test a prompt before you keep it. ${rehearsed}`,
  effect: 'read',
  args: { ...promptArguments, inputs: 'Values for its inputs' },
  answer: rehearsal,
  brief: briefRehearsal,
  isForAuthors: true,
}

export const dryRunWorkflow: RouteTool = {
  name: 'dry_run_workflow',
  description: `Use it to test a workflow without effects. ${rehearsed}`,
  effect: 'read',
  args: { id: 'Id of the workflow: wf_...', inputs: 'Values for its inputs' },
  answer: rehearsal,
  brief: briefRehearsal,
  isForAuthors: true,
}

function briefRehearsal(run: JsonObject): JsonObject {
  return {
    ...pick(run, ['status', 'cu', 'reads', 'effectsCount', 'stepsCount']),
    output: bounded(run['output']),
    error: run['error'] ?? null,
    effects: listOf(run['effects']).slice(0, shownMost).map(briefEffect),
    steps: listOf(run['steps']).slice(0, shownMost).map(briefRehearsedStep),
  }
}

function briefEffect({ args = null, ...effect }: JsonObject): JsonObject {
  const shown = args === null ? null : cut(JSON.stringify(args), 500)
  return { ...pick(effect, ['step', 'kind', 'name', 'effect']), ...(shown && { args: shown }) }
}

function briefRehearsedStep({ output = null, ...step }: JsonObject): JsonObject {
  const shown = output === null ? null : cut(JSON.stringify(output), 200)
  return {
    ...filled(pick(step, ['id', 'kind', 'status', 'tool', 'source', 'error'])),
    ...(shown && { output: shown }),
  }
}
