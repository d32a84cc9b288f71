// The list of messages: follows what is written for as long as the reader is at its end, and stays where the
// reader has scrolled to otherwise. The panel holds it.
import type { ConversationState } from '../conversation/state.ts'
import { h, icon, keyed, type View } from './dom.ts'
import { icons } from './icons.ts'
import { choiceList, messageView } from './message-view.ts'
import { type ShownItem, shownItems } from './shown.ts'
import type { WidgetContext } from './widget-config.ts'

/** As near to the end counts as being there. */
const nearPx = 48

export interface Log {
  readonly node: HTMLElement
  update(state: ConversationState): void
  /** Follows again what is written. */
  follow(): void
}

export function log(context: WidgetContext, greeting: string): Log {
  const { conversation, strings } = context
  const views = new Map<string, View<ShownItem>>()
  const older = h('button', { type: 'button', class: 'link', onclick: () => void loadOlder() }, strings.older)
  const welcome = h(
    'div',
    { class: 'welcome', part: 'greeting' },
    h('p', { dir: 'auto' }, greeting),
    choiceList(context.suggestions, context),
  )
  const list = h('div', { class: 'list' })
  const typing = h(
    'div',
    { class: 'typing', part: 'typing' },
    h('i'),
    h('i'),
    h('i'),
    h('span', { class: 'hidden' }, strings.answering),
  )
  const inside = h('div', { class: 'inside' }, older, welcome, list, typing)
  const scroller = h(
    'div',
    {
      class: 'scroller',
      part: 'messages',
      role: 'log',
      'aria-live': 'off',
      tabindex: 0,
      'aria-label': strings.messages,
    },
    inside,
  )
  const jump = h(
    'button',
    {
      type: 'button',
      class: 'jump round',
      part: 'jump',
      'aria-label': strings.latest,
      title: strings.latest,
      onclick: () => follow(),
    },
    icon(icons.down),
  )
  let isFollowing = true
  const toEnd = () => {
    scroller.scrollTop = scroller.scrollHeight
  }
  const follow = () => {
    isFollowing = true
    toEnd()
  }
  scroller.addEventListener('scroll', () => {
    isFollowing = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPx
    jump.hidden = isFollowing
  })
  const resized = new ResizeObserver(() => isFollowing && toEnd())
  resized.observe(scroller)
  resized.observe(inside)
  const loadOlder = async () => {
    const fromEnd = scroller.scrollHeight - scroller.scrollTop
    await conversation.loadOlder()
    requestAnimationFrame(() => {
      scroller.scrollTop = scroller.scrollHeight - fromEnd
    })
  }
  jump.hidden = true
  return {
    node: h('div', { class: 'log' }, scroller, jump),
    follow,
    update(state) {
      older.hidden = !state.hasOlder
      older.disabled = state.isLoading
      const items = shownItems(state)
      welcome.hidden = items.length > 0 || state.isLoading
      typing.hidden = !state.isAnswering || isWriting(state)
      scroller.setAttribute('aria-busy', `${state.isAnswering || state.isLoading}`)
      keyed(
        list,
        views,
        items.map(item => [item.message?.id ?? 'rest', item]),
        item => messageView(item, context),
      )
    },
  }
}

/** Something of the answer is there to be seen. */
function isWriting({ messages }: ConversationState): boolean {
  const last = messages.findLast(({ progress }) => progress === 'streaming')
  return last !== undefined && last.content !== ''
}
