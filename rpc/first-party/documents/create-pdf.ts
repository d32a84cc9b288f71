// documents__create_pdf
import { choice, integer, object, text } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { fileOf, fileOutput } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { type TemplateArguments, templateArguments, templateTask } from './arguments.ts'
import type { DocumentTask, Pdf } from './document-writer.ts'

interface Arguments extends TemplateArguments {
  readonly title?: string
  readonly footer?: string
  readonly pageSize?: 'A4' | 'A5' | 'LETTER' | 'LEGAL'
  readonly orientation?: 'portrait' | 'landscape'
  readonly fontSize?: number
  readonly fileName?: string
}

export const createPdf = firstPartyTool<Arguments>({
  name: 'create_pdf',
  title: 'Create a PDF',
  description:
    'Fills a Liquid template in Markdown with data and makes a PDF of it, such as an invoice: headings, lists, tables, ' +
    'emphasis, links, rules; <!-- pagebreak --> begins a page. Letters are Latin, Greek and Cyrillic; pictures are left ' +
    'out; 200 pages at most.',
  effect: 'read',
  keywords: [
    'create',
    'make',
    'generate',
    'print',
    'pdf',
    'invoice',
    'letter',
    'report',
    'certificate',
    'document',
  ],
  inputSchema: object(
    {
      ...templateArguments,
      title: text('Title', 'Title of the document, not shown in it', {
        maxLength: 500,
        'x-words': ['titled', 'title'],
      }),
      footer: text('Footer', 'Text below every page, beside its number', {
        maxLength: 300,
        'x-words': ['footer'],
      }),
      pageSize: choice(
        'Page size',
        'Size of the paper',
        { A4: ['A4'], A5: ['A5'], LETTER: ['letter'], LEGAL: ['legal'] },
        { default: 'A4' },
      ),
      orientation: choice(
        'Orientation',
        'How it lies',
        { portrait: [], landscape: ['landscape'] },
        { default: 'portrait' },
      ),
      fontSize: integer('Font size', 'Of the text, in points', { default: 10, minimum: 6, maximum: 24 }),
      fileName: text('File name', 'Name of the file', {
        default: 'document.pdf',
        maxLength: 255,
        'x-words': ['named', 'as'],
      }),
    },
    ['template'],
  ),
  outputSchema: object({ file: fileOutput('File', 'The PDF'), pages: integer('Pages', 'Number of pages') }, [
    'file',
    'pages',
  ]),
  examples: [
    {
      prompt: 'Create a PDF from {{inputs.template}} with {{steps.order}} named "invoice.pdf"',
      args: {
        template:
          '# Invoice {{ number }}\n\n| Item | Price |\n|---|---:|\n{% for l in lines %}| {{ l.item }} | {{ l.price | currency: "EUR" }} |\n{% endfor %}',
        data: { number: 7, lines: [{ item: 'Pen', price: 2.5 }] },
        fileName: 'invoice.pdf',
      },
    },
  ],
  async run(args, context) {
    const { title = '', footer = '', pageSize = 'A4', orientation = 'portrait', fontSize = 10 } = args
    const module = new URL('./document-writer.ts', import.meta.url).href
    const layout = { title, footer, pageSize, orientation, fontSize }
    const task = { kind: 'pdf', template: templateTask(args), layout } as const
    const { bytes, pages } = await runConfined<DocumentTask, Pdf>(module, task, context)
    return { file: fileOf(bytes, args.fileName ?? 'document.pdf', 'application/pdf'), pages }
  },
})
