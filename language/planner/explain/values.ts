// Values in an explanation: texts in quotes, placeholders in braces, numbers; what has no such form is quoted
// as it stands in the plan.
import { splitTemplate } from '../../../domain/expression/template.ts'
import type { Argument } from '../../../domain/plan/plan.ts'
import { renamed } from './names.ts'

export type Names = ReadonlyMap<string, string>

/** An argument of a step, in one phrase. */
export function valueWords(value: Argument, names: Names): string {
  if (typeof value === 'string') return textWords(value)
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  const computed = computedOf(value)
  if (computed === null) {
    const cel = celOf(value)
    return cel === null ? codeWords(JSON.stringify(withNames(value, names))) : expressionWords(cel, names)
  }
  const [kind, said] = computed
  if (kind === '$') return expressionWords(said, names)
  if (kind === '$secret') return `the secret ${codeWords(said)}`
  return templateWords(said, names)
}

/** A list or object as an expression; null where a part of it has none. */
function celOf(value: Argument): string | null {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const computed = computedOf(value)
  if (computed !== null) return computed[0] === '$' ? computed[1] : null
  if (Array.isArray(value)) {
    const items = value.map(celOf)
    return items.includes(null) ? null : `[${items.join(', ')}]`
  }
  const entries = Object.entries(value).map(
    ([key, each]) => [JSON.stringify(key), celOf(each as Argument)] as const,
  )
  return entries.some(([, cel]) => cel === null)
    ? null
    : `{${entries.map(([key, cel]) => `${key}: ${cel}`).join(', ')}}`
}

/** One of the forms that are computed, and what it says. */
export function computedOf(value: Argument): readonly ['$' | '$t' | '$secret', string] | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const entries = Object.entries(value)
  if (entries.length !== 1) return null
  const [key, said] = entries[0]!
  return (key === '$' || key === '$t' || key === '$secret') && typeof said === 'string' ? [key, said] : null
}

function withNames(value: Argument, names: Names): Argument {
  if (Array.isArray(value)) return value.map(each => withNames(each, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      (key === '$' || key === '$t') && typeof each === 'string'
        ? renamed(each, names)
        : withNames(each as Argument, names),
    ]),
  )
}

/** `{{...}}`, with the names of the explanation; with braces of its own as code after an equals sign. */
export function expressionWords(source: string, names: Names): string {
  const said = renamed(source.trim(), names)
  if (/(?<![\w.])steps\b/.test(said) || isOddlyQuoted(said)) return codeWords(said)
  if (!/[{}\n]/.test(said)) return `{{${said}}}`
  return formula(said.replaceAll('\n', ' '))
}

/** Raw texts and those over lines have other escapes. */
export function isOddlyQuoted(source: string): boolean {
  return /'{3}|"{3}|\b[rbRB]+["']/.test(source)
}

function formula(cel: string): string {
  return `\`= ${cel.replaceAll('`', '\\u0060')}\``
}

/** A text as it is. */
export function textWords(text: string): string {
  // What looks like a placeholder in a text that has none would be read as one.
  const isPlain = !text.includes('{{') && !text.includes('}}')
  return (isPlain ? quoted(text) : null) ?? formula(JSON.stringify(text))
}

function quoted(text: string): string | null {
  if (text.includes('\n')) return null
  if (!text.includes('"')) return `"${text}"`
  if (!/[“”]/.test(text)) return `“${text}”`
  return null
}

function templateWords(template: string, names: Names): string {
  const parts = splitTemplate(template)
  const plain = parts.every(part =>
    part.type === 'text'
      ? !part.text.includes('{{') && !part.text.includes('}}')
      : !/[{}\n"“”]/.test(part.source),
  )
  const isMixed = parts.some(part => part.type === 'text')
  const said = parts
    .map(part => (part.type === 'text' ? part.text : `{{${renamed(part.source, names)}}}`))
    .join('')
  const text = plain && isMixed ? quoted(said) : null
  return text ?? `the text ${codeWords(JSON.stringify(renamedTemplate(template, names)))}`
}

function renamedTemplate(template: string, names: Names): string {
  return splitTemplate(template)
    .map(part =>
      part.type === 'text' ? part.text.replaceAll('${', () => '$${') : `\${${renamed(part.source, names)}}`,
    )
    .join('')
}

/** As code that only people read: nothing of the language has two backticks. */
export function codeWords(said: string): string {
  return `\`\` ${said.replaceAll('\n', ' ')} \`\``
}

export function listWords(items: readonly string[], join = 'and'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${join} ${items.at(-1)}`
}

const units = [
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** "2 hours and 30 minutes": exactly, in two units at most. */
export function durationWords(ms: number): string {
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  const whole = units.find(([, size]) => ms % size === 0)
  if (whole !== undefined && (whole[0] !== 'week' || ms < 5 * 604_800_000)) {
    if (ms / whole[1] < 60 || whole[0] === 'day') return of(ms / whole[1], whole[0])
    const larger = units.find(([, size]) => ms >= size && ms % size !== 0 && (ms % size) % whole[1] === 0)
    if (larger !== undefined)
      return `${of(Math.floor(ms / larger[1]), larger[0])} and ${of((ms % larger[1]) / whole[1], whole[0])}`
    return of(ms / whole[1], whole[0])
  }
  if (ms % 86_400_000 === 0) return of(ms / 86_400_000, 'day')
  return of(ms, 'millisecond')
}
