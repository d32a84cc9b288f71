// Teams and members. A member has one role in the organization, whatever their teams. Everybody's team is
// the organization itself, under an id that follows from the organization's; further teams group some of
// its members.
import { z } from 'zod'
import { nameText } from '../text.ts'
import { Approval } from '../work/approval.ts'
import { type Role, roles } from './permissions.ts'
import { Email, Password, userBounds } from './user.ts'

export const teamBounds = { nameLength: 200, teams: 500, openInvitations: 500 } as const
/** Contract 4: 72 hours. */
export const invitationLifetimeMs = 72 * 3_600_000

export const Team = z.object({
  id: z.string(),
  name: z.string(),
  memberCount: z.int(),
  createdAt: z.int(),
})
export type Team = z.infer<typeof Team>

export const Member = z.object({
  userId: z.string().meta({ description: 'Id of the user; of an open invitation its own id, `inv_...`' }),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  status: z.enum(['active', 'invited']),
  joinedAt: z.int().nullable(),
})
export type Member = z.infer<typeof Member>

/** What whoever invites is told. */
export const InvitedMember = Member.extend({
  link: z.string().nullable().meta({
    description:
      'The link of the invitation, to be handed on: where the service sends no mail (`SMTP_URL` is not set); else null',
  }),
})
export type InvitedMember = z.infer<typeof InvitedMember>

export const CreateTeam = z.object({ name: nameText(teamBounds.nameLength) })
export const InviteMember = z.object({ email: Email, role: z.enum(roles).optional() })
export const ChangeMember = z.object({ role: z.enum(roles) })

export const AcceptInvitation = z
  .object({ name: nameText(userBounds.nameLength).nullish(), password: Password.nullish() })
  .optional()
export type AcceptInvitation = z.infer<typeof AcceptInvitation>

/** An open invitation, as the person sees it who has its link. */
export const Invitation = z.object({
  organization: z.object({ id: z.string(), name: z.string() }),
  team: z.string().nullable().meta({ description: 'Name of the team; null for the organization alone' }),
  invitedBy: z.object({ email: z.string(), name: z.string().nullable() }),
  email: z.string(),
  role: z.enum(roles),
  hasAccount: z.boolean().meta({ description: 'Does the address have an account? It accepts with its own' }),
  expiresAt: z.int(),
})
export type Invitation = z.infer<typeof Invitation>

/** What stops working, or waits for somebody who is gone, when a member leaves. */
export const MemberImpact = z.object({
  apiKeys: z.array(z.object({ id: z.string(), name: z.string(), lastUsedAt: z.int().nullable() })),
  approvals: z.array(Approval.pick({ id: true, kind: true, executionId: true, message: true })),
  invitations: z.array(z.object({ id: z.string(), email: z.string() })),
})
export type MemberImpact = z.infer<typeof MemberImpact>

export const noImpact: MemberImpact = { apiKeys: [], approvals: [], invitations: [] }

/** The team that everybody of the organization is in: `org_x` has `team_x`. */
export function everybodyOf(organizationId: string): string {
  return `team_${organizationId.slice('org_'.length)}`
}

/** Does one role hold everything that the other holds? */
export function outranks(role: Role, other: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(other)
}
