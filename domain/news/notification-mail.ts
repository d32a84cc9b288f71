// The mail for all notifications that have gathered for a member. Plain text, with links to pages of the
// dashboard that show and never decide.

import { shownLine } from '../shown/shown.ts'
import { notificationBounds } from './notification.ts'
import type { Words } from './notification-words.ts'
import { excerpt } from './occasion.ts'

export interface Digest {
  readonly organizationName: string
  /** Origin of the dashboard, no slash at the end. */
  readonly appUrl: string
  /** At least one, in the order in which they came. */
  readonly notifications: readonly Words[]
}

export function digestMail({ organizationName, appUrl, notifications }: Digest): {
  readonly subject: string
  readonly text: string
} {
  const name = shownLine(excerpt(organizationName, 100))
  const shown = notifications.slice(0, notificationBounds.perMail)
  const more = notifications.length - shown.length
  const subject =
    notifications.length === 1
      ? `[${name}] ${shown[0]!.title}`
      : `[${name}] ${notifications.length} notifications: ${shown[0]!.title}`
  const parts = shown.map(({ title, body, link }) =>
    [title, body, link === null ? '' : `${appUrl}${link}`].filter(line => line !== '').join('\n'),
  )
  if (more > 0) parts.push(`${more} more: ${appUrl}/notifications`)
  parts.push(`You get this as a member of ${name}. What comes by mail: ${appUrl}/settings/notifications`)
  return { subject: excerpt(subject, 200), text: `${parts.join('\n\n')}\n` }
}
