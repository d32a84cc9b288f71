// Executions as tools: start, find, read, cancel; what their steps did, and why one waits or has failed.
import { z } from 'zod'
import type { JsonObject } from '../../../domain/json.ts'
import { anything, errorAnswer, executionAnswer, maybeText } from './answers.ts'
import { bounded, cut, filled, listOf, pick } from './brief.ts'
import type { RouteTool } from './route-tool.ts'

const executionId = 'Id of the execution: exec_...'

export const executeWorkflow: RouteTool = {
  name: 'execute_workflow',
  description:
    'Use it to run a workflow by its id; a workflow that is a tool is easier to run by run_<slug>. Gives its id and status, the output or the error when it has ended, and as `next` what to do: it goes on by itself.',
  args: {
    id: 'Id of the workflow: wf_...',
    inputs: 'Values that fit inputsSchema of get_workflow',
    budget: 'Compute units that it may use before it pauses and asks for more',
  },
  answer: executionAnswer,
  brief: briefStart,
}

export const searchExecutions: RouteTool = {
  name: 'search_executions',
  description:
    'Use it to find runs: the failed ones, those of a workflow, those of a time. Gives short rows, newest first: id, workflow, status, when, how long, code of the error. explain_execution says more about one.',
  args: {
    q: 'Words in it',
    status:
      'One or several, separated by commas: queued, running, waiting, awaiting_approval, completed, failed, cancelled',
    workflowId: 'Only of this workflow',
    trigger: '',
    tool: 'A tool that its plan calls',
    createdAfter: 'Unix ms, included',
    createdBefore: 'Unix ms, excluded',
    limit: '',
    cursor: '',
  },
  answer: z.looseObject({
    id: z.string(),
    workflowName: z.string(),
    status: z.string(),
    createdAt: z.int(),
    durationMs: z.int().nullable().optional(),
    error: errorAnswer.optional(),
  }),
  brief: ({ error, ...execution }) => ({
    ...filled(pick(execution, ['id', 'status', 'createdAt', 'durationMs'])),
    workflowName: cut(execution['workflowName'], 32),
    ...(error && { error: { code: cut((error as JsonObject)['code'], 32) } }),
  }),
}

export const getExecution: RouteTool = {
  name: 'get_execution',
  description:
    'Use it to see how a run stands: status, output when it has completed, error when it has failed, approvals that it waits for. list_steps shows the way there.',
  args: { id: executionId },
  answer: executionAnswer,
  brief: briefExecution,
}

export const cancelExecution: RouteTool = {
  name: 'cancel_execution',
  description:
    'Use it to end a run that should not go on; its running tool calls are ended, what they did stays. Gives the execution. Refused when it has completed or failed.',
  args: { id: executionId },
  answer: executionAnswer,
  brief: briefExecution,
}

export const listSteps: RouteTool = {
  name: 'list_steps',
  description:
    'Use it to see what a run did, in order. Gives short rows: id, kind, status, tool, attempts, how long, error. get_step shows input and output of one.',
  args: { id: executionId, limit: '', cursor: '' },
  answer: z.looseObject({
    id: z.string(),
    kind: z.string(),
    status: z.string(),
    error: errorAnswer.optional(),
  }),
  brief: step => ({
    ...filled(pick(step, ['id', 'kind', 'status', 'tool', 'attempt', 'durationMs'])),
    ...(step['error'] && { error: briefError(step['error'] as JsonObject) }),
  }),
  isForAuthors: true,
}

export const getStep: RouteTool = {
  name: 'get_step',
  description:
    'Use it to see what a step got and gave, mostly of the one that failed. Gives its input, output, error, attempts and the last lines of its log.',
  args: { id: executionId, stepId: 'Id of the step, from list_steps or from the `step` of an error' },
  answer: z.looseObject({
    id: z.string(),
    kind: z.string(),
    status: z.string(),
    input: anything,
    output: anything,
    error: errorAnswer,
  }),
  brief: step => ({
    ...filled(pick(step, ['id', 'kind', 'status', 'tool', 'attempt', 'durationMs', 'approval'])),
    input: bounded(step['input']),
    output: bounded(step['output']),
    error: step['error'] ?? null,
    log: listOf(step['log'])
      .slice(-20)
      .map(({ level, message }) => `${String(level)}: ${cut(message, 500)}`),
  }),
  isForAuthors: true,
}

export const explainExecution: RouteTool = {
  name: 'explain_execution',
  description:
    'Use it when a run does not end, or has failed. Gives its status; of a failed one the error with its `step` (then get_step); of a waiting one what it waits for, who can end the wait, and when.',
  args: { id: executionId },
  answer: z.looseObject({
    executionId: z.string(),
    status: z.string(),
    error: z.looseObject({ code: z.string(), message: z.string(), step: maybeText }).nullable(),
    waitsFor: z.array(z.looseObject({ kind: z.string(), message: z.string() })),
  }),
  brief: why => ({
    ...pick(why, ['executionId', 'status', 'error']),
    ...filled(pick(why, ['eta', 'deadlineAt'])),
    waitsFor: listOf(why['waitsFor']).slice(0, 10).map(filled),
    waitsForCount: why['waitsForCount'] ?? 0,
  }),
}

/** What a run that was just started gives. */
export function briefStart(execution: JsonObject): JsonObject {
  const next = nextAfter(String(execution['status']))
  return {
    ...pick(execution, ['id', 'workflowId', 'workflowName', 'status']),
    ...(execution['status'] === 'completed' && { output: bounded(execution['output']) }),
    ...(execution['error'] && { error: execution['error'] }),
    ...approvalsOf(execution),
    ...(next !== null && { next }),
  }
}

function nextAfter(status: string): string | null {
  switch (status) {
    case 'completed':
    case 'cancelled':
      return null
    case 'failed':
      return 'explain_execution says why'
    case 'awaiting_approval':
      return 'a person decides; then get_execution shows what came of it'
    default:
      return 'get_execution shows what came of it'
  }
}

function approvalsOf(execution: JsonObject): JsonObject {
  const approvals = listOf(execution['approvals']).map(one => pick(one, ['id', 'message', 'tool', 'status']))
  return approvals.length > 0 ? { approvals } : {}
}

function briefExecution(execution: JsonObject): JsonObject {
  return {
    ...pick(execution, ['id', 'workflowId', 'workflowName', 'workflowVersion', 'status', 'createdAt']),
    ...filled(pick(execution, ['durationMs', 'forkedFrom'])),
    output: bounded(execution['output']),
    error: execution['error'] ?? null,
    ...approvalsOf(execution),
  }
}

function briefError({ code = '', message }: JsonObject): JsonObject {
  return { code, message: cut(message, 200) }
}
