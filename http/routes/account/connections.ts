// Connected applications: what the page at /authorize asks for, and the list in a person's settings. For
// people who are signed in; an API key neither connects an application nor lists them.
import { z } from 'zod'
import { notFound } from '../../../domain/failure.ts'
import { isId } from '../../../domain/ids.ts'
import {
  AuthorizationDecision,
  AuthorizationQuery,
  AuthorizationView,
  Connection,
} from '../../../domain/people/connection.ts'
import { ownSession } from '../../account/accounts.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

export const connectionRoutes = [
  route('GET /api/v1/auth/authorizations', {
    bucket: 'read',
    summary: 'Read what an application asks for',
    description:
      'For the page at `/authorize`, to which an application sends its person. `request` is the query of that address. `refusal` says what is wrong with a request about which nothing can be decided. 400 when the application is unknown, or the address for its answer is not its own. Not for API keys.',
    permission: 'account:write',
    query: AuthorizationQuery,
    returns: AuthorizationView,
    failures: [400],
  }).handle(({ caller, query, request }, { consent, addresses }) =>
    consent.view(caller, query.request, addresses.originOf(request.header('host'))),
  ),

  route('POST /api/v1/auth/authorizations', {
    bucket: 'write',
    summary: 'Allow an application, or refuse it',
    description:
      'Answers with the address to which the browser goes on, with a code or with `access_denied`. The application gets the scopes it asked for that your role in the organization holds. Not for API keys.',
    permission: 'account:write',
    body: AuthorizationDecision,
    returns: z.object({ redirectTo: z.string() }),
    secret: true,
    failures: [400],
  }).handle(async ({ caller, body, request }, { consent, addresses }) => {
    const actor = { caller, address: request.clientAddress }
    const origin = addresses.originOf(request.header('host'))
    return { redirectTo: await consent.decide(actor, body, origin) }
  }),

  route('GET /api/v1/auth/connections', {
    bucket: 'read',
    summary: 'List your connected applications',
    description: 'Those that act for you in this organization, newest first. Not for API keys.',
    permission: 'account:read',
    query: z.object(listQuery),
    returns: z.array(Connection),
  }).handle(async ({ caller, query }, { connections }) => {
    ownSession(caller)
    return page(await connections.list(caller.organizationId, caller.userId, query))
  }),

  route('DELETE /api/v1/auth/connections/:id', {
    bucket: 'write',
    summary: 'Disconnect an application',
    description: 'Its tokens are refused from the next request on, and its open streams end within a second.',
    permission: 'account:write',
    returns: z.object({ id: z.string(), deleted: z.literal(true) }),
  }).handle(async ({ caller, params: { id }, request }, { connections }) => {
    if (!isId('connection', id)) throw notFound('connection')
    await connections.revoke({ caller, address: request.clientAddress }, id)
    return { id, deleted: true }
  }),
]
