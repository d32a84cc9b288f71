// The client of chat sessions: open, say, view, rename, cancel, delete, and their events as a source. The
// routes of the chat call it.

import { notFound } from '../../domain/failure.ts'
import { isId } from '../../domain/ids.ts'
import type { ApprovalDecision } from '../../domain/work/approval.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { ActorSystem } from '../../runtime/engine.ts'
import { JournalFeed, type JournalFeedParts, type JournalSource, journalSource } from '../journal-feed.ts'
import type { ChatStart, ChatView, Message, SaidReply, Saying } from './protocol.ts'
import type { WantedAnswer } from './stream-fold.ts'
import { ChatFold } from './stream-fold.ts'

export interface ChatClientParts extends JournalFeedParts {
  readonly clock: Pick<Clock, 'soon' | 'after'>
  readonly system: Pick<ActorSystem, 'ask' | 'subscribe'>
}

/** Whose session it must be. */
export interface Owner {
  readonly organizationId: string
  readonly owner: string
}

export type ChatClient = ReturnType<typeof chatClient>

export function chatClient(parts: ChatClientParts) {
  /** Checks the id: an id of another kind is the address of another kind of actor. */
  const ask = async (id: string, message: Message, isFresh = false): Promise<string> => {
    if (!isId('chat', id)) throw notFound('chat session')
    return parts.system.ask(id, message, { isFresh })
  }
  const view = async (id: string, message: Message, isFresh = false): Promise<ChatView> =>
    JSON.parse(await ask(id, message, isFresh))

  return {
    /** Resolves when the session is durable. */
    open: (id: string, start: ChatStart, isRepeated: boolean) =>
      view(id, { type: 'open', start }, !isRepeated),
    /** @throws {Failure} not-found, conflict: too many wait, or it must not wait */
    say: async (id: string, owner: Owner, saying: Saying): Promise<SaidReply> =>
      JSON.parse(await ask(id, { type: 'say', ...owner, ...saying })),
    /** @throws {Failure} not-found; so do the ones below */
    view: (id: string, owner: Owner) => view(id, { type: 'view', ...owner }),
    rename: (id: string, owner: Owner, title: string) => view(id, { type: 'rename', ...owner, title }),
    cancel: (id: string, owner: Owner) => view(id, { type: 'cancel', ...owner }),
    /** @throws {Failure} not-found: nobody is asked for it any more; forbidden, conflict */
    decide: (id: string, decision: ApprovalDecision) => ask(id, { type: 'decide', ...decision }),
    delete: (id: string, owner: Owner) => view(id, { type: 'delete', ...owner }),

    /**
     * The events after `after`, as far as they are known to exist: see `view`.
     * @returns null: the session is deleted, and `after` is its last event
     * @throws {Failure} bad-request: there is no such event
     */
    events: (id: string, after: number, wanted: WantedAnswer | null = null): Promise<JournalSource | null> =>
      journalSource(parts, { address: id, after, openFold: () => new ChatFold(after, wanted) }),

    /** Resolves at the end of an answer, with its message as JSON; null when `waitMs` is over. */
    answer: (id: string, after: number, wanted: WantedAnswer, waitMs: number) =>
      endOf(parts, { address: id, fold: new ChatFold(after, wanted), after }, waitMs),
  }
}

/** Reads events until the last of them, whose data it returns; null when time is over. */
async function endOf(
  parts: ChatClientParts,
  reading: { readonly address: string; readonly fold: ChatFold; readonly after: number },
  waitMs: number,
): Promise<string | null> {
  let wake: () => void = () => {}
  const feed = new JournalFeed(parts, { ...reading, wake: () => wake() })
  let callOff: () => void = () => {}
  const deadline = new Promise<'late'>(resolve => {
    callOff = parts.clock.after(waitMs, () => resolve('late'))
  })
  try {
    for (;;) {
      const woken = new Promise<void>(resolve => {
        wake = resolve
      })
      const events = await feed.pull(100)
      const last = events.find(({ isLast }) => isLast)
      if (last !== undefined) return last.data
      if (events.length === 0 && (await Promise.race([woken, deadline])) === 'late') return null
    }
  } finally {
    callOff()
    feed.close()
  }
}
