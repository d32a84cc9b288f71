// Texts and numbers that an expression has of its own, and that decide what it gives: what it compares with,
// counts with, or says. Names of fields, units and zones stand in expressions, too, and decide nothing that a
// request would say.
import type { Node } from '../../domain/expression/parse.ts'
import { literalOf } from '../../domain/expression/parse.ts'
import { treeOf } from './pieces.ts'

export interface OwnValue {
  readonly value: string | number
  /** It decides; a text that is only passed on is said. */
  readonly isCompared: boolean
}

/** None of an expression that cannot be read: the compiler says so. */
export function ownValues(source: string): readonly OwnValue[] {
  const tree = treeOf(source)
  return tree === null ? [] : valuesIn(tree, 'said')
}

/** What becomes of a text: it is said, it is compared, or it only names a field, a unit, a zone. */
type Use = 'said' | 'compared' | 'named'

const comparing: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in'])
/** They compare with their arguments. */
const searching: ReadonlySet<string> = new Set([
  ...['contains', 'startsWith', 'endsWith', 'matches', 'find', 'indexOf'],
])
/** Their numbers are about how a number is written. */
const writing: ReadonlySet<string> = new Set(['round', 'formatNumber'])

function valuesIn(node: Node, use: Use): readonly OwnValue[] {
  const { op, args } = node
  if (op === 'value') return ownValue(node, use)
  if (op === 'call' || op === 'rcall') return inCall(node, use)
  if (op === '[]') return valuesIn((args as readonly Node[])[0]!, use)
  const below = comparing.has(op) ? 'compared' : use
  return nodesIn(args).flatMap(each => valuesIn(each, below))
}

/** Of a call the first is what it is about; the others are parameters, or compute for each item. */
function inCall({ op, args }: Node, use: Use): readonly OwnValue[] {
  const [name, first, more] = args as [string, Node | readonly Node[], readonly Node[] | undefined]
  const [about, ...rest] = op === 'rcall' ? [first as Node, ...(more ?? [])] : (first as readonly Node[])
  if (about === undefined || writing.has(name)) return about === undefined ? [] : valuesIn(about, use)
  // `find(list, field, value)`: the field is named alone.
  const sought = name === 'find' ? rest.slice(1) : rest
  return [
    ...valuesIn(about, use),
    ...sought.flatMap(each => valuesIn(each, searching.has(name) ? 'compared' : 'named')),
  ]
}

function ownValue(node: Node, use: Use): readonly OwnValue[] {
  const value = literalOf(node)
  if (typeof value === 'number') {
    // How lists begin and end, what is none and what is one: every plan counts with them.
    return value === 0 || value === 1 ? [] : [{ value, isCompared: true }]
  }
  if (typeof value !== 'string' || use === 'named') return []
  return [{ value, isCompared: use === 'compared' }]
}

function nodesIn(args: unknown): readonly Node[] {
  if (Array.isArray(args)) return args.flatMap(nodesIn)
  return typeof args === 'object' && args !== null && 'op' in args ? [args as Node] : []
}
