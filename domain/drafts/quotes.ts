// Finds the quotes of a draft in the prompt, however its spaces and letters differ. Used by draft-plan.ts and
// foundation.ts.

export type Span = readonly [start: number, end: number]

export function contains([from, to]: Span, [start, end]: Span): boolean {
  return from <= start && end <= to
}

export class QuotedPrompt {
  readonly #folded: string
  /** For each character of the folded text, its place in the prompt. */
  readonly #places: readonly number[]

  constructor(prompt: string) {
    let folded = ''
    const places: number[] = []
    for (let at = 0; at < prompt.length; at++) {
      const isSpace = /\s/.test(prompt[at]!)
      if (isSpace && (folded === '' || folded.endsWith(' '))) continue
      for (const character of isSpace ? ' ' : prompt[at]!.toLowerCase()) {
        folded += character
        places.push(at)
      }
    }
    this.#folded = folded
    this.#places = places
  }

  /** Every place of the quote, as [start, end) in the prompt. */
  find(quote: string): readonly Span[] {
    const sought = quote.toLowerCase().replace(/\s+/g, ' ').trim()
    if (sought === '') return []
    const found: Span[] = []
    for (let at = this.#folded.indexOf(sought); at >= 0; at = this.#folded.indexOf(sought, at + 1)) {
      if (!this.#isCutOff(at, at + sought.length))
        found.push([this.#places[at]!, this.#places[at + sought.length - 1]! + 1])
      if (found.length >= 20) break
    }
    return found
  }

  /** A quote that begins or ends within a word is none. */
  #isCutOff(start: number, end: number): boolean {
    const isWord = (at: number) => /[\p{L}\p{N}]/u.test(this.#folded[at] ?? '')
    return (isWord(start) && isWord(start - 1)) || (isWord(end - 1) && isWord(end))
  }
}

/** Sentences and lines of a prompt: a quote stays within one. */
export function sentencesOf(prompt: string): readonly Span[] {
  const spans: Span[] = []
  let start = 0
  const end = /[.!?;](?=\s|$)|\n/g
  for (const { index } of prompt.matchAll(end)) {
    if (prompt.slice(start, index).trim() !== '') spans.push([start, index + 1])
    start = index + 1
  }
  if (prompt.slice(start).trim() !== '') spans.push([start, prompt.length])
  return spans
}
