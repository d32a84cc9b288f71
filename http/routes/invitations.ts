// Accepting an invitation: public, since the token of the link is what counts.
import { sessionLifetimeMs } from '../../domain/session.ts'
import { AcceptInvitation } from '../../domain/team.ts'
import { LoginResult } from '../../domain/user.ts'
import { route } from '../route.ts'

export const invitationRoutes = [
  route('POST /api/v1/invitations/:token/accept', {
    summary: 'Accept an invitation, and log in',
    description:
      'Somebody new sets a `password` (and a `name`). Whoever has an account accepts with its password, or with the bearer token of a session of theirs; the link alone opens no account. 400 when the token is unknown, used, revoked or older than 72 hours.',
    public: true,
    bucket: 'auth',
    body: AcceptInvitation,
    returns: LoginResult,
    secret: true,
  }).handle(async ({ params, body, request }, { joining, sessionCookie }) => {
    return sessionCookie.answer(await joining.accept(params.token, body, request), sessionLifetimeMs)
  }),
]
