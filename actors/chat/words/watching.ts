// Executions: which there are, how one is, why it waits or failed.

import { agoWords, durationWords } from '../../../domain/time-words.ts'
import { isTerminal, type ListedStep } from '../../../domain/work/execution.ts'
import { type Command, type ExecutionRef, spanOf } from '../../../language/commands.ts'
import { sayExecution } from './execution-words.ts'
import { executionTitle, findExecution, findWorkflow } from './finding.ts'
import { itemOf, spokenOf } from './memory.ts'
import { isSaid, type Said, say, type Talk } from './talk.ts'
import { bullets, plain, strong, table } from './text/markdown.ts'
import { textPart } from './text/parts.ts'

const stepsShown = 8

export async function listExecutions(
  talk: Talk,
  command: Extract<Command, { type: 'executions' }>,
): Promise<Said> {
  const { workflow, statuses, period } = command.wanted
  const found =
    workflow &&
    findWorkflow(talk, workflow, other => ({ ...command, wanted: { ...command.wanted, workflow: other } }))
  if (found !== null && isSaid(found)) return found
  const { now, workflowId } = talk.request
  const span = spanOf(period, now)
  const runs = await talk.calls.executions({
    workflowId: found?.id ?? workflowId ?? undefined,
    statuses,
    ...span,
    limit: 10,
  })
  const of = found ? ` of ${strong(found.name)}` : ''
  if (runs.length === 0)
    return say(nothing(statuses, of, period !== null), [
      ['Recent runs', 'recent runs'],
      ['Workflows', 'list workflows'],
    ])
  const rows = runs.map(({ workflowName, status, createdAt, durationMs }, index) => [
    `${index + 1}`,
    plain(workflowName, 60),
    status.replace('_', ' '),
    agoWords(createdAt, now),
    durationMs === null ? '' : durationWords(durationMs),
  ])
  const list = runs.map(each => itemOf('execution', each.id, executionTitle(each, now)))
  const text = `${table(['', 'workflow', 'status', 'began', 'took'], rows)}\n\nSay "show the first one", or "why the first one".`
  return say(text, [], {
    list,
    ...(runs.length === 1 && { executionId: runs[0]!.id, workflowId: runs[0]!.workflowId }),
  })
}

const done: Readonly<Record<string, string>> = {
  failed: 'has failed',
  completed: 'is completed',
  cancelled: 'was cancelled',
  queued: 'is queued',
}

function nothing(statuses: readonly string[], of: string, isTimed: boolean): string {
  const when = isTimed ? ' in that time' : ''
  const [status, other] = statuses
  if (status === undefined) return isTimed ? `Nothing ran${of}${when}.` : `There is no run${of} yet.`
  return other === undefined
    ? `No run${of} ${done[status] ?? `is ${status}`}${when}.`
    : `Nothing is under way${of}.`
}

export async function status(talk: Talk, command: Extract<Command, { type: 'status' }>): Promise<Said> {
  const again = (execution: ExecutionRef): Command => ({ ...command, execution })
  const found = await findExecution(talk, command.execution, again)
  if (isSaid(found)) return found
  const execution = await talk.calls.execution(found.id)
  const parts = sayExecution(execution)
  const isOver = isTerminal(execution.status) || execution.status === 'awaiting_approval'
  if (isOver) return { parts, memory: spokenOf(execution) }
  const steps = stepsBlock(await talk.calls.steps(found.id))
  return {
    parts: steps === null ? parts : [parts[0]!, textPart(steps), ...parts.slice(1)],
    memory: spokenOf(execution),
  }
}

/** How far it has come: its latest steps. */
function stepsBlock(steps: readonly ListedStep[]): string | null {
  const latest = steps.slice(-stepsShown)
  if (latest.length === 0) return null
  const rows = latest.map(({ id, title, status, durationMs }) => [
    plain(title || id, 80),
    status.replace('_', ' '),
    durationMs === null ? '' : durationWords(durationMs),
  ])
  return table(['step', 'status', 'took'], rows)
}

export async function why(talk: Talk, command: Extract<Command, { type: 'why' }>): Promise<Said> {
  const again = (execution: ExecutionRef): Command => ({ ...command, execution })
  const found = await findExecution(talk, command.execution, again)
  if (isSaid(found)) return found
  const execution = await talk.calls.execution(found.id)
  if (isTerminal(execution.status) || execution.status === 'awaiting_approval')
    return { parts: sayExecution(execution), memory: spokenOf(execution) }
  const reasons = await talk.calls.why(found.id)
  const { now } = talk.request
  const lines = reasons.waitsFor.slice(0, 5).map(({ message, error, eta }) => {
    const cause = error === null ? '' : ` The last error: ${plain(error, 300)}`
    return `${plain(message, 500)}${cause}${eta === null ? '' : ` (at the latest ${agoWords(eta, now)})`}`
  })
  const more = reasons.waitsForCount > 5 ? `\n\nand ${reasons.waitsForCount - 5} more` : ''
  const name = strong(execution.workflowName)
  const text =
    lines.length === 0
      ? `${name} is running; nothing holds it.`
      : `${name} waits:\n\n${bullets(lines)}${more}`
  const card = {
    type: 'execution',
    executionId: execution.id,
    workflowId: execution.workflowId,
    workflowName: execution.workflowName,
    status: execution.status,
  } as const
  return { parts: [textPart(text), card], memory: spokenOf(execution) }
}
