// The type of a first-party tool server. It runs in this process, has a folder of its own here, and after its
// installation from the marketplace it is used like any other tool server: `<slug>__<tool>`. It reaches the
// outside through its context only.
import type { Json, JsonObject, JsonSchema } from '../../domain/json.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import type { Confined } from '../../runtime/process/confined.ts'
import type { ToolContext } from '../builtin/tool.ts'
import type { Authorization, SecretFields } from '../credentials/credentials.ts'
import type { OutboundSocket } from '../outbound/outbound-socket.ts'

export interface FirstPartyServer {
  /** `[a-z0-9-]{1,32}`, unique among first-party servers; the prefix of its tools' offered names. */
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly publisher: 'Troupe'
  /** Semantic version. A change of a tool's schema that may break plans is a new major version. */
  readonly version: string
  readonly categories: readonly string[]
  /** The credential that it sends, if any. */
  readonly credential: FirstPartyCredential | null
  /** JSON Schema of the settings made at installation (`baseUrl`, `host`, ...); null when there are none. */
  readonly settings: JsonSchema | null
  readonly tools: readonly FirstPartyTool[]
}

export interface FirstPartyCredential {
  /** Accepted kinds. */
  readonly kinds: readonly ('bearer' | 'basic' | 'header' | 'query' | 'oauth2')[]
  /** True: it cannot be installed without one. False: without one the tools do what they can. */
  readonly isRequired: boolean
  /** For the person who installs it: where to get one, and which rights it needs. */
  readonly hint: string
}

export interface FirstPartyTool extends ToolDefinition {
  /**
   * @param args valid against the inputSchema
   * @returns a value that fits the outputSchema, if there is one
   * @throws {ToolFailure} also as a rejection
   */
  run(args: JsonObject, context: FirstPartyContext): Promise<Json>
}

export interface FirstPartyContext extends ToolContext {
  /** Valid against the server's `settings`. */
  readonly settings: JsonObject
  /**
   * Headers and query values for a request; empty when no credential is installed.
   * @throws {ToolFailure}
   */
  authorize(url: string): Promise<Authorization>
  /**
   * The secret's fields, for other protocols than HTTP and the host of `url`; null when no credential is
   * installed.
   * @throws {ToolFailure}
   */
  reveal(url: string): Promise<SecretFields | null>
  /** A guarded TCP or TLS connection, for protocols other than HTTP. */
  readonly sockets: OutboundSocket
  /** The organization's turns in threads, for libraries that read foreign content; see confined.ts. */
  readonly confined: Confined
}
