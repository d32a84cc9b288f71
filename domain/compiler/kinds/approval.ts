// Checks who approves, how many must, and the form that they fill in. Called by domain/compiler/blocks.ts and
// ask.ts.
import { isId } from '../../ids.ts'
import { isRole } from '../../plan/assignees.ts'
import type { ApprovalPolicy, Step } from '../../plan/plan.ts'
import { compileSchema } from '../../schema/schema-check.ts'
import { SchemaError } from '../../schema/schema-error.ts'
import type { Pass } from '../compiler.ts'

/** @param prefix of the policy's fields in the step */
export function checkApproval(
  step: Step,
  { assignees = [], assigneesFrom = [], quorum = 1, form }: Partial<ApprovalPolicy>,
  prefix: string,
  pass: Pass,
): void {
  const report = (field: string, message: string) =>
    pass.report(step, 'BAD_APPROVAL', `${prefix}${field}`, `${step.id}.${prefix}${field}: ${message}`)
  for (const [index, assignee] of assignees.entries()) {
    if (assignee.trim() === '')
      report(`assignees[${index}]`, 'expected an e-mail address, a user id or a role')
  }
  // A role is one assignee, but stands for many people.
  const people = new Set(assignees.map(assignee => assignee.trim().toLowerCase())).size
  const [first = ''] = assignees
  const isPerson = people > 1 || first.includes('@') || isId('user', first)
  const isCountable = isPerson && assigneesFrom.length === 0 && !assignees.some(isRole)
  if (isCountable && quorum > people) report('quorum', `${quorum} must approve, but only ${people} are asked`)
  if (form === undefined) return
  try {
    compileSchema(form)
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    report('form', error.message)
  }
}
