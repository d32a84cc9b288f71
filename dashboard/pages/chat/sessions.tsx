// The conversations of the person: searched, opened, renamed, deleted.
import { Link, useNavigate } from '@tanstack/react-router'
import { Pencil, SquarePen, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Answer } from '../../../http/client.ts'
import { readPages, useCall } from '../../app/api.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { cx } from '../../parts/class-names.ts'
import { Confirm, Dialog } from '../../parts/dialog.tsx'
import { Input, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Menu } from '../../parts/menu.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Time } from '../../parts/time.tsx'
import { toast } from '../../parts/toast.tsx'
import { words } from '../../words/chat.ts'
import { words as common } from '../../words/common.ts'

type Session = Answer<'GET /api/v1/chat/sessions'>[number]

export interface SessionsProps {
  readonly shownId: string | null
  /** One was chosen. */
  readonly onOpen?: () => void
}

export function Sessions({ shownId, onOpen }: SessionsProps) {
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const query = { limit: 50, ...(q !== '' && { q }) }
  return (
    <nav aria-label={words.sessions} className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center gap-2 px-3">
        <Input
          type="search"
          data-search
          aria-label={words.search}
          placeholder={words.search}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <ButtonLink
          to="/chat/{-$id}"
          params={{ id: undefined }}
          look="quiet"
          aria-label={words.fresh}
          className="w-8 shrink-0 px-0"
          {...(onOpen && { onClick: onOpen })}
        >
          <SquarePen className="size-4" />
        </ButtonLink>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        <Rows<Session>
          options={readPages('GET /api/v1/chat/sessions', { query })}
          empty={<p className="px-2 text-sm text-dim">{q === '' ? words.none : words.noneFound}</p>}
        >
          {rows => (
            <ul className="flex flex-col gap-0.5">
              {rows.map(session => (
                <OneSession
                  key={session.id}
                  session={session}
                  isShown={session.id === shownId}
                  {...(onOpen && { onOpen })}
                />
              ))}
            </ul>
          )}
        </Rows>
      </div>
    </nav>
  )
}

function OneSession({
  session: { id, title, lastMessageAt, createdAt },
  isShown,
  onOpen,
}: {
  readonly session: Session
  readonly isShown: boolean
  readonly onOpen?: () => void
}) {
  const [asks, setAsks] = useState<'rename' | 'delete' | null>(null)
  return (
    <li className={cx('flex items-center rounded-md pe-1', isShown ? 'bg-accent-soft' : 'hover:bg-hover')}>
      <Link
        to="/chat/{-$id}"
        params={{ id }}
        aria-current={isShown ? 'page' : undefined}
        {...(onOpen && { onClick: onOpen })}
        className="min-w-0 flex-1 px-2 py-1.5 no-underline"
      >
        <span dir="auto" className="block truncate text-sm">
          {title ?? words.untitled}
        </span>
        <Time at={lastMessageAt ?? createdAt} className="block text-xs text-dim" />
      </Link>
      <Menu
        label={`${common.actions}: ${title ?? words.untitled}`}
        items={[
          { label: words.rename, icon: <Pencil className="size-4" />, onSelect: () => setAsks('rename') },
          {
            label: words.delete,
            icon: <Trash2 className="size-4" />,
            isDangerous: true,
            onSelect: () => setAsks('delete'),
          },
        ]}
      />
      <RenameDialog id={id} title={title} isOpen={asks === 'rename'} onClose={() => setAsks(null)} />
      <DeleteDialog id={id} isShown={isShown} isOpen={asks === 'delete'} onClose={() => setAsks(null)} />
    </li>
  )
}

interface AskProps {
  readonly id: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

function RenameDialog({ id, title, isOpen, onClose }: AskProps & { readonly title: string | null }) {
  const rename = useCall('PUT /api/v1/chat/sessions/:id', {
    refreshes: ['GET /api/v1/chat/sessions', 'GET /api/v1/chat/sessions/:id'],
  })
  const send = async ({ title: next = '' }: Readonly<Record<string, string>>) => {
    await rename.mutateAsync({ params: { id }, body: { title: next } })
    toast(words.renamed)
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.rename}>
      <Form onSend={send} action={common.save}>
        <TextField name="title" label={words.name} defaultValue={title ?? ''} maxLength={200} dir="auto" />
      </Form>
    </Dialog>
  )
}

function DeleteDialog({ id, isShown, isOpen, onClose }: AskProps & { readonly isShown: boolean }) {
  const navigate = useNavigate()
  const remove = useCall('DELETE /api/v1/chat/sessions/:id', { refreshes: ['GET /api/v1/chat/sessions'] })
  const confirm = async () => {
    if (isShown) await navigate({ to: '/chat/{-$id}', params: { id: undefined } })
    await remove.mutateAsync({ params: { id } })
    toast(words.deleted)
  }
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={words.deleteTitle}
      action={words.delete}
      onConfirm={confirm}
    >
      <p className="text-dim">{words.deleteHint}</p>
    </Confirm>
  )
}
