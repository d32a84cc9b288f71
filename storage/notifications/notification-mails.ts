// The chore that puts a member's gathered notifications into one mail.
// 1. One transaction writes a mail and marks its notifications: each is in one mail at most, also after a
//    crash.
// 2. A notification that was read in the meantime is in no mail.
// 3. A member gets a bounded number of mails an hour from an organization; the rest waits and goes
//    together.
import { notificationBounds } from '../../domain/news/notification.ts'
import { digestMail } from '../../domain/news/notification-mail.ts'
import { wordsOf } from '../../domain/news/notification-words.ts'
import type { Occasion } from '../../domain/news/occasion.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Database } from '../postgres/database.ts'
import type { Queries } from '../postgres/statement.ts'
import type { Sealing } from '../secrets/signing-keys.ts'
import { mailStore } from './mails.ts'
import { gatherMs } from './notification-writer.ts'
import type { Reader } from './notifications.ts'

export interface NotificationMailParts {
  readonly database: Database
  readonly sealing: Sealing
  readonly appUrl: string
  readonly clock: Clock
  /** Called after mails were added to the queue. */
  readonly onMail?: () => void
}

const membersPerPortion = 50
const idleMs = 2_000
const hourMs = 3_600_000
/** Notifications that one mail stands for: it shows some and counts the rest. */
const mostGathered = 1_000

export function notificationMails({
  database,
  sealing,
  appUrl,
  clock,
  onMail,
}: NotificationMailParts): Chore {
  async function mailTo(reader: Reader, queries: Queries): Promise<boolean> {
    const now = clock.now()
    const owner = [reader.organizationId, reader.userId]
    const [person] = await queries.query<Person>(lockPerson, owner)
    if (person === undefined) return false
    const recent = person.mailedAt.map(Number).filter(at => at > now - hourMs)
    if (recent.length >= notificationBounds.mailsPerHour) {
      await queries.query(postpone, [...owner, Math.min(...recent) + hourMs])
      return false
    }
    const due = await queries.query<Due>(gather, [...owner, mostGathered, now + gatherMs])
    await queries.query(settle, [...owner, due.map(({ id }) => id), now])
    const notifications = due
      .filter(({ isRead }) => !isRead)
      .map(({ occasion, count }) => wordsOf(JSON.parse(occasion) as Occasion, count))
    if (notifications.length === 0 || !person.isReached) return false
    const mail = digestMail({ organizationName: person.organizationName, appUrl, notifications })
    const { organizationId } = reader
    await mailStore(queries, sealing, () => now).add({ organizationId, to: person.email, ...mail })
    await queries.query(noteMail, [...owner, [...recent, now]])
    return true
  }

  return {
    name: 'mails about notifications',
    async work() {
      const readers = await database.query<Reader>(dueReaders, [clock.now(), membersPerPortion])
      let mailed = 0
      for (const reader of readers) {
        if (await database.atomically(queries => mailTo(reader, queries))) mailed++
      }
      if (mailed > 0) onMail?.()
      return readers.length === membersPerPortion ? 50 : idleMs
    },
  }
}

interface Person {
  readonly email: string
  readonly organizationName: string
  /** False: the organization is gone. */
  readonly isReached: boolean
  /** Unix ms; the driver gives them as text. */
  readonly mailedAt: readonly string[]
}

interface Due {
  readonly id: string
  readonly occasion: string
  readonly count: number
  readonly isRead: boolean
}

const dueReaders = {
  name: 'notification-mails.due',
  text: `select distinct organization_id as "organizationId", user_id as "userId"
    from notifications where mail_due_at <= $1 limit $2`,
}

/** Inserts the member's row if it is missing, and locks it until the transaction ends. */
const lockPerson = {
  name: 'notification-mails.person',
  text: `with reader as (
      insert into notification_readers as r (organization_id, user_id)
      select organization_id, user_id from memberships where organization_id = $1 and user_id = $2
      on conflict (organization_id, user_id) do update set preferences = r.preferences returning mailed_at
    )
    select u.email, o.name as "organizationName", o.deleted_at is null as "isReached", reader.mailed_at as "mailedAt"
    from reader, users u, organizations o where o.id = $1 and u.id = $2`,
}

const postpone = {
  name: 'notification-mails.postpone',
  text: `update notifications set mail_due_at = greatest(mail_due_at, $3::int8)
    where organization_id = $1 and user_id = $2 and mail_due_at is not null`,
}

/**
 * Takes also notifications of the next few seconds. Leaves those that wait because their subject had a mail
 * within the hour.
 */
const gather = {
  name: 'notification-mails.gather',
  text: `select id, occasion, count, read_at is not null as "isRead" from notifications
    where organization_id = $1 and user_id = $2 and mail_due_at is not null and mail_due_at <= $4::int8
    order by id limit $3 for update`,
}

const settle = {
  name: 'notification-mails.settle',
  text: `update notifications set mail_due_at = null, mailed_at = case when read_at is null then $4::int8 end
    where organization_id = $1 and user_id = $2 and id = any($3)`,
}

const noteMail = {
  name: 'notification-mails.note',
  text: 'update notification_readers set mailed_at = $3 where organization_id = $1 and user_id = $2',
}
