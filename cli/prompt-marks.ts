// Diagnostics under the words that they are about: the line of the prompt, carets below the words, what is
// wrong with them, and what to write instead.
import type { Diagnostic } from '../domain/plan/plan.ts'

/** Of a line that is shown; of a longer one, the part around the words. */
const shownLength = 100
/** Characters that are shown before the words in a line that is cut. */
const contextLength = 30

export function markedDiagnostics(prompt: string, diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap(({ span, severity, message, fixes = [] }) => [
    '',
    ...(span === null ? [] : markedWords(prompt, span)),
    `${severity}: ${message}`,
    ...fixes.flatMap(fix => [
      `instead: ${fix.title}`,
      ...fix.prompt.split(/\r?\n/).map(line => `  | ${line}`),
    ]),
  ])
}

/** The line in which the words begin, and carets below them; only the first line of several is marked. */
function markedWords(prompt: string, [from, to]: readonly [number, number]): string[] {
  const start = Math.min(Math.max(from, 0), prompt.length)
  const lineStart = prompt.lastIndexOf('\n', start - 1) + 1
  const [line = ''] = prompt.slice(lineStart).split(/\r?\n/, 1)
  const shown = shownPart(line, start - lineStart)
  const before = shown.text.slice(0, shown.start)
  const words = shown.text.slice(shown.start, shown.start + Math.max(0, to - start))
  const carets = '^'.repeat(Math.max(1, widthOf(words.trimEnd())))
  return [`  ${shown.text}`, `  ${blanksFor(before)}${carets}`]
}

/** @param start of the words in the line; in the answer, in the part */
function shownPart(line: string, start: number): { readonly text: string; readonly start: number } {
  if (line.length <= shownLength) return { text: line, start }
  const first = Math.max(0, Math.min(start - contextLength, line.length - shownLength))
  const lead = first > 0 ? '...' : ''
  const tail = first + shownLength < line.length ? '...' : ''
  const part = line.slice(first, first + shownLength).toWellFormed()
  return { text: `${lead}${part}${tail}`, start: start - first + lead.length }
}

/** Takes as much room as the text; tabs stay, because a terminal decides how wide they are. */
function blanksFor(text: string): string {
  return text
    .split(/(\t)/)
    .map(part => (part === '\t' ? part : ' '.repeat(widthOf(part))))
    .join('')
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What terminals show in two columns. */
const wide =
  /^(?:\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}])/u

/** Columns of a terminal. */
function widthOf(text: string): number {
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}
