// Between a conversation and what shows it: once per frame, only while somebody looks, and what was said is
// announced once, as a whole, to those who hear the page.
import type { Conversation } from '../conversation/conversation.ts'
import type { ConversationState } from '../conversation/state.ts'
import { shownName, shownText } from '../shown/shown.ts'
import type { WidgetContext } from './widget-config.ts'

export interface Shown {
  isSeen(): boolean
  show(state: ConversationState): void
  /** Answers that came while nobody looked. */
  unread(count: number): void
}

export interface Watch {
  /** Somebody looks, or looks away. */
  look(isLooking: boolean): void
  end(): void
}

/** An announcement is heard, not read: of a longer answer, its beginning. */
const charactersHeard = 500

export function watch(conversation: Conversation, { strings, announce }: WidgetContext, shown: Shown): Watch {
  let frame = 0
  let unread = 0
  const change = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      shown.show(conversation.state)
      rest()
    })
  }
  // A tab that nobody sees keeps no connection, unless an answer is on its way.
  let isLooking = false
  let release: (() => void) | null = null
  const rest = () => {
    const isNeeded = isLooking && (!document.hidden || conversation.state.isAnswering)
    if (isNeeded) release ??= conversation.show()
    else if (!conversation.state.isAnswering) {
      release?.()
      release = null
    }
  }
  const endings = [
    conversation.subscribe(change),
    conversation.client.on('done', ({ message }) => {
      announce(`${strings.assistant} ${message.content.slice(0, charactersHeard)}`)
      if (!shown.isSeen()) shown.unread(++unread)
    }),
    conversation.client.on('approval', ({ approval }) => {
      if (approval.status === 'pending')
        announce(
          `${strings.approval}: ${approval.tool ? `${shownName(approval.tool)}. ` : ''}${shownText(approval.message)}`,
        )
    }),
    conversation.client.on('message', () => announce(strings.answering)),
  ]
  document.addEventListener('visibilitychange', rest)
  change()
  return {
    look(isNow) {
      isLooking = isNow
      unread = 0
      rest()
    },
    end() {
      for (const end of endings) end()
      document.removeEventListener('visibilitychange', rest)
      cancelAnimationFrame(frame)
      release?.()
    },
  }
}
