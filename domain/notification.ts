// A notification: something that somebody of an organization should know. Shapes as they leave over HTTP, the kinds that
// there are, and who wants to hear of them in which way.
import { z } from 'zod'

/** Named like the events that they are made of. */
export const notificationKinds = [
  'execution.failed',
  'approval.requested',
  'approval.decided',
  'usage.warning',
  'usage.limit_reached',
  'tool_server.down',
  'tool_server.recovered',
  'tool_server.quarantined',
  'webhook.failing',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const notificationBounds = {
  /** Characters of a name or a message that somebody else wrote. */
  textLength: 500,
  /** The oldest of a user leave first. */
  perUser: 1_000,
  /** Of a user in an organization, in any hour. */
  mailsPerHour: 10,
  /** Notifications that one mail tells of; it says how many more there are. */
  perMail: 20,
  /** What happens again within this time is told by the same notification, as long as that is unread. */
  windowMs: 3_600_000,
  /** How long one that was read is kept. */
  keptMs: 30 * 24 * 3_600_000,
} as const

export const Notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
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

/** Where somebody wants to hear of a kind: in the list and the inbox, by mail. */
export const Channels = z.object({ app: z.boolean(), mail: z.boolean() })
export type Channels = z.infer<typeof Channels>

/** Of every kind. */
export const NotificationPreferences = z.object(everyKind(() => Channels))
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

/** What is not in it stays as it is. */
export const ChangePreferences = z.object(everyKind(() => Channels.partial())).partial()
export type ChangePreferences = z.infer<typeof ChangePreferences>

const both: Channels = { app: true, mail: true }
const appOnly: Channels = { app: true, mail: false }

/** What asks for somebody, or hinders executions, also comes by mail. */
const defaults: NotificationPreferences = {
  'execution.failed': both,
  'approval.requested': both,
  'approval.decided': appOnly,
  'usage.warning': both,
  'usage.limit_reached': both,
  'tool_server.down': both,
  'tool_server.recovered': appOnly,
  'tool_server.quarantined': both,
  'webhook.failing': both,
}

/** What holds for somebody: the defaults, but for what they chose. */
export function preferencesWith(chosen: ChangePreferences): NotificationPreferences {
  return everyKind(kind => ({
    app: chosen[kind]?.app ?? defaults[kind].app,
    mail: chosen[kind]?.mail ?? defaults[kind].mail,
  }))
}

/** What somebody has chosen, after they chose again. */
export function mergePreferences(chosen: ChangePreferences, change: ChangePreferences): ChangePreferences {
  const kinds = notificationKinds.filter(kind => chosen[kind] ?? change[kind])
  return Object.fromEntries(kinds.map(kind => [kind, { ...chosen[kind], ...change[kind] }]))
}

function everyKind<T>(make: (kind: NotificationKind) => T): Record<NotificationKind, T> {
  return Object.fromEntries(notificationKinds.map(kind => [kind, make(kind)])) as Record<NotificationKind, T>
}
