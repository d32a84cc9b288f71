// Texts with expressions inside: `Dear ${inputs.name}`; `$${` stands for the two characters `${`. Called by
// domain/expression/expression.ts for `{"$t": ...}`.
import { ExpressionError } from './budget.ts'

export type TemplatePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'expression'; readonly source: string }

/** @throws {ExpressionError} when a `${` has no end */
export function splitTemplate(template: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = []
  let text = ''
  let at = 0
  while (at < template.length) {
    if (template.startsWith('$${', at)) {
      text += '${'
      at += 3
    } else if (template.startsWith('${', at)) {
      const end = endOfExpression(template, at + 2)
      if (text !== '') parts.push({ type: 'text', text })
      parts.push({ type: 'expression', source: template.slice(at + 2, end).trim() })
      text = ''
      at = end + 1
    } else {
      text += template[at]
      at += 1
    }
  }
  if (text !== '' || parts.length === 0) parts.push({ type: 'text', text })
  return parts
}

/** Escapes a text so that a template shows it as it is. */
export function escapeTemplate(text: string): string {
  return text.replaceAll('${', () => '$${')
}

/** Index of the `}` that closes an expression; braces of maps and those inside of texts do not count. */
function endOfExpression(template: string, start: number): number {
  let depth = 0
  let quote: string | null = null
  for (let at = start; at < template.length; at++) {
    const character = template[at]!
    if (quote !== null) {
      if (character === '\\') at += 1
      else if (character === quote) quote = null
    } else if (character === '"' || character === "'") quote = character
    else if (character === '{') depth += 1
    else if (character === '}' && depth-- === 0) return at
  }
  throw new ExpressionError(`\${ at character ${start - 1} has no closing }`)
}
