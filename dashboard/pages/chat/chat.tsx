// The chat: conversations at the side, one of them in full height. It is the SDK's client with the session of
// the dashboard; what it says and does is what any page with the SDK can.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { MessagesSquare, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { ButtonLink, IconButton } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Empty } from '../../parts/notes.tsx'
import { useTitle } from '../../parts/page.tsx'
import { words } from '../../words/chat.ts'
import { Composer } from './composer.tsx'
import { Log } from './log.tsx'
import { Notices } from './notices.tsx'
import { Sessions } from './sessions.tsx'
import { useConversation } from './use-conversation.ts'
import { Welcome } from './welcome.tsx'

const route = getRouteApi('/in/chat/{-$id}')

export function ChatPage() {
  const { id = null } = route.useParams()
  const { run = null } = route.useSearch()
  const [showsList, setShowsList] = useState(false)
  const { conversation, state, isGone } = useConversation(id)
  const stored = useQuery({
    ...read('GET /api/v1/chat/sessions/:id', { params: { id: id ?? '-' } }),
    enabled: id !== null && !isGone,
  })
  const named = state.session?.title ?? stored.data?.title ?? words.title
  const title = id === null ? words.fresh : named
  useTitle(id === null ? words.title : title)
  const isEmpty = state.messages.length === 0 && !state.isLoading && id === null
  return (
    <div className="flex h-dvh max-md:h-[calc(100dvh-50px-64px)]">
      <div className="w-64 shrink-0 border-e max-lg:hidden">
        <Sessions shownId={id} />
      </div>
      <section aria-label={words.title} className="flex min-w-0 flex-1 flex-col">
        <header className="flex h-12 shrink-0 items-center gap-1 border-b px-4">
          <h1 dir="auto" className="min-w-0 flex-1 truncate font-semibold">
            {title}
          </h1>
          <IconButton label={words.sessions} onClick={() => setShowsList(true)} className="lg:hidden">
            <MessagesSquare className="size-4" />
          </IconButton>
          <ButtonLink
            to="/chat/{-$id}"
            params={{ id: undefined }}
            look="quiet"
            aria-label={words.fresh}
            className="w-8 px-0 lg:hidden"
          >
            <SquarePen className="size-4" />
          </ButtonLink>
        </header>
        {isGone ? (
          <div className="p-6">
            <Empty title={words.gone} action={<ButtonLink to="/chat/{-$id}">{words.fresh}</ButtonLink>}>
              {words.goneHint}
            </Empty>
          </div>
        ) : (
          <>
            <Log conversation={conversation} state={state}>
              {isEmpty && <Welcome runId={run} onSay={text => void conversation.send(text)} />}
            </Log>
            <div className="mx-auto w-full max-w-3xl shrink-0 px-4 pb-4 max-md:pb-2">
              <Notices conversation={conversation} state={state} />
              <Composer key={id ?? 'new'} conversation={conversation} isAnswering={state.isAnswering} />
            </div>
          </>
        )}
      </section>
      <Dialog isOpen={showsList} onClose={() => setShowsList(false)} title={words.sessions}>
        <div className="-mx-2 h-[60dvh]">
          <Sessions shownId={id} onOpen={() => setShowsList(false)} />
        </div>
      </Dialog>
    </div>
  )
}
