// Expressions: `{{cel}}`; those whose braces or quotes do not tell their end are `cel "..."`.
import type { Cursor } from './cursor.ts'
import { readJsonText, writeJsonText } from './json-texts.ts'

export function writeExpression(source: string): string {
  return isBraced(source) ? `{{${source}}}` : `cel ${writeJsonText(source)}`
}

export function beginsExpression(cursor: Cursor): boolean {
  return cursor.startsWith('{{') || cursor.startsWith('cel "')
}

export function readExpression(cursor: Cursor): string {
  if (cursor.take('cel ')) return readJsonText(cursor)
  const start = cursor.at
  if (!cursor.take('{{')) cursor.fail('an expression in {{ }}')
  const end = endOfExpression(cursor.text, start + 2)
  if (end === null) {
    cursor.offer({ type: 'expression' })
    cursor.fail('an expression that ends in }}', start)
  }
  const source = cursor.text.slice(start + 2, end)
  cursor.at = end
  cursor.expect('}}')
  cursor.mark('expression', start)
  return source
}

/** Nothing that does not show, and no other end than its own. */
export function isBraced(source: string): boolean {
  return writeJsonText(source).length - 2 === source.replace(/["\\]/g, '..').length
    ? endOfExpression(`${source}}}`, 0) === source.length
    : false
}

/** Index of the `}` that closes what begins at `start`; null for none. Braces and quotes as in templates. */
export function endOfExpression(text: string, start: number): number | null {
  const scan = new ExpressionScan()
  for (let at = start; at < text.length; at++) if (scan.endsAt(text[at]!)) return at
  return null
}

/** Goes through the characters of an expression. */
export class ExpressionScan {
  #depth = 0
  #quote: string | null = null
  #isEscaped = false

  /** Does this character close it? */
  endsAt(character: string): boolean {
    if (this.#isEscaped) this.#isEscaped = false
    else if (this.#quote !== null) {
      if (character === '\\') this.#isEscaped = true
      else if (character === this.#quote) this.#quote = null
    } else if (character === '"' || character === "'") this.#quote = character
    else if (character === '{') this.#depth += 1
    else if (character === '}' && this.#depth-- === 0) return true
    return false
  }
}
