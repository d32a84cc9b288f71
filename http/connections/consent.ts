// A person decides about an application: what the page at /authorize shows, and what becomes of the answer.
// Only somebody who is signed in decides (not a key), for an organization that they belong to, and gives no
// more than their role there holds.
import { Failure, notFound } from '../../domain/failure.ts'
import { hostOf, isDocumentUrl } from '../../domain/people/application.ts'
import type { Actor } from '../../domain/people/audit.ts'
import {
  type AuthorizationDecision,
  type AuthorizationView,
  grantable,
} from '../../domain/people/connection.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { OrganizationStore } from '../../storage/accounts/organizations.ts'
import type { ConnectionStore } from '../../storage/connections/connections.ts'
import { ownSession } from '../account/accounts.ts'
import type { Applications } from './applications.ts'
import {
  type AuthorizationRequest,
  answerTo,
  type ReadRequest,
  readRequest,
} from './authorization-request.ts'
import { codeLifetimeMs, makeIssued } from './issued-tokens.ts'
import { OauthError } from './oauth-error.ts'

export interface ConsentParts {
  readonly applications: Applications
  readonly connections: Pick<ConnectionStore, 'create'>
  readonly organizations: Pick<OrganizationStore, 'ofUser'>
}

export type Consent = ReturnType<typeof createConsent>

/** Organizations that a person can choose from. */
const offeredMost = 100

export function createConsent({ applications, connections, organizations }: ConsentParts) {
  async function offersOf(
    { userId, organizationId }: Caller,
    { scopes }: Pick<AuthorizationRequest, 'scopes'>,
  ) {
    const { items } = await organizations.ofUser(userId, { limit: offeredMost })
    const current = items.findIndex(({ id }) => id === organizationId)
    const ordered = current <= 0 ? items : [items[current]!, ...items.toSpliced(current, 1)]
    return ordered.map(({ id, name, role }) => ({ id, name, scopes: grantable(scopes, role) }))
  }

  async function allow(
    actor: Actor,
    request: AuthorizationRequest,
    { origin, organizationId }: { readonly origin: string; readonly organizationId: string },
  ): Promise<string> {
    const offers = await offersOf(actor.caller, request)
    const offer = offers.find(({ id }) => id === organizationId)
    if (offer === undefined) throw notFound('organization')
    if (offer.scopes.length === 0) {
      throw new Failure('forbidden', 'your role there holds nothing of what the application asks for')
    }
    const { application, redirectUri, challenge, audience } = request
    const { scopes } = offer
    const code = makeIssued('code')
    const connection = {
      ...{ organizationId, userId: actor.caller.userId, scopes, audience },
      ...{ clientId: application.id, clientName: application.name, clientHost: placeOf(request) },
      replaces: !isDocumentUrl(application.id),
    }
    const { hash } = code
    const expiresAt = Date.now() + codeLifetimeMs
    await connections.create(actor, connection, {
      hash,
      kind: 'code',
      scopes,
      challenge,
      redirectUri,
      expiresAt,
    })
    return answerTo(request, origin, { code: code.text })
  }

  return {
    /** @throws {Failure} forbidden: a key; bad-request: nobody but the person can be told */
    async view(caller: Caller, query: string, origin: string): Promise<AuthorizationView> {
      ownSession(caller)
      const read = await shown(readRequest(query, origin, applications))
      if (read.type === 'defect') {
        const { redirectUri, redirectTo, why } = read
        return { client: null, returnsTo: hostOf(redirectUri), organizations: [], redirectTo, refusal: why }
      }
      const { application, redirectUri } = read.request
      const client = { id: application.id, name: application.name, host: placeOf(read.request) }
      const offers = await offersOf(caller, read.request)
      const returnsTo = hostOf(redirectUri)
      return { client, returnsTo, organizations: offers, redirectTo: null, refusal: null }
    },

    /**
     * @returns where the browser goes on to
     * @throws {Failure} forbidden: a key, or nothing to give; not-found: not their organization; bad-request
     */
    async decide(actor: Actor, decision: AuthorizationDecision, origin: string): Promise<string> {
      ownSession(actor.caller)
      const read = await shown(readRequest(decision.request, origin, applications))
      if (read.type === 'defect') return read.redirectTo
      if (!decision.allow) {
        return answerTo(read.request, origin, new OauthError('access_denied', 'the person said no'))
      }
      const { organizationId = actor.caller.organizationId } = decision
      return allow(actor, read.request, { origin, organizationId })
    },
  }
}

/** A document proves whose it is; of a registered application only the address of its answers is known. */
function placeOf({
  application,
  redirectUri,
}: Pick<AuthorizationRequest, 'application' | 'redirectUri'>): string {
  return hostOf(isDocumentUrl(application.id) ? application.id : redirectUri)
}

async function shown(reading: Promise<ReadRequest>): Promise<ReadRequest> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof OauthError) throw new Failure('bad-request', error.message)
    throw error
  }
}
