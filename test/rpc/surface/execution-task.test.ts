import { test } from 'tap'
import type { Execution, ExecutionStatus } from '../../../domain/work/execution.ts'
import { taskOf } from '../../../rpc/surface/execution-task.ts'

const nothing = { questions: {}, message: null, shown: { id: 'exec_1', status: 'shown' } }

function execution(status: ExecutionStatus, more: Partial<Execution> = {}): Execution {
  return {
    id: 'exec_1',
    workflowId: 'wf_1',
    workflowName: 'Report',
    workflowVersion: 1,
    status,
    inputs: {},
    output: null,
    error: null,
    trigger: { kind: 'tool', ref: 'run_report' },
    approvals: [],
    forkedFrom: null,
    cu: 1,
    createdAt: 1_000,
    startedAt: 2_000,
    finishedAt: null,
    durationMs: null,
    ...more,
  }
}

test('every status of an execution is one of a task', async t => {
  const statuses: Record<ExecutionStatus, string> = {
    queued: 'working',
    running: 'working',
    waiting: 'working',
    awaiting_approval: 'working',
    completed: 'completed',
    failed: 'completed',
    cancelled: 'cancelled',
  }
  for (const [status, expected] of Object.entries(statuses)) {
    const task = taskOf(execution(status as ExecutionStatus), nothing)
    t.match(task, { taskId: 'exec_1', status: expected, createdAt: '1970-01-01T00:00:01.000Z', ttlMs: null })
    t.equal('result' in task, expected === 'completed', status)
  }
})

test('a task whose execution failed completes with an error to read', async t => {
  const error = { message: 'no apples', step: 'buy', code: 'tool-failed' }
  t.match(taskOf(execution('failed', { error }), nothing)['result'], {
    isError: true,
    content: [{ text: 'no apples' }],
    _meta: { 'troupe/error': { code: 'tool-failed' }, 'troupe/execution': { id: 'exec_1' } },
  })
})

test('the result is what the tool that started it gives', async t => {
  const resultBy = (kind: 'tool' | 'api', ref: string) =>
    taskOf(execution('completed', { output: { a: 1 }, trigger: { kind, ref } }), nothing)['result']
  t.match(resultBy('tool', 'run_report'), { structuredContent: { a: 1 } })
  t.match(resultBy('tool', 'execute_workflow'), { structuredContent: nothing.shown })
  t.match(resultBy('api', 'run_away'), { structuredContent: nothing.shown })
})

test('approvals that the caller may decide are its questions, by their ids', async t => {
  const question = { method: 'elicitation/create', params: {} } as const
  const facts = { ...nothing, questions: { apr_1: question }, message: 'waits' }
  const task = taskOf(execution('awaiting_approval'), facts)
  t.match(task, { status: 'input_required', statusMessage: 'waits' })
  t.match(task['inputRequests'], { apr_1: { method: 'elicitation/create' } })
})
