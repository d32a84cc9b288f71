// What could be written in an expression: what it sees, fields of that, functions.
import type { FunctionShape } from '../../../domain/expression/library/function-shapes.ts'
import { ExpressionScan } from '../../../language/notation/values/expressions.ts'
import type { Offered } from './listening.ts'
import type { Group, Option } from './options.ts'
import { membersOf, typeText, type World } from './reach.ts'

/** Characters of a reference. */
const longestPath = 200

/** Where the expression begins that the text ends in; null: it ends in none. */
export function openExpression(before: string, slot: Offered | null): number | null {
  if (slot?.offer.type === 'expression') return slot.from
  const block = openBlock(before)
  if (block === null) return null
  if (block.kind === 'cel') return block.from
  const start = block.kind === 'text' ? before.lastIndexOf('{{') : -1
  if (start < block.from) return null
  const scan = new ExpressionScan()
  for (let at = start + 2; at < before.length; at++) if (scan.endsAt(before[at]!)) return null
  return start + 2
}

export function expressionOptions(
  before: string,
  start: number,
  world: World,
  functions: readonly FunctionShape[],
): Group {
  const near = before.slice(Math.max(start, before.length - longestPath))
  const [path] = /(?:[A-Za-z_]\w*\.)*(?:[A-Za-z_]\w*)?$/.exec(near)!
  const parts = path.split('.')
  const from = before.length - parts.at(-1)!.length
  // Within a text of the expression nothing is a name.
  if (isInQuotes(before.slice(start, before.length - path.length))) return { from, options: [] }
  if (parts.length > 1) return { from, options: fields(parts.slice(0, -1), world) }
  return { from, options: [...names(world), ...functions.map(functionOption)] }
}

function fields(path: readonly string[], world: World): readonly Option[] {
  return membersOf(path, world).map(({ name, schema }) => ({
    ...{ type: 'reference', label: name, apply: name },
    ...(schema !== null && { detail: typeText(schema) }),
  }))
}

function names({ reach, ...world }: World): readonly Option[] {
  const whole = (head: string) =>
    membersOf([head], { reach, ...world }).map(({ name, schema }) =>
      reference(`${head}.${name}`, typeText(schema)),
    )
  return [
    ...reach.variables.map(({ name }) => reference(name, '')),
    ...whole('steps').reverse(),
    ...whole('inputs'),
    ...(reach.seesError ? [reference('error.message', 'text'), reference('error.code', 'text')] : []),
    reference('now', 'number'),
  ]
}

function reference(label: string, detail: string): Option {
  return { type: 'reference', label, apply: label, ...(detail !== '' && { detail }) }
}

function functionOption({ name, shape, description }: FunctionShape): Option {
  const detail = shape.slice(name.length)
  const apply = detail.startsWith('()') ? `${name}()` : `${name}(\${})`
  return { type: 'function', label: name, apply, detail, info: description }
}

/** The block that the text ends in. */
function openBlock(before: string): { readonly kind: string; readonly from: number } | null {
  let open: { readonly kind: string; readonly fence: string; readonly from: number } | null = null
  let at = 0
  for (const line of before.split('\n')) {
    const [, fence, kind = ''] = /^ *(`{3,})(\w*)\s*$/.exec(line) ?? []
    const next = at + line.length + 1
    if (open === null && fence !== undefined) open = { kind, fence, from: next }
    else if (fence === open?.fence && kind === '') open = null
    at = next
  }
  return open
}

function isInQuotes(source: string): boolean {
  let quote: string | null = null
  for (let at = 0; at < source.length; at++) {
    const character = source[at]!
    if (quote !== null && character === '\\') at += 1
    else if (character === quote) quote = null
    else if (quote === null && (character === '"' || character === "'")) quote = character
  }
  return quote !== null
}
