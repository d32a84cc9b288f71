// The bell of the shell: how many notifications are unread, and the newest behind it.
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { Bell, CheckCheck, Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { reads } from '../../app/shell/reads.ts'
import { Button, ButtonLink, IconButton } from '../../parts/button.tsx'
import { Loaded } from '../../parts/notes.tsx'
import { Popover } from '../../parts/popover.tsx'
import { words } from '../../words/notifications.ts'
import { useMarkAll } from './reading.ts'
import { NotificationRow } from './row.tsx'

export function Inbox() {
  const inbox = useQuery(reads.inbox)
  const [isOpen, setOpen] = useState(false)
  const { markAll, isBusy } = useMarkAll()
  const address = useRouterState({ select: ({ location }) => location.href })
  useEffect(() => setOpen(false), [address])
  const unread = inbox.data?.unread ?? 0
  const trigger = (
    <IconButton label={words.inbox(unread)} className="relative shrink-0">
      <Bell className="size-4" />
      {unread > 0 && <Count of={unread} />}
    </IconButton>
  )
  return (
    <Popover
      trigger={trigger}
      label={words.title}
      isOpen={isOpen}
      onOpenChange={setOpen}
      className="w-96 p-0"
    >
      <div className="sticky top-0 z-10 flex items-center gap-1 border-b bg-raised py-1.5 ps-3 pe-1.5">
        <h2 className="flex-1 font-semibold">{words.title}</h2>
        {unread > 0 && (
          <Button look="quiet" isBusy={isBusy} icon={<CheckCheck className="size-4" />} onClick={markAll}>
            {words.markAll}
          </Button>
        )}
        <ButtonLink
          to="/settings/notifications"
          look="quiet"
          aria-label={words.preferences}
          className="w-8 shrink-0 px-0"
        >
          <Settings2 className="size-4" />
        </ButtonLink>
      </div>
      <Loaded query={inbox}>
        {({ items }) =>
          items.length === 0 ? (
            <div className="px-6 py-8 text-center">
              <p className="font-medium">{words.none}</p>
              <p className="mt-1 text-sm text-dim">{words.noneHint}</p>
            </div>
          ) : (
            <ul className="flex flex-col divide-y">
              {items.map(one => (
                <NotificationRow key={one.id} notification={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="sticky bottom-0 border-t bg-raised p-1.5">
        <ButtonLink to="/notifications" look="quiet" className="w-full">
          {words.seeAll}
        </ButtonLink>
      </div>
    </Popover>
  )
}

function Count({ of }: { readonly of: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute -end-1 -top-1 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-on-accent"
    >
      {of > 99 ? '99+' : of}
    </span>
  )
}
