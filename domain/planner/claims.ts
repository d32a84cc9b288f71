// Which words of a statement have been read. A word is claimed at most once.
import type { Token } from './text/tokens.ts'
import { articles } from './text/words.ts'
import { prepositions } from './tools/tool-words.ts'

export class Claims {
  readonly #tokens: readonly Token[]
  /** Index of the verb, which no argument before it can reach; -1 when there is none. */
  readonly #verbAt: number
  readonly #claimed = new Set<number>()

  constructor(tokens: readonly Token[], verbAt: number) {
    this.#tokens = tokens
    this.#verbAt = verbAt
  }

  has(at: number): boolean {
    return this.#claimed.has(at)
  }

  isFree(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if (this.#claimed.has(at)) return false
    return true
  }

  claim(from: number, to: number = from + 1): void {
    for (let at = from; at < to; at++) this.#claimed.add(at)
  }

  /** Words just before a place that belong to what stands there: at most two, articles not counted. */
  claimBefore(at: number, words: ReadonlySet<string>): void {
    let left = 2
    for (let index = at - 1; index > this.#verbAt; index--) {
      const { lower } = this.#tokens[index]!
      const isArticle = articles.has(lower)
      if (this.#claimed.has(index) || (!isArticle && (left === 0 || !words.has(lower)))) return
      if (!isArticle) left -= 1
      this.#claimed.add(index)
    }
  }

  /** "get X from the web": not right after the verb, where a preposition must introduce something. */
  claimPreposition(at: number): void {
    let index = at - 1
    while (index > this.#verbAt && articles.has(this.#tokens[index]!.lower)) index -= 1
    const isFree = index > this.#verbAt + 1 && !this.#claimed.has(index)
    if (isFree && prepositions.has(this.#tokens[index]!.lower)) this.#claimed.add(index)
  }

  /** Words that nobody claimed and that say something: articles and light punctuation do not. */
  unread(): readonly Token[] {
    return this.#tokens.filter((token, at) => !this.#claimed.has(at) && !isSilent(token))
  }
}

function isSilent(token: Token): boolean {
  if (token.kind === 'mark') return [',', '.', ':', ';', '!', '-', '–', '—', '(', ')'].includes(token.text)
  return token.kind === 'word' && articles.has(token.lower)
}
