// Showing and accepting an invitation: public, because the token in the link is the proof.
import { sessionLifetimeMs } from '../../../domain/people/session.ts'
import { AcceptInvitation, Invitation } from '../../../domain/people/team.ts'
import { LoginResult } from '../../../domain/people/user.ts'
import { route } from '../../pipeline/route.ts'

export const invitationRoutes = [
  route('GET /api/v1/invitations/:token', {
    summary: 'Show an open invitation to the person who has its link',
    description: '404 when the token is unknown, used, revoked or older than 72 hours.',
    public: true,
    bucket: 'auth',
    returns: Invitation,
  }).handle(({ params }, { joining }) => joining.show(params.token)),

  route('POST /api/v1/invitations/:token/accept', {
    summary: 'Accept an invitation, and log in',
    description:
      'A new person sends a `password` (and a `name`). A person with an account sends its password, or the bearer token of one of their sessions; the link alone opens no account. 400 when the token is unknown, used, revoked or older than 72 hours. 403 (`sign-up-closed`) for a new person where nobody makes an account (`SIGN_UP=off`).',
    public: true,
    bucket: 'auth',
    failures: [403],
    body: AcceptInvitation,
    returns: LoginResult,
    secret: true,
  }).handle(async ({ params, body, request }, { joining, sessionCookie }) => {
    return sessionCookie.answer(await joining.accept(params.token, body, request), sessionLifetimeMs)
  }),
]
