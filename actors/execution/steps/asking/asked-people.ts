// Whom an approval asks, where the plan computes it. A computed role means that role and those above it, as a
// named one does. Nobody at all is no "whoever may decide": the step fails.
import { withRolesAbove } from '../../../../domain/plan/assignees.ts'
import type { ProgramApproval } from '../program.ts'
import { type Evaluate, nameOf } from '../scope.ts'

const most = 50
const longest = 254

/** @returns whom, or what is wrong with what was computed @throws {ExpressionError} */
export function askedPeople(
  { assignees: named = [], assigneesFrom }: ProgramApproval,
  evaluate: Evaluate,
): readonly string[] | string {
  if (assigneesFrom.length === 0) return named
  const found: string[] = []
  for (const computed of assigneesFrom) {
    const value = evaluate(computed)
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one !== 'string' || one.length > longest)
        return `expected an e-mail address, a user id or a role as assignee, received ${nameOf(one)}`
      if (one.trim() !== '') found.push(one.trim())
    }
  }
  const asked = [...new Set([...named, ...withRolesAbove(found)])]
  if (asked.length === 0) return 'the assignees that were computed are nobody'
  return asked.length > most ? `expected at most ${most} assignees, received ${asked.length}` : asked
}
