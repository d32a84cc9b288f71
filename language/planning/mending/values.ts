// Values of a step as weak models write them: `{{steps.a.b}}` and `${inputs.x}` in plain texts, the bare path
// of a value, expressions of other languages.
import { ExpressionError } from '../../../domain/expression/expression.ts'
import { splitTemplate } from '../../../domain/expression/template.ts'
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { escaped, type Tell } from './draft.ts'
import { mendedDatePatterns, mendedOrders } from './expressions/call-texts.ts'
import { isReadable, mendedExpression, unwrapped } from './expressions/mended-expression.ts'
import type { Names, Variables } from './names.ts'

export interface ValuePlace {
  readonly key: string
  readonly path: string
  /** Loop variables, and `error` of a handler. */
  readonly variables: Variables
  /** The step whose failure the steps here handle. */
  readonly failed: string | null
  readonly names: Names
  readonly tell: Tell
}

/** Fields that are expressions as they stand. */
const conditions = new Set(['when', 'over', 'until', 'while', 'unless'])

/** What others call a computed value, or a text with values; all begin with a sign that texts do not have. */
const computed = ['$ref', '$expr', '$expression', '$cel', '$value', '$path', '$var', '$eval']
const templates = ['$template', '$text', '$tpl']

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
  if (entries.length === 1) {
    if (typeof source === 'string') {
      if (key === '$' || computed.includes(key)) return computedOf(source, key, place)
      if (key === '$t' || templates.includes(key)) return { $t: mendedTemplate(source, place) }
    } else if (key === '$' && (typeof source === 'number' || typeof source === 'boolean')) return source
    if (key === '$secret') return value
  }
  const inner = (name: string) => ({ ...place, key: name === 'unless' ? name : '' })
  return Object.fromEntries(
    entries.map(([name, each]) => [name, mendedValue(each, inner(name))]),
  ) as JsonObject
}

/** A text that stands where an expression should is one with values, where it can be read as nothing else. */
function computedOf(source: string, key: string, place: ValuePlace): Json {
  if (key !== '$') place.tell(place.path, `${key} is taken as a computed value`)
  const mended = expression(source, place)
  if (isReadable(mended) || isReadable(withoutBraces(source))) return { $: mended }
  const text = mendedText(source, place)
  return isObject(text) ? text : { $: mended }
}

function caseOf(part: Json, place: ValuePlace): Json {
  if (!isObject(part)) return part
  const { when } = part as JsonObject
  const source = isObject(when) ? (when as JsonObject)['$'] : when
  return typeof source === 'string' ? { ...(part as JsonObject), when: expression(source, place) } : part
}

function expression(source: string, place: ValuePlace): string {
  const { path, names, variables, failed, tell } = place
  const bare = unwrapped(source)
  // Braces around parts of a condition.
  const open = conditions.has(place.key) && !isReadable(bare) ? withoutBraces(bare) : bare
  const own = failed === null ? open : withOwnError(open, failed)
  const named = names.inExpression(own, variables)
  const renamed = mendedDatePatterns(mendedOrders(mendedExpression(named) ?? named))
  if (renamed !== source) tell(path, `${source.slice(0, 80)} is taken as ${renamed.slice(0, 80)}`)
  return renamed
}

function withoutBraces(source: string): string {
  return source.replaceAll(braces, (_, one: string | undefined, two: string | undefined) => one ?? two ?? '')
}

/** Steps that handle a failure read `error`; the step that failed has nothing to be read. */
function withOwnError(source: string, failed: string): string {
  const said = new RegExp(`\\bsteps\\.${escaped(failed)}\\.error\\b(\\.message\\b)?(?!\\.)`, 'g')
  return source.replaceAll(said, 'error.message')
}

/** `{{...}}`, `${{...}}` and `${...}`. */
const braces = /\$?\{\{\{?\s*([^{}]{1,500}?)\s*\}?\}\}|(?<!\$)\$\{\s*([^{}]{1,500}?)\s*\}/g

/** `{order.total}`: only a path. */
const singleBraces = /(?<![${])\{\s*([A-Za-z_]\w*(?:\.\w+|\[\d+\])+)\s*\}(?!\})/g

const barePath = /^(\$?)\.?((?:[A-Za-z_]\w*)(?:\.\w+|\[\d+\])+)$/

function mendedText(text: string, place: ValuePlace): Json {
  const [, sign = '', path = ''] = barePath.exec(text.trim()) ?? []
  // "invoice.pdf" and "inputs.txt" are texts, unless it is known that there is such a field: the compiler
  // knows (domain/compiler/typing/bare-paths.ts).
  const isMeant = sign === '$' || path.startsWith('steps.')
  if (path !== '' && isMeant && isValue(path, place)) {
    const source = expression(path, { ...place, tell: () => {} })
    place.tell(place.path, `${text.slice(0, 80)} is taken as the value ${source.slice(0, 80)}`)
    return { $: source }
  }
  if (isExpression(text, place)) return computedOf(text, '$', place)
  const found = [...text.matchAll(braces)].filter(match => isKnown(match[1] ?? match[2]!, place))
  const [only] = found
  if (found.length === 1 && only![0] === text.trim()) {
    const source = expression(only![1] ?? only![2]!, { ...place, tell: () => {} })
    place.tell(place.path, `${text.slice(0, 80)} is taken as the value ${source.slice(0, 80)}`)
    return { $: source }
  }
  const template = filledTemplate(
    text.replaceAll(/\$\{(?!\{)/g, () => '$${'),
    place,
    /\$\$\{\s*([^{}]{1,500}?)\s*\}/g,
  )
  if (template === null) return text
  place.tell(place.path, 'a text with {{...}} is taken as a text with values')
  return { $t: template }
}

/** Prose is never code that reads a value and calls something. */
function isExpression(text: string, place: ValuePlace): boolean {
  const [, path = ''] = /(?<![\w."'{$])((?:steps|inputs)\.\w+)/.exec(text) ?? []
  if (path === '' || text.length > longest || !isValue(path, place) || !/[([]/.test(text)) return false
  const source = place.names.inExpression(text, place.variables)
  return isReadable(source) || mendedExpression(source) !== null
}

/** Of an expression that stands in a text, in characters. */
const longest = 1_000

/** @param dollars how `${...}` stands in the text by now; null where there is nothing to fill in */
function filledTemplate(text: string, place: ValuePlace, dollars: RegExp): string | null {
  let filled = 0
  const fill = (whole: string, source: string | undefined) => {
    if (source === undefined || !isKnown(source, place)) return whole.startsWith('${{') ? `$${whole}` : whole
    filled++
    return `\${${expression(source, { ...place, tell: () => {} })}}`
  }
  const template = text
    .replaceAll(/\$?\{\{\{?\s*([^{}]{1,500}?)\s*\}?\}\}/g, fill)
    .replaceAll(dollars, fill)
    .replaceAll(singleBraces, (whole, path: string) => (isValue(path, place) ? fill(whole, path) : whole))
  return filled === 0 ? null : template
}

function mendedTemplate(template: string, place: ValuePlace): string {
  try {
    const single = template.replaceAll(
      /\$\{\{\s*([^{}]{1,500}?)\s*\}\}/g,
      (_, source: string) => `\${${source}}`,
    )
    const parts = splitTemplate(single).map(part => {
      if (part.type === 'expression') return `\${${expression(part.source, { ...place, tell: () => {} })}}`
      const text = part.text.replaceAll('${', () => '$${')
      return filledTemplate(text, place, /(?!)/g) ?? text
    })
    const mended = parts.join('')
    if (mended !== template) place.tell(place.path, 'expressions of a text are mended')
    return mended
  } catch (error) {
    if (error instanceof ExpressionError) return filledTemplate(template, place, /(?!)/g) ?? template
    throw error
  }
}

/** Does what stands in the braces read something that is known here? */
function isKnown(source: string, { names, variables }: ValuePlace): boolean {
  const bare = source.trim().replace(/^\$\.?/, '')
  const [root] = /[A-Za-z_]\w*/.exec(bare) ?? []
  if (root === undefined) return false
  return variables.has(root) || names.isKnown(root) || /^(?:[A-Za-z_]\w*\(|\[)/.test(bare)
}

/** A path that the compiler knows as one, too: of inputs, of a step, of a variable. */
function isValue(path: string, { names, variables }: ValuePlace): boolean {
  const [root = '', next = ''] = path.split(/[.[]/)
  if (root === 'steps') return names.refersTo(next) !== null
  return root === 'inputs' || variables.has(root)
}
