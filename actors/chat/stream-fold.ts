// Turns the events of a session's journal into those of its streams (domain/chat/chat-events.ts). Every event
// of the journal says all that its reader needs, so a fold may begin anywhere.
import type { ChatEventName } from '../../domain/chat/chat-events.ts'
import type { Entry } from '../../runtime/journal.ts'
import type { FoldedEvent, JournalFold } from '../journal-feed.ts'
import type { Event } from './protocol.ts'

/** The one answer that a reader wants, from its message on. */
export interface WantedAnswer {
  readonly messageId: string
  readonly answerId: string
}

export class ChatFold implements JournalFold {
  #seq: number
  readonly #wanted: WantedAnswer | null

  /** @param after number of the last event that the reader has. @param wanted null: everything */
  constructor(after: number, wanted: WantedAnswer | null = null) {
    this.#seq = after
    this.#wanted = wanted
  }

  get seq(): number {
    return this.#seq
  }

  take({ seq, body }: Entry): FoldedEvent[] {
    const events = JSON.parse(body) as Event[]
    const folded: FoldedEvent[] = []
    for (const event of events.slice(Math.max(0, this.#seq + 1 - seq))) {
      this.#seq++
      const shown = this.#show(event)
      if (shown !== null) folded.push({ id: this.#seq, ...shown })
    }
    return folded
  }

  #show(event: Event): Omit<FoldedEvent, 'id'> | null {
    switch (event.type) {
      case 'said':
        if (this.#wanted !== null && event.message.id !== this.#wanted.messageId) return null
        return named('message', { message: event.message })
      case 'chunk':
        return this.#isOther(event.answerId)
          ? null
          : named('chunk', { messageId: event.answerId, text: event.text })
      case 'restarted':
        return this.#isOther(event.answerId) ? null : named('restart', { messageId: event.answerId })
      case 'answered': {
        const { message } = event
        if (this.#isOther(message.id)) return null
        return { ...named('done', { message }), isLast: message.id === this.#wanted?.answerId }
      }
      case 'execution-news':
        return named('execution', { execution: event.execution })
      case 'ended':
        return named('end', {})
      case 'opened':
      case 'answer-begun':
      case 'following':
      case 'renamed':
        return null
    }
  }

  #isOther(answerId: string): boolean {
    return this.#wanted !== null && answerId !== this.#wanted.answerId
  }
}

function named(event: ChatEventName, data: object): Omit<FoldedEvent, 'id'> {
  return { event, data }
}
