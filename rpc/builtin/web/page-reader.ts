// Reads HTML as a person does, in one pass over the parser's events: blocks begin on their own line, white
// space collapses, hidden elements are left out. Time and memory are proportional to the page.
import { Parser } from 'htmlparser2'
import { spend } from '../../../domain/budgets/budget.ts'
import { checkLength } from '../bounds.ts'
import { paid, ToolFailure } from '../tool.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements with empty lines around them; with line ends around them; never shown. */
const paragraphs = set('p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre figure hr')
const lines = set(
  'div li tr dt dd section article main header footer nav aside address form fieldset caption option',
)
const hidden = set('head script style noscript template svg math iframe object canvas select textarea')

/** Deepest nesting. Real pages stay below 100; the parser's time for each element grows with the depth. */
const maxDepth = 512

/** Units to read an element. */
const elementCost = 15

/** @throws {ToolFailure} `too-large` */
export function readPage(html: string, links: boolean): string {
  return paid(html, () => {
    const reader = new PageReader(links)
    const parser = new Parser(reader)
    parser.end(html)
    return reader.text()
  })
}

class PageReader {
  readonly #links: boolean
  readonly #parts: string[] = []
  #length = 0
  #depth = 0
  /** Depth of the outermost open hidden element, 0 for none. */
  #hiddenDepth = 0
  /** Line ends to write before the next text. */
  #breaks = 0
  #space = false
  #cells = 0
  #preformatted = 0
  /** For each open list the number of its next item, null for bullets; addresses of open links. */
  readonly #lists: (number | null)[] = []
  readonly #hrefs: string[] = []

  constructor(links: boolean) {
    this.#links = links
  }

  text(): string {
    return this.#parts.join('')
  }

  onopentag(name: string, attributes: { readonly [name: string]: string }): void {
    spend(elementCost + this.#depth / 4)
    if (++this.#depth > maxDepth) {
      throw new ToolFailure('too-large', `the page is nested deeper than ${maxDepth} elements`)
    }
    if (this.#hiddenDepth > 0) return
    if (hidden.has(name)) this.#hiddenDepth = this.#depth
    this.#breakAround(name)
    if (name === 'br') this.#breaks++
    else if (name === 'pre') this.#preformatted++
    else if (name === 'ul' || name === 'ol') this.#lists.push(name === 'ol' ? 1 : null)
    else if (name === 'li') this.#beginItem()
    else if (name === 'tr') this.#cells = 0
    else if (name === 'a') this.#hrefs.push(attributes['href'] ?? '')
    else if (name === 'td' || name === 'th') this.#beginCell()
  }

  ontext(text: string): void {
    if (this.#hiddenDepth > 0) return
    if (this.#preformatted > 0) {
      this.#write(text)
      return
    }
    const words = text.replace(/[ \t\r\n\f]+/g, ' ')
    if (words.startsWith(' ')) this.#space = true
    const trimmed = words.trim()
    if (trimmed === '') return
    this.#write(trimmed)
    this.#space = words.endsWith(' ')
  }

  onclosetag(name: string): void {
    const wasHidden = this.#hiddenDepth > 0
    if (this.#hiddenDepth === this.#depth) this.#hiddenDepth = 0
    this.#depth--
    if (wasHidden) return
    if (name === 'pre') this.#preformatted--
    else if (name === 'ul' || name === 'ol') this.#lists.pop()
    else if (name === 'a') this.#endLink()
    this.#breakAround(name)
  }

  #breakAround(name: string): void {
    // A nested list has no empty lines around it.
    const isNested = (name === 'ul' || name === 'ol') && this.#lists.length > 0
    if (paragraphs.has(name) && !isNested) this.#breaks = Math.max(this.#breaks, 2)
    else if (lines.has(name) || isNested) this.#breaks = Math.max(this.#breaks, 1)
  }

  #beginItem(): void {
    const number = this.#lists.at(-1) ?? null
    if (number !== null) this.#lists[this.#lists.length - 1] = number + 1
    this.#write(number === null ? '-' : `${number}.`)
    this.#space = true
  }

  #beginCell(): void {
    if (this.#cells++ === 0) return
    this.#space = false
    this.#write('\t')
  }

  #endLink(): void {
    const href = this.#hrefs.pop() ?? ''
    if (this.#links && /^(https?:|mailto:|\/)/i.test(href)) this.#write(` (${href.trim()})`)
  }

  #write(text: string): void {
    const last = this.#parts.at(-1)
    // Several empty lines in a row are layout only.
    const gap =
      this.#breaks > 0 ? '\n'.repeat(Math.min(this.#breaks, 2)) : this.#space && last !== '\t' ? ' ' : ''
    const part = last === undefined ? text : gap + text
    this.#breaks = 0
    this.#space = false
    this.#length += part.length
    checkLength(this.#length)
    this.#parts.push(part)
  }
}
