// Converts HTML to the text that a person would read on the page.

import { flag, object, text } from '../schema.ts'
import { pureTool, ToolFailure } from '../tool.ts'
import { readPage } from './page-reader.ts'

/** Longest source; reading takes some 0.2 us per character. */
const maxSourceLength = 1024 * 1024

export const htmlToText = pureTool<{ html: string; links?: boolean }>({
  name: 'html_to_text',
  title: 'HTML to text',
  description:
    'Turns a web page or an HTML e-mail into the plain text that a reader sees. ' +
    'Cells of a table are separated by tabs, items of a list begin with a dash or their number.',
  keywords: ['strip tags', 'read page', 'html', 'web page', 'plain text', 'article', 'convert html'],
  inputSchema: object(
    {
      html: text('HTML', 'Source of the page', { 'x-words': ['html', 'of', 'from', 'page'] }),
      links: flag('Links', 'Write the address of each link after its text', { 'x-words': ['links'] }),
    },
    ['html'],
  ),
  outputSchema: text('Text', 'Paragraphs are separated by an empty line'),
  examples: [
    {
      prompt: 'Convert the HTML page {{steps.page.body}} to plain text',
      args: {
        html: '<h1>News</h1><p>Tea &amp; <b>cake</b> at <a href="/five">five</a>.</p><script>x()</script>',
      },
      output: 'News\n\nTea & cake at five.',
    },
  ],
  run: args => {
    if (args.html.length <= maxSourceLength) return readPage(args.html, args.links === true)
    throw new ToolFailure('too-large', `the page is longer than ${maxSourceLength} characters`)
  },
})
