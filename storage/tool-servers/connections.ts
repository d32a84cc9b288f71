// Connections to tool servers: what people see, make and end, and the consents that are under way. Called by
// http/tool-servers/connecting.ts. Senders read tokens by storage/tool-servers/connection-rows.ts. A write
// that changes which connections a server has announces itself.
import { createHash } from 'node:crypto'
import { Failure, notFound } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import { connectionBounds, type ServerConnection } from '../../domain/tools/connection.ts'
import { CachedFacts } from '../cached-facts.ts'
import type { Database } from '../postgres/database.ts'
import type { Vault } from '../secrets/vault.ts'
import {
  type AuthorizationServer,
  type ConnectionSecret,
  connectionContext,
  connectionRows,
  type OauthClient,
} from './connection-rows.ts'
import * as sql from './connection-statements.ts'

/** A consent that is under way. */
export interface ConnectFlow {
  readonly codeVerifier: string
  /** Hash of what only the browser that began has. */
  readonly browserHash: string
  readonly url: string
  readonly client: OauthClient
  readonly server: AuthorizationServer
  readonly resource: string
  readonly scope: string | null
}

/** Whose consent, for which server. `userId`: null for the organization. */
export interface ConnectionOwner {
  readonly organizationId: string
  readonly toolServerId: string
  readonly userId: string | null
}

export interface NewConnection extends ConnectionOwner {
  readonly url: string
  readonly scope: string | null
  readonly expiresAt: number | null
  readonly secret: ConnectionSecret
}

export type ServerConnectionStore = ReturnType<typeof serverConnectionStore>

export function serverConnectionStore(database: Database, vault: Vault, facts = new CachedFacts()) {
  const announce = (organizationId: string, id: string) =>
    facts.announce({ type: 'tool-servers', organizationId, id })

  return {
    rows: connectionRows(database, vault),

    /** Of one server at its present URL: the organization's, then those of the members. */
    async list(organizationId: string, toolServerId: string): Promise<ServerConnection[]> {
      return database.query<ServerConnection>(sql.list, [organizationId, toolServerId])
    },

    /** Replaces the connection that the owner had. @returns its id */
    async put({ organizationId, toolServerId, userId, ...given }: NewConnection): Promise<string> {
      const id = newId('serverConnection')
      const sealed = vault.seal(JSON.stringify(given.secret), connectionContext({ organizationId, id }))
      await database.query(sql.put, [
        ...[id, organizationId, toolServerId, userId, given.url, given.secret.server.issuer, given.scope],
        ...[sealed, given.expiresAt, Date.now()],
      ])
      announce(organizationId, toolServerId)
      return id
    },

    /** @throws {Failure} not-found */
    async remove(organizationId: string, toolServerId: string, id: string): Promise<void> {
      const removed = await database.query(sql.remove, [organizationId, toolServerId, id])
      announce(organizationId, toolServerId)
      if (removed.length === 0) throw notFound('connection')
    },

    /** The client that we are at the server's authorization server; null when there is none yet. */
    async client(organizationId: string, toolServerId: string): Promise<KeptClient | null> {
      const [row] = await database.query<{ issuer: string; sealed: string }>(sql.client, [
        ...[organizationId, toolServerId],
      ])
      if (row === undefined) return null
      const context = clientContext({ organizationId, id: toolServerId })
      return { issuer: row.issuer, client: JSON.parse(vault.open(row.sealed, context)) }
    },

    async keepClient(organizationId: string, toolServerId: string, { issuer, client }: KeptClient) {
      const sealed = vault.seal(JSON.stringify(client), clientContext({ organizationId, id: toolServerId }))
      await database.query(sql.keepClient, [toolServerId, organizationId, issuer, sealed])
    },

    /** @throws {Failure} overloaded: too many are under way */
    async begin(state: string, owner: ConnectionOwner, flow: ConnectFlow): Promise<void> {
      const id = hashOf(state)
      const { organizationId, toolServerId, userId } = owner
      const sealed = vault.seal(JSON.stringify(flow), flowContext({ organizationId, id }))
      const expiresAt = Date.now() + connectionBounds.flowMs
      await database.query(sql.dropFlows, [Date.now()])
      const made = await database.query(sql.begin, [
        ...[id, organizationId, toolServerId, userId, sealed, expiresAt, connectionBounds.flows],
      ])
      if (made.length === 0)
        throw new Failure(
          'overloaded',
          `${connectionBounds.flows} connections are being made: try again later`,
        )
    },

    /** Takes a consent that comes back: it cannot come back again. Null when it is unknown or too old. */
    async take(state: string): Promise<{ owner: ConnectionOwner; flow: ConnectFlow } | null> {
      const [row] = await database.query<FlowRow>(sql.take, [hashOf(state)])
      if (row === undefined || row.expiresAt < Date.now()) return null
      const { id, sealed, organizationId, toolServerId, userId } = row
      const flow = JSON.parse(vault.open(sealed, flowContext({ organizationId, id }))) as ConnectFlow
      return { owner: { organizationId, toolServerId, userId }, flow }
    },
  }
}

export interface KeptClient {
  /** The client is known there and nowhere else. */
  readonly issuer: string
  readonly client: OauthClient
}

interface FlowRow extends ConnectionOwner {
  readonly id: string
  readonly sealed: string
  readonly expiresAt: number
}

export function clientContext({ organizationId, id }: { organizationId: string; id: string }): string {
  return `tool-server-client/${organizationId}/${id}`
}

export function flowContext({ organizationId, id }: { organizationId: string; id: string }): string {
  return `connect-flow/${organizationId}/${id}`
}

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url')
}
