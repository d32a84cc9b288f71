// One message of the list, with its parts. log.ts makes one for each.
import type { Approval, ToolPart } from '../client/wire.ts'
import { type MarkdownText, markdownView } from '../markdown/view.ts'
import { approvalCard } from './cards/approval-card.ts'
import { confirmationCard } from './cards/confirmation-card.ts'
import { type ExecutionCard, executionCard } from './cards/execution-card.ts'
import { h, keyed, type View, write } from './dom.ts'
import type { Confirmable, ShownItem, ShownPart } from './shown.ts'
import { toolLine } from './tool-line.ts'
import type { Suggestion, WidgetContext } from './widget-config.ts'

export function messageView(first: ShownItem, context: WidgetContext): View<ShownItem> {
  const { strings } = context
  const role = first.message?.role ?? 'assistant'
  const views = new Map<string, View<ShownPart>>()
  const content = h('div', { class: 'content' })
  const footer = h('div', { class: 'footer' })
  const speaker =
    first.message && h('span', { class: 'hidden' }, role === 'user' ? strings.you : strings.assistant)
  const node = h('div', { class: `message ${role}`, part: `message ${role}` }, speaker, content, footer)
  const partView = (part: ShownPart): View<ShownPart> => viewOf(part, role === 'user', context)
  let shown: ShownItem['message'] = null
  return {
    node,
    update({ message, parts }) {
      keyed(content, views, parts, partView)
      if (message === shown) return
      shown = message
      if (message) footer.replaceChildren(...footerOf(message, context))
      if (message) node.dataset['progress'] = message.progress
    },
  }
}

function viewOf(part: ShownPart, isUser: boolean, context: WidgetContext): View<ShownPart> {
  switch (part.type) {
    case 'text':
      return mapped(isUser ? plainView() : markdownView(context.strings.copy), it => it as MarkdownText)
    case 'tool':
      return mapped(toolLine(context.strings), it => (it as { tool: ToolPart }).tool)
    case 'execution':
      return mapped(executionCard(context.strings), it => (it as { card: ExecutionCard }).card)
    case 'approval':
      return mapped(approvalCard(part.approval, context), it => (it as { approval: Approval }).approval)
    case 'confirmation':
      return mapped(confirmationCard(part.part, context), it => (it as { part: Confirmable }).part)
    case 'choices':
      return { node: choiceList(part.choices, context), update: () => {} }
  }
}

function mapped<Item>(view: View<Item>, map: (part: ShownPart) => Item): View<ShownPart> {
  return { node: view.node, update: part => view.update(map(part)) }
}

function plainView(): View<MarkdownText> {
  const node = h('p', { class: 'plain', dir: 'auto' })
  return { node, update: ({ text }) => write(node, text) }
}

export function choiceList(
  choices: readonly Suggestion[],
  { conversation, strings, focusComposer }: WidgetContext,
) {
  const buttons = choices.map(({ title, message }) => {
    const choose = () => {
      focusComposer()
      void conversation.send(message)
    }
    return h('button', { type: 'button', part: 'choice', dir: 'auto', onclick: choose }, title)
  })
  return h('div', { class: 'choices', role: 'group', 'aria-label': strings.choices }, ...buttons)
}

function footerOf(
  message: NonNullable<ShownItem['message']>,
  { conversation, strings }: WidgetContext,
): (Node | string)[] {
  if (message.progress === 'unsent') {
    const again = () => void conversation.retry(message.id)
    return [
      `${strings.unsent} · `,
      h('button', { type: 'button', class: 'link', onclick: again }, strings.retry),
    ]
  }
  if (message.status === 'cancelled') return [strings.cancelled]
  if (message.status === 'failed' && !message.content) return [strings.failed]
  return message.progress === 'sending' ? [h('span', { class: 'hidden' }, strings.sending)] : []
}
