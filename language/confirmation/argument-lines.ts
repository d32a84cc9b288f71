// The arguments of a step in lines: each value with whether the request says it. Texts of others stand in
// quotes, so that nothing in them looks like a line of ours.
import { isObject, type JsonObject } from '../../domain/json.ts'
import type { Argument } from '../../domain/plan/plan.ts'
import { secretMarker } from '../../domain/plan/secret-places.ts'
import { shownKey, shownLine, shownName, shownText } from '../../domain/shown/shown.ts'
import { confirmationBounds } from '../../domain/work/confirming/entry.ts'
import { ownValues } from './own-values.ts'
import { computedIn, literalsIn, type Path } from './pieces.ts'
import type { SaidWords } from './said/said-words.ts'

/** Behind a value that stands in the plan as it is. */
const ofPerson = { said: '(in your words)', unsaid: '(not in your words)', computed: '(computed)' } as const
const ofAgent = { ...ofPerson, said: '(in the request)', unsaid: '(not in the request)' } as const

export function argumentLines(
  args: { readonly [name: string]: Argument },
  words: SaidWords,
): readonly string[] {
  return Object.entries(args).flatMap(([name, value]) => linesOf(value, [name], words))
}

/** A value and its mark. */
export function markedValue(value: Argument, words: SaidWords): string {
  const marks = words.isOfAgent ? ofAgent : ofPerson
  const computed = computedIn(value)
  if (computed?.kind === '$') {
    const isOwn = ownValues(computed.text).some(own => !isSaid(own.value, words))
    return `= ${shownLine(computed.text)} ${isOwn ? marks.unsaid : marks.computed}`
  }
  const shown = computed === null ? shownLiteral(value) : shownText(computed.text)
  const texts = literalsIn(value).map(literal => literal.value)
  if (texts.length === 0) return `${shown} ${marks.computed}`
  return `${shown} ${texts.every(text => isSaid(text, words)) ? marks.said : marks.unsaid}`
}

/** At most so long, with what is missing. */
export function bounded(says: string, most: number = confirmationBounds.says): string {
  if (says.length <= most) return says
  return `${says.slice(0, most).toWellFormed()}\n… ${says.length - most} more characters, in the plan`
}

function linesOf(value: Argument, path: Path, words: SaidWords): readonly string[] {
  const inside = insideOf(value)
  if (inside !== null) return inside.flatMap(([part, item]) => linesOf(item, [...path, part], words))
  const secret = secretMarker(value)
  const shown = secret === null ? markedValue(value, words) : `the secret ${shownText(secret)}`
  return [`  ${shownPath(path)}: ${shown}`]
}

/** Of a list or an object that holds something, and is not computed. */
function insideOf(value: Argument): readonly (readonly [string | number, Argument])[] | null {
  if (typeof value !== 'object' || value === null) return null
  if (computedIn(value) !== null || secretMarker(value) !== null) return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map((item, index) => [index, item])
  const entries = Object.entries(value as JsonObject)
  return entries.length === 0 ? null : entries
}

function shownPath(path: Path): string {
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${shownPart(part)}`))
    .join('')
}

function shownPart(name: string): string {
  return name.includes('.') || name.includes('[') ? shownKey(name) : shownName(name)
}

function shownLiteral(value: Argument): string {
  if (typeof value === 'string') return shownText(value)
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}

function isSaid(value: string | number | boolean | null, words: SaidWords): boolean {
  if (typeof value === 'string') return !/[\p{L}\p{N}]/u.test(value) || words.holds(value.trim())
  return typeof value === 'number' ? words.holds(value) : false
}
