// How people come into an organization: invited by mail, and accepting by the link in it. The link proves the mailbox and
// nothing else: an account that is there already is entered with its own password or session, never with the link alone.
import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '../domain/audit.ts'
import { Failure } from '../domain/failure.ts'
import type { Role } from '../domain/permissions.ts'
import { type AcceptInvitation, everybodyOf, invitationLifetimeMs, type Member } from '../domain/team.ts'
import { emailKey, type LoginResult } from '../domain/user.ts'
import type { Acceptor, OpenInvitation } from '../storage/acceptance.ts'
import type { InvitationStore } from '../storage/invitations.ts'
import type { TeamStore } from '../storage/teams.ts'
import type { UserStore } from '../storage/users.ts'
import type { Accounts } from './accounts.ts'
import type { IncomingRequest } from './exchange.ts'
import type { LoginGuard } from './login-guard.ts'
import type { Mailer } from './mail.ts'
import type { Passwords } from './passwords.ts'
import type { Authenticate } from './pipeline.ts'
import { visitOf } from './visit.ts'

export interface JoiningParts {
  readonly teams: TeamStore
  readonly invitations: InvitationStore
  readonly users: Pick<UserStore, 'profile'>
  readonly accounts: Pick<Accounts, 'begin'>
  readonly passwords: Passwords
  readonly loginGuard: LoginGuard
  readonly authenticate: Authenticate
  readonly mail: Pick<Mailer, 'send'>
  /** Origin of the service. */
  readonly appUrl: string
}

/** Who is invited, and where to. */
export interface Guest {
  /** Of the invitation, if there will be one. */
  readonly id: string
  readonly teamId: string
  readonly email: string
  /** Null: that of a member who is there already, else `member`. */
  readonly role: Role | null
}

export type Joining = ReturnType<typeof createJoining>

export function createJoining(parts: JoiningParts) {
  const { teams, invitations, accounts } = parts

  /** The mail goes out once the invitation is durable; asked again, another one replaces it. */
  async function invite(actor: Actor, { id, teamId, email, role }: Guest): Promise<Member> {
    const { organizationId } = actor.caller
    const token = randomBytes(32).toString('base64url')
    const invited = await invitations.invite(actor, {
      ...{ id, email, role: role ?? 'member', tokenHash: hashOf(token) },
      teamId: teamId === everybodyOf(organizationId) ? null : teamId,
    })
    const { organization, email: inviter } = await parts.users.profile(organizationId, actor.caller.userId)
    const link = `${parts.appUrl}/invitations/${token}`
    await parts.mail.send({
      organizationId,
      to: email,
      subject: `Join ${organization.name} on Troupe`,
      text: invitationText({ inviter, organization: organization.name, role: invited.role, link }),
    })
    return invited
  }

  /** Whoever accepts. @throws {Failure} validation-failed, unauthenticated, forbidden */
  async function acceptorOf(
    open: OpenInvitation,
    answer: AcceptInvitation,
    request: IncomingRequest,
  ): Promise<Acceptor> {
    const authorization = request.header('authorization')
    if (authorization !== '') {
      const { userId, key } = await parts.authenticate(authorization, request)
      if (key === null && userId === open.userId) return { userId }
      throw new Failure('forbidden', 'this invitation is for another address than that of who is signed in')
    }
    const password = answer?.password ?? null
    if (open.userId !== null) {
      const succeed = await parts.loginGuard.admit(emailKey(open.email), request.clientAddress)
      if (await parts.passwords.matches(open.passwordHash, password ?? '')) {
        await succeed()
        return { userId: open.userId }
      }
      throw new Failure('unauthenticated', 'this address has an account: log in to it, or give its password')
    }
    if (password === null) {
      throw new Failure(
        'validation-failed',
        'password: expected one of at least 8 characters, to log in with',
      )
    }
    const passwordHash = await parts.passwords.hash(password)
    return { userId: null, name: answer?.name ?? null, passwordHash }
  }

  return {
    /**
     * A member of the organization is in the team at once, everybody else is invited by mail.
     * @throws {Failure} not-found: the team; forbidden: a role beyond one's own; conflict
     */
    async add(actor: Actor, guest: Guest): Promise<Member> {
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
      return member
    },

    /**
     * @throws {Failure} validation-failed: a token that is unknown, used, revoked or over, the same for all; else see
     *   acceptorOf
     */
    async accept(token: string, answer: AcceptInvitation, request: IncomingRequest): Promise<LoginResult> {
      const tokenHash = hashOf(token)
      const open = await invitations.findOpen(tokenHash)
      if (open === null) {
        throw new Failure('validation-failed', 'token: expected that of an invitation that is still open')
      }
      const acceptor = await acceptorOf(open, answer, request)
      const address = request.clientAddress
      const joined = await invitations.accept(open.organizationId, { tokenHash, acceptor, address })
      return accounts.begin({ ...joined, passwordHash: null }, visitOf(request))
    },
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
