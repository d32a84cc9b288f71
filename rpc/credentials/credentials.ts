// The port of an organization's credentials, for the hub and the connector: it authorizes one request, at the
// moment of sending and for its host. rpc/credentials/credential-access.ts implements it over the store and
// the vault. A caller never keeps the answer, and puts it into no state, log or error.
import type { Json } from '../../domain/json.ts'
import type { ConnectionUse } from '../connections/connection-tokens.ts'
import type { Waiter } from '../within-deadline.ts'

/** Which credential, for which request, and how long the request may wait for a token. */
export interface CredentialUse extends Waiter {
  readonly organizationId: string
  /** Id or name. One of another organization is unknown. */
  readonly credential: string
  /** Where the secret would go; the credential must allow the host. */
  readonly url: string
  /** The sender: `exec_.../step` for an execution's step; null for a check or a call over /rpc. */
  readonly idempotencyKey: string | null
}

/** What to add to one request. */
export interface Authorization {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** The fields of a secret by name, for protocols other than HTTP: `{username, password}`, `{token}`, ... */
export type SecretFields = Readonly<Record<string, string>>

export interface Credentials {
  /**
   * @throws {ToolFailure} `unknown-credential`, `credential-not-allowed` (host), `credential-failed` (token
   *   endpoint)
   */
  authorize(use: CredentialUse): Promise<Authorization>
  /**
   * The same for a connection that was made by OAuth (rpc/connections/).
   * @throws {ToolFailure} as authorize
   */
  authorizeConnection(use: ConnectionUse): Promise<Authorization>
  /** The server refused the token of the connection (401): the next use renews it. */
  refusedConnection(use: ConnectionUse): void
  /** The server refused a call for want of these scopes (403, `insufficient_scope`). */
  connectionLacks(use: ConnectionUse, scopes: string): Promise<void>
  /**
   * The key of a language model, from a credential of kind `model`, which nothing else here takes.
   * @throws {ToolFailure} as authorize
   */
  modelKey(use: CredentialUse): Promise<string>
  /** @throws {ToolFailure} as authorize */
  reveal(use: CredentialUse): Promise<SecretFields>
  /**
   * Notes the outcome of a request that carried it, for `GET /credentials/:id/uses`. Never throws, never
   * waits.
   */
  used(use: CredentialUse, status: number | null): void
  /** The server refused the token (401): the next use fetches another one. */
  refused(use: CredentialUse): void
  /**
   * Learns every stored secret of the organization, so that answers can be scrubbed. Call it before anything
   * goes outside. Answers from memory unless the credentials have changed.
   * @throws {ToolFailure} `credential-failed`
   */
  learn(organizationId: string): void | Promise<void>
  /** The text with `[secret]` in place of every secret that was learnt, or lately sent from this thread. */
  scrub(organizationId: string, text: string): string
  /** The same for a value; the same object when it holds no secret. */
  scrubValue<T extends Json>(organizationId: string, value: T): T
}
