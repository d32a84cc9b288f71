// The caller's organization, and the other organizations of the same person.
import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { fixedOrder, mapPage, pageOfList } from '../../../domain/page.ts'
import {
  ChangeOrganization,
  OrganizationDetail,
  OrganizationImpact,
  OwnOrganization,
  SwitchOrganization,
} from '../../../domain/people/organization.ts'
import { sessionLifetimeMs } from '../../../domain/people/session.ts'
import { LoginResult } from '../../../domain/people/user.ts'
import { ownSession } from '../../account/accounts.ts'
import { endOrganization } from '../../account/ending.ts'
import { signInOrigin } from '../../account/sign-in-origin.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

export const organizationRoutes = [
  route('GET /api/v1/organization', {
    summary: 'Get your organization',
    permission: 'organization:read',
    returns: OrganizationDetail,
  }).handle(({ caller }, { organizations }) => organizations.get(caller.organizationId)),

  route('PUT /api/v1/organization', {
    summary: 'Rename your organization',
    permission: 'organization:write',
    body: ChangeOrganization,
    returns: OrganizationDetail,
  }).handle(({ caller, body, request }, { organizations }) =>
    organizations.rename({ caller, address: request.clientAddress }, body.name),
  ),

  route('GET /api/v1/organization/impact', {
    summary: 'Show what would end with your organization',
    permission: 'organization:delete',
    returns: OrganizationImpact,
  }).handle(({ caller }, { organizations }) => organizations.impact(caller.organizationId)),

  route('DELETE /api/v1/organization', {
    summary: 'Delete your organization',
    description:
      'Only an owner who is signed in can do this, and nobody can undo it. Sessions, API keys, invitations, schedules, webhooks and tool servers end at once, and executions are cancelled. Members who belong to no other organization lose their account; their address is free again.',
    permission: 'organization:delete',
    returns: DeletedSchema,
  }).handle(async ({ caller, request }, services) => {
    ownSession(caller)
    await endOrganization(services, { caller, address: request.clientAddress })
    return { id: caller.organizationId, deleted: true }
  }),

  route('GET /api/v1/organizations', {
    summary: 'List the organizations that you belong to',
    description: 'An API key sees only its own. `POST /api/v1/auth/switch` switches to another one.',
    permission: 'account:read',
    query: z.object(listQuery),
    returns: z.array(OwnOrganization),
  }).handle(async ({ caller, query }, { organizations }) => {
    const { userId, organizationId, key } = caller
    const listed =
      key === null
        ? await organizations.ofUser(userId, query)
        : pageOfList([await organizations.oneOfUser(userId, organizationId)], query, fixedOrder('own'))
    return page(mapPage(listed, one => ({ ...one, current: one.id === organizationId })))
  }),

  route('POST /api/v1/auth/switch', {
    summary: 'Switch to another of your organizations',
    description:
      'Ends the current session and begins one in the other organization. An API key cannot switch (403).',
    permission: 'account:read',
    body: SwitchOrganization,
    returns: LoginResult,
    secret: true,
  }).handle(async ({ caller, body, request }, { accounts, organizations, sessionCookie }) => {
    ownSession(caller)
    const there = await organizations.oneOfUser(caller.userId, body.organizationId)
    const origin = signInOrigin(request)
    const account = { userId: caller.userId, organizationId: there.id, role: there.role, passwordHash: null }
    const login = await accounts.begin(account, origin)
    await accounts.logOut(caller, origin)
    return sessionCookie.answer(login, sessionLifetimeMs)
  }),
]
