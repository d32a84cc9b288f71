// An expression as other languages write it, where it cannot be read as it is. What stands in texts stays. A
// rewriting is taken only where the whole can then be read.
import { compileExpression, ExpressionError } from '../../../../domain/expression/expression.ts'
import { outsideTexts } from './code.ts'
import { rewritings } from './rewritings.ts'
import { widelyRewritten, withTextSums } from './wider-rewritings.ts'
import { withWrittenTexts } from './written-texts.ts'

/** Rounds over all rewritings: slips come two at a time. */
const rounds = 4

/** In characters: a longer one is a program. */
const longest = 2_000

/** @returns null: it is right as it is, or nothing makes it right */
export function mendedExpression(source: string): string | null {
  if (source.length > longest || isRight(source)) return null
  let text = withWrittenTexts(unwrapped(source))
  for (let round = 0; round < rounds; round++) {
    const next = outsideTexts(text, code => widelyRewritten(rewritten(code)))
    if (next === text) break
    text = next
  }
  if (!isReadable(text)) text = outsideTexts(text, withTextSums)
  return text !== source && isReadable(text) ? text : null
}

/** It can be read, and no word in it is one of another language: `True` reads as a name. */
function isRight(source: string): boolean {
  return isReadable(source) && !compileExpression(source).names.some(name => foreignWords.includes(name))
}

const foreignWords = ['True', 'False', 'None', 'undefined', 'nil', 'NULL']

export function isReadable(source: string): boolean {
  try {
    compileExpression(source)
    return true
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}

/** Without `{{ }}`, `${ }` or `=` around the whole. */
export function unwrapped(source: string): string {
  const bare = source.trim()
  const [, ...parts] = /^(?:\$?\{\{\{?([^{}]*)\}?\}\}|\$\{([\s\S]*)\}|=(?!=)([\s\S]*))$/.exec(bare) ?? []
  const inside = parts.find(each => each !== undefined)
  return inside === undefined ? bare : inside.trim()
}

function rewritten(code: string): string {
  return rewritings.reduce((text, [from, to]) => text.replaceAll(from, to), code)
}
