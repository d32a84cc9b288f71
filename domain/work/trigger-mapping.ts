// How the inputs of a triggered execution come from what triggered it: a CEL expression for each input, over
// names that the kind of the trigger gives. Computed in threads that can be ended
// (language/thinking/mapping.ts).
import { type Computed, compileExpression, ExpressionError } from '../expression/expression.ts'
import type { JsonObject } from '../json.ts'
import type { InputMapping } from './starts/input-mapping.ts'

export type Mapped = { readonly inputs: JsonObject } | { readonly defect: string }

/** Why an expression cannot be used, whatever it will be given; null when it can. */
export function expressionDefect(source: string, names: readonly string[]): string | null {
  try {
    const { names: read, steps, inputs } = compileExpression(source)
    const used = [...read, ...(steps.length > 0 ? ['steps'] : []), ...(inputs.length > 0 ? ['inputs'] : [])]
    const unknown = used.find(name => !names.includes(name))
    return unknown === undefined ? null : `expected ${listed(names)}, received \`${unknown}\``
  } catch (error) {
    return reasonOf(error)
  }
}

/** @param scope the names of the trigger, with their values */
export function mapInputs(mapping: InputMapping, scope: JsonObject): Mapped {
  const inputs: { [name: string]: JsonObject[string] } = Object.create(null)
  for (const [input, source] of Object.entries(mapping)) {
    try {
      inputs[input] = compiled(source).evaluate(scope)
    } catch (error) {
      return { defect: `${input}: ${reasonOf(error)}` }
    }
  }
  return { inputs: { ...inputs } }
}

const kept = new Map<string, Computed>()
/** Expressions that stay compiled; each is 4,000 characters at most. */
const mostKept = 1_000

function compiled(source: string): Computed {
  const known = kept.get(source)
  if (known !== undefined) return known
  const computed = compileExpression(source)
  if (kept.size >= mostKept) kept.clear()
  kept.set(source, computed)
  return computed
}

/** @throws whatever is no error of the expression */
function reasonOf(error: unknown): string {
  if (error instanceof ExpressionError) return error.message
  throw error
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
