// How a step begins, by its kind; advance.ts calls it. A function of the state. Steps that need the outside
// end in an event after which the state has a pending call, child, approval or wait.

import { ExpressionError } from '../../../domain/expression/expression.ts'
import { derivedId } from '../../../domain/ids.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { momentOf } from '../../../domain/moment.ts'
import { own } from '../../../domain/own.ts'
import { offeredName } from '../../../domain/tools/tool.ts'
import { workflowDepth } from '../../../domain/work/execution.ts'
import type { Event, State } from '../protocol.ts'
import { beginAgentCall } from './agent.ts'
import { askedBy } from './asking/ask.ts'
import { asText, isExempt, requestApproval } from './asking/requesting.ts'
import { failed } from './failing.ts'
import { beginRepeat } from './loops/repeating.ts'
import { endedBy } from './output.ts'
import { type ExecutionContext, stepAt } from './paths.ts'
import type { ProgramApproval, ProgramBlock, ProgramStep } from './program.ts'
import { type Evaluate, evaluatorOf, holds, nameOf } from './scope.ts'

/** A step and all that its beginning depends on. */
interface Beginning {
  readonly context: ExecutionContext
  readonly state: State
  readonly path: string
  readonly step: ProgramStep
  readonly evaluate: Evaluate
  readonly now: number
}

export function begin(context: ExecutionContext, state: State, path: string, now: number): readonly Event[] {
  const step = stepAt(context, path)
  const kept = state.start!.forkedFrom?.kept
  const mayKeep = !runsAgain.has(step.block.kind)
  if (kept && mayKeep && Object.hasOwn(kept, path))
    return [{ type: 'step-completed', step: path, output: kept[path]!, kept: true }]
  try {
    const evaluate = evaluatorOf(state, path, now)
    if (step.when && !holds(step.when, evaluate)) return [{ type: 'step-skipped', step: path }]
    return beginBlock({ context, state, path, step, evaluate, now })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return failed(context, state, path, { code: 'expression-failed', message: error.message })
  }
}

/**
 * A kept result would not end the execution or the turn again; and an agent that runs again may ask for other
 * calls at the same places.
 */
const runsAgain: ReadonlySet<ProgramBlock['kind']> = new Set(['return', 'stop', 'next', 'agent-call'])

function beginBlock(beginning: Beginning): readonly Event[] {
  const { context, state, path, step, evaluate } = beginning
  const { block } = step
  switch (block.kind) {
    case 'tool':
      return beginTool(beginning, block)
    case 'set':
    case 'next':
      return [{ type: 'step-completed', step: path, output: evaluate(block.value) }]
    case 'return':
    case 'stop':
      return endedBy(context, state, path, evaluate(block.value))
    case 'fail':
      return failed(context, state, path, { code: 'failed-by-plan', message: asText(evaluate(block.value)) })
    case 'if': {
      const taken = block.cases.find(({ when }) => when === null || holds(when, evaluate))
      if (!taken) return [{ type: 'step-completed', step: path, output: null }]
      return [{ type: 'step-started', step: path, input: null, branch: taken.branch }]
    }
    case 'foreach':
      return beginForeach(beginning, block)
    case 'repeat':
      return beginRepeat(state, path, block, beginning.now)
    case 'parallel':
      return [{ type: 'step-started', step: path, input: null }]
    case 'approval':
      return beginApproval(beginning, block.approval)
    case 'wait':
      return beginWait(beginning, block)
    case 'workflow':
      return beginWorkflow(beginning, block)
    case 'agent':
      return [{ type: 'step-started', step: path, input: { goal: asText(evaluate(block.goal)) } }]
    case 'ask': {
      const asked = askedBy(block, evaluate)
      return typeof asked === 'string'
        ? failed(context, state, path, { code: 'bad-choices', message: asked })
        : [{ type: 'step-started', step: path, input: asked as unknown as Json }]
    }
    case 'agent-call':
      return beginAgentCall(context, state, path, own(state.approved, path)?.args)
    case 'code':
      return [{ type: 'step-started', step: path, input: editedAt(state, path) ?? evaluate(block.args) }]
  }
}

/** The arguments that a person gave the step in place of those of the plan. */
function editedAt({ edited = {} }: State, path: string): JsonObject | undefined {
  return own(edited, path)?.args
}

type BlockOf<K extends ProgramBlock['kind']> = Extract<ProgramBlock, { kind: K }>

function beginTool(beginning: Beginning, block: BlockOf<'tool'>): readonly Event[] {
  const { context, state, path, step, evaluate } = beginning
  const approved = own(state.approved, path)?.args
  const input = approved ?? editedAt(state, path) ?? (evaluate(block.args) as JsonObject)
  if (step.approval && !approved && !isExempt(step.approval, evaluate))
    return request(beginning, step.approval, offeredName({ server: block.server, name: block.tool }), input)
  const result = block.pure?.(input) ?? null
  if (result === null) return [{ type: 'step-started', step: path, input }]
  if (!result.ok) return failed(context, state, path, result.error, input)
  return [{ type: 'step-completed', step: path, output: result.output, input }]
}

function beginForeach(
  { context, state, path, evaluate }: Beginning,
  block: BlockOf<'foreach'>,
): readonly Event[] {
  const items = evaluate(block.over)
  if (!Array.isArray(items)) {
    const message = `expected a list to go through, received ${nameOf(items)}`
    return failed(context, state, path, { code: 'not-a-list', message })
  }
  if (items.length === 0 || block.isEmpty)
    return [{ type: 'step-completed', step: path, output: items.map(() => null) }]
  return [{ type: 'step-started', step: path, input: items }]
}

function beginWait(
  { context, state, path, step, evaluate, now }: Beginning,
  block: BlockOf<'wait'>,
): readonly Event[] {
  const { event } = block
  const early = event === null ? undefined : state.inbox.find(({ name }) => name === event)
  if (early) return [{ type: 'step-completed', step: path, output: early.body, taken: early.name }]
  let dueAt = block.forMs === null ? null : now + block.forMs
  if (block.until !== null) {
    const until = evaluate(block.until)
    dueAt = momentOf(until)
    if (dueAt === null) {
      const message = `expected a moment to wait for (Unix ms, or ISO 8601 with a time zone), received ${asText(until).slice(0, 100)}`
      return failed(context, state, path, { code: 'not-a-time', message })
    }
  }
  const expiresAt = event !== null && step.timeoutMs !== null ? now + step.timeoutMs : null
  return [{ type: 'wait-started', step: path, dueAt, event, expiresAt }]
}

function beginWorkflow(
  { context, state, path, evaluate }: Beginning,
  block: BlockOf<'workflow'>,
): readonly Event[] {
  if ((state.start!.parent?.depth ?? 0) >= workflowDepth) {
    const message = `workflows start workflows at most ${workflowDepth} deep`
    return failed(context, state, path, { code: 'too-deep', message })
  }
  const inputs = editedAt(state, path) ?? evaluate(block.inputs)
  const childId = derivedId('execution', `${context.id}/${path}`, context.id)
  return [{ type: 'step-started', step: path, input: { workflow: block.workflow, childId, inputs } }]
}

function beginApproval(beginning: Beginning, approval: ProgramApproval): readonly Event[] {
  if (!isExempt(approval, beginning.evaluate)) return request(beginning, approval, null, null)
  const output = { approved: true, by: null, note: null, form: null }
  return [{ type: 'step-completed', step: beginning.path, output }]
}

function request(
  { context, state, path, evaluate, now }: Beginning,
  approval: ProgramApproval,
  tool: string | null,
  args: JsonObject | null,
): readonly Event[] {
  return requestApproval({ context, state, path, now }, approval, { tool, args }, evaluate)
}
