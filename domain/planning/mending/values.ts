// Values of a step as weak models write them: `{{steps.a.b}}` and `${inputs.x}` in plain texts, expressions
// of other languages.
import { ExpressionError } from '../../expression/expression.ts'
import { splitTemplate } from '../../expression/template.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import { mendedDatePattern, mendedExpression, mendedOrders } from './expressions.ts'
import type { Tell } from './mended-plan.ts'
import type { Names } from './names.ts'

export interface ValuePlace {
  readonly key: string
  readonly path: string
  /** Is it a root that an expression here could read? */
  readonly isKnown: (root: string) => boolean
  readonly names: Names
  readonly tell: Tell
}

/** Fields that are expressions as they stand. */
const conditions = new Set(['when', 'over', 'until', 'while', 'unless'])

export function mendedValue(value: Json, place: ValuePlace): Json {
  if (conditions.has(place.key) && typeof value === 'string') return expression(value, place)
  if (place.key === 'cases' && Array.isArray(value))
    return (value as readonly Json[]).map(part => caseOf(part, place))
  if (typeof value === 'string') return mendedText(value, place)
  if (Array.isArray(value))
    return (value as readonly Json[]).map(each => mendedValue(each, { ...place, key: '' }))
  if (!isObject(value)) return value
  const entries = Object.entries(value as JsonObject)
  const [[key, source] = ['', null]] = entries
  if (entries.length === 1 && typeof source === 'string') {
    if (key === '$') return { $: expression(source, place) }
    if (key === '$t') return { $t: mendedTemplate(source, place) }
    if (key === '$secret') return value
  }
  const inner = (name: string) => ({ ...place, key: name === 'unless' ? name : '' })
  return Object.fromEntries(
    entries.map(([name, each]) => [name, mendedValue(each, inner(name))]),
  ) as JsonObject
}

function caseOf(part: Json, place: ValuePlace): Json {
  if (!isObject(part)) return part
  const { when } = part as JsonObject
  return typeof when === 'string' ? { ...(part as JsonObject), when: expression(when, place) } : part
}

function expression(source: string, { path, names, isKnown, tell }: ValuePlace): string {
  const wrapped = /^\s*(?:\{\{([\s\S]*)\}\}|\$\{([\s\S]*)\})\s*$/.exec(source)
  const bare = (wrapped?.[1] ?? wrapped?.[2] ?? source).trim()
  const mended = mendedOrders(mendedExpression(bare) ?? bare)
  const isVariable = (root: string) => isKnown(root) && !names.isKnown(root)
  const renamed = mendedPatterns(names.inExpression(mended, isVariable))
  if (renamed !== source) tell(path, `${source.slice(0, 80)} is taken as ${renamed.slice(0, 80)}`)
  return renamed
}

function mendedPatterns(source: string): string {
  return source.replaceAll(/(formatDate\([^"]*)"([^"]*)"/g, (whole, before: string, pattern: string) =>
    /[YD]/.test(pattern) && !/d|y/.test(pattern) ? `${before}"${mendedDatePattern(pattern)}"` : whole,
  )
}

/** `{{...}}` and `${...}` whose root is known here. */
const braces = /\{\{\s*([^{}]{1,500}?)\s*\}\}|(?<!\$)\$\{\s*([^{}]{1,500}?)\s*\}/g

function mendedText(text: string, place: ValuePlace): Json {
  const found = [...text.matchAll(braces)].filter(match => isReadable(match[1] ?? match[2]!, place))
  if (found.length === 0) return text
  const [only] = found
  if (found.length === 1 && only![0] === text.trim()) {
    const source = expression(only![1] ?? only![2]!, { ...place, tell: () => {} })
    place.tell(place.path, `${text.slice(0, 80)} is taken as the value ${source.slice(0, 80)}`)
    return { $: source }
  }
  const template = text.replaceAll(braces, (whole, one: string | undefined, two: string | undefined) => {
    const source = one ?? two!
    return isReadable(source, place) ? `\${${expression(source, { ...place, tell: () => {} })}}` : whole
  })
  place.tell(place.path, 'a text with {{...}} is taken as a text with values')
  return { $t: template }
}

function mendedTemplate(template: string, place: ValuePlace): string {
  // `{{...}}` in a template is one of another language.
  const single = template.replaceAll(/\{\{\s*([^{}]{1,500}?)\s*\}\}/g, (whole, source: string) =>
    isReadable(source, place) ? `\${${source}}` : whole,
  )
  try {
    const parts = splitTemplate(single).map(part =>
      part.type === 'text'
        ? part.text.replaceAll('${', () => '$${')
        : `\${${expression(part.source, { ...place, tell: () => {} })}}`,
    )
    const mended = parts.join('')
    if (mended !== template) place.tell(place.path, 'expressions of a text are mended')
    return mended
  } catch (error) {
    if (error instanceof ExpressionError) return template
    throw error
  }
}

function isReadable(source: string, { isKnown }: ValuePlace): boolean {
  const [root] = /[A-Za-z_]\w*/.exec(source) ?? []
  return root !== undefined && (isKnown(root) || /^[A-Za-z_]\w*\(/.test(source.trim()))
}
