// How a step begins. Everything is a function of the state; what must be asked of the world ends in an event after which
// it is owed: a tool call, a sub-execution, somebody's approval, a moment.
import { digestOf } from '../../domain/approval.ts'
import { workflowDepth } from '../../domain/execution.ts'
import { ExpressionError } from '../../domain/expression.ts'
import { derivedId, derivedIdAt } from '../../domain/ids.ts'
import type { Json, JsonObject } from '../../domain/json.ts'
import { momentOf } from '../../domain/moment.ts'
import { offeredName } from '../../domain/tool.ts'
import { ended, failed } from './failing.ts'
import { own, type Run, stepAt } from './paths.ts'
import type { ProgramApproval, ProgramBlock, ProgramStep } from './program.ts'
import type { Event, State } from './protocol.ts'
import { type Evaluate, evaluatorOf, holds, nameOf } from './scope.ts'

/** A step and all that its beginning depends on. */
interface Beginning {
  readonly run: Run
  readonly state: State
  readonly path: string
  readonly step: ProgramStep
  readonly evaluate: Evaluate
  readonly now: number
}

export function begin(run: Run, state: State, path: string, now: number): readonly Event[] {
  const step = stepAt(run, path)
  const kept = state.start!.forkedFrom?.kept
  // A return that was kept would end nothing.
  if (kept && Object.hasOwn(kept, path) && step.block.kind !== 'return')
    return [{ type: 'step-completed', step: path, output: kept[path]!, kept: true }]
  try {
    const evaluate = evaluatorOf(state, path, now)
    if (step.when && !holds(step.when, evaluate)) return [{ type: 'step-skipped', step: path }]
    return beginBlock({ run, state, path, step, evaluate, now })
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return failed(run, state, path, { code: 'expression-failed', message: error.message })
  }
}

function beginBlock(beginning: Beginning): readonly Event[] {
  const { run, state, path, step, evaluate } = beginning
  const { block } = step
  switch (block.kind) {
    case 'tool':
      return beginTool(beginning, block)
    case 'set':
      return [{ type: 'step-completed', step: path, output: evaluate(block.value) }]
    case 'return': {
      const output = evaluate(block.value)
      return [{ type: 'step-completed', step: path, output }, ...ended(state, 'completed', output, null)]
    }
    case 'fail':
      return failed(run, state, path, { code: 'failed-by-plan', message: asText(evaluate(block.value)) })
    case 'if': {
      const taken = block.cases.find(({ when }) => when === null || holds(when, evaluate))
      if (!taken) return [{ type: 'step-completed', step: path, output: null }]
      return [{ type: 'step-started', step: path, input: null, branch: taken.branch }]
    }
    case 'foreach':
      return beginForeach(beginning, block)
    case 'parallel':
      return [{ type: 'step-started', step: path, input: null }]
    case 'approval':
      return [request(beginning, block.approval, null, null)]
    case 'wait':
      return beginWait(beginning, block)
    case 'workflow':
      return beginWorkflow(beginning, block)
  }
}

type BlockOf<K extends ProgramBlock['kind']> = Extract<ProgramBlock, { kind: K }>

function beginTool(beginning: Beginning, block: BlockOf<'tool'>): readonly Event[] {
  const { run, state, path, step, evaluate } = beginning
  const approved = own(state.approved, path)?.args
  const input = approved ?? (evaluate(block.args) as JsonObject)
  if (step.approval && !approved)
    return [request(beginning, step.approval, offeredName({ server: block.server, name: block.tool }), input)]
  if (!block.pure) return [{ type: 'step-started', step: path, input }]
  const result = block.pure(input)
  if (!result.ok) return failed(run, state, path, result.error, input)
  return [{ type: 'step-completed', step: path, output: result.output, input }]
}

function beginForeach(
  { run, state, path, evaluate }: Beginning,
  block: BlockOf<'foreach'>,
): readonly Event[] {
  const items = evaluate(block.over)
  if (!Array.isArray(items)) {
    const message = `expected a list to go through, received ${nameOf(items)}`
    return failed(run, state, path, { code: 'not-a-list', message })
  }
  if (items.length === 0 || block.isEmpty)
    return [{ type: 'step-completed', step: path, output: items.map(() => null) }]
  return [{ type: 'step-started', step: path, input: items }]
}

function beginWait(
  { run, state, path, step, evaluate, now }: Beginning,
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
      return failed(run, state, path, { code: 'not-a-time', message })
    }
  }
  const expiresAt = event !== null && step.timeoutMs !== null ? now + step.timeoutMs : null
  return [{ type: 'wait-started', step: path, dueAt, event, expiresAt }]
}

function beginWorkflow(
  { run, state, path, evaluate }: Beginning,
  block: BlockOf<'workflow'>,
): readonly Event[] {
  if ((state.start!.parent?.depth ?? 0) >= workflowDepth) {
    const message = `workflows start workflows at most ${workflowDepth} deep`
    return failed(run, state, path, { code: 'too-deep', message })
  }
  const inputs = evaluate(block.inputs)
  const childId = derivedId('execution', `${run.id}/${path}`, run.id)
  return [{ type: 'step-started', step: path, input: { workflow: block.workflow, childId, inputs } }]
}

function request(
  { run, path, evaluate, now }: Beginning,
  approval: ProgramApproval,
  tool: string | null,
  args: JsonObject | null,
): Event {
  const message = showable(asText(evaluate(approval.message)))
  return {
    type: 'approval-requested',
    step: path,
    request: {
      // Its time is that of the request: approvals are listed newest first.
      id: derivedIdAt('approval', `${run.id}/${path}`, now),
      message,
      tool,
      args,
      digest: digestOf(message, tool, args),
      assignees: approval.assignees ?? [],
      form: approval.form ?? null,
      expiresAt: approval.timeoutMs === undefined ? null : now + approval.timeoutMs,
      onTimeout: approval.onTimeout ?? 'fail',
      onDeny: approval.onDeny ?? 'fail',
      quorum: approval.quorum ?? 1,
      notStarter: approval.notStarter ?? false,
    },
  }
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What PostgreSQL cannot keep as text is shown as the sign for what cannot be shown. */
function showable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
