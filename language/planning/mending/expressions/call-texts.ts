// Texts that are arguments of certain functions, as other languages write them: the pattern of formatDate,
// the order of sortBy. What is right as it is stays, and so does each text elsewhere. Called by ../values.ts.
import { mendedPattern } from '../../../../domain/expression/date-pattern.ts'
import { closingOf, outsideTexts, topLevelIndex } from './code.ts'

/** Patterns of dates: `YYYY-MM-DD`, `%d.%m.%Y`. */
export function mendedDatePatterns(source: string): string {
  return withText(source, 'formatDate', 1, mendedPattern)
}

/** The order of `sortBy`: "desc", "ASC". */
export function mendedOrders(source: string): string {
  return withText(source, 'sortBy', 2, order =>
    /^(?:asc|desc)$/i.test(order) ? `${order.toLowerCase()}ending` : null,
  )
}

/**
 * @param place of the argument; called as a method, the function has one less
 * @param mend null: the text stays
 */
function withText(
  source: string,
  name: string,
  place: number,
  mend: (text: string) => string | null,
): string {
  if (!source.includes(`${name}(`)) return source
  return outsideTexts(source, (code, textAt) => {
    let mended = code
    // From the last one on: what stands before it keeps its place.
    for (const { index } of [...code.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].toReversed()) {
      const isMethod = /\.\s*$/.test(mended.slice(Math.max(0, index - 20), index))
      const start = argumentStart(mended, index + name.length, isMethod ? place - 1 : place)
      const [whole, before = '', at = ''] = textArgument.exec(start === null ? '' : mended.slice(start)) ?? []
      const text = whole === undefined ? '' : textAt(Number(at))
      const instead = text.includes('\\') || text === '' ? null : mend(text.slice(1, -1))
      if (instead === null) continue
      const quote = text[0]!
      const from = start! + before.length
      mended = `${mended.slice(0, from)}${quote}${instead}${quote}${mended.slice(start! + whole!.length)}`
    }
    return mended
  })
}

/** A text that is the whole argument. */
const textArgument = /^(\s*)"\u0000(\d+)"(?=\s*[,)])/

/** Where the argument begins; null where the call has fewer, or does not end. */
function argumentStart(code: string, open: number, place: number): number | null {
  if (closingOf(code, open) === -1) return null
  let start = open + 1
  for (let n = 0; n < place; n++) {
    const comma = topLevelIndex(code, /,/, start)
    if (comma === -1) return null
    start = comma + 1
  }
  return start
}
