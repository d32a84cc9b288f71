// What the plan says that starts it: ids, expressions, and whether each start gives the inputs that the plan
// needs. Called by compiler.ts, once the inputs are known.
import type { JsonObject, JsonSchema } from '../json.ts'
import type { Diagnostic, PromptSchedule, PromptTrigger } from '../plan/plan.ts'
import { withDefaults } from '../schema/defaults.ts'
import { compileSchema, defectUnder } from '../schema/schema-check.ts'
import { givenBy } from '../work/prompt-triggers.ts'
import { missingInputs } from '../work/startable.ts'
import { type InputMapping, namesOf } from '../work/starts/input-mapping.ts'
import type { CompletionStart, PlanStart, ScheduleStart } from '../work/starts/said-starts.ts'
import { withIds } from '../work/starts/start-ids.ts'
import { expressionDefect } from '../work/trigger-mapping.ts'
import type { NamedWorkflow } from './compiler.ts'
import { namedWorkflow } from './triggers.ts'

/** What a start is held against. */
export interface StartWorld {
  readonly workflows: readonly NamedWorkflow[] | null
  readonly inputsSchema: JsonSchema
  /** Names that the plan declares; null where any may be given. */
  readonly declared: readonly string[] | null
  /** Whether the schema of the inputs can be checked. */
  readonly isCheckable: boolean
}

interface JudgedStarts {
  readonly starts: readonly PlanStart[]
  readonly defects: readonly Diagnostic[]
}

type Tell = (field: string, code: Diagnostic['code'], message: string, candidates?: readonly string[]) => void

export function judgedStarts(said: readonly PlanStart[], world: StartWorld): JudgedStarts {
  const defects: Diagnostic[] = []
  const starts = withIds(said).map((start, index) => {
    const tell: Tell = (field, code, message, candidates) => {
      const path = field === '' ? `start[${index}]` : `start[${index}].${field}`
      const defect = { code, severity: 'error', path, span: null, message: `${path}: ${message}` } as const
      defects.push(candidates === undefined ? defect : { ...defect, candidates })
    }
    if (said.findIndex(({ id }) => id === start.id) < index && said[index]!.id !== undefined)
      tell('id', 'DUPLICATE_ID', `another start has the id ${start.id}: rename one`)
    return judged(start, world, tell)
  })
  return { starts, defects }
}

/** The only schedule, and what else starts the workflow, in the form in which prompts say it. */
export function beginningsOf(starts: readonly PlanStart[]): {
  readonly schedule: PromptSchedule | null
  readonly triggers: readonly PromptTrigger[]
} {
  const schedules = starts.flatMap(start => {
    if (start.kind !== 'schedule') return []
    const { kind: _kind, id: _id, ...schedule } = start
    return [schedule]
  })
  const triggers = starts.flatMap((start): PromptTrigger[] => {
    if (start.kind === 'schedule') return []
    if (start.kind === 'hook') return [{ kind: 'hook' }]
    const { kind, workflow, workflowId, on = 'completed' } = start
    return [{ kind, workflow, ...(workflowId !== undefined && { workflowId }), on }]
  })
  return { schedule: schedules.length === 1 ? schedules[0]! : null, triggers }
}

function judged(start: PlanStart, world: StartWorld, tell: Tell): PlanStart {
  switch (start.kind) {
    case 'schedule':
      checkScheduled(start, world, tell)
      return start
    case 'hook': {
      const { inputs, deduplication } = start
      if (inputs !== undefined) checkMapping(inputs, 'hook', world, tell)
      if (deduplication === undefined || 'header' in deduplication) return start
      const defect = expressionDefect(deduplication.expression, namesOf.hook)
      if (defect !== null) tell('deduplication.expression', 'BAD_EXPRESSION', defect)
      return start
    }
    case 'completion':
      return judgedCompletion(start, world, tell)
  }
}

function checkScheduled({ inputs = {} }: ScheduleStart, world: StartWorld, tell: Tell): void {
  const { inputsSchema, isCheckable, declared } = world
  const given = withDefaults(inputsSchema, inputs as JsonObject)
  for (const name of missingInputs(inputsSchema, given))
    tell(`inputs.${name}`, 'BAD_START', 'expected a value, as the plan needs it at each start')
  for (const name of Object.keys(inputs)) checkDeclared(name, declared, tell)
  if (!isCheckable || missingInputs(inputsSchema, given).length > 0) return
  const defect = compileSchema(inputsSchema)(given)
  if (defect !== null) tell('inputs', 'BAD_START', defectUnder('inputs', defect))
}

function checkMapping(
  inputs: InputMapping,
  kind: 'hook' | 'completion',
  world: StartWorld,
  tell: Tell,
): void {
  for (const [name, source] of Object.entries(inputs)) {
    checkDeclared(name, world.declared, tell)
    const defect = expressionDefect(source, namesOf[kind])
    if (defect !== null) tell(`inputs.${name}`, 'BAD_EXPRESSION', defect)
  }
  for (const name of missingInputs(world.inputsSchema, inputs))
    tell(`inputs.${name}`, 'BAD_START', 'expected an expression, as the plan needs it at each start')
}

function checkDeclared(name: string, declared: readonly string[] | null, tell: Tell): void {
  if (declared === null || declared.includes(name)) return
  const known = declared.length === 0 ? 'it declares none' : `it declares ${declared.join(', ')}`
  tell(`inputs.${name}`, 'UNKNOWN_INPUT', `the plan declares no such input; ${known}`, declared)
}

function judgedCompletion(start: CompletionStart, world: StartWorld, tell: Tell): PlanStart {
  const { on = 'completed', inputs, workflow } = start
  if (inputs !== undefined) checkMapping(inputs, 'completion', world, tell)
  else {
    const given: readonly string[] = givenBy(on)
    for (const name of missingInputs(world.inputsSchema, Object.fromEntries(given.map(each => [each, true]))))
      tell('inputs', 'BAD_START', `the end of an execution gives ${given.join(', ')}, and no ${name}`, given)
  }
  if (world.workflows === null) return start
  const { workflowId, defect } = namedWorkflow(workflow, world.workflows)
  if (defect !== null) tell('workflow', ...defect)
  const { workflowId: _, ...bare } = start
  return workflowId === null ? bare : { ...bare, workflowId }
}
