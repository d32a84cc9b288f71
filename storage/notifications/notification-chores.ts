// The chores of notifications: write them from events, mail them, watch the limits of usage, remove the
// ones read long ago. main/services.ts runs them in the main thread.
import type { ExecutionLimits } from '../../domain/billing/tiers.ts'
import { notificationBounds } from '../../domain/news/notification.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Chore } from '../../runtime/process/chore.ts'
import type { Database } from '../postgres/database.ts'
import type { Queries } from '../postgres/statement.ts'
import type { Sealing } from '../secrets/signing-keys.ts'
import { usageThresholds } from '../usage/usage-thresholds.ts'
import { notificationMails } from './notification-mails.ts'
import type { Reader } from './notifications.ts'
import { notifier } from './notifier.ts'

export interface NotificationChoreParts {
  readonly database: Database
  /** Seals mails until they have left. */
  readonly sealing: Sealing
  /** Origin of the dashboard. */
  readonly appUrl: string
  readonly executionLimits: ExecutionLimits
  readonly clock: Clock
  readonly log: { warn(facts: object, message: string): void }
  /** Called after mails were added to the queue. */
  readonly onMail: () => void
  /** Called with those whose inboxes have changed. */
  readonly onChange: (readers: readonly Reader[]) => void
}

export function notificationChores(parts: NotificationChoreParts): readonly Chore[] {
  const { database: queries, clock } = parts
  return [
    notifier({ queries, ...parts }),
    notificationMails(parts),
    usageThresholds(parts),
    notificationRetention(queries, clock),
  ]
}

const rowsPerPortion = 1_000
const betweenPassesMs = 60 * 60 * 1_000

/** Unread ones stay until a member has too many (storage/notifications/notification-writer.ts). */
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
