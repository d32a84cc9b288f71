// From notices to what each member gets: one entry per member and subject, however often it has happened.
// Pure; called by storage/notifications/notifier.ts.
import { type Member, membersOf } from './audience.ts'
import type { Notice } from './event-notices.ts'
import { type ChangePreferences, type NotificationKind, preferencesWith } from './notification.ts'
import { subjectOf } from './occasion.ts'

/** One notification of one member about one subject. */
export interface MemberNotice {
  readonly organizationId: string
  readonly userId: string
  readonly kind: NotificationKind
  readonly subject: string
  /** JSON text of the latest occasion. */
  readonly occasion: string
  /** How many occasions it stands for. */
  readonly count: number
  /** Ids of the approvals that it asks for. */
  readonly approvals: readonly string[]
  readonly inApp: boolean
  readonly isMailed: boolean
}

export interface PreferringMember extends Member {
  readonly preferences: ChangePreferences
}

export interface OrganizationNotice extends Notice {
  readonly organizationId: string
}

/** @param membersIn all members of an organization */
export function memberNotices(
  news: readonly OrganizationNotice[],
  membersIn: (organizationId: string) => readonly PreferringMember[],
): readonly MemberNotice[] {
  const notices = new Map<string, MemberNotice>()
  for (const { organizationId, occasion, audience } of news) {
    const { kind } = occasion
    const subject = subjectOf(occasion)
    const asked = occasion.kind === 'approval.requested' ? [occasion.approvalId] : []
    for (const { userId, preferences } of membersOf(audience, membersIn(organizationId))) {
      const { app: inApp, mail: isMailed } = preferencesWith(preferences)[kind]
      if (!inApp && !isMailed) continue
      const key = `${organizationId}/${userId}/${subject}`
      const earlier = notices.get(key)
      notices.set(key, {
        ...{ organizationId, userId, kind, subject, inApp, isMailed },
        occasion: JSON.stringify(occasion),
        count: (earlier?.count ?? 0) + 1,
        approvals: [...(earlier?.approvals ?? []), ...asked],
      })
    }
  }
  return [...notices.values()]
}
