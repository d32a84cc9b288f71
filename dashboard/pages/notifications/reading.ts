// Marking notifications as read: at once in everything that shows them, then on the service. When it refuses,
// they are read again as they are.
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import type { Item } from '../../../http/client.ts'
import { sayError, useCall } from '../../app/api.ts'
import { toast } from '../../parts/toast.tsx'
import { words } from '../../words/notifications.ts'

export type Notification = Item<'GET /api/v1/notifications'>
interface Inbox {
  readonly unread: number
  readonly items: readonly Notification[]
}
type Pages = InfiniteData<{ readonly rows: readonly Notification[] }>

const inbox = 'GET /api/v1/notifications/inbox'
const list = 'GET /api/v1/notifications'

/** Writes into the inbox and the lists of the cache what is read now. */
function useReadInCache() {
  const queries = useQueryClient()
  return (isRead: (notification: Notification) => boolean) => {
    const mark = (one: Notification) => (isRead(one) ? { ...one, read: true } : one)
    queries.setQueriesData<Inbox>({ queryKey: [inbox] }, old => {
      if (old === undefined) return old
      const marked = old.items.filter(one => !one.read && isRead(one)).length
      return { unread: Math.max(0, old.unread - marked), items: old.items.map(mark) }
    })
    queries.setQueriesData<Pages>(
      { queryKey: [list] },
      old => old && { ...old, pages: old.pages.map(page => ({ ...page, rows: page.rows.map(mark) })) },
    )
  }
}

/** Reads them again as the service has them. */
function useRefresh() {
  const queries = useQueryClient()
  return () => Promise.all([inbox, list].map(each => queries.invalidateQueries({ queryKey: [each] })))
}

export function useMarkRead(): (id: string) => void {
  const readInCache = useReadInCache()
  const refresh = useRefresh()
  const call = useCall('POST /api/v1/notifications/:id/read')
  return id => {
    readInCache(one => one.id === id)
    call.mutate(
      { params: { id } },
      {
        onError: error => {
          toast({ text: sayError(error), tone: 'bad' })
          void refresh()
        },
      },
    )
  }
}

export function useMarkAll(): { readonly markAll: () => void; readonly isBusy: boolean } {
  const readInCache = useReadInCache()
  const refresh = useRefresh()
  const call = useCall('POST /api/v1/notifications/read-all')
  return {
    isBusy: call.isPending,
    markAll() {
      readInCache(() => true)
      call.mutate(
        { body: {} },
        {
          onSuccess: ({ read }) => toast(words.markedAll(read)),
          onError: error => toast({ text: sayError(error), tone: 'bad' }),
          onSettled: () => void refresh(),
        },
      )
    },
  }
}
