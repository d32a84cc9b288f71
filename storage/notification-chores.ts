// What notifications need done again and again: telling what has happened, mailing it, watching the limits, forgetting
// what was read long ago.
import { notificationBounds } from '../domain/notification.ts'
import type { Chore } from '../runtime/chore.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Database } from './database.ts'
import { notificationMails } from './notification-mails.ts'
import { notifier } from './notifier.ts'
import type { Sealing } from './signing-keys.ts'
import type { Queries } from './statement.ts'
import { usageWarnings } from './usage-warnings.ts'

export interface NotificationChoreParts {
  readonly database: Database
  /** Of mails, until they have left. */
  readonly sealing: Sealing
  /** Origin of the dashboard. */
  readonly appUrl: string
  readonly freeExecutions: number
  readonly clock: Clock
  readonly log: { warn(facts: object, message: string): void }
  /** Told after mails were handed over. */
  readonly onMail: () => void
}

export function notificationChores(parts: NotificationChoreParts): readonly Chore[] {
  const { database: queries, clock } = parts
  return [
    notifier({ queries, ...parts }),
    notificationMails(parts),
    usageWarnings(parts),
    notificationRetention(queries, clock),
  ]
}

const rowsPerPortion = 1_000
const betweenPassesMs = 60 * 60 * 1_000

/** Unread ones stay, as long as there are not too many (storage/notification-writer.ts). */
export function notificationRetention(queries: Queries, clock: Clock): Chore {
  return {
    name: 'old notifications',
    async work() {
      const before = clock.now() - notificationBounds.keptMs
      const removed = await queries.query(removeOld, [before, rowsPerPortion])
      return removed.length < rowsPerPortion ? betweenPassesMs : 1_000
    },
  }
}

const removeOld = {
  name: 'notifications.remove-old',
  text: `delete from notifications where id in (
      (select id from notifications where read_at < $1 limit $2)
      union all (select id from notifications where not in_app and created_at < $1 limit $2)
    ) returning id`,
}
