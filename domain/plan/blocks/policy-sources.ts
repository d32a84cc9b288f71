// What an approval computes when it is asked for.

import type { ApprovalPolicy } from '../plan.ts'
import type { Source } from './block.ts'

/** @param prefix of the policy's fields in its step */
export function policySources(
  { message, unless, assigneesFrom = [] }: ApprovalPolicy,
  prefix = '',
): readonly Source[] {
  const found: Source[] = []
  if (unless !== undefined) found.push({ field: `${prefix}unless`, expression: unless, expects: 'bool' })
  found.push({ field: `${prefix}message`, argument: message })
  for (const [index, source] of assigneesFrom.entries())
    found.push({ field: `${prefix}assigneesFrom[${index}]`, argument: { $: source } })
  return found
}
