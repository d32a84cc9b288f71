// Makes documents. Runs confined, because a template and its data decide how long that takes.
import toHtml from '../markdown.ts'
import type { TemplateTask } from './arguments.ts'
import { type Layout, type Pdf, writePdf } from './pdf.ts'
import { fill } from './template.ts'

export type { Pdf } from './pdf.ts'

export type DocumentTask =
  | { readonly kind: 'text'; readonly template: TemplateTask; readonly escapeHtml: boolean }
  | {
      readonly kind: 'html'
      readonly template: TemplateTask
      readonly format: 'markdown' | 'html'
      readonly title: string
    }
  | { readonly kind: 'pdf'; readonly template: TemplateTask; readonly layout: Layout }

/** @throws {ToolFailure} */
export default function write(task: DocumentTask): string | Promise<Pdf> {
  switch (task.kind) {
    case 'text':
      return fill(task.template, task.escapeHtml ? 'html' : 'none')
    case 'html':
      if (task.format === 'html') return fill(task.template, 'html')
      return toHtml({ text: fill(task.template, 'markdown'), page: { title: task.title } })
    case 'pdf':
      return writePdf(fill(task.template, 'markdown'), task.layout)
  }
}
