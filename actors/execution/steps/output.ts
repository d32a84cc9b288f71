// The output of an execution held against the `outputSchema` of its plan. Called where an execution ends
// well: by `return` and `stop` (beginning.ts), and by the end of the plan (advance.ts).
import type { Json } from '../../../domain/json.ts'
import { compileSchema, defectUnder } from '../../../domain/schema/schema-check.ts'
import type { Event, State } from '../protocol.ts'
import { type Cause, ended, failed } from './failing.ts'
import type { ExecutionContext } from './paths.ts'

/** A `return` or `stop` that gives what does not fit fails, as any other step does. */
export function endedBy(
  context: ExecutionContext,
  state: State,
  path: string,
  output: Json,
): readonly Event[] {
  const defect = defectOf(context, output)
  if (defect !== null) return failed(context, state, path, defect)
  return [{ type: 'step-completed', step: path, output }, ...ended(state, 'completed', output, null)]
}

/** The plan has come to its end, and no step of it gives an output. */
export function endedWithout(context: ExecutionContext, state: State): readonly Event[] {
  const { output } = state
  const defect = defectOf(context, output)
  if (defect === null) return ended(state, 'completed', output, null)
  return ended(state, 'failed', null, { ...defect, step: null })
}

/** The compiler lets no schema pass that cannot be checked. */
function defectOf({ program: { outputSchema } }: ExecutionContext, output: Json): Cause | null {
  const defect = outputSchema === null ? null : compileSchema(outputSchema)(output)
  return defect === null ? null : { code: 'output-invalid', message: defectUnder('output', defect) }
}
