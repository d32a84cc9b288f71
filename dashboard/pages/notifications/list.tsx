// All notifications, page by page. `j` and `k` move, `enter` opens.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CheckCheck, Settings2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { read, readPages } from '../../app/api.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Empty } from '../../parts/notes.tsx'
import { Page } from '../../parts/page.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { words } from '../../words/notifications.ts'
import { type Notification, useMarkAll } from './reading.ts'
import { NotificationRow } from './row.tsx'

const route = getRouteApi('/in/notifications')

export function NotificationsPage() {
  const { show } = route.useSearch()
  const unread = useQuery(read('GET /api/v1/notifications/inbox')).data?.unread ?? 0
  const { markAll, isBusy } = useMarkAll()
  const actions = (
    <>
      <Button
        icon={<CheckCheck className="size-4" />}
        isBusy={isBusy}
        disabled={unread === 0}
        onClick={markAll}
      >
        {words.markAll}
      </Button>
      <ButtonLink to="/settings/notifications" icon={<Settings2 className="size-4" />}>
        {words.preferences}
      </ButtonLink>
    </>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={actions} width="narrow">
      <Tabs
        label={words.shown}
        tabs={[
          { label: words.all, to: '/notifications', activeOptions: { exact: true, includeSearch: true } },
          { label: words.unread, to: '/notifications', search: { show: 'unread' }, count: unread },
        ]}
      />
      <Rows<Notification>
        options={readPages('GET /api/v1/notifications', { query: show ? { unread: 'true' } : {} })}
        empty={<None isFiltered={show !== undefined} />}
      >
        {rows => (
          <ul
            aria-label={words.title}
            onKeyDown={moveFocus}
            className="flex flex-col divide-y overflow-hidden rounded-lg border bg-raised"
          >
            {rows.map(one => (
              <NotificationRow key={one.id} notification={one} />
            ))}
          </ul>
        )}
      </Rows>
    </Page>
  )
}

function None({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title={words.noneUnread}>{words.noneUnreadHint}</Empty>
  ) : (
    <Empty title={words.none}>{words.noneHint}</Empty>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const here = rows.findIndex(row => row.closest('li')?.contains(document.activeElement))
  rows[here + step]?.focus()
}
