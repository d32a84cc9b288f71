// Teams of the caller's organization and their members. The team of everybody is the organization itself:
// removing somebody from it ends the membership, removing them from another team only takes them out of that
// team.
import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { isId } from '../../../domain/ids.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import {
  ChangeMember,
  CreateTeam,
  everybodyOf,
  InvitedMember,
  InviteMember,
  Member,
  MemberImpact,
  noImpact,
  Team,
} from '../../../domain/people/team.ts'
import type { IncomingRequest } from '../../exchange.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

const actorOf = (caller: Caller, request: IncomingRequest) => ({ caller, address: request.clientAddress })

const teamRoutesProper = [
  route('GET /api/v1/teams', {
    summary: 'List teams',
    description:
      'The last one is the team of everybody: it has the name of the organization, and every member belongs to it.',
    permission: 'team:read',
    query: z.object(listQuery),
    returns: z.array(Team),
  }).handle(async ({ caller, query }, { teams }) => {
    const listed = await teams.list(caller.organizationId, query)
    return page(listed)
  }),

  route('POST /api/v1/teams', {
    summary: 'Create a team',
    permission: 'team:write',
    body: CreateTeam,
    returns: Team,
    status: 201,
    repeatable: true,
  }).handle(({ caller, body, intent, request }, { teams }) =>
    teams.create(actorOf(caller, request), intent.newId('team'), body.name),
  ),

  route('DELETE /api/v1/teams/:id', {
    summary: 'Delete a team; its members stay in the organization',
    description: 'Its open invitations are revoked. 409 for the team of everybody.',
    permission: 'team:write',
    returns: DeletedSchema,
  }).handle(async ({ caller, params: { id }, request }, { teams }) => {
    await teams.remove(actorOf(caller, request), id)
    return { id, deleted: true }
  }),
]

const memberRoutes = [
  route('GET /api/v1/teams/:id/members', {
    summary: 'List the members of a team, and its open invitations',
    permission: 'team:read',
    query: z.object(listQuery),
    returns: z.array(Member),
  }).handle(async ({ caller, params, query }, { teams }) => {
    const listed = await teams.members(caller.organizationId, params.id, query)
    return page(listed)
  }),

  route('POST /api/v1/teams/:id/members', {
    summary: 'Invite somebody by mail, or add a member to a team',
    description:
      'A new person gets a link by mail that works once, within 72 hours, and is listed as `invited` until then; inviting again replaces the link. Where no mail is sent, `link` is for you to hand on: only this answer shows it. A member joins the team at once. The default role is `member`. You cannot give a role above your own.',
    permission: 'member:write',
    body: InviteMember,
    returns: InvitedMember,
    secret: true,
    status: 201,
    repeatable: true,
  }).handle(({ caller, params, body, intent, request }, { joining }) => {
    const guest = { id: intent.newId('invitation'), teamId: params.id }
    return joining.add(actorOf(caller, request), { ...guest, email: body.email, role: body.role ?? null })
  }),

  route('PUT /api/v1/teams/:id/members/:userId', {
    summary: 'Change the role of a member',
    description:
      'A member has one role, the same in every team. It applies from the next request on, also to their API keys. You cannot change your own role or give one above it. The last owner stays owner (409).',
    permission: 'member:write',
    body: ChangeMember,
    returns: Member,
  }).handle(async ({ caller, params, body, request }, { teams, members }) => {
    await teams.requireMember(caller.organizationId, params.id, params.userId)
    return members.changeRole(actorOf(caller, request), params.userId, body.role)
  }),

  route('GET /api/v1/teams/:id/members/:userId/impact', {
    summary: 'Show what would break if a member were removed',
    description:
      'The API keys that they made, the invitations that they sent, and the pending approvals that ask nobody else. Workflows, schedules and executions continue. Empty for any other team than the team of everybody.',
    permission: 'member:write',
    returns: MemberImpact,
  }).handle(async ({ caller: { organizationId }, params }, { teams, members }) => {
    await teams.requireMember(organizationId, params.id, params.userId)
    return params.id === everybodyOf(organizationId)
      ? members.impact(organizationId, params.userId)
      : noImpact
  }),

  route('DELETE /api/v1/teams/:id/members/:userId', {
    summary: 'Remove a member, or revoke an invitation',
    description:
      'From the team of everybody: the membership ends at once, with sessions, API keys, streams and `/rpc`; `broke` lists what broke (`GET /api/v1/teams/{id}/members/{userId}/impact` shows it in advance). From another team: the member leaves only that team. With the id of an invitation: its link stops working.',
    permission: 'member:write',
    returns: DeletedSchema.extend({ broke: MemberImpact }),
  }).handle(async ({ caller, params: { id, userId }, request }, { teams, members, invitations }) => {
    const actor = actorOf(caller, request)
    const isEverybody = id === everybodyOf(caller.organizationId)
    let broke = noImpact
    if (isId('invitation', userId)) await invitations.revoke(actor, isEverybody ? null : id, userId)
    else if (isEverybody) broke = await members.remove(actor, userId)
    else await teams.leave(actor, id, userId)
    return { id: userId, deleted: true, broke }
  }),
]

export const teamRoutes = [...teamRoutesProper, ...memberRoutes]
