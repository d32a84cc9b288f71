// text-json__markdown_to_html
import { flag, object, text } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import type { MarkdownTask } from '../markdown.ts'

export const markdownToHtml = firstPartyTool<{ text: string; page?: boolean; title?: string }>({
  name: 'markdown_to_html',
  title: 'Markdown to HTML',
  description:
    'Makes HTML of Markdown (GitHub flavoured: tables, task lists, strikethrough), for an e-mail or a page. HTML in the ' +
    'text is shown as text, and links lead to the web or to an e-mail address only.',
  effect: 'read',
  keywords: ['convert', 'render', 'markdown', 'html', 'format', 'web page', 'e-mail'],
  inputSchema: object(
    {
      text: text('Text', 'Text in Markdown', { maxLength: 200_000, 'x-words': ['text', 'markdown', 'of'] }),
      page: flag('Page', 'A whole page with a style of its own, instead of a part of one'),
      title: text('Title', 'Title of the page', { maxLength: 500 }),
    },
    ['text'],
  ),
  outputSchema: object({ html: text('HTML', 'The HTML') }, ['html']),
  examples: [
    {
      prompt: 'Convert the Markdown {{steps.report}} to HTML',
      args: { text: '# Report\n\n**12** orders' },
      output: { html: '<h1>Report</h1>\n<p><strong>12</strong> orders</p>\n' },
    },
  ],
  async run({ text: source, page = false, title = '' }, context) {
    const module = new URL('../markdown.ts', import.meta.url).href
    const task = { text: source, page: page ? { title } : null }
    return { html: await runConfined<MarkdownTask, string>(module, task, context) }
  },
})
