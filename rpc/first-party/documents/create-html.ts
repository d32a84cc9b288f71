// documents__create_html
import { flag, object, text } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { fileOf, fileOutput } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { type TemplateArguments, templateArguments, templateTask } from './arguments.ts'
import type { DocumentTask } from './document-writer.ts'

interface Arguments extends TemplateArguments {
  readonly isSource?: boolean
  readonly title?: string
  readonly fileName?: string
}

export const createHtml = firstPartyTool<Arguments>({
  name: 'create_html',
  title: 'Create an HTML page',
  description:
    'Fills a Liquid template in Markdown or HTML with data and makes an HTML page of it, for an e-mail or a browser. ' +
    'Values are shown as text, whatever they hold.',
  effect: 'read',
  keywords: [
    'create',
    'make',
    'generate',
    'html page',
    'web page',
    'newsletter',
    'report',
    'document',
    'template',
  ],
  inputSchema: object(
    {
      ...templateArguments,
      isSource: flag('Source', 'The template is the source of a page, instead of Markdown'),
      title: text('Title', 'Title of the page', { maxLength: 500, 'x-words': ['titled', 'title'] }),
      fileName: text('File name', 'Name of the file', {
        default: 'document.html',
        maxLength: 255,
        'x-words': ['named', 'as'],
      }),
    },
    ['template'],
  ),
  outputSchema: object({ html: text('HTML', 'The page'), file: fileOutput('File', 'The page as a file') }, [
    'html',
    'file',
  ]),
  examples: [
    {
      prompt: 'Generate an HTML page from {{inputs.template}} with {{steps.report}} titled "Weekly report"',
      args: { template: '# Report\n\n{{ count }} orders', data: { count: 12 }, title: 'Weekly report' },
    },
  ],
  async run({ isSource = false, title = '', fileName = 'document.html', ...args }, context) {
    const module = new URL('./document-writer.ts', import.meta.url).href
    const task = {
      kind: 'html',
      template: templateTask(args),
      format: isSource ? 'html' : 'markdown',
      title,
    } as const
    const html = await runConfined<DocumentTask, string>(module, task, context)
    // The output holds the page twice.
    return { html, file: fileOf(Buffer.from(html), fileName, 'text/html; charset=utf-8') }
  },
})
