// The tokens of connections for whoever sends them (rpc/connections/): read, renew, give up. The main thread
// and every host use it over their own way to the database.
// 1. One refresh of a connection at a time, whoever asks: `lease` gives it to one thread of one node, for a
//    time. A refresh token is used once; servers that see it twice end the connection.
// 2. What is written names the version that it was read as, so nothing overwrites newer tokens.
import type { Queries } from '../postgres/statement.ts'
import type { Vault } from '../secrets/vault.ts'

/** As the authorization server knows us. */
export interface OauthClient {
  readonly clientId: string
  readonly clientSecret: string | null
  /** How it authenticates: as registered, or as the server supports it. */
  readonly method: 'none' | 'client_secret_basic' | 'client_secret_post'
  /** `given`: by an admin. `document`: our client id metadata document. */
  readonly source: 'given' | 'document' | 'registered'
}

/** What is sealed in a row: where the tokens come from, and the tokens. */
export interface ConnectionSecret {
  readonly client: OauthClient
  /** Metadata of the authorization server (RFC 8414), as far as it is used. */
  readonly server: AuthorizationServer
  /** RFC 8707: the tool server that the tokens are for. */
  readonly resource: string
  readonly accessToken: string
  readonly refreshToken: string | null
}

export interface AuthorizationServer {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly registration_endpoint?: string | undefined
  readonly revocation_endpoint?: string | undefined
  readonly token_endpoint_auth_methods_supported?: string[] | undefined
  readonly authorization_response_iss_parameter_supported?: boolean | undefined
  readonly client_id_metadata_document_supported?: boolean | undefined
}

export interface OpenConnection {
  readonly id: string
  readonly organizationId: string
  readonly toolServerId: string
  readonly url: string
  readonly issuer: string
  readonly secret: ConnectionSecret
  /** Of the access token, Unix ms; null when the server does not say. */
  readonly expiresAt: number | null
  readonly error: string | null
  readonly version: number
}

export type ConnectionRows = ReturnType<typeof connectionRows>

export function connectionRows(queries: Queries, vault: Vault, now: () => number = Date.now) {
  const isWritten = async (statement: Parameters<Queries['query']>[0], values: readonly unknown[]) =>
    (await queries.query(statement, values)).length > 0

  return {
    /** @throws {VaultError} */
    async find(organizationId: string, id: string): Promise<OpenConnection | null> {
      const [row] = await queries.query<SealedRow>(find, [organizationId, id])
      if (row === undefined) return null
      const { sealed, ...facts } = row
      return { ...facts, secret: JSON.parse(vault.open(sealed, connectionContext(row))) }
    },

    /** @returns false when somebody else refreshes it, or has done so */
    lease: ({ organizationId, id, version }: OpenConnection, leaseMs: number) =>
      isWritten(lease, [organizationId, id, version, now() + leaseMs, now()]),

    /** Gives the lease back without new tokens. */
    release: ({ organizationId, id, version }: OpenConnection) =>
      isWritten(release, [organizationId, id, version]),

    /** Keeps new tokens and ends the lease. @returns false when the connection is gone or newer */
    renewed: (
      { organizationId, id, version }: OpenConnection,
      secret: ConnectionSecret,
      expiresAt: number | null,
    ) =>
      isWritten(renew, [
        ...[organizationId, id, version, expiresAt],
        vault.seal(JSON.stringify(secret), connectionContext({ organizationId, id })),
      ]),

    /** Adds scopes to those that it lacks. @param scopes with one space between */
    lacks: (organizationId: string, id: string, scopes: string) =>
      isWritten(lack, [organizationId, id, scopes, wantedLength]),

    /** Marks it as ended. @param error for a person, without a secret */
    failed: ({ organizationId, id, version }: OpenConnection, error: string) =>
      isWritten(fail, [organizationId, id, version, error]),
  }
}

/** The context in which a secret is sealed: its row. */
export function connectionContext({ organizationId, id }: { organizationId: string; id: string }): string {
  return `connection/${organizationId}/${id}`
}

type SealedRow = Omit<OpenConnection, 'secret'> & { readonly sealed: string }

/** In characters, of all scopes that are kept of one connection. */
const wantedLength = 2_000

const find = {
  name: 'server-connections.find',
  text: `select id, organization_id as "organizationId", tool_server_id as "toolServerId", url, issuer, sealed,
      expires_at as "expiresAt", error, version
    from tool_server_connections where organization_id = $1 and id = $2`,
}
const lease = {
  name: 'server-connections.lease',
  text: `update tool_server_connections set refreshing_until = $4
    where organization_id = $1 and id = $2 and version = $3 and error is null and refreshing_until < $5 returning id`,
}
const release = {
  name: 'server-connections.release',
  text: `update tool_server_connections set refreshing_until = 0
    where organization_id = $1 and id = $2 and version = $3 returning id`,
}
const renew = {
  name: 'server-connections.renew',
  text: `update tool_server_connections
    set sealed = $5, expires_at = $4, version = version + 1, refreshing_until = 0
    where organization_id = $1 and id = $2 and version = $3 returning id`,
}
const fail = {
  name: 'server-connections.fail',
  text: `update tool_server_connections set error = $4, version = version + 1, refreshing_until = 0
    where organization_id = $1 and id = $2 and version = $3 returning id`,
}
const lack = {
  name: 'server-connections.lack',
  text: `update tool_server_connections c set wanted_scope = wanted.scopes
    from (select string_agg(distinct word, ' ' order by word) as scopes
      from tool_server_connections o, unnest(string_to_array(coalesce(o.wanted_scope || ' ', '') || $3::text, ' ')) word
      where o.organization_id = $1 and o.id = $2 and word <> '') wanted
    where c.organization_id = $1 and c.id = $2 and wanted.scopes is distinct from c.wanted_scope
      and length(wanted.scopes) <= $4::int
    returning c.id`,
}
