// Notifications of members: shapes as they leave over HTTP, the kinds that there are, and each member's
// preferences.

import { z } from 'zod'
import { openValues } from '../api-marks.ts'

/** Named like the events that they are made of. */
export const notificationKinds = [
  'execution.failed',
  'approval.requested',
  'approval.decided',
  'usage.warning',
  'usage.threshold',
  'usage.limit_reached',
  'budget.reached',
  'subscription.changed',
  'tool_server.down',
  'tool_server.recovered',
  'tool_server.quarantined',
  'webhook.failing',
  'canary.failing',
  'schedule.refused',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

const adminsOnly = 'Admins and owners'

/** Who is told of each. */
export const notificationAudiences: Readonly<Record<NotificationKind, string>> = {
  'execution.failed':
    'Who made the workflow or the version that ran, who started the execution, admins and owners. The failure of a sub-workflow notifies nobody: its parent handles it, or fails as well',
  'approval.requested':
    'The assignees who may decide; without assignees everybody who may. It becomes read once all approvals that it names are decided',
  'approval.decided':
    'Who made the workflow or the version that ran, except for who decided. An approval that expired counts as decided',
  'usage.warning': 'Nobody any more: `usage.threshold` has taken its place, and obeys what was chosen for it',
  'usage.threshold':
    'Admins and owners, once a month when 80 % of the executions of the plan are used, and once when all are',
  'usage.limit_reached': 'Admins and owners, once a month, when the limit refuses a start for the first time',
  'budget.reached': 'Who started the execution, who made the workflow, admins and owners',
  'subscription.changed': adminsOnly,
  'tool_server.down': adminsOnly,
  'tool_server.recovered': adminsOnly,
  'tool_server.quarantined': adminsOnly,
  'webhook.failing': 'Who made the webhook, admins and owners',
  'canary.failing': 'Who tried the version, admins and owners',
  'schedule.refused': 'Who set the schedule, admins and owners',
}

export const notificationBounds = {
  /** Characters of a name or a message that somebody else wrote. */
  textLength: 500,
  /** Notifications that a user keeps; the oldest go first. */
  perUser: 1_000,
  /** Mails to a user of an organization in any hour. */
  mailsPerHour: 10,
  /** Notifications that one mail tells of; it says how many more there are. */
  perMail: 20,
  /** What happens again within this time joins the unread notification of the same subject. */
  windowMs: 3_600_000,
  /** How long a read notification is kept. */
  keptMs: 30 * 24 * 3_600_000,
} as const

export const Notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds).meta(openValues),
  title: z.string(),
  body: z.string(),
  /** Path in the dashboard. */
  link: z.string().nullable(),
  /** How often it has happened. */
  count: z.int(),
  read: z.boolean(),
  createdAt: z.int(),
  /** When it last happened. */
  updatedAt: z.int(),
})
export type Notification = z.infer<typeof Notification>

/** Where a member wants notifications of a kind: in the application, by mail. */
export const Channels = z.object({ app: z.boolean(), mail: z.boolean() })
export type Channels = z.infer<typeof Channels>

/** The channels of every kind. */
export const NotificationPreferences = z.object(everyKind(() => Channels))
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

/** Absent kinds and channels stay as they are. */
export const ChangePreferences = z.object(everyKind(() => Channels.partial())).partial()
export type ChangePreferences = z.infer<typeof ChangePreferences>

const both: Channels = { app: true, mail: true }
const appOnly: Channels = { app: true, mail: false }

/** By default, kinds that need somebody or that hinder executions come by mail too. */
const defaults: NotificationPreferences = {
  'execution.failed': both,
  'approval.requested': both,
  'approval.decided': appOnly,
  'usage.warning': both,
  'usage.threshold': both,
  'usage.limit_reached': both,
  'budget.reached': both,
  'subscription.changed': both,
  'tool_server.down': both,
  'tool_server.recovered': appOnly,
  'tool_server.quarantined': both,
  'webhook.failing': both,
  'canary.failing': both,
  'schedule.refused': both,
}

/** A member's preferences: the defaults, changed by what they chose. */
export function preferencesWith(chosen: ChangePreferences): NotificationPreferences {
  return everyKind(kind => ({
    app: chosen[kind]?.app ?? earlier(chosen, kind)?.app ?? defaults[kind].app,
    mail: chosen[kind]?.mail ?? earlier(chosen, kind)?.mail ?? defaults[kind].mail,
  }))
}

/** What was chosen under the earlier name of a kind. */
function earlier(chosen: ChangePreferences, kind: NotificationKind) {
  return kind === 'usage.threshold' ? chosen['usage.warning'] : undefined
}

/** A member's choices after a further change. */
export function mergePreferences(chosen: ChangePreferences, change: ChangePreferences): ChangePreferences {
  const kinds = notificationKinds.filter(kind => chosen[kind] ?? change[kind])
  return Object.fromEntries(kinds.map(kind => [kind, { ...chosen[kind], ...change[kind] }]))
}

function everyKind<T>(make: (kind: NotificationKind) => T): Record<NotificationKind, T> {
  return Object.fromEntries(notificationKinds.map(kind => [kind, make(kind)])) as Record<NotificationKind, T>
}
