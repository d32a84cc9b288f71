// Turns the events of a session's journal into those of its streams (domain/chat/chat-events.ts). Every event
// of the journal says all that its reader needs, so a fold may begin anywhere.
import type { ToolPart } from '../../domain/chat/chat.ts'
import type { ChatEventName } from '../../domain/chat/chat-events.ts'
import type { Entry } from '../../runtime/journal.ts'
import type { FoldedEvent, JournalFold } from '../journal-feed.ts'
import type { Event } from './protocol.ts'
import { approvalOf, endedPart } from './turns.ts'

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

  take({ address, seq, body }: Entry): FoldedEvent[] {
    const events = JSON.parse(body) as Event[]
    const folded: FoldedEvent[] = []
    for (const event of events.slice(Math.max(0, this.#seq + 1 - seq))) {
      this.#seq++
      const shown = this.#show(event, address)
      if (shown !== null) folded.push({ id: this.#seq, ...shown })
    }
    return folded
  }

  #show(event: Event, sessionId: string): Omit<FoldedEvent, 'id'> | null {
    switch (event.type) {
      case 'said':
        if (this.#wanted !== null && event.message.id !== this.#wanted.messageId) return null
        return named('message', { message: event.message, answerId: event.answerId })
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
      case 'call-begun': {
        const { answerId, callId: id, tool: name, args } = event
        const begun = { type: 'tool', id, name, status: 'running', args, output: null, error: null } as const
        return this.#tool(answerId, begun)
      }
      case 'call-ended': {
        const { answerId, callId, result } = event
        return this.#tool(answerId, endedPart(callId, event.tool, event.args, result))
      }
      case 'call-asks': {
        const { callId: id, request, requestedAt } = event
        return named('approval', {
          approval: approvalOf(sessionId, { id, approval: { request, requestedAt } }),
        })
      }
      case 'call-decided': {
        const {
          callId: id,
          request,
          requestedAt,
          decision: status,
          by: decidedBy,
          note,
          args,
          decidedAt,
        } = event
        const asked = approvalOf(sessionId, { id, approval: { request, requestedAt } })
        return named('approval', {
          approval: { ...asked, status, decidedBy, note, decidedArgs: args, decidedAt },
        })
      }
      case 'execution-news':
        return named('execution', { execution: event.execution })
      case 'renamed':
        return named('session', { session: event.session })
      case 'ended':
        return named('end', {})
      case 'opened':
      case 'answer-begun':
      case 'following':
      case 'turned':
      case 'resumed':
      case 'grant-kept':
        return null
    }
  }

  #tool(messageId: string, tool: ToolPart): Omit<FoldedEvent, 'id'> | null {
    return this.#isOther(messageId) ? null : named('tool', { messageId, tool })
  }

  #isOther(answerId: string): boolean {
    return this.#wanted !== null && answerId !== this.#wanted.answerId
  }
}

function named(event: ChatEventName, data: object): Omit<FoldedEvent, 'id'> {
  return { event, data }
}
