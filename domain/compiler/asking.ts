// Who is asked, and whether anybody is: a step that removes or overwrites and that nobody approves, approvers
// that are nobody here, an agent without a model. The plan may be meant so, or its world not be ready yet:
// these are questions. Called by domain/compiler/compiler.ts, after its other passes.
import { listsOf } from '../plan/nested-steps.ts'
import type { ApprovalPolicy, Step } from '../plan/plan.ts'
import { offeredName } from '../tools/tool.ts'
import type { Pass } from './compiler.ts'

export function checkAsking(steps: readonly Step[], pass: Pass): void {
  walk(steps, false, pass)
}

/** @param isAsked somebody has approved what comes here */
function walk(steps: readonly Step[], isAsked: boolean, pass: Pass): void {
  let asked = isAsked
  for (const step of steps) {
    if (step.kind === 'approval') checkDeciders(step, step, 'assignees', pass)
    else if (step.approval !== undefined) checkDeciders(step, step.approval, 'approval.assignees', pass)
    if (step.kind === 'tool') checkDestructive(step, asked, pass)
    if (step.kind === 'agent' || step.kind === 'ask') checkModel(step, pass)
    if (step.kind === 'ask' && typeof step.review === 'object')
      checkDeciders(step, step.review, 'review.assignees', pass)
    for (const list of listsOf(step)) walk(list, asked, pass)
    asked ||= holdsApproval(step)
  }
}

/** After it, or after a block with it, whoever reads the plan sees that somebody was asked. */
function holdsApproval(step: Step): boolean {
  return step.kind === 'approval' || listsOf(step).some(list => list.some(holdsApproval))
}

function checkDestructive(step: Extract<Step, { kind: 'tool' }>, isAsked: boolean, pass: Pass): void {
  if (step.effect !== 'destructive' || isAsked || step.approval !== undefined) return
  const name = offeredName({ server: step.server, name: step.tool })
  const message = `${step.id}: ${name} removes or overwrites, and nobody is asked before; to have it approved, write "approval": {"message": "..."} into the step`
  pass.ask(step, 'NO_APPROVAL', 'approval', message)
}

function checkDeciders(
  step: Step,
  { assignees = [], assigneesFrom = [] }: Pick<ApprovalPolicy, 'assignees' | 'assigneesFrom'>,
  field: string,
  pass: Pass,
): void {
  if (pass.deciders === null || assignees.length === 0 || assigneesFrom.length > 0) return
  const known = new Set(pass.deciders)
  const nobody = assignees.filter(assignee => !known.has(assignee))
  if (nobody.length < assignees.length) return
  const said = nobody.slice(0, 5).join(', ')
  const message = `${step.id}.${field}: nobody in this organization is ${said} or may decide as that, so the approval would wait; invite them, or name a member, or a role: member, admin, owner`
  pass.ask(step, 'NOBODY_CAN_DECIDE', field, message)
}

/**
 * An agent may wait for its model; a question is part of what the author wants judged, so it wants one now.
 */
function checkModel(step: Extract<Step, { kind: 'agent' | 'ask' }>, pass: Pass): void {
  if (pass.models === null) return
  const tell = step.kind === 'ask' ? pass.report : pass.ask
  const { model } = step
  const { names, hasDefault } = pass.models
  if (model !== undefined && !names.includes(model)) {
    const message = `${step.id}.model: there is no language model ${JSON.stringify(model)}; the step fails until there is one`
    tell(step, 'NO_MODEL', 'model', message, names.slice(0, 5))
  } else if (model === undefined && !hasDefault) {
    const message = `${step.id}: no language model is set up, so the step fails until one is: see Settings > Models, or MODEL_URL`
    tell(step, 'NO_MODEL', '', message)
  }
}
