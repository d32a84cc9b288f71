// Checks retries, approvals, waits and other steps for what their shape does not say. Called by
// domain/compiler/compiler.ts.

import { momentOf } from '../moment.ts'
import type { StepKind, StepOf } from '../plan/blocks/block.ts'
import type { WaitBlock } from '../plan/blocks/wait.ts'
import type { WorkflowBlock } from '../plan/blocks/workflow.ts'
import type { DiagnosticCode } from '../plan/diagnostics.ts'
import type { ApprovalPolicy, RetryPolicy, Step } from '../plan/plan.ts'
import type { Pass } from './compiler.ts'
import { checkAgent } from './kinds/agent.ts'
import { checkApproval } from './kinds/approval.ts'
import { checkAsk } from './kinds/ask.ts'
import { checkCode } from './kinds/code.ts'

export function checkBlock(step: Step, pass: Pass): void {
  if (step.retry !== undefined) checkRetry(step, step.retry, pass)
  if (step.approval !== undefined) checkPolicy(step, step.approval, pass)
  const check = checks[step.kind] as ((step: Step, pass: Pass) => void) | null
  check?.(step, pass)
}

/** What the shape of a kind does not say; null where it says all. */
const checks: { readonly [Kind in StepKind]: ((step: StepOf<Kind>, pass: Pass) => void) | null } = {
  ...{ tool: null, set: null, if: null, foreach: null, parallel: null },
  ...{ return: null, stop: null, next: null, fail: null },
  repeat: (step, pass) => checkRepeat(step, pass),
  approval: (step, pass) => checkApproval(step, step, '', pass),
  wait: (step, pass) => checkWait(step, step, pass),
  workflow: (step, pass) => checkWorkflow(step, step, pass),
  agent: (step, pass) => checkAgent(step, step, pass),
  ask: (step, pass) => checkAsk(step, pass),
  code: (step, pass) => checkCode(step, step, pass),
}

function checkRetry(step: Step, { backoffMs, maxBackoffMs, pauseMs }: RetryPolicy, pass: Pass): void {
  const report = (field: string, message: string) =>
    pass.report(step, 'BAD_RETRY', field, `${step.id}.${field}: ${message}`)
  if (step.kind !== 'tool' && step.kind !== 'code')
    report('retry', `only calls of tools and code are tried again, this is a step of kind ${step.kind}`)
  if (backoffMs !== undefined && maxBackoffMs !== undefined && maxBackoffMs < backoffMs)
    report('retry.maxBackoffMs', `expected at least backoffMs (${backoffMs}), received ${maxBackoffMs}`)
  if (pauseMs !== undefined && (backoffMs ?? maxBackoffMs) !== undefined)
    report(
      'retry.pauseMs',
      'pauses are all the same or they grow: write pauseMs, or backoffMs and maxBackoffMs',
    )
}

function checkPolicy(step: Step, policy: ApprovalPolicy, pass: Pass): void {
  if (step.kind === 'tool') return checkApproval(step, policy, 'approval.', pass)
  const message = `${step.id}.approval: only tool calls are approved before they are sent; put an approval step before this one`
  pass.report(step, 'BAD_APPROVAL', 'approval', message)
}

function checkRepeat(step: StepOf<'repeat'>, pass: Pass): void {
  if (step.until === undefined || step.while === undefined) return
  const message = `${step.id}: expected until or while, received both: one of them ends the loop`
  pass.report(step, 'BAD_REPEAT', 'while', message)
}

function checkWait(step: Step, block: WaitBlock, pass: Pass): void {
  const given = (['for', 'until', 'event'] as const).filter(field => block[field] !== undefined)
  if (given.length !== 1) {
    const received = given.length === 0 ? 'none' : given.join(' and ')
    const message = `${step.id}: expected exactly one of for, until and event, received ${received}`
    return pass.report(step, 'BAD_WAIT', '', message)
  }
  const { until } = block
  const isComputed = typeof until === 'object' && until !== null
  if (until === undefined || isComputed || momentOf(until) !== null) return
  const message = `${step.id}.until: expected Unix ms, or ISO 8601 with a time zone, received ${JSON.stringify(until)}`
  pass.report(step, 'BAD_WAIT', 'until', message)
}

function checkWorkflow(step: Step, { workflow }: WorkflowBlock, pass: Pass): void {
  const report = (code: DiagnosticCode, message: string, candidates?: readonly string[]) =>
    pass.report(step, code, 'workflow', `${step.id}.workflow: ${message}`, candidates)
  if (workflow.trim() === '') return report('BAD_WORKFLOW', 'expected the name or id of a workflow')
  if (pass.workflows === null || pass.workflows.some(({ id }) => id === workflow)) return
  const named = pass.workflows.filter(({ name }) => name === workflow)
  const quoted = JSON.stringify(workflow)
  if (named.length > 1) {
    const message = `${named.length} workflows are called ${quoted}: say its id`
    return report(
      'AMBIGUOUS_WORKFLOW',
      message,
      named.map(({ id }) => id),
    )
  }
  if (named.length === 1) return
  const near = pass.workflows.filter(({ name }) => name.toLowerCase() === workflow.toLowerCase())
  const names = (near.length > 0 ? near : pass.workflows).slice(0, 3).map(({ name }) => name)
  // The workflow may be made later, or be this one: a question, which does not keep the plan from running.
  const message = `${step.id}.workflow: there is no workflow ${quoted} yet; the step fails until there is one`
  pass.ask(step, 'UNKNOWN_WORKFLOW', 'workflow', message, names)
}
