// What a step computes, field by field. Compiles nothing unless asked.
import { type Computed, compileArgument, compileExpression } from '../../expression/expression.ts'
import type { Step } from '../plan.ts'
import type { Source } from './block.ts'
import { blockOf } from './blocks.ts'
import { policySources } from './policy-sources.ts'

/** All computed fields of a step itself, without those of the steps inside it. */
export function sourcesOf(step: Step): readonly Source[] {
  const { when, approval } = step
  const found: Source[] = when === undefined ? [] : [{ field: 'when', expression: when, expects: 'bool' }]
  found.push(...(blockOf(step).sources?.(step) ?? []))
  if (approval !== undefined) found.push(...policySources(approval, 'approval.'))
  return found
}

/** @throws {ExpressionError} */
export function compileSource(source: Source): Computed {
  return 'expression' in source ? compileExpression(source.expression) : compileArgument(source.argument)
}
