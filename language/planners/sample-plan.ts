// Finds out whether a language model can plan: it plans a small request over two made-up tools, as it would
// plan any, and the compiler judges. Called when a model is connected or tested.
// 1. Nothing of the organization is shown to the model but that it is asked.

import type { LanguageModel } from '../../domain/models/language-model.ts'
import type { SamplePlan } from '../../domain/models/model-test.ts'
import { allSteps } from '../../domain/plan/nested-steps.ts'
import type { Diagnostic, Plan } from '../../domain/plan/plan.ts'
import { type Planned, type Planner, planningBounds } from '../../domain/plan/planning.ts'
import type { HubTool } from '../../domain/tools/tool.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Thinking } from '../thinking/thinking.ts'
import { boundedPlanner } from './bounded-planner.ts'
import { writingPlanner } from './writing-planner.ts'

export interface SampleParts {
  readonly model: LanguageModel
  readonly organizationId: string
  readonly thinking: Pick<Thinking, 'compile' | 'judge' | 'search'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly signal: AbortSignal
}

export const sampleRequest =
  'Every weekday at 9:00 in Berlin, list the late orders of the shop and mail ada@example.com how many there are.'

const mostProblems = 5
const longestProblem = 300

const text = { type: 'string' } as const
const rest = { title: '', keywords: [], examples: [] }
const order = { type: 'object', properties: { id: text, customer: text, total: { type: 'number' } } }

const listOrders: HubTool = {
  ...{
    ...rest,
    server: 'shop',
    name: 'list_orders',
    description: 'Lists orders of one status.',
    effect: 'read',
  },
  inputSchema: {
    type: 'object',
    properties: { status: { type: 'string', enum: ['open', 'late', 'paid'] } },
    required: ['status'],
  },
  outputSchema: { type: 'array', items: order },
}

const sendMail: HubTool = {
  ...{ ...rest, server: 'mail', name: 'send', description: 'Sends an e-mail.', effect: 'write' },
  inputSchema: {
    type: 'object',
    properties: { to: text, subject: text, text },
    required: ['to', 'subject', 'text'],
  },
  outputSchema: null,
}

const tools: readonly HubTool[] = [listOrders, sendMail]

/** @throws the reason of the signal */
export async function samplePlan(parts: SampleParts): Promise<SamplePlan> {
  const { model, organizationId, thinking, clock, signal } = parts
  const began = clock.now()
  const heard = { hasAnswered: false, wasLate: false }
  const planner = boundedPlanner(
    writingPlanner({
      reader: noReader,
      models: { open: async () => listening(model, heard) },
      thinking,
      clock,
    }),
    clock,
  )
  const deadline = began + planningBounds.lifeMs
  const planned = await planner.plan(sampleRequest, {
    organizationId,
    tools,
    timeZone: 'UTC',
    deadline,
    signal,
  })
  const problems = await problemsOf(parts, planned)
  const isSilent = !heard.hasAnswered && !heard.wasLate && problems.length > 0
  return {
    plans: isSilent ? null : problems.length === 0 ? 'well' : 'badly',
    request: sampleRequest,
    durationMs: clock.now() - began,
    problems: problems.slice(0, mostProblems).map(problem => problem.slice(0, longestProblem)),
  }
}

/** A model that is slow is weak, too; one that cannot be reached says nothing of what it can. */
function listening(model: LanguageModel, heard: { hasAnswered: boolean; wasLate: boolean }): LanguageModel {
  return {
    ...model,
    async ask(request) {
      heard.wasLate = true
      const result = await model.ask(request)
      heard.wasLate = !result.ok && result.error.code === 'timeout'
      if (result.ok) heard.hasAnswered = true
      return result
    },
  }
}

const noReader: Planner = {
  plan: async () => ({ plan: { steps: [] }, diagnostics: [], schedule: null, explanation: null }),
}

async function problemsOf({ thinking, organizationId, signal }: SampleParts, planned: Planned) {
  const { plan, diagnostics, plannedBy } = planned
  if (plannedBy !== 'model') return diagnostics.map(({ message }) => message)
  const context = { tools, prompt: sampleRequest, diagnostics }
  const compiled = await thinking.compile({ organizationId, signal }, plan, context)
  return [...compiled.diagnostics.filter(isError).map(({ message }) => message), ...lacksOf(compiled.plan)]
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}

/** A plan may be right by itself, and leave out what was asked. */
function lacksOf({ steps, start = [] }: Plan): readonly string[] {
  const called = allSteps(steps).flatMap(step => (step.kind === 'tool' ? [step.tool] : []))
  const missing = tools.filter(({ name }) => !called.includes(name))
  return [
    ...missing.map(({ server, name }) => `the plan does not call ${server}__${name}`),
    ...(start.some(({ kind }) => kind === 'schedule') ? [] : ['the plan has no schedule']),
  ]
}
