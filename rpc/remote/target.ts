// Types of the connector: the tool server that a request goes to, and the request as its parts pass it on.
import type { JsonObject, JsonSchema } from '../../domain/json.ts'
import { connectionFor } from '../../domain/tools/connection.ts'
import type { RegisteredServer, ToolServerProtocol } from '../../domain/tools/tool-server.ts'
import type { ToolProgress } from '../tool-progress.ts'

/** A RegisteredServer fits. */
export interface RemoteTarget {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly url: string
  /** Null until a trial has found it. */
  readonly protocol: ToolServerProtocol | null
  /** When the trial found it, Unix ms. Listing tries again after a day. */
  readonly protocolAt?: number | null | undefined
  /** Its secret goes with every request, to this URL only. */
  readonly credentialId?: string | null | undefined
  /** A connection made by OAuth; its token goes in place of the credential. */
  readonly connectionId?: string | null | undefined
}

export type Headers = Readonly<Record<string, string>>

/** Common to all messages that belong to a request: the request itself, initialize, a cancellation. */
export interface Sending {
  readonly target: RemoteTarget
  /** Unix ms. */
  readonly deadline: number
  readonly headers?: Headers | undefined
  readonly signal?: AbortSignal | undefined
  /** An admin asks: what a server on stdio was given up for counts no longer. */
  readonly isAnew?: boolean | undefined
  /** Null for checks. */
  readonly idempotencyKey: string | null
}

export interface RemoteRequest extends Sending {
  readonly method: string
  readonly params: JsonObject
  /** Schema of the called tool: it may mark arguments that travel as headers too. */
  readonly inputSchema?: JsonSchema | undefined
  /** Called with what the server says while it works. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
}

/**
 * Differs for each registration, URL, credential and connection: those share neither findings nor sessions.
 */
export function targetKey({ id, url, credentialId, connectionId }: RemoteTarget): string {
  return `${id} ${connectionId ?? credentialId ?? ''} ${url}`
}

/** The server as a request for this user goes there. */
export function targetFor(server: RegisteredServer, userId: string | null): RemoteTarget {
  const connection = connectionFor(server.connections ?? [], userId)
  return connection === null ? server : { ...server, connectionId: connection.id }
}
