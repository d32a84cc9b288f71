// Takes a value of a plan apart: what stands in it as it is, and what is computed. Computes nothing.
import { type Node, parse } from '../../domain/expression/parse.ts'
import { splitTemplate } from '../../domain/expression/template.ts'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Argument } from '../../domain/plan/plan.ts'
import { secretMarker } from '../../domain/plan/secret-places.ts'

export type Path = readonly (string | number)[]

/** A text, number or truth as it stands in the plan. */
export interface Literal {
  readonly path: Path
  readonly value: string | number | boolean | null
  /** It is a part of what is computed: a text of an expression, or one beside values. */
  readonly isPart: boolean
}

export function literalsIn(value: Argument, path: Path = []): readonly Literal[] {
  if (typeof value !== 'object' || value === null) return [{ path, value, isPart: false }]
  if (secretMarker(value) !== null) return []
  const computed = computedTextsIn(value)
  if (computed !== null) return computed.map(text => ({ path, value: text, isPart: true }))
  if (Array.isArray(value)) return value.flatMap((item, index) => literalsIn(item, [...path, index]))
  return Object.entries(value).flatMap(([name, item]) => literalsIn(item as Json, [...path, name]))
}

/** `{"$": ...}` and `{"$t": ...}`, with what they hold; null for everything else. */
export function computedIn(value: Argument): { readonly kind: '$' | '$t'; readonly text: string } | null {
  if (!isObject(value)) return null
  const entries = Object.entries(value as JsonObject)
  const [[kind, text] = []] = entries
  const isComputed = entries.length === 1 && typeof text === 'string' && (kind === '$' || kind === '$t')
  return isComputed ? { kind: kind as '$' | '$t', text: text as string } : null
}

/** The texts in a computed value: those beside its expressions, and those within them. */
function computedTextsIn(value: Argument): readonly string[] | null {
  const computed = computedIn(value)
  if (computed === null) return null
  if (computed.kind === '$') return textsOfExpression(computed.text)
  return partsOf(computed.text).flatMap(part =>
    part.type === 'text' ? [part.text] : textsOfExpression(part.source),
  )
}

/** Of a template that cannot be read, all of it is text; the compiler says what is wrong. */
export function partsOf(template: string): ReturnType<typeof splitTemplate> {
  try {
    return splitTemplate(template)
  } catch {
    return [{ type: 'text', text: template }]
  }
}

export function textsOfExpression(source: string): readonly string[] {
  const tree = treeOf(source)
  return tree === null ? [] : textsBelow(tree)
}

/** Null: it cannot be read, which the compiler says. */
export function treeOf(source: string): Node | null {
  try {
    return parse(source)
  } catch {
    return null
  }
}

function textsBelow(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsBelow)
  if (!isObject(node) || !('op' in node)) return []
  const { op, args } = node as unknown as Node
  if (op === 'value') return typeof args === 'string' ? [args] : []
  return textsBelow(args)
}

/** `args.to[0].address`, for people. */
export function pathText(path: Path): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`))
    .join('')
}
