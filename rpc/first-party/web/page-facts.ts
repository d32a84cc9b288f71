// A web page's own title, description and language, and the targets of its links. One pass over the parser's
// events.
import { Parser } from 'htmlparser2'

/** A type, because an interface is not assignable to a JSON object. */
export type PageFacts = {
  readonly title: string | null
  readonly description: string | null
  readonly language: string | null
  readonly links: readonly { readonly text: string; readonly url: string }[]
}

const maxLinks = 500
const maxText = 500

/** @param html not deeper than the page reader allows */
export function readFacts(html: string, url: string): PageFacts {
  const reader = new FactsReader(url)
  new Parser(reader).end(html)
  return reader.facts()
}

class FactsReader {
  #base: string
  #language: string | null = null
  /** Text so far of the title, and of the open link. */
  #title: string | null = null
  #isInTitle = false
  #link: { text: string; readonly url: string } | null = null
  readonly #meta = new Map<string, string>()
  readonly #links = new Map<string, { text: string; readonly url: string }>()

  constructor(url: string) {
    this.#base = url
  }

  facts(): PageFacts {
    const links = [...this.#links.values()].map(({ text, url }) => ({ text: trimmed(text) ?? '', url }))
    return {
      title: trimmed(this.#title) ?? this.#meta.get('og:title') ?? null,
      description: this.#meta.get('description') ?? this.#meta.get('og:description') ?? null,
      language: this.#language,
      links,
    }
  }

  onopentag(name: string, attributes: { readonly [name: string]: string }): void {
    if (name === 'html') this.#language = trimmed(attributes['lang'])
    else if (name === 'base') this.#base = URL.parse(attributes['href'] ?? '', this.#base)?.href ?? this.#base
    else if (name === 'title') this.#isInTitle = this.#title === null
    else if (name === 'meta') this.#readMeta(attributes)
    else if (name === 'a') this.#beginLink(attributes['href'])
  }

  ontext(text: string): void {
    if (this.#isInTitle) this.#title = `${this.#title ?? ''}${text}`.slice(0, maxText)
    if (this.#link !== null) this.#link.text = (this.#link.text + text).slice(0, maxText)
  }

  onclosetag(name: string): void {
    if (name === 'title') this.#isInTitle = false
    else if (name === 'a') this.#link = null
  }

  #readMeta(attributes: { readonly [name: string]: string }): void {
    const name = (attributes['name'] ?? attributes['property'] ?? '').toLowerCase()
    const content = trimmed(attributes['content'])
    if (content !== null && !this.#meta.has(name)) this.#meta.set(name, content.slice(0, 2_000))
  }

  #beginLink(href: string | undefined): void {
    if (href === undefined || this.#links.size >= maxLinks) return
    const target = URL.parse(href.trim(), this.#base)
    if (target === null || !/^(https?|mailto):$/.test(target.protocol) || this.#links.has(target.href)) return
    this.#link = { text: '', url: target.href }
    this.#links.set(target.href, this.#link)
  }
}

/** On one line; null when nothing is left. */
function trimmed(text: string | null | undefined): string | null {
  const line = (text ?? '').replace(/\s+/g, ' ').trim().toWellFormed()
  return line === '' ? null : line
}
