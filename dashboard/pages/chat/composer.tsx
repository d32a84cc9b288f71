// Where one writes. Enter sends, Shift and Enter break the line; while an answer is made, it can be stopped.
import type { Conversation } from '@service/chat/conversation.ts'
import { ArrowUp, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { hasRole, useUser } from '../../app/session.ts'
import { IconButton } from '../../parts/button.tsx'
import { Note } from '../../parts/notes.tsx'
import { words } from '../../words/chat.ts'

/** The service takes no more. */
const charactersAtMost = 20_000

export function Composer({
  conversation,
  isAnswering,
}: {
  readonly conversation: Conversation
  readonly isAnswering: boolean
}) {
  const user = useUser()
  const [text, setText] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  useGrowth(input, text)
  if (!hasRole(user, 'member')) return <Note>{words.viewer}</Note>
  const send = () => {
    const said = text.trim()
    if (said === '') return
    setText('')
    void conversation.send(said)
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
      className="flex items-end gap-2 rounded-lg border border-strong bg-raised p-1.5 focus-within:border-accent"
    >
      <textarea
        ref={input}
        rows={1}
        value={text}
        maxLength={charactersAtMost}
        enterKeyHint="send"
        dir={text === '' ? undefined : 'auto'}
        aria-label={words.placeholder}
        placeholder={words.placeholder}
        title={words.keysHint}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          // An Enter that ends the composition of a word sends nothing.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
        className="max-h-48 min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 outline-none"
      />
      {isAnswering && (
        <IconButton label={words.stop} look="plain" onClick={() => void conversation.cancel()}>
          <Square className="size-3.5" />
        </IconButton>
      )}
      <IconButton type="submit" label={words.send} look="primary" aria-disabled={text.trim() === ''}>
        <ArrowUp className="size-4" />
      </IconButton>
    </form>
  )
}

/** As high as what is written in it. */
function useGrowth(input: React.RefObject<HTMLTextAreaElement | null>, text: string): void {
  useEffect(() => {
    const own = input.current
    if (own === null) return
    own.style.height = 'auto'
    own.style.height = `${text === '' ? 32 : own.scrollHeight}px`
  }, [input, text])
}
