// Finds the application of a client id: registered here, or described by a document at the https URL that
// its id is. Documents are fetched by the guarded client, only for somebody who is signed in, and kept for
// a while. What others may read (the token endpoint) compares ids and fetches nothing.
import { isObject } from '../../domain/json.ts'
import {
  type Application,
  applicationOf,
  isDocumentUrl,
  judgeApplication,
  judgeDocument,
} from '../../domain/people/application.ts'
import { type Outbound, OutboundError } from '../../rpc/outbound/outbound.ts'
import type { OauthClientStore } from '../../storage/connections/oauth-clients.ts'
import { BoundedCache } from '../../storage/postgres/bounded-cache.ts'
import { decodeUtf8, parseJson } from '../pipeline/body/body.ts'
import { OauthError } from './oauth-error.ts'

export interface Applications {
  /** @throws {OauthError} invalid_client: unknown, or its document is not there or not to be taken */
  find(clientId: string): Promise<Application>
  /** @throws {OauthError} what is refused; {Failure} overloaded */
  register(metadata: Readonly<Record<string, unknown>>): Promise<Application>
}

export interface ApplicationParts {
  readonly clients: OauthClientStore
  readonly outbound: Outbound
}

const documentsKept = 1_000
const documentLifetimeMs = 5 * 60_000
const documentBytes = 16 * 1024
const documentTimeouts = { connectMs: 3_000, firstByteMs: 5_000, totalMs: 8_000 }

export function createApplications({ clients, outbound }: ApplicationParts): Applications {
  const documents = new BoundedCache<{ readonly application: Application; readonly until: number }>(
    documentsKept,
  )

  async function ofDocument(url: string): Promise<Application> {
    const load = async () => ({
      application: await fetchDocument(outbound, url),
      until: Date.now() + documentLifetimeMs,
    })
    const known = await documents.get(url, load)
    if (known!.until > Date.now()) return known!.application
    documents.delete(url)
    return (await documents.get(url, load))!.application
  }

  return {
    async find(clientId) {
      if (isDocumentUrl(clientId)) return ofDocument(clientId)
      const registered = await clients.find(clientId)
      if (registered !== null) return registered
      throw new OauthError(
        'invalid_client',
        'client_id: no application has registered under it; remove the connection in the application and connect again',
      )
    },

    async register(metadata) {
      const refusal = judgeApplication(metadata)
      if (refusal !== null) throw new OauthError(refusal.error, refusal.message)
      const { name, redirectUris } = applicationOf('', metadata)
      return clients.register({ name, redirectUris })
    },
  }
}

async function fetchDocument(outbound: Outbound, url: string): Promise<Application> {
  const refuse = (why: string) =>
    new OauthError('invalid_client', `client_id: the document at ${url}: ${why}`)
  const document = await readDocument(outbound, url, refuse)
  const why = judgeDocument(url, document) ?? judgeApplication(document)?.message
  if (why !== undefined) throw refuse(why)
  return applicationOf(url, document)
}

async function readDocument(outbound: Outbound, url: string, refuse: (why: string) => OauthError) {
  const headers = { accept: 'application/json' }
  const answer = await outbound
    .request({ method: 'GET', url, headers, timeouts: documentTimeouts, maxBytes: documentBytes })
    .catch((error: unknown) => {
      if (error instanceof OutboundError) throw refuse(`it cannot be read (${error.code})`)
      throw error
    })
  if (answer.status !== 200) throw refuse(`it answers ${answer.status}`)
  let document: unknown
  try {
    document = parseJson(decodeUtf8(answer.body), 8)
  } catch {
    throw refuse('it is not JSON')
  }
  if (!isObject(document as never)) throw refuse('it is not a JSON object')
  return document as Readonly<Record<string, unknown>>
}
