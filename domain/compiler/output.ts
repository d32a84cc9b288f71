// What a plan returns, held against its `outputSchema`: an execution whose output does not fit fails at its
// end (actors/execution/steps/output.ts), which is late to be told. Called by compiler.ts and
// typing/check-types.ts.
import { compileArgument } from '../expression/expression.ts'
import type { JsonSchema } from '../json.ts'
import { blockOf } from '../plan/blocks/blocks.ts'
import type { Argument, Step } from '../plan/plan.ts'
import { knownOf, type MaybeKnown } from '../schema/known.ts'
import { misfitOf } from '../schema/misfit.ts'
import { compileSchema, defectUnder } from '../schema/schema-check.ts'
import { SchemaError } from '../schema/schema-error.ts'
import type { Pass } from './compiler.ts'

/** Why it cannot be checked; null when it can. */
export function schemaDefect(schema: JsonSchema): string | null {
  try {
    compileSchema(schema)
    return null
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error
    return error.message
  }
}

/** Reports a schema that cannot be used, and one that takes no null where nothing is returned. */
export function checkOutputSchema(all: readonly Step[], { output, report }: Pass): void {
  if (output === null) return
  const defect = schemaDefect(output)
  if (defect !== null) return report(null, 'BAD_OUTPUT', 'outputSchema', `outputSchema: ${defect}`)
  if (all.some(step => givesOutput(step))) return
  const wrong = compileSchema(output)(null)
  if (wrong === null) return
  const message = `the plan returns nothing, and outputSchema takes no null: ${defectUnder('output', wrong)}`
  report(null, 'BAD_OUTPUT', '', message)
}

/** Does the step end the execution with an output? */
export function givesOutput(step: Step): step is Extract<Step, { kind: 'return' | 'stop' }> {
  return blockOf(step).leaves === 'plan' && step.kind !== 'fail'
}

/** @param known what is known of what the step returns */
export function checkOutput(step: Step, known: MaybeKnown, { output, report }: Pass): void {
  if (output === null || !givesOutput(step) || schemaDefect(output) !== null) return
  const { value = null } = step
  const place = `${step.id}.value`
  const misfit = isLiteral(value)
    ? literalMisfit(output, value, place)
    : misfitOf(known, knownOf(output), place)
  if (misfit !== null) report(step, 'BAD_OUTPUT', 'value', `${misfit} (outputSchema)`)
}

function literalMisfit(schema: JsonSchema, value: Argument, place: string): string | null {
  const wrong = compileSchema(schema)(value)
  return wrong === null ? null : defectUnder(place, wrong)
}

function isLiteral(value: Argument): boolean {
  const { isLiteral, secrets } = compileArgument(value)
  return isLiteral && secrets.length === 0
}
