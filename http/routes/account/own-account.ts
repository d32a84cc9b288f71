// The caller's own account: profile, name, password and sessions.
import { z } from 'zod'
import { notFound } from '../../../domain/failure.ts'
import { isId } from '../../../domain/ids.ts'
import { Session } from '../../../domain/people/session.ts'
import { UpdateProfile, UserProfile } from '../../../domain/people/user.ts'
import { signInOrigin } from '../../account/sign-in-origin.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

export const ownAccountRoutes = [
  route('GET /api/v1/auth/me', {
    summary: 'Get the current user profile',
    description: 'With an API key: the profile of the user who made it.',
    permission: 'account:read',
    returns: UserProfile,
  }).handle(({ caller }, { accounts }) => accounts.profile(caller)),

  route('PUT /api/v1/auth/me', {
    summary: 'Change your name or your password',
    description:
      'A new `password` needs the `currentPassword`, and ends all your other sessions. API keys cannot change the password.',
    permission: 'account:write',
    body: UpdateProfile,
    returns: UserProfile,
  }).handle(({ caller, body, request }, { ownAccount }) =>
    ownAccount.update(caller, body, signInOrigin(request)),
  ),

  route('GET /api/v1/auth/sessions', {
    bucket: 'read',
    summary: 'List where you are signed in',
    description: 'Your sessions that have neither ended nor expired, newest first. Not for API keys.',
    permission: 'account:read',
    query: z.object(listQuery),
    returns: z.array(Session),
  }).handle(async ({ caller, query }, { ownAccount }) => page(await ownAccount.sessions(caller, query))),

  route('DELETE /api/v1/auth/sessions/:id', {
    summary: 'Sign out one of your sessions',
    description: 'The next request with its token is refused, and its open streams end within a second.',
    permission: 'account:write',
    returns: z.object({ id: z.string(), deleted: z.literal(true) }),
  }).handle(async ({ caller, params: { id }, request }, { ownAccount }) => {
    if (!isId('session', id)) throw notFound('session')
    await ownAccount.endSession(caller, id, signInOrigin(request))
    return { id, deleted: true }
  }),
]
