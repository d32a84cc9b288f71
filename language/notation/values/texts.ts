// Texts with expressions inside: `"Dear {{inputs.name}}"` is `{"$t": "Dear ${inputs.name}"}`. Braces that
// begin no expression are written as `{\u007b`.
import { escapeTemplate } from '../../../domain/expression/template.ts'
import { Cursor } from './cursor.ts'
import { ExpressionScan, endOfExpression } from './expressions.ts'
import { readUnit, writeJsonText } from './json-texts.ts'

/** A text, or the template that it is. */
export type Text = string | { readonly $t: string }

type Part = { readonly text: string } | { readonly source: string }

/** A constant. */
export function writeText(text: string): string {
  return `"${literal(text, false)}"`
}

/** `template "..."` is one that no other form says exactly. */
export function writeTemplate(template: string): string {
  const parts = partsOf(template)
  if (parts !== null) {
    const said = parts.map((part, index) =>
      'text' in part ? literal(part.text, parts[index + 1] !== undefined) : expression(part.source),
    )
    const text = `"${said.join('')}"`
    if (isReadAs(text, template)) return text
  }
  return `template ${writeJsonText(template)}`
}

export function readText(cursor: Cursor): Text {
  let begun = cursor.at
  if (!cursor.take('"')) cursor.fail('a text in quotes')
  const parts: Part[] = []
  let text = ''
  while (!cursor.take('"')) {
    const start = cursor.at
    if (!cursor.take('{{')) text += readUnit(cursor)
    else {
      if (text !== '') parts.push({ text })
      text = ''
      parts.push({ source: readSource(cursor, start) })
      cursor.mark('text', begun, start)
      cursor.mark('expression', start)
      begun = cursor.at
    }
  }
  cursor.mark('text', begun)
  if (text !== '') parts.push({ text })
  return textOf(parts)
}

/** A constant, or the template of the parts. */
export function textOf(parts: readonly Part[]): Text {
  if (parts.every(part => 'text' in part))
    return parts.map(part => ('text' in part ? part.text : '')).join('')
  const said = parts.map((part, index) => {
    if ('source' in part) return `\${${part.source}}`
    const isBeforeExpression = parts[index + 1] !== undefined
    const [dollars] = isBeforeExpression ? /\$*$/.exec(part.text)! : ['']
    const before = escapeTemplate(part.text.slice(0, part.text.length - dollars!.length))
    return dollars === '' ? before : `${before}\${"${dollars}"}`
  })
  return { $t: said.join('') }
}

/** Of a template; `$` before an expression, which a template cannot say, stands in it as an expression. */
export function partsOf(template: string): readonly Part[] | null {
  const parts: Part[] = []
  let text = ''
  for (let at = 0; at < template.length; ) {
    if (template.startsWith('$${', at)) {
      text += '${'
      at += 3
    } else if (template.startsWith('${', at)) {
      const end = endOfExpression(template, at + 2)
      if (end === null) return null
      const source = template.slice(at + 2, end)
      const [, dollars] = template.startsWith('${', end + 1) ? (/^"(\$+)"$/.exec(source) ?? []) : []
      if (dollars !== undefined) text += dollars
      else {
        if (text !== '') parts.push({ text })
        parts.push({ source })
        text = ''
      }
      at = end + 1
    } else {
      text += template[at]
      at += 1
    }
  }
  if (text !== '') parts.push({ text })
  return parts
}

/** The source, and past the two braces after it. */
function readSource(cursor: Cursor, start: number): string {
  const scan = new ExpressionScan()
  let source = ''
  for (;;) {
    if (cursor.isAtEnd) cursor.offer({ type: 'expression' }, start + 2)
    if (cursor.isAtEnd) cursor.fail('an expression that ends in }}', start)
    if (cursor.startsWith('"')) cursor.fail("an expression that ends in }}, with its texts in '...'", start)
    const unit = readUnit(cursor)
    if (scan.endsAt(unit)) break
    source += unit
  }
  cursor.expect('}')
  return source
}

function literal(text: string, isBeforeExpression: boolean): string {
  const said = writeJsonText(text).slice(1, -1)
  return said.replace(isBeforeExpression ? /\{(?=\{|$)/g : /\{(?=\{)/g, () => '\\u007b')
}

function expression(source: string): string {
  return `{{${writeJsonText(source).slice(1, -1)}}}`
}

function isReadAs(text: string, template: string): boolean {
  try {
    const read = readText(new Cursor(text, 1, 1))
    return typeof read === 'object' && read.$t === template
  } catch {
    return false
  }
}
