// A first-party tool server of the marketplace: it lives in this process, one folder each, and is used like any
// other tool server once an organization has installed it: `<slug>__<tool>`. It sends only through its context.
import type { Json, JsonObject, JsonSchema } from '../../domain/json.ts'
import type { ToolDefinition } from '../../domain/tool.ts'
import type { Authorization, SecretFields } from '../credentials/credentials.ts'
import type { OutboundSocket } from '../outbound/outbound-socket.ts'
import type { ToolContext } from '../tools/tool.ts'

export interface CatalogServer {
  /** `[a-z0-9-]{1,32}`, unique in the catalog; the prefix of its tools' offered names. */
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly publisher: 'Troupe'
  /** Semantic version: major when a tool's schema changes so that plans may break. */
  readonly version: string
  readonly categories: readonly string[]
  /** The credential that it sends, if any. */
  readonly credential: CatalogCredential | null
  /** JSON Schema of what is set at installation (`baseUrl`, `host`, ...); null when there is nothing to set. */
  readonly settings: JsonSchema | null
  readonly tools: readonly CatalogServerTool[]
}

export interface CatalogCredential {
  /** Kinds that fit. */
  readonly kinds: readonly ('bearer' | 'basic' | 'header' | 'query' | 'oauth2')[]
  /** Installation without one is refused; else the tools do what they can without. */
  readonly isRequired: boolean
  /** For the person who installs it: where to get one, which rights it needs. */
  readonly hint: string
}

export interface CatalogServerTool extends ToolDefinition {
  /**
   * @param args valid against the inputSchema
   * @returns fits the outputSchema, when there is one
   * @throws {ToolFailure} also as a rejection
   */
  run(args: JsonObject, context: CatalogContext): Promise<Json>
}

export interface CatalogContext extends ToolContext {
  /** Valid against `settings` of the server. */
  readonly settings: JsonObject
  /** Headers and query values for a request; empty ones when no credential is installed. @throws {ToolFailure} */
  authorize(url: string): Promise<Authorization>
  /** The secret's fields for another protocol, for the host of `url`; null when none is installed. @throws {ToolFailure} */
  reveal(url: string): Promise<SecretFields | null>
  /** A guarded TCP or TLS connection, for protocols other than HTTP. */
  readonly sockets: OutboundSocket
}
