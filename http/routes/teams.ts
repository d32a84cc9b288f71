// Teams of the caller's organization, and who belongs to it. `/teams/:id/members` of everybody's team is the
// organization itself: what is done there concerns the membership, in other teams the place in the team only.
import { z } from 'zod'
import { DeletedSchema } from '../../domain/deleted.ts'
import { isId } from '../../domain/ids.ts'
import type { Caller } from '../../domain/permissions.ts'
import {
  ChangeMember,
  CreateTeam,
  everybodyOf,
  InviteMember,
  Member,
  MemberImpact,
  noImpact,
  Team,
} from '../../domain/team.ts'
import type { IncomingRequest } from '../exchange.ts'
import { page } from '../reply.ts'
import { route } from '../route.ts'
import { listQuery } from '../validation.ts'

const actorOf = (caller: Caller, request: IncomingRequest) => ({ caller, address: request.clientAddress })

const teamRoutesProper = [
  route('GET /api/v1/teams', {
    summary: 'List teams',
    description:
      'The last one is everybody’s: it has the name of the organization, and its members are those of the organization.',
    permission: 'team:read',
    query: z.object(listQuery),
    returns: z.array(Team),
  }).handle(async ({ caller, query }, { teams }) => {
    const { items, next } = await teams.list(caller.organizationId, query)
    return page(items, next)
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
    description: 'Invitations to it that are open are revoked. 409 for everybody’s team.',
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
    const { items, next } = await teams.members(caller.organizationId, params.id, query)
    return page(items, next)
  }),

  route('POST /api/v1/teams/:id/members', {
    summary: 'Invite somebody by mail, or put a member into a team',
    description:
      'Who is no member yet gets a link that works once, for 72 hours, and is `invited` until then; inviting again replaces the link. Who is one already is in the team at once. The default role is `member`; more than your own cannot be given.',
    permission: 'member:write',
    body: InviteMember,
    returns: Member,
    status: 201,
    repeatable: true,
  }).handle(({ caller, params, body, intent, request }, { joining }) => {
    const guest = { id: intent.newId('invitation'), teamId: params.id }
    return joining.add(actorOf(caller, request), { ...guest, email: body.email, role: body.role ?? null })
  }),

  route('PUT /api/v1/teams/:id/members/:userId', {
    summary: 'Change the role of a member',
    description:
      'A member has one role in the organization, in whatever teams they are. It holds from the next request on, also for API keys of theirs. Nobody changes their own role or gives more than it, and the last owner stays (409).',
    permission: 'member:write',
    body: ChangeMember,
    returns: Member,
  }).handle(async ({ caller, params, body, request }, { teams, members }) => {
    await teams.requireMember(caller.organizationId, params.id, params.userId)
    return members.changeRole(actorOf(caller, request), params.userId, body.role)
  }),

  route('GET /api/v1/teams/:id/members/:userId/impact', {
    summary: 'What would stop, or wait for nobody, without a member',
    description:
      'API keys that they made, invitations that they sent, pending approvals that nobody else is asked for. Workflows, schedules and executions go on. Empty for a team that is not everybody’s.',
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
      'From everybody’s team: the membership ends, with sessions, API keys, streams and `/rpc`, at once; `broke` says what ended or waits for nobody (`.../impact` says it before). From another team: that team only. With the id of an invitation: its link is dead.',
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
