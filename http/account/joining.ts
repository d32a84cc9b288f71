// How people join an organization: somebody invites them by mail, and they accept by the link in it. The link
// proves the mailbox and nothing else: an existing account needs its own password or session, never the link
// alone.
import { createHash, randomBytes } from 'node:crypto'
import { Failure, notFound } from '../../domain/failure.ts'
import type { Actor } from '../../domain/people/audit.ts'
import type { Role } from '../../domain/people/permissions.ts'
import { type SignUpPolicy, signUpRefusal } from '../../domain/people/sign-up-policy.ts'
import {
  type AcceptInvitation,
  everybodyOf,
  type Invitation,
  type InvitedMember,
  invitationLifetimeMs,
} from '../../domain/people/team.ts'
import { emailKey, type LoginResult, type SignUp } from '../../domain/people/user.ts'
import type { Acceptor, OpenInvitation } from '../../storage/accounts/acceptance.ts'
import type { InvitationStore } from '../../storage/accounts/invitations.ts'
import type { TeamStore } from '../../storage/accounts/teams.ts'
import type { UserStore } from '../../storage/accounts/users.ts'
import type { IncomingRequest } from '../exchange.ts'
import type { Mailer } from '../mail/mail.ts'
import type { Authenticate } from '../pipeline/authenticate.ts'
import type { Accounts } from './accounts.ts'
import type { LoginGuard } from './login-guard.ts'
import type { Passwords } from './passwords.ts'
import { signInOrigin } from './sign-in-origin.ts'

export interface JoiningParts {
  readonly teams: TeamStore
  readonly invitations: InvitationStore
  readonly users: Pick<UserStore, 'profile'>
  readonly accounts: Pick<Accounts, 'begin'>
  readonly passwords: Passwords
  readonly loginGuard: LoginGuard
  readonly authenticate: Authenticate
  readonly mail: Pick<Mailer, 'isSending' | 'send'>
  /** Origin of the service. */
  readonly appUrl: string
  /** Whether an invitation may make an account. */
  readonly signUpPolicy: SignUpPolicy
}

/** The person who is invited, and the team. */
export interface Guest {
  /** Id of the invitation, if one is made. */
  readonly id: string
  readonly teamId: string
  readonly email: string
  /** Null: the role that a member has already, else `member`. */
  readonly role: Role | null
}

export type Joining = ReturnType<typeof createJoining>

export function createJoining(parts: JoiningParts) {
  const { teams, invitations, accounts } = parts

  /** The mail is sent after the invitation is durable. A second invitation replaces the first. */
  async function invite(actor: Actor, { id, teamId, email, role }: Guest): Promise<InvitedMember> {
    const { organizationId } = actor.caller
    if (parts.signUpPolicy === 'off' && !(await invitations.isKnown(email))) {
      const why = `${email} has no account, and this service takes no new people (SIGN_UP=off)`
      throw new Failure('sign-up-closed', why)
    }
    const token = randomBytes(32).toString('base64url')
    const invited = await invitations.invite(actor, {
      ...{ id, email, role: role ?? 'member', tokenHash: hashOf(token) },
      teamId: teamId === everybodyOf(organizationId) ? null : teamId,
    })
    const { organization, email: inviter } = await parts.users.profile(organizationId, actor.caller.userId)
    const link = `${parts.appUrl}/invite/${token}`
    await parts.mail.send({
      organizationId,
      to: email,
      subject: `Join ${organization.name} on Troupe`,
      text: invitationText({ inviter, organization: organization.name, role: invited.role, link }),
    })
    // The mailbox proves who accepts. Where no mail leaves, whoever invites answers for that.
    return { ...invited, link: parts.mail.isSending ? null : link }
  }

  /**
   * The person who accepts.
   * @throws {Failure} validation-failed, unauthenticated, forbidden, sign-up-closed
   */
  async function acceptorOf(
    open: OpenInvitation,
    answer: AcceptInvitation,
    request: IncomingRequest,
  ): Promise<Acceptor> {
    const authorization = request.header('authorization')
    if (authorization !== '') {
      const { userId, key } = await parts.authenticate(authorization, request)
      if (key === null && userId === open.userId) return { userId }
      throw new Failure('forbidden', 'this invitation is for another e-mail address than yours')
    }
    const password = answer?.password ?? null
    if (open.userId !== null) {
      const succeed = await parts.loginGuard.admit(emailKey(open.email), request.clientAddress)
      if (await parts.passwords.matches(open.passwordHash, password ?? '')) {
        await succeed()
        return { userId: open.userId }
      }
      throw new Failure('unauthenticated', 'this address has an account: log in, or send its password')
    }
    if (parts.signUpPolicy === 'off') throw signUpRefusal('off')
    if (password === null) {
      throw new Failure('validation-failed', 'password: expected at least 8 characters, to log in with')
    }
    const passwordHash = await parts.passwords.hash(password)
    return { userId: null, name: answer?.name ?? null, passwordHash }
  }

  /**
   * @throws {Failure} validation-failed: the token is unknown, used, revoked or expired, with one answer
   *   for all; else see acceptorOf
   */
  async function accept(
    token: string,
    answer: AcceptInvitation,
    request: IncomingRequest,
    expected: string | null = null,
  ): Promise<LoginResult> {
    const tokenHash = hashOf(token)
    const open = await invitations.findOpen(tokenHash)
    if (open === null || (expected !== null && emailKey(open.email) !== emailKey(expected))) {
      const field = expected === null ? 'token' : 'invitation'
      const why = expected === null ? '' : ', or for another address'
      throw new Failure(
        'validation-failed',
        `${field}: the invitation is unknown, used, revoked or expired${why}: ask for a new one`,
      )
    }
    const acceptor = await acceptorOf(open, answer, request)
    const address = request.clientAddress
    const joined = await invitations.accept(open.organizationId, { tokenHash, acceptor, address })
    return accounts.begin({ ...joined, passwordHash: null }, signInOrigin(request))
  }

  return {
    /**
     * Adds a member of the organization to the team at once; invites everybody else by mail.
     * @throws {Failure} not-found: the team; forbidden: a role above one's own; conflict
     */
    async add(actor: Actor, guest: Guest): Promise<InvitedMember> {
      const { organizationId } = actor.caller
      await teams.get(organizationId, guest.teamId)
      const member = await invitations.memberOf(organizationId, guest.email)
      if (member === null) return invite(actor, guest)
      if (guest.teamId === everybodyOf(organizationId)) {
        throw new Failure('conflict', `${member.email} is a member already`)
      }
      if (guest.role !== null && guest.role !== member.role) {
        throw new Failure('conflict', `${member.email} is a member already, with the role ${member.role}`)
      }
      await invitations.addToTeam(actor, guest.teamId, member)
      return { ...member, link: null }
    },

    /** What whoever has the link may know. @throws {Failure} not-found: unknown, used, revoked or expired */
    async show(token: string): Promise<Invitation> {
      const open = await invitations.findOpen(hashOf(token))
      if (open === null) throw notFound('invitation')
      const { organizationId: id, organizationName: name, teamName: team, inviter } = open
      const { email, role, userId, expiresAt } = open
      const hasAccount = userId !== null
      return { organization: { id, name }, team, invitedBy: inviter, email, role, hasAccount, expiresAt }
    },

    accept: (token: string, answer: AcceptInvitation, request: IncomingRequest) =>
      accept(token, answer, request),

    /** A sign-up with an invitation, which has to be for its address. */
    signUp: (token: string, { email, name, password }: SignUp, request: IncomingRequest) =>
      accept(token, { name, password }, request, email),
  }
}

/** The token has 256 random bits, so its hash needs neither salt nor stretching. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

interface InvitationWords {
  readonly inviter: string
  readonly organization: string
  readonly role: Role
  readonly link: string
}

function invitationText({ inviter, organization, role, link }: InvitationWords): string {
  const hours = invitationLifetimeMs / 3_600_000
  return [
    `${inviter} invites you to ${organization} on Troupe, with the role ${role}.`,
    `To accept, open this link within ${hours} hours; it works once:`,
    link,
    'If you do not know them, do nothing: without the link nobody can accept.',
  ].join('\n\n')
}
