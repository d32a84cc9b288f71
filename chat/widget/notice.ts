// What stands between the reader and the service: no network, a lost connection, a limit with its countdown,
// an error. The panel holds it, above where one writes.
import type { ConversationState } from '../conversation/state.ts'
import { h, icon, write } from './dom.ts'
import { icons } from './icons.ts'
import { type ChatStrings, fill } from './strings.ts'
import type { WidgetContext } from './widget-config.ts'

export interface Notice {
  readonly node: HTMLElement
  update(state: ConversationState): void
}

export function notice({ conversation, strings, announce }: WidgetContext): Notice {
  const connection = h('div', { class: 'notice', part: 'notice', hidden: true })
  const text = h('span', { dir: 'auto' })
  const upgrade = h('a', { target: '_blank', rel: 'noopener noreferrer', hidden: true }, strings.upgrade)
  const dismiss = h(
    'button',
    {
      type: 'button',
      class: 'bare',
      'aria-label': strings.dismiss,
      title: strings.dismiss,
      onclick: () => conversation.dismissError(),
    },
    icon(icons.close),
  )
  const error = h(
    'div',
    { class: 'notice error', part: 'notice error', hidden: true },
    text,
    upgrade,
    dismiss,
  )
  let timer: ReturnType<typeof setInterval> | undefined
  let said = ''
  const say = (kind: string, message: string) => {
    if (said !== kind && message) announce(message)
    said = kind
  }
  return {
    node: h('div', { class: 'notices' }, connection, error),
    update(state) {
      clearInterval(timer)
      const show = () => {
        const message = connectionText(state, strings)
        connection.hidden = message === ''
        connection.dataset['state'] = state.connection.state
        write(connection, message)
        if (!connection.isConnected) clearInterval(timer)
        return message
      }
      const message = show()
      if (state.connection.state === 'limited') timer = setInterval(show, 500)
      error.hidden = state.error === null
      write(text, state.error?.message ?? '')
      upgrade.hidden = !state.error?.upgrade
      upgrade.href = state.error?.upgrade ?? ''
      say(state.error?.message ?? state.connection.state, state.error?.message ?? message)
    },
  }
}

function connectionText({ connection: { state, retryAt } }: ConversationState, strings: ChatStrings): string {
  switch (state) {
    case 'online':
      return ''
    case 'limited':
      return fill(strings.limited, { seconds: Math.max(0, Math.ceil(((retryAt ?? 0) - Date.now()) / 1_000)) })
    default:
      return strings[state]
  }
}
