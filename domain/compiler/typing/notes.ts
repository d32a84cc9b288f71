// What a value may do to a run that nothing rules out: it is null where its author saw a value, or no list
// where one is used. Told as something to know. Called by check-types.ts.
import { compileExpression, ExpressionError } from '../../expression/expression.ts'
import { type Node, parse, pathOf } from '../../expression/parse.ts'
import { isObject, type JsonObject, type JsonSchema } from '../../json.ts'
import { own } from '../../own.ts'
import { knownOf, type MaybeKnown, typesOf } from '../../schema/known.ts'
import { accepts } from '../../schema/misfit.ts'
import type { HubTool } from '../../tools/tool.ts'
import { type Environment, written } from './environment.ts'

/** Trees of the expressions of one plan come from the same texts again and again. */
export function treeOf(source: string): Node | null {
  try {
    compileExpression(source)
    return parse(source)
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

/** A text that says "null", where its author saw a value. */
export function noteNullInText(source: string, known: MaybeKnown, around: Environment): void {
  const path = nullableIn(source, known, around)
  if (path === null) return
  const message = `${path} may be null, and the text then says null: write default(${path}, "...")`
  around.tell({ code: 'MAY_BE_NULL', severity: 'info', message })
}

/** A required argument that takes no null, and may get one. */
export function noteNullArgument(
  name: string,
  source: string,
  known: MaybeKnown,
  { inputSchema }: HubTool,
  around: Environment,
): void {
  const { required, properties } = inputSchema
  if (!Array.isArray(required) || !required.includes(name) || !isObject(properties)) return
  const parameter = own(properties as JsonObject, name)
  const expected = isObject(parameter) ? typesOf(knownOf(parameter as JsonSchema)) : null
  const path = nullableIn(source, known, around)
  if (path === null || expected === null || accepts(expected, 'null')) return
  const message = `${path} may be null, which ${name} does not take, and the step then fails: write default(${path}, ...), or a condition that asks for ${path} != null`
  around.tell({ code: 'MAY_BE_NULL', severity: 'info', message })
}

/** The path of a value that may be null when nothing around asks for that; else null. */
function nullableIn(source: string, known: MaybeKnown, { tested, mayBeNull }: Environment): string | null {
  const tree = treeOf(source)
  const path = tree === null ? null : pathOf(tree)
  if (path === null || tested.has(written(path))) return null
  const isEmptyStep = path[0] === 'steps' && path.length === 2 && mayBeNull.has(String(path[1]))
  const types = typesOf(known) ?? []
  return isEmptyStep || (types.length > 1 && types.includes('null')) ? written(path) : null
}

/** The answer of a tool that is used as a list, and of which no schema says that it is one. */
export function noteUnknownList(node: Node, known: MaybeKnown, around: Environment): void {
  const path = pathOf(node)
  if (typesOf(known) !== null || path?.[0] !== 'steps' || !around.isAnswer(String(path[1]))) return
  const said = written(path)
  const message = `nothing says that ${said} is a list, and the step fails if it is none: run ${path[1]} once, so that its results are known`
  around.tell({ code: 'UNKNOWN_LIST', severity: 'info', message })
}
