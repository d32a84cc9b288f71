// The organization that the caller acts in, and the others that a person belongs to.
import { z } from 'zod'
import { DeletedSchema } from '../../domain/deleted.ts'
import { notFound } from '../../domain/failure.ts'
import {
  ChangeOrganization,
  OrganizationDetail,
  OwnOrganization,
  SwitchOrganization,
} from '../../domain/organization.ts'
import { sessionLifetimeMs } from '../../domain/session.ts'
import { LoginResult } from '../../domain/user.ts'
import { ownSession } from '../accounts.ts'
import { endOrganization } from '../ending.ts'
import { route } from '../route.ts'
import { visitOf } from '../visit.ts'

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

  route('DELETE /api/v1/organization', {
    summary: 'Delete your organization',
    description:
      'By an owner who is signed in. Sessions, API keys, invitations, schedules, webhooks and tool servers end at once, executions are cancelled; members who belong to no other organization lose their account, and their address is free. There is no way back.',
    permission: 'organization:delete',
    returns: DeletedSchema,
  }).handle(async ({ caller, request }, services) => {
    ownSession(caller)
    await endOrganization(services, { caller, address: request.clientAddress })
    return { id: caller.organizationId, deleted: true }
  }),

  route('GET /api/v1/organizations', {
    summary: 'List the organizations that you belong to',
    description: 'For an API key: its own. `POST /auth/switch` goes to another one.',
    permission: 'account:read',
    returns: z.array(OwnOrganization),
  }).handle(async ({ caller }, { organizations }) => {
    const all = await organizations.ofUser(caller.userId)
    return all
      .map(one => ({ ...one, current: one.id === caller.organizationId }))
      .filter(({ current }) => current || caller.key === null)
  }),

  route('POST /api/v1/auth/switch', {
    summary: 'Go on in another organization that you belong to',
    description: 'Ends the current session and begins one there; an API key stays in its organization (403).',
    permission: 'account:read',
    body: SwitchOrganization,
    returns: LoginResult,
    secret: true,
  }).handle(async ({ caller, body, request }, { accounts, organizations, sessionCookie }) => {
    ownSession(caller)
    const all = await organizations.ofUser(caller.userId)
    const there = all.find(({ id }) => id === body.organizationId)
    if (there === undefined) throw notFound('organization')
    const visit = visitOf(request)
    const account = { userId: caller.userId, organizationId: there.id, role: there.role, passwordHash: null }
    const login = await accounts.begin(account, visit)
    await accounts.logOut(caller, visit)
    return sessionCookie.answer(login, sessionLifetimeMs)
  }),
]
