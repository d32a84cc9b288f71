// Converts Markdown to the blocks of a PDF.
import { Lexer, type Token, type Tokens } from 'marked'
import type { Content, ContentTable, ContentText, Margins, Style } from 'pdfmake'
import { pdfInlines, plainText } from './pdf-inlines.ts'

/** @param size of the text, in points */
export function pdfStyles(size: number): Readonly<Record<string, Style>> {
  const heading = (scale: number) => ({
    fontSize: Math.round(size * scale),
    bold: true,
    margin: [0, size, 0, size / 2] as Margins,
  })
  return {
    ...{
      h1: heading(2),
      h2: heading(1.6),
      h3: heading(1.3),
      h4: heading(1.1),
      h5: heading(1),
      h6: heading(1),
    },
    paragraph: { margin: [0, 0, 0, size * 0.7] },
    quote: { margin: [size, 0, 0, size * 0.7], color: '#555555', italics: true },
    code: { fontSize: size * 0.9, margin: [size, 0, 0, size * 0.7], color: '#333333' },
    table: { margin: [0, 0, 0, size] },
  }
}

export function pdfContent(markdown: string): Content[] {
  return blocks(new Lexer({ gfm: true }).lex(markdown))
}

function blocks(tokens: readonly Token[]): Content[] {
  return tokens.flatMap(token => block(token) ?? [])
}

function block(token: Token): Content | null {
  switch (token.type) {
    case 'heading':
      return {
        text: pdfInlines(token.tokens),
        style: `h${Math.min(token['depth'], 6)}`,
        headlineLevel: token['depth'],
      }
    case 'paragraph':
      return { text: pdfInlines(token.tokens), style: 'paragraph' }
    case 'text':
      return { text: token.tokens === undefined ? plainText(token.text) : pdfInlines(token.tokens) }
    case 'list':
      return listOf(token as Tokens.List)
    case 'table':
      return tableOf(token as Tokens.Table)
    case 'blockquote':
      return { stack: blocks(token.tokens ?? []), style: 'quote' }
    case 'code':
      return { text: token.text, style: 'code', preserveLeadingSpaces: true }
    case 'hr':
      return { table: { widths: ['*'], body: [['']] }, layout: ruleLayout, margin: [0, 4, 0, 8] }
    case 'html':
      return /^\s*<!--\s*pagebreak\s*-->\s*$/i.test(token.text)
        ? { text: '', pageBreak: 'after' }
        : { text: token.text }
    default:
      return null
  }
}

const ruleLayout = {
  hLineWidth: (line: number) => (line === 0 ? 0.5 : 0),
  vLineWidth: () => 0,
  hLineColor: () => '#999999',
}

function listOf({ items, ordered, start }: Tokens.List): Content {
  const entries = items.map(({ task, checked, tokens }): Content => {
    const content = blocks(tokens)
    const mark: Content[] = task ? [{ text: checked === true ? '[x]' : '[ ]' }] : []
    return { stack: [...mark, ...content] }
  })
  const margin: Margins = [0, 0, 0, 6]
  return ordered ? { ol: entries, start: Number(start) || 1, margin } : { ul: entries, margin }
}

function tableOf({ header, rows, align }: Tokens.Table): ContentTable {
  const cell = ({ tokens }: Tokens.TableCell, index: number, bold: boolean): ContentText => ({
    text: pdfInlines(tokens),
    alignment: align[index] ?? 'left',
    bold,
  })
  const body = [
    header.map((one, index) => cell(one, index, true)),
    ...rows.map(row => row.map((one, index) => cell(one, index, false))),
  ]
  return {
    table: { headerRows: 1, widths: widthsOf([header, ...rows]), body },
    layout: 'lightHorizontalLines',
    style: 'table',
  }
}

/** Columns of short cells get their own width; the others share the rest. */
function widthsOf(rows: readonly (readonly Tokens.TableCell[])[]): ('auto' | '*')[] {
  const count = rows[0]?.length ?? 0
  const longest = Array.from({ length: count }, (_, index) =>
    Math.max(...rows.map(row => row[index]?.text.length ?? 0)),
  )
  const widths = longest.map(length => (length <= 16 ? 'auto' : '*'))
  // A table is as wide as the page.
  if (!widths.includes('*') && count > 0) widths[0] = '*'
  return widths as ('auto' | '*')[]
}
