// A page of docs/ as HTML, with the parts that the search looks through. The files are ours; what stands in
// them as HTML is text all the same.
import { Marked, type Tokens } from 'marked'
import { addressOf } from './menu.ts'

/** What stands below one heading. */
export interface Passage {
  /** Id of the heading; empty for what stands above the first. */
  readonly anchor: string
  readonly title: string
  readonly text: string
}

export interface RenderedPage {
  readonly title: string
  readonly html: string
  readonly passages: readonly Passage[]
}

/** @param folder of docs/ in which the file stands, as its links are relative to it */
export function renderPage(markdown: string, folder: string): RenderedPage {
  const anchors = new Map<string, number>()
  const passages: { anchor: string; title: string; text: string }[] = []
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        const words = this.parser.parseInline(tokens)
        const id = anchorOf(text, anchors)
        return depth === 1 ? `<h1>${words}</h1>\n` : `<h${depth} id="${id}">${words}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${escaped(href)}" rel="noreferrer">${words}</a>`
        const address = addressOf(href, folder)
        return address === null ? words : `<a href="${escaped(address)}">${words}</a>`
      },
      image: ({ text }: Tokens.Image) => escaped(text),
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], name: 'th' | 'td') =>
          `<tr>${cells.map(cell => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('')}</tr>`
        const body = token.rows.map(cells => row(cells, 'td')).join('\n')
        const table = `<table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table>`
        return `<div class="wide" tabindex="0">${table}</div>\n`
      },
    },
  })
  const known = new Map<string, number>()
  let title = ''
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading' && token['depth'] === 1) title = plain(token['text'])
    if (token.type === 'heading' && token['depth'] > 1)
      passages.push({ anchor: anchorOf(token['text'], known), title: plain(token['text']), text: '' })
    else if (token.type === 'heading')
      passages.push({ anchor: anchorless(token['text'], known), title, text: '' })
    else if (passages.length > 0) passages.at(-1)!.text += `${plain(token.raw)}\n`
  }
  return { title, html: marked.parse(markdown, { async: false }), passages }
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

/** The title counts among the anchors, as it does for GitHub, and has none itself. */
function anchorless(text: string, known: Map<string, number>): string {
  anchorOf(text, known)
  return ''
}

/** As GitHub names headings, so that the links of the files hold in both places. */
function anchorOf(text: string, known: Map<string, number>): string {
  const slug = plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
  const count = known.get(slug) ?? 0
  known.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}

/** Without the marks of Markdown. */
function plain(markdown: string): string {
  return markdown
    .replace(/^```.*$/gm, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\|?[\s:|-]+\|?$/gm, '')
    .replace(/[*`|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
