// Rewrites an expression as other languages write it: `===`, arrows, `.length`, `len(x)`, `.includes`, `??`,
// and, or, not. What stands in texts stays. A rewriting is taken only where the whole then compiles and did
// not before.
import { compileExpression, ExpressionError } from '../../expression/expression.ts'

/**
 * @param isWrong default: it cannot be read. `.length` of a list can, and gives nothing
 * @returns null: it is right as it is, or nothing makes it right
 */
export function mendedExpression(source: string, isWrong = !compiles(source)): string | null {
  if (!isWrong) return null
  const rewritten = outsideTexts(unwrapped(source))
  return rewritten !== source && compiles(rewritten) ? rewritten : null
}

function compiles(source: string): boolean {
  try {
    compileExpression(source)
    return true
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}

/** `{{ x }}`, `${x}` and `=x` around the whole. */
function unwrapped(source: string): string {
  const bare = source.trim()
  const [, inside] =
    /^(?:\{\{([\s\S]*)\}\}|\$\{([\s\S]*)\}|=(?!=)([\s\S]*))$/
      .exec(bare)
      ?.filter(each => each !== undefined) ?? []
  return inside === undefined ? bare : inside.trim()
}

const texts = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/

function outsideTexts(source: string): string {
  const parts = source.split(texts)
  // Where a text stood, so that patterns reach over it.
  const code = parts.map((part, index) => (index % 2 === 1 ? `"\u0000${index}"` : part)).join('')
  return rewritten(code).replaceAll(/"\u0000(\d+)"/g, (_, index: string) => parts[Number(index)]!)
}

const rewritings: readonly (readonly [RegExp, string])[] = [
  [/===/g, '=='],
  [/!==/g, '!='],
  [/\band\b/g, '&&'],
  [/\bor\b/g, '||'],
  [/\bnot\s+(?=[\w(])/g, '!'],
  [/\b(?:None|undefined|nil)\b/g, 'null'],
  [/\bTrue\b/g, 'true'],
  [/\bFalse\b/g, 'false'],
  [/\.length\b(?!\s*\()/g, '.size()'],
  [/\.(?:length|count)\(\)/g, '.size()'],
  [/\b(?:len|length|count)\(/g, 'size('],
  [/\.includes\(/g, '.contains('],
  [/\.(?:toLowerCase|toLocaleLowerCase)\(\)/g, '.lower()'],
  [/\.(?:toUpperCase|toLocaleUpperCase)\(\)/g, '.upper()'],
  [/\.some\(/g, '.exists('],
  [/\.every\(/g, '.all('],
  [/\bJSON\.stringify\(/g, 'json('],
  [/\bJSON\.parse\(/g, 'parseJson('],
  [/\bDate\.now\(\)/g, 'now'],
  [/\bString\(/g, 'string('],
  [/\bNumber\(/g, 'number('],
  [/\bMath\.(round|floor|ceil|abs|min|max)\(/g, '$1('],
  // `o => cond` and `(o) => cond`, as the first argument.
  [/\(\s*\(?\s*([A-Za-z_]\w*)\s*\)?\s*=>\s*/g, '($1, '],
  [/([\w.[\]]+)\s*\?\?\s*([\w."\u0000[\]{}]+)/g, 'default($1, $2)'],
  [/\?\.(?=\w)/g, '.?'],
]

function rewritten(code: string): string {
  return rewritings.reduce((text, [from, to]) => text.replaceAll(from, to), code)
}

/** The order of `sortBy` as other languages write it: "desc", "ASC". It stands behind the field. */
export function mendedOrders(source: string): string {
  return source.replaceAll(orders, (_, before: string, _field: string, quote: string, order: string) => {
    return `${before}${quote}${order.toLowerCase()}ending${quote}`
  })
}

const orders = /(\bsortBy\((?:[^;]*?,)?\s*(["'])[^"']*\2\s*,\s*)(["'])(asc|desc)\3(?=\s*\))/gi

/** Patterns of dates as other languages write them: `YYYY-MM-DD`. */
export function mendedDatePattern(pattern: string): string {
  return pattern
    .replaceAll(/Y+/g, years => 'y'.repeat(years.length))
    .replaceAll(/D+/g, days => 'd'.repeat(days.length))
}
