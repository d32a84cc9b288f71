// Markdown to HTML. Runs confined. The author of the text cannot put a script, a form or a frame into the
// page: HTML in it stays text, and links are web addresses.
import { Marked, type Tokens } from 'marked'
import { checkLength } from '../builtin/bounds.ts'

export interface MarkdownTask {
  readonly text: string
  /** Makes a whole page; null: a part of a page. */
  readonly page: { readonly title: string } | null
}

/** @throws {ToolFailure} `too-large` */
export default function toHtml({ text, page }: MarkdownTask): string {
  const html = renderer().parse(text, { async: false })
  const written = page === null ? html : pageOf(html, page.title)
  checkLength(written.length)
  return written
}

function renderer(): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      link({ href, title, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens)
        return isSafe(href) ? `<a href="${escapeHtml(href)}"${titleOf(title)}>${words}</a>` : words
      },
      image({ href, title, text }: Tokens.Image) {
        return isSafe(href)
          ? `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}"${titleOf(title)}>`
          : escapeHtml(text)
      },
    },
  })
}

export function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, letter => names[letter]!)
}

/** Web, e-mail, telephone, or a place on the same site. */
function isSafe(href: string): boolean {
  const scheme = /^[\u0000-\u0020]*([a-z][a-z0-9+.-]*):/i.exec(href)?.[1]?.toLowerCase()
  return scheme === undefined
    ? !/[\u0000-\u001f]/.test(href)
    : ['http', 'https', 'mailto', 'tel'].includes(scheme)
}

function titleOf(title: string | null | undefined): string {
  return title === null || title === undefined ? '' : ` title="${escapeHtml(title)}"`
}

function pageOf(html: string, title: string): string {
  const style =
    'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222}' +
    'table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:.3rem .6rem;text-align:left}' +
    'pre,code{background:#f4f4f4}pre{padding:.8rem;overflow:auto}img{max-width:100%}'
  return (
    `<!doctype html>\n<html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
    `<style>${style}</style></head>\n<body>\n${html}</body></html>\n`
  )
}
