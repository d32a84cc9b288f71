// Who an approval asks. A role among the assignees means that role and those above it: an organization of one
// owner can decide what an admin is asked for. The compiler writes them out, so that a plan that was compiled
// before this was so asks exactly the roles that it names, as it always did.
import { type Role, roles } from '../people/permissions.ts'
import type { ApprovalPolicy, Step } from './plan.ts'

/** @returns the assignees as given, then the roles above those that are named; each name once */
export function withRolesAbove(assignees: readonly string[]): readonly string[] {
  const ranks = assignees.map(rankOf).filter(rank => rank !== -1)
  if (ranks.length === 0) return assignees
  const named = new Set(assignees.map(assignee => assignee.toLowerCase()))
  const above = roles.slice(Math.min(...ranks)).filter(role => !named.has(role))
  return above.length === 0 ? assignees : [...assignees, ...above]
}

export function isRole(assignee: string): boolean {
  return rankOf(assignee) !== -1
}

/** Whom the step asks, and how; null when nobody. */
export function policyOf(step: Step): Partial<ApprovalPolicy> | null {
  if (step.kind === 'approval') return step
  if (step.kind === 'ask') return typeof step.review === 'object' ? step.review : null
  return step.approval ?? null
}

/** The step, whose approval asks the roles above those that it names as well. */
export function withAskedRoles(step: Step): Step {
  if (step.kind === 'ask')
    return typeof step.review === 'object' ? { ...step, review: withRoles(step.review) } : step
  const asked = step.kind === 'approval' ? withRoles(step) : step
  return asked.approval === undefined ? asked : { ...asked, approval: withRoles(asked.approval) }
}

function withRoles<Policy extends Pick<ApprovalPolicy, 'assignees'>>(policy: Policy): Policy {
  return policy.assignees === undefined ? policy : { ...policy, assignees: withRolesAbove(policy.assignees) }
}

/** -1 for what is no role. */
function rankOf(assignee: string): number {
  return roles.indexOf(assignee.toLowerCase() as Role)
}
