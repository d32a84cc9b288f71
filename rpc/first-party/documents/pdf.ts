// Converts Markdown to PDF. Reads the library's fonts from its own folder; reads and fetches nothing else.
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import pdfmake, { type Definition } from 'pdfmake'
import { ToolFailure } from '../../builtin/tool.ts'
import { pdfContent, pdfStyles } from './pdf-content.ts'

export interface Layout {
  readonly title: string
  readonly footer: string
  readonly pageSize: 'A4' | 'A5' | 'LETTER' | 'LEGAL'
  readonly orientation: 'portrait' | 'landscape'
  /** Points. */
  readonly fontSize: number
}

export interface Pdf {
  readonly bytes: Uint8Array
  readonly pages: number
}

const maxPages = 200
/** Points; an inch has 72. */
const margin = { side: 56, top: 56, bottom: 64 }

/** @throws {ToolFailure} `too-large`, `unsupported-text` */
export async function writePdf(markdown: string, layout: Layout): Promise<Pdf> {
  checkLetters(markdown + layout.footer)
  let pages = 0
  const definition: Definition = {
    info: { title: layout.title, producer: 'Troupe' },
    pageSize: layout.pageSize,
    pageOrientation: layout.orientation,
    pageMargins: [margin.side, margin.top, margin.side, margin.bottom],
    defaultStyle: { font: 'Roboto', fontSize: layout.fontSize, lineHeight: 1.25 },
    styles: pdfStyles(layout.fontSize),
    content: pdfContent(markdown),
    footer(page, count) {
      pages = count
      if (count > maxPages)
        throw new ToolFailure('too-large', `the document has ${count} pages, at most ${maxPages} are made`)
      const style = { fontSize: 8, color: '#666666' }
      const columns = [
        { text: layout.footer, ...style },
        { text: `${page} / ${count}`, alignment: 'right' as const, ...style, width: 60 },
      ]
      return { columns, margin: [margin.side, 24, margin.side, 0] }
    },
  }
  const bytes = await loadLibrary().createPdf(definition).getBuffer()
  return { bytes, pages }
}

function loadLibrary(): typeof pdfmake {
  const folder = dirname(fileURLToPath(import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf')))
  pdfmake.setLocalAccessPolicy(path => path.startsWith(folder + sep))
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setFonts({
    Roboto: {
      normal: join(folder, 'Roboto-Regular.ttf'),
      bold: join(folder, 'Roboto-Medium.ttf'),
      italics: join(folder, 'Roboto-Italic.ttf'),
      bolditalics: join(folder, 'Roboto-MediumItalic.ttf'),
    },
  })
  return pdfmake
}

/** Characters without a glyph would disappear silently. */
function checkLetters(text: string): void {
  const known = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u
  for (const letter of new Set(text)) {
    if (known.test(letter) && !/(?![©®™])\p{Emoji_Presentation}/u.test(letter)) continue
    const code = letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    throw new ToolFailure(
      'unsupported-text',
      `the fonts for PDF have no ${letter} (U+${code}): Latin, Greek and Cyrillic only`,
    )
  }
}
