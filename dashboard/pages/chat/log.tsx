// The messages of a conversation: it follows what is written for as long as the reader is at its end, and
// stays where the reader has scrolled to otherwise. What was said is announced once, as a whole.
import type { Conversation, ConversationState } from '@service/chat/conversation.ts'
import { shownItems } from '@service/chat/widget/shown.ts'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../parts/button.tsx'
import { Skeleton } from '../../parts/notes.tsx'
import { words } from '../../words/chat.ts'
import { Message } from './message.tsx'

/** As near to the end counts as being there. */
const nearPx = 48
/** An announcement is heard, not read: of a longer answer, its beginning. */
const charactersHeard = 500

export function Log({
  conversation,
  state,
  children,
}: {
  readonly conversation: Conversation
  readonly state: ConversationState
  readonly children: ReactNode
}) {
  const { scroller, inside, isAtEnd, toEnd } = useFollowing(state)
  const items = shownItems(state)
  const isWriting = state.messages.some(({ progress, content }) => progress === 'streaming' && content !== '')
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={words.messages}
        aria-busy={state.isAnswering || state.isLoading}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="h-full overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div ref={inside} className="mx-auto flex max-w-3xl flex-col gap-5 px-4 py-5">
          {state.hasOlder && (
            <Button look="quiet" isBusy={state.isLoading} onClick={() => void conversation.loadOlder()}>
              {words.older}
            </Button>
          )}
          {state.isLoading && items.length === 0 && <Skeleton rows={4} />}
          {children}
          {items.map(item => (
            <Message
              key={item.message?.id ?? 'rest'}
              message={item.message}
              parts={item.parts}
              conversation={conversation}
            />
          ))}
          {state.isAnswering && !isWriting && <Typing />}
        </div>
      </div>
      {!isAtEnd && (
        <IconButton
          label={words.latest}
          look="plain"
          onClick={toEnd}
          className="absolute end-6 bottom-3 rounded-full shadow-float"
        >
          <ArrowDown className="size-4" />
        </IconButton>
      )}
      <Announcements conversation={conversation} />
    </div>
  )
}

function useFollowing(state: ConversationState) {
  const scroller = useRef<HTMLDivElement>(null)
  const inside = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const toEnd = () => {
    follows.current = true
    scroller.current!.scrollTop = scroller.current!.scrollHeight
  }
  useEffect(() => {
    const own = scroller.current!
    const look = () => {
      follows.current = own.scrollHeight - own.scrollTop - own.clientHeight < nearPx
      setAtEnd(follows.current)
    }
    const resized = new ResizeObserver(() => {
      if (follows.current) own.scrollTop = own.scrollHeight
    })
    resized.observe(own)
    resized.observe(inside.current!)
    own.addEventListener('scroll', look, { passive: true })
    return () => {
      resized.disconnect()
      own.removeEventListener('scroll', look)
    }
  }, [])
  // Whoever sends wants to see it.
  const isSending = state.messages.at(-1)?.progress === 'sending'
  useEffect(() => {
    if (!isSending) return
    follows.current = true
    scroller.current!.scrollTop = scroller.current!.scrollHeight
  }, [isSending])
  return { scroller, inside, isAtEnd, toEnd }
}

function Typing() {
  return (
    <div className="flex items-center gap-1 py-1" role="status">
      <span className="sr-only">{words.answering}</span>
      {[0, 1, 2].map(each => (
        <span
          key={each}
          aria-hidden="true"
          className="size-1.5 animate-pulse rounded-full bg-dim"
          style={{ animationDelay: `${each * 160}ms` }}
        />
      ))}
    </div>
  )
}

function Announcements({ conversation }: { readonly conversation: Conversation }) {
  const [text, setText] = useState('')
  useEffect(
    () =>
      conversation.client.on('done', ({ message }) =>
        setText(`${words.assistant} ${message.content.slice(0, charactersHeard)}`),
      ),
    [conversation],
  )
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {text}
    </div>
  )
}
