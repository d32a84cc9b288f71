// Paths into JSON values: the part of JMESPath whose cost is proportional to the value. A path that only
// descends is bounded by the value. A part that builds a new value could double it at every step, so one
// `{...}` or `[a, b]` is allowed; functions, variables and `$` are not.
import { compile, type JSONValue, TreeInterpreter } from '@jmespath-community/jmespath'
import { spend, spentBy } from '../../domain/budgets/budget.ts'
import { weigh } from '../../domain/budgets/weigh.ts'
import type { Json } from '../../domain/json.ts'
import { bounded } from './bounds.ts'
import { ToolFailure } from './tool.ts'

type Node = ReturnType<typeof compile>

const supported: ReadonlySet<string> = new Set([
  ...['Field', 'Literal', 'Index', 'Slice', 'Current', 'Identity', 'Comparator', 'KeyValuePair', 'Pipe'],
  ...['FilterProjection', 'Projection', 'ValueProjection', 'Flatten', 'Subexpression', 'IndexExpression'],
  ...['AndExpression', 'OrExpression', 'NotExpression', 'MultiSelectHash', 'MultiSelectList'],
])

/**
 * The value at the path, or null.
 * @throws {ToolFailure} `bad-path`, or `too-large` for the result
 */
export function select(value: Json, path: string): Json {
  const tree = parse(path)
  const seen: Seen = { shapes: 0, passes: 0, namesInherited: false }
  inspect(tree, seen)
  // Each may go through the whole value once more.
  spend(seen.passes * spentBy(() => weigh(value)))
  const source = seen.namesInherited ? withoutPrototypes(value) : value
  const found = (search(tree, source, path) as Json | undefined) ?? null
  bounded(found)
  return seen.namesInherited ? JSON.parse(JSON.stringify(found)) : found
}

function parse(path: string): Node {
  try {
    return compile(path)
  } catch (cause) {
    throw badPath(`the path ${quote(path)} is not JMESPath`, cause)
  }
}

function search(tree: Node, value: Json, path: string): unknown {
  try {
    return TreeInterpreter.search(tree, value as JSONValue)
  } catch (cause) {
    throw badPath(`the path ${quote(path)} does not fit the value`, cause)
  }
}

interface Seen {
  shapes: number
  /** Parts that go through a list or an object. */
  passes: number
  namesInherited: boolean
}

function inspect(node: Node, seen: Seen): void {
  if (!supported.has(node.type))
    throw badPath(`a path can not have a ${node.type}: use a list or number tool`)
  if (/Projection|Flatten|Slice|Comparator/.test(node.type)) seen.passes++
  if (node.type === 'Field' && node.name in Object.prototype) seen.namesInherited = true
  if (node.type.startsWith('MultiSelect') && ++seen.shapes > 1) {
    throw badPath('a path may build one {...} or [a, b], not more')
  }
  if (node.type === 'Literal') return
  for (const part of Object.values(node).flat()) {
    if (typeof part === 'object' && part !== null && 'type' in part) inspect(part as Node, seen)
  }
}

/** The interpreter also looks at inherited names, so it would find `constructor` in every object. */
function withoutPrototypes(value: Json): Json {
  return JSON.parse(JSON.stringify(bounded(value)), (_, part: Json) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.assign(Object.create(null), part)
  })
}

function badPath(message: string, cause?: unknown): ToolFailure {
  const why = cause instanceof Error ? `: ${cause.message.slice(0, 200)}` : ''
  return new ToolFailure('bad-path', message + why, false, { cause })
}

function quote(path: string): string {
  return JSON.stringify(path.slice(0, 100))
}
