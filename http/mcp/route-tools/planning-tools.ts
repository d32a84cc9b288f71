// Plans and prompts that nobody has saved, and workflows, tried as tools: what they would become, and what a
// run would do.
import { z } from 'zod'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { barePlan } from '../../../language/language.ts'
import { anything, diagnosticAnswer, errorAnswer, maybeText } from './answers.ts'
import { bounded, cut, filled, listOf, pick } from './brief.ts'
import { briefConfirmation, briefDiagnostic, briefStarts, hasToBeConfirmed } from './brief-plans.ts'
import type { RouteTool } from './route-tool.ts'
import { planArguments, sayingArguments } from './workflow-tools.ts'

/** Steps and effects in a brief answer. */
const shownMost = 30

export const planWorkflow: RouteTool = {
  name: 'plan_workflow',
  description:
    'Check a plan before you keep it, or have a prompt planned; keeps nothing. Gives diagnostics to mend it by, the explanation to hold against the goal, starts, inputs, what your user would confirm, and `next`.',
  effect: 'read',
  args: {
    ...planArguments,
    ...sayingArguments,
    change: 'Have a model change `plan`: what is to be another way, in words',
    answers: 'To `questions` of an answer before, by id',
  },
  answer: z.looseObject({
    status: z.string(),
    explanation: maybeText,
    diagnostics: z.array(diagnosticAnswer),
  }),
  brief: planned => ({
    ...pick(planned, ['status', 'inputsSchema', 'cu']),
    explanation: planned['explanation'] ?? inWords(planned['outline']),
    ...briefStarts({ ...planned, plan: null }),
    diagnostics: listOf(planned['diagnostics']).map(briefDiagnostic),
    ...writtenFor(planned),
    ...briefConfirmation(planned['confirmation']),
    next: nextAfter(planned),
  }),
  isForAuthors: true,
}

/** Of a plan that was sent: nobody has explained it, so its lines do. */
function inWords(outline: Json | undefined): Json {
  const lines = listOf(outline).map(({ depth, text }) => `${'  '.repeat(Number(depth))}${String(text)}`)
  return lines.length === 0 ? null : cut(lines.join('\n'), outlineLength)
}

/** Bytes. */
const outlineLength = 4_000

/** Of a plan that the caller has not sent: it is told, with what was said of it, and what is to be kept. */
function writtenFor(planned: JsonObject): JsonObject {
  if (planned['plannedBy'] === 'agent' || planned['plannedBy'] === 'author') return {}
  const said = ['quotes', 'assumptions', 'cannot', 'questions', 'difference']
  const told = Object.entries(filled(pick(planned, said))).filter(([, value]) => !isEmpty(value))
  return {
    plan: barePlan(planned['plan'] as unknown as Plan) as unknown as Json,
    ...Object.fromEntries(told),
    ...filled(pick(planned, ['name', 'plannedBy'])),
    // Changes and answers are a part of it.
    ...(planned['plannedBy'] === 'model' && pick(planned, ['prompt'])),
  }
}

function isEmpty(value: Json): boolean {
  return Object.keys(value as object).length === 0
}

function nextAfter(planned: JsonObject): string {
  if (planned['status'] !== 'ready') return 'mend what the diagnostics say, and send the whole plan again'
  const kept = 'create_workflow with the same prompt, plan, quotes and assumptions keeps it'
  return hasToBeConfirmed(planned) ? `${kept}; your user confirms it before it starts by itself` : kept
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
  'Tools that only read are called for real, other answers are made up. Gives output, error, effects and steps.'

export const dryRunPrompt: RouteTool = {
  name: 'dry_run_prompt',
  description: `Test a plan or prompt before you keep it. ${rehearsed}`,
  effect: 'read',
  args: { prompt: '', plan: '', inputs: '' },
  answer: rehearsal,
  brief: briefRehearsal,
  isForAuthors: true,
}

export const dryRunWorkflow: RouteTool = {
  name: 'dry_run_workflow',
  description: `Test a workflow without effects. ${rehearsed}`,
  effect: 'read',
  args: { id: 'wf_...', inputs: '' },
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
