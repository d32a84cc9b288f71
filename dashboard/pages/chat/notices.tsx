// What stands between the person and the service: no network, a lost connection, a limit with its countdown,
// an error.
import type { Conversation, ConversationState } from '@service/chat/conversation.ts'
import { X } from 'lucide-react'
import { ButtonLink, IconButton } from '../../parts/button.tsx'
import { ErrorNote, Note } from '../../parts/notes.tsx'
import { useNow } from '../../parts/time.tsx'
import { words } from '../../words/chat.ts'
import { words as common } from '../../words/common.ts'

export function Notices({
  conversation,
  state: { connection, error },
}: {
  readonly conversation: Conversation
  readonly state: ConversationState
}) {
  const now = useNow()
  const { state, retryAt } = connection
  const leftS = Math.max(0, Math.ceil(((retryAt ?? now) - now) / 1_000))
  return (
    <div role="status" className="flex flex-col gap-2 not-empty:mb-2">
      {state !== 'online' && (
        <Note tone="warn">{state === 'limited' ? words.limited(leftS) : words[state]}</Note>
      )}
      {error !== null && (
        <ErrorNote
          action={
            <>
              {error.upgrade !== null && (
                <ButtonLink to="/settings/billing" look="quiet">
                  {words.upgrade}
                </ButtonLink>
              )}
              <IconButton label={common.close} onClick={() => conversation.dismissError()}>
                <X className="size-4" />
              </IconButton>
            </>
          }
        >
          {error.message}
        </ErrorNote>
      )}
    </div>
  )
}
