// Notifications as their readers see them: a member's own, in the organization that they are signed in to.
// Called by routes; storage/notifications/notifier.ts writes them.
import { Failure, notFound } from '../../domain/failure.ts'
import { isId } from '../../domain/ids.ts'
import {
  type ChangePreferences,
  mergePreferences,
  type Notification,
  type NotificationKind,
  type NotificationPreferences,
  preferencesWith,
} from '../../domain/news/notification.ts'
import { wordsOf } from '../../domain/news/notification-words.ts'
import type { Occasion } from '../../domain/news/occasion.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries } from '../postgres/statement.ts'

/** Whose notifications: a member of an organization. */
export interface Reader {
  readonly organizationId: string
  readonly userId: string
}

export interface Inbox {
  /** All unread ones, not only those of `items`. */
  readonly unread: number
  /** The newest. */
  readonly items: readonly Notification[]
}

export type NotificationStore = ReturnType<typeof notificationStore>

/** @param onChange called when the inbox of a member has changed. Default: nobody wants to know */
export function notificationStore(queries: Queries, onChange: (reader: Reader) => void = () => {}) {
  async function list(
    { organizationId, userId }: Reader,
    isUnread: boolean | null,
    page: PageRequest,
  ): Promise<Page<Notification>> {
    const values = [organizationId, userId, idBefore('notification', page), isUnread, page.limit + 1]
    return pageOf(await queries.query<NotificationRow>(select, values), page, notificationView)
  }

  async function preferences({ organizationId, userId }: Reader): Promise<ChangePreferences> {
    const [row] = await queries.query<{ preferences: string }>(findPreferences, [organizationId, userId])
    return row === undefined ? {} : JSON.parse(row.preferences)
  }

  async function unread({ organizationId, userId }: Reader): Promise<number> {
    const [counted] = await queries.query<{ unread: number }>(countUnread, [organizationId, userId])
    return counted!.unread
  }

  return {
    /** How many there are. */
    unread,

    /** Newest first; the unread ones, the read ones, or all. */
    list,

    async inbox(reader: Reader, limit: number): Promise<Inbox> {
      const [{ items }, count] = await Promise.all([list(reader, null, { limit }), unread(reader)])
      return { unread: count, items }
    },

    /** Marks it read; a read one keeps its time. @throws {Failure} not-found */
    async markRead(reader: Reader, id: string): Promise<Notification> {
      if (!isId('notification', id)) throw notFound('notification')
      const values = [reader.organizationId, reader.userId, id, Date.now()]
      const [row] = await queries.query<NotificationRow>(markRead, values)
      if (row === undefined) throw notFound('notification')
      onChange(reader)
      return notificationView(row)
    },

    /** @param until later ones stay unread. @returns how many were unread */
    async markAllRead(reader: Reader, until: number): Promise<number> {
      const values = [reader.organizationId, reader.userId, until, Date.now()]
      const rows = await queries.query(markAllRead, values)
      onChange(reader)
      return rows.length
    },

    async preferences(reader: Reader): Promise<NotificationPreferences> {
      return preferencesWith(await preferences(reader))
    },

    /** @throws {Failure} not-found: no member */
    async choose(reader: Reader, change: ChangePreferences): Promise<NotificationPreferences> {
      const { organizationId, userId } = reader
      for (let attempt = 1; attempt <= chooseAttempts; attempt++) {
        const before = await preferences(reader)
        const chosen = mergePreferences(before, change)
        const values = [organizationId, userId, JSON.stringify(chosen), JSON.stringify(before)]
        const [row] = await queries.query<{ isMember: boolean; isKept: boolean }>(choose, values)
        if (!row!.isMember) throw notFound('member')
        // Otherwise somebody chose in the meantime: merge again with theirs.
        if (row!.isKept) return preferencesWith(chosen)
      }
      throw new Failure('conflict', 'the preferences are being changed by somebody else, try again')
    },
  }
}

/** Attempts of a choice while others choose at the same time. */
const chooseAttempts = 10

interface NotificationRow {
  readonly id: string
  readonly kind: NotificationKind
  /** JSON text. */
  readonly occasion: string
  readonly count: number
  readonly read: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

function notificationView({ occasion, ...row }: NotificationRow): Notification {
  return { ...row, ...wordsOf(JSON.parse(occasion) as Occasion, row.count) }
}

const columns = `id, kind, occasion, count, read_at is not null as read, created_at as "createdAt", updated_at as "updatedAt"`
const own = 'organization_id = $1 and user_id = $2 and in_app'

const select = {
  name: 'notifications.list',
  text: `select ${columns} from notifications where ${own} and ($3::text is null or id < $3)
    and ($4::boolean is null or (read_at is null) = $4) order by id desc limit $5`,
}

const countUnread = {
  name: 'notifications.count-unread',
  text: `select count(*)::int as unread from notifications where ${own} and read_at is null`,
}

const markRead = {
  name: 'notifications.mark-read',
  text: `update notifications set read_at = coalesce(read_at, $4) where ${own} and id = $3 returning ${columns}`,
}

const markAllRead = {
  name: 'notifications.mark-all-read',
  text: `update notifications set read_at = $4 where ${own} and read_at is null and updated_at <= $3 returning id`,
}

const findPreferences = {
  name: 'notifications.preferences',
  text: 'select preferences from notification_readers where organization_id = $1 and user_id = $2',
}

const choose = {
  name: 'notifications.choose',
  text: `with member as (select from memberships where organization_id = $1 and user_id = $2),
    kept as (
      insert into notification_readers as r (organization_id, user_id, preferences) select $1, $2, $3 from member
      on conflict (organization_id, user_id) do update set preferences = excluded.preferences
        where r.preferences = $4
      returning user_id
    )
    select exists (select from member) as "isMember", exists (select from kept) as "isKept"`,
}
