// Who belongs to the organization, and which roles somebody may give.
import type { Item } from '../../../../http/client.ts'
import { hasRole, type Role, type User } from '../../../app/session.ts'

export type Member = Item<'GET /api/v1/teams/:id/members'>

/** The team that everybody of the organization is in. */
export function everybodyOf({ organization: { id } }: Pick<User, 'organization'>): string {
  return id.replace('org_', 'team_')
}

/** Roles that the person may give: none above their own. */
export function rolesBelow(user: User): readonly Role[] {
  return (['viewer', 'member', 'admin', 'owner'] as const).filter(role => hasRole(user, role))
}
