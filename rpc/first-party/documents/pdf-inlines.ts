// Converts the content of a paragraph to the text runs of a PDF.
import type { Token } from 'marked'
import type { ContentText } from 'pdfmake'

type TextLook = Pick<ContentText, 'bold' | 'italics' | 'decoration' | 'link' | 'color' | 'background'>

export function pdfInlines(tokens: readonly Token[] | undefined, look: TextLook = {}): ContentText[] {
  return (tokens ?? []).flatMap(token => inline(token, look))
}

/** Resolves the entities that people write in Markdown. */
export function plainText(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|euro|copy));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : whole
    },
  )
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', euro: '€', copy: '©' },
}

function inline(token: Token, look: TextLook): ContentText[] {
  switch (token.type) {
    case 'strong':
      return pdfInlines(token.tokens, { ...look, bold: true })
    case 'em':
      return pdfInlines(token.tokens, { ...look, italics: true })
    case 'del':
      return pdfInlines(token.tokens, { ...look, decoration: 'lineThrough' })
    case 'codespan':
      return [{ text: plainText(token.text), ...look, background: '#eeeeee' }]
    case 'br':
      return [{ text: '\n', ...look }]
    case 'link': {
      const isSafe = /^(https?:|mailto:)/i.test(token['href'])
      const link = isSafe
        ? { link: token['href'] as string, color: '#0645ad', decoration: 'underline' as const }
        : {}
      return pdfInlines(token.tokens, { ...look, ...link })
    }
    case 'text':
      return token.tokens === undefined
        ? [{ text: plainText(token.text), ...look }]
        : pdfInlines(token.tokens, look)
    case 'escape':
    case 'image':
    case 'html':
      return [{ text: token.text, ...look }]
    default:
      return [{ text: token.raw, ...look }]
  }
}
