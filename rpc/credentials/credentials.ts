// What the hub and the upstream connector ask of the credentials of an organization: how a request is to be
// authorised, at the moment of sending and for the host that it goes to. The store and the vault are behind this port
// (rpc/credentials/credential-access.ts); whoever calls it never keeps what it answers, and puts it into no state, log or error.
import type { Json } from '../../domain/json.ts'
import type { Waiter } from '../within-deadline.ts'

/** Whose credential, for which request, and how long that may wait for a token. */
export interface CredentialUse extends Waiter {
  readonly organizationId: string
  /** Id or name. Of another organization: as if there were none. */
  readonly credential: string
  /** Where the secret would be sent; its host must be among the credential's allowed hosts. */
  readonly url: string
  /** Who sends it: `exec_.../step` of an execution's step; null for a check or a call over /rpc. */
  readonly idempotencyKey: string | null
}

/** What is added to one request. */
export interface Authorization {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** The fields of a secret by name, for protocols other than HTTP: `{username, password}`, `{token}`, ... */
export type SecretFields = Readonly<Record<string, string>>

export interface Credentials {
  /** @throws {ToolFailure} `unknown-credential`, `credential-not-allowed` (host), `credential-failed` (token endpoint) */
  authorize(use: CredentialUse): Promise<Authorization>
  /** @throws {ToolFailure} as authorize */
  reveal(use: CredentialUse): Promise<SecretFields>
  /** Notes what came of a request that carried it, for `GET /credentials/:id/uses`; never throws, never waits. */
  used(use: CredentialUse, status: number | null): void
  /** A token was refused (401): what was fetched for it is fetched anew at the next use. */
  refused(use: CredentialUse): void
  /**
   * Before something of the organization goes outside: what comes back is scrubbed of every secret that it has stored.
   * From memory, unless its credentials have changed. @throws {ToolFailure} `credential-failed`
   */
  learn(organizationId: string): void | Promise<void>
  /** The text with every secret that was learnt, or sent from this thread lately, replaced by `[secret]`. */
  scrub(organizationId: string, text: string): string
  /** The same for a value; the very same object when it holds none. */
  scrubValue<T extends Json>(organizationId: string, value: T): T
}
