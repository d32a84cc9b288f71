// documents__render_template
import { flag, object, text } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { type TemplateArguments, templateArguments, templateTask } from './arguments.ts'
import type { DocumentTask } from './document-writer.ts'

export const renderTemplate = firstPartyTool<TemplateArguments & { escapeHtml?: boolean }>({
  name: 'render_template',
  title: 'Render a template',
  description:
    'Fills a Liquid template with data: loops, conditions, dates, amounts. A name that the data does not have fails the ' +
    'step, unless the template gives a default.',
  effect: 'read',
  keywords: ['render', 'fill', 'merge', 'compose', 'template', 'liquid', 'letter', 'message', 'mail merge'],
  inputSchema: object(
    {
      ...templateArguments,
      escapeHtml: flag('Escape HTML', 'The template is HTML: make values harmless in it'),
    },
    ['template'],
  ),
  outputSchema: object({ text: text('Text', 'The filled template') }, ['text']),
  examples: [
    {
      prompt: 'Render the Liquid template {{inputs.letter}} with {{steps.customer}}',
      args: {
        template:
          'Dear {{ name }}, {% for line in lines %}{{ line.item }}: {{ line.price | currency: "USD" }}. {% endfor %}',
        data: { name: 'Ada', lines: [{ item: 'Pen', price: 2.5 }] },
      },
      output: { text: 'Dear Ada, Pen: $2.50. ' },
    },
  ],
  async run({ escapeHtml = false, ...args }, context) {
    const module = new URL('./document-writer.ts', import.meta.url).href
    const task = { kind: 'text', template: templateTask(args), escapeHtml } as const
    return { text: await runConfined<DocumentTask, string>(module, task, context) }
  },
})
