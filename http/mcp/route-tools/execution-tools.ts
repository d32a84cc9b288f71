// Executions as tools: start, find, read, cancel; what their steps did, and why one waits or has failed.
import { z } from 'zod'
import type { JsonObject } from '../../../domain/json.ts'
import { anything, errorAnswer, executionAnswer, maybeText } from './answers.ts'
import { bounded, cut, filled, listOf, pick } from './brief.ts'
import type { RouteTool } from './route-tool.ts'

const executionId = 'exec_...'

export const executeWorkflow: RouteTool = {
  name: 'execute_workflow',
  description:
    'Run a workflow by its id. Gives the id of the execution, its status, output or error when it has ended, and `next`; it goes on by itself.',
  args: {
    id: 'wf_...',
    inputs: 'They fit its inputsSchema',
    budget: 'Compute units after which it pauses and asks for more',
  },
  own: {
    waitMs: {
      type: 'integer',
      minimum: 0,
      maximum: 600_000,
      description: 'Wait so long for its end or an approval; at most 50000 ms are waited',
    },
  },
  answer: executionAnswer,
  brief: briefStart,
}

export const searchExecutions: RouteTool = {
  name: 'search_executions',
  description: 'Find runs: the failed ones, those of a workflow, those of a time. Rows, newest first.',
  args: {
    q: 'Words in it',
    status: 'Of: queued, running, waiting, awaiting_approval, completed, failed, cancelled',
    workflowId: '',
    trigger: '',
    tool: 'A tool that its plan calls',
    createdAfter: 'Unix ms',
    createdBefore: 'Unix ms',
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
  description: 'How a run stands: status, output, error, approvals that it waits for.',
  args: { id: executionId },
  answer: executionAnswer,
  brief: briefExecution,
}

export const cancelExecution: RouteTool = {
  name: 'cancel_execution',
  description: 'End a run that should not go on; what it did stays. Refused when it has completed or failed.',
  args: { id: executionId },
  answer: executionAnswer,
  brief: briefExecution,
}

export const listSteps: RouteTool = {
  name: 'list_steps',
  description: 'What a run did, in order: a row for each step. get_step shows input and output of one.',
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
  description: 'What a step got and gave: input, output, error, attempts, the last lines of its log.',
  args: { id: executionId, stepId: 'From list_steps, or `step` of an error' },
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
    'Why a run has failed or does not end: the error with its `step` (then get_step), or what it waits for, who can end that, and when.',
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
