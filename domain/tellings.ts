// From news to what each member is told: one entry for a member and a subject, however often it has happened. Pure.
import { type Member, membersOf } from './audience.ts'
import { type ChangePreferences, type NotificationKind, preferencesWith } from './notification.ts'
import { subjectOf } from './occasion.ts'
import type { News } from './told-events.ts'

/** What one member is told of one subject. */
export interface Telling {
  readonly organizationId: string
  readonly userId: string
  readonly kind: NotificationKind
  readonly subject: string
  /** JSON text of the latest occasion. */
  readonly occasion: string
  /** How many occasions it stands for. */
  readonly count: number
  /** Ids of those that it asks for. */
  readonly approvals: readonly string[]
  readonly inApp: boolean
  readonly isMailed: boolean
}

export interface PreferringMember extends Member {
  readonly preferences: ChangePreferences
}

export interface OrganizationNews extends News {
  readonly organizationId: string
}

/** @param membersIn all members of an organization */
export function tellingsOf(
  news: readonly OrganizationNews[],
  membersIn: (organizationId: string) => readonly PreferringMember[],
): readonly Telling[] {
  const tellings = new Map<string, Telling>()
  for (const { organizationId, occasion, audience } of news) {
    const { kind } = occasion
    const subject = subjectOf(occasion)
    const asked = occasion.kind === 'approval.requested' ? [occasion.approvalId] : []
    for (const { userId, preferences } of membersOf(audience, membersIn(organizationId))) {
      const { app: inApp, mail: isMailed } = preferencesWith(preferences)[kind]
      if (!inApp && !isMailed) continue
      const key = `${organizationId}/${userId}/${subject}`
      const earlier = tellings.get(key)
      tellings.set(key, {
        ...{ organizationId, userId, kind, subject, inApp, isMailed },
        occasion: JSON.stringify(occasion),
        count: (earlier?.count ?? 0) + 1,
        approvals: [...(earlier?.approvals ?? []), ...asked],
      })
    }
  }
  return [...tellings.values()]
}
