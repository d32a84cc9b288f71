// The account of whoever calls: profile, name and password, and the sessions that it is signed in by.
import { z } from 'zod'
import { notFound } from '../../domain/failure.ts'
import { isId } from '../../domain/ids.ts'
import { Session } from '../../domain/session.ts'
import { UpdateProfile, UserProfile } from '../../domain/user.ts'
import { route } from '../route.ts'
import { visitOf } from '../visit.ts'

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
      'A new `password` needs the `currentPassword`, and ends every session but this one. API keys cannot change it.',
    permission: 'account:write',
    body: UpdateProfile,
    returns: UserProfile,
  }).handle(({ caller, body, request }, { ownAccount }) => ownAccount.update(caller, body, visitOf(request))),

  route('GET /api/v1/auth/sessions', {
    summary: 'List where you are signed in',
    description:
      'Your own sessions that have neither ended nor expired, the newest first; 100 at most. Not for API keys.',
    permission: 'account:read',
    returns: z.array(Session),
  }).handle(({ caller }, { ownAccount }) => ownAccount.sessions(caller)),

  route('DELETE /api/v1/auth/sessions/:id', {
    summary: 'Sign out one of your sessions',
    description: 'Its token is refused from the next request on; what it streams ends within a second.',
    permission: 'account:write',
    returns: z.object({ id: z.string(), deleted: z.literal(true) }),
  }).handle(async ({ caller, params: { id }, request }, { ownAccount }) => {
    if (!isId('session', id)) throw notFound('session')
    await ownAccount.endSession(caller, id, visitOf(request))
    return { id, deleted: true }
  }),
]
