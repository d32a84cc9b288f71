// The caller's own notifications in the current organization. An API key sees those of the user who made it.
import { z } from 'zod'
import {
  ChangePreferences,
  Notification,
  NotificationPreferences,
} from '../../../domain/news/notification.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { flag, listQuery, queryInteger } from '../../pipeline/validation.ts'

const ReadAll = z.object({
  /** Unix ms. What happens while somebody reads the list stays unread. */
  until: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Only notifications up to this time, Unix ms; default: all' }),
})

export const notificationRoutes = [
  route('GET /api/v1/notifications', {
    summary: 'List your notifications',
    permission: 'notification:read',
    query: z.object({
      ...listQuery,
      unread: flag.optional().meta({ description: '`true`: only unread ones; `false`: only read ones' }),
    }),
    returns: z.array(Notification),
  }).handle(async ({ caller, query }, { notifications }) => {
    const listed = await notifications.list(caller, query.unread ?? null, query)
    return page(listed)
  }),

  route('GET /api/v1/notifications/inbox', {
    summary: 'Get your inbox: how many notifications are unread, and the newest',
    permission: 'notification:read',
    query: z.object({ limit: queryInteger(1, 100).default(20) }),
    returns: z.object({ unread: z.int(), items: z.array(Notification) }),
  }).handle(({ caller, query }, { notifications }) => notifications.inbox(caller, query.limit)),

  route('POST /api/v1/notifications/:id/read', {
    summary: 'Mark a notification as read',
    permission: 'notification:write',
    returns: Notification,
  }).handle(({ caller, params }, { notifications }) => notifications.markRead(caller, params.id)),

  route('POST /api/v1/notifications/read-all', {
    summary: 'Mark all your notifications as read',
    description: 'Returns how many it marked.',
    permission: 'notification:write',
    body: ReadAll.default({}),
    returns: z.object({ read: z.int() }),
  }).handle(async ({ caller, body }, { notifications }) => ({
    read: await notifications.markAllRead(caller, body.until ?? Number.MAX_SAFE_INTEGER),
  })),

  route('GET /api/v1/notifications/preferences', {
    summary: 'Get what you are notified of, in the app and by mail',
    permission: 'notification:read',
    returns: NotificationPreferences,
  }).handle(({ caller }, { notifications }) => notifications.preferences(caller)),

  route('PUT /api/v1/notifications/preferences', {
    summary: 'Change what you are notified of',
    description: 'By kind. Kinds that you leave out stay as they are. Applies to what happens from now on.',
    permission: 'notification:write',
    body: ChangePreferences,
    returns: NotificationPreferences,
  }).handle(({ caller, body }, { notifications }) => notifications.choose(caller, body)),
]
