// What is needed to speak to a tool server, and one request to it as the parts of the connector pass it on.
import type { JsonObject, JsonSchema } from '../../domain/json.ts'
import type { ToolServerProtocol } from '../../domain/tool-server.ts'
import type { ToolProgress } from '../tool-progress.ts'

/** A RegisteredServer is one. */
export interface RemoteTarget {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly url: string
  /** Null: not known yet. */
  readonly protocol: ToolServerProtocol | null
  /** When that was found out, Unix ms; a verdict of more than a day ago is tried again when tools are listed. */
  readonly protocolAt?: number | null | undefined
  /** Sent with every request, to this URL only. */
  readonly credentialId?: string | null | undefined
}

export type Headers = Readonly<Record<string, string>>

/** What every message of a request has in common: the request itself, a session's beginning, a cancellation. */
export interface Sending {
  readonly target: RemoteTarget
  /** Unix ms. */
  readonly deadline: number
  readonly headers?: Headers | undefined
  readonly signal?: AbortSignal | undefined
  /** Null: a check. */
  readonly idempotencyKey: string | null
}

export interface RemoteRequest extends Sending {
  readonly method: string
  readonly params: JsonObject
  /** Of the tool that is called: it may name arguments that are to be sent as headers too. */
  readonly inputSchema?: JsonSchema | undefined
  /** Told what the server says while it works. */
  readonly onProgress?: ((progress: ToolProgress) => void) | undefined
}

/** Two registrations, or two URLs of one, have nothing in common; neither have two credentials. */
export function targetKey({ id, url, credentialId }: RemoteTarget): string {
  return `${id} ${credentialId ?? ''} ${url}`
}
