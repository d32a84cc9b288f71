// The whole of a widget inside its shadow root: the button in the corner, and the panel with head, list,
// notices and composer. The element makes one for its configuration.
import type { Conversation } from '../conversation/conversation.ts'
import { composer } from './composer.ts'
import { h, icon, set, type View, write } from './dom.ts'
import { icons } from './icons.ts'
import { log } from './log.ts'
import { notice } from './notice.ts'
import { type ChatStrings, defaultStrings, fill } from './strings.ts'
import { watch } from './watch.ts'
import type { WidgetConfig, WidgetContext } from './widget-config.ts'

export interface Panel {
  readonly nodes: readonly HTMLElement[]
  /** Opens or closes a floating one. */
  toggle(isOpen: boolean): void
  focus(): void
  end(): void
}

/** @param opened is told when a floating one opens or closes */
export function panel(
  config: WidgetConfig,
  conversation: Conversation,
  opened: (isOpen: boolean) => void,
): Panel {
  const strings: ChatStrings = { ...defaultStrings, ...config.strings }
  const isInline = config.display === 'inline'
  const title = config.title ?? strings.title
  const status = h('div', { class: 'hidden', role: 'status', 'aria-live': 'polite' })
  const context: WidgetContext = {
    conversation,
    strings,
    suggestions: (config.suggestions ?? []).map(it =>
      typeof it === 'string' ? { title: it, message: it } : it,
    ),
    announce: text => write(status, text),
    focusComposer: () => writing.focus(),
  }
  const list = log(context, config.greeting ?? strings.greeting)
  const notices = notice(context)
  const writing = composer(context, list.follow)
  const fresh = () => {
    conversation.reset()
    writing.focus()
  }
  const head = h(
    'header',
    { class: 'header', part: 'header' },
    h('h2', { part: 'title' }, title),
    button(strings.newConversation, icons.fresh, fresh),
    !isInline && button(strings.close, icons.close, () => toggle(false, true)),
  )
  const frame = h(
    'section',
    {
      class: `frame ${isInline ? 'inline' : 'floating'}`,
      part: 'panel',
      role: isInline ? 'region' : 'dialog',
      'aria-label': title,
    },
    head,
    list.node,
    notices.node,
    writing.node,
    status,
  )
  const launcher = isInline ? null : launch(strings, () => toggle(!!frame.hidden, true))
  frame.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !isInline) toggle(false, true)
  })
  const views = watch(conversation, context, {
    isSeen: () => !frame.hidden,
    unread: count => launcher?.update(count),
    show(state) {
      list.update(state)
      notices.update(state)
      writing.update(state)
    },
  })
  const toggle = (isOpen: boolean, isAsked = false) => {
    if (isInline) return
    frame.hidden = !isOpen
    set(launcher!.button, 'aria-expanded', `${isOpen}`)
    set(launcher!.button.querySelector('path')!, 'd', isOpen ? icons.fold : icons.chat)
    launcher!.update(0)
    views.look(isOpen)
    if (isOpen) list.follow()
    if (isAsked) isOpen ? writing.focus() : launcher!.button.focus()
    opened(isOpen)
  }
  if (isInline) views.look(true)
  else toggle(config.isOpen ?? false)
  return { nodes: launcher ? [frame, launcher.node] : [frame], toggle, focus: writing.focus, end: views.end }
}

function button(label: string, path: string, onclick: () => void): HTMLButtonElement {
  return h(
    'button',
    { type: 'button', class: 'bare', 'aria-label': label, title: label, onclick },
    icon(path),
  )
}

interface Launcher extends View<number> {
  readonly button: HTMLButtonElement
}

function launch(strings: ChatStrings, onclick: () => void): Launcher {
  const badge = h('span', { class: 'badge', part: 'badge', 'aria-hidden': 'true', hidden: true })
  const own = h(
    'button',
    { type: 'button', class: 'launcher', part: 'launcher', 'aria-haspopup': 'dialog', onclick },
    icon(icons.chat),
    badge,
  )
  return {
    node: own,
    button: own,
    update(count) {
      badge.hidden = count === 0
      write(badge, `${count}`)
      set(own, 'aria-label', count === 0 ? strings.open : fill(strings.openUnread, { count }))
    },
  }
}
