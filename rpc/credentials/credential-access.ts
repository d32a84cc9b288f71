// Implements the port of credentials (credentials.ts): finds one by id or name, checks it against the host,
// opens it, and makes what one request needs. One per process or worker thread.
// 1. The scrubber learns a secret before it is sent, and all stored secrets of the organization before
//    anything goes outside.
// 2. Besides the scrubber, nothing opened is kept but tokens of OAuth 2.0.

import { Failure } from '../../domain/failure.ts'
import type { Json } from '../../domain/json.ts'
import { allowsHost } from '../../domain/tools/allowed-hosts.ts'
import { type Secret, secretFieldNames } from '../../domain/tools/credential.ts'
import { openSecret, type SealedCredential } from '../../storage/secrets/credential-reader.ts'
import type { NotedUse } from '../../storage/secrets/credential-uses.ts'
import { KeyMissing, type Vault, VaultError } from '../../storage/secrets/vault.ts'
import { ToolFailure } from '../builtin/tool.ts'
import type { ConnectionTokens, ConnectionUse } from '../connections/connection-tokens.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Authorization, Credentials, CredentialUse, SecretFields } from './credentials.ts'
import { OAuth2Tokens } from './oauth2-token.ts'
import { Scrubber } from './scrubber.ts'

export interface CredentialParts {
  readonly reader: {
    find(organizationId: string, idOrName: string): SealedCredential | null | Promise<SealedCredential | null>
    all(organizationId: string): readonly SealedCredential[] | Promise<readonly SealedCredential[]>
  }
  readonly vault: Vault
  readonly outbound: Outbound
  readonly uses: { note(use: NotedUse): void }
  /** Tokens of connections. Absent: there are none. */
  readonly connections?: Pick<ConnectionTokens, 'get' | 'refused' | 'lacks'>
}

export function createCredentials(parts: CredentialParts): Credentials {
  return new CredentialAccess(parts)
}

class CredentialAccess implements Credentials {
  readonly #parts: CredentialParts
  readonly #tokens: OAuth2Tokens
  readonly #scrubber = new Scrubber()

  constructor(parts: CredentialParts) {
    this.#parts = parts
    this.#tokens = new OAuth2Tokens(parts.outbound)
  }

  async authorize(use: CredentialUse): Promise<Authorization> {
    const { row, secret } = await this.#openForTool(use)
    const token = secret.kind === 'oauth2' ? await this.#token(use, row, secret) : ''
    return authorizationOf(secret, token)
  }

  async authorizeConnection(use: ConnectionUse): Promise<Authorization> {
    const { connections } = this.#parts
    if (connections === undefined)
      throw new ToolFailure('unknown-credential', 'there are no connections here')
    const token = await connections.get(use)
    this.#scrubber.remember(use.organizationId, [token])
    return byHeader('authorization', `Bearer ${token}`)
  }

  refusedConnection(use: ConnectionUse): void {
    this.#parts.connections?.refused(use)
  }

  async connectionLacks(use: ConnectionUse, scopes: string): Promise<void> {
    await this.#parts.connections?.lacks(use, scopes)
  }

  async modelKey(use: CredentialUse): Promise<string> {
    const { row, secret } = await this.#open(use)
    if (secret.kind === 'model') return secret.apiKey
    throw new ToolFailure('credential-not-allowed', `the credential ${row.name} is of no language model`)
  }

  async reveal(use: CredentialUse): Promise<SecretFields> {
    const { row, secret } = await this.#openForTool(use)
    if (secret.kind === 'oauth2') return { token: await this.#token(use, row, secret) }
    const { kind: _, ...fields } = secret
    return fields
  }

  used(use: CredentialUse, status: number | null): void {
    void this.#note(use, status).catch(() => {})
  }

  refused(use: CredentialUse): void {
    void this.#forget(use).catch(() => {})
  }

  learn(organizationId: string): void | Promise<void> {
    const stored = this.#parts.reader.all(organizationId)
    if (!(stored instanceof Promise)) return this.#learn(organizationId, stored)
    return stored.then(
      rows => this.#learn(organizationId, rows),
      error => {
        throw readFailure('credentials cannot be read', error)
      },
    )
  }

  scrub(organizationId: string, text: string): string {
    return this.#scrubber.scrub(organizationId, text)
  }

  scrubValue<T extends Json>(organizationId: string, value: T): T {
    return this.#scrubber.scrubValue(organizationId, value)
  }

  #learn(organizationId: string, stored: readonly SealedCredential[]): void {
    if (this.#scrubber.hasLearnt(organizationId, stored)) return
    const secrets = stored.flatMap(row => this.#textsOf(row))
    this.#scrubber.learn(organizationId, stored, secrets)
  }

  #textsOf(row: SealedCredential): string[] {
    try {
      return secretTexts(openSecret(this.#parts.vault, row))
    } catch (error) {
      // A credential that does not open cannot have been sent.
      if (error instanceof VaultError) return []
      throw error
    }
  }

  async #openForTool(use: CredentialUse): Promise<{ row: SealedCredential; secret: ToolSecret }> {
    const { row, secret } = await this.#open(use)
    if (secret.kind !== 'model') return { row, secret }
    const message = `the credential ${row.name} is for language models, not for tools`
    throw new ToolFailure('credential-not-allowed', message)
  }

  async #open(use: CredentialUse): Promise<{ row: SealedCredential; secret: Secret }> {
    const row = await this.#find(use)
    const url = URL.parse(use.url)
    if (url === null || !allowsHost(row.allowedHosts, url)) throw notAllowed(row, url)
    try {
      const secret = openSecret(this.#parts.vault, row)
      this.#scrubber.remember(use.organizationId, secretTexts(secret))
      return { row, secret }
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      const why = `the credential ${row.name} does not open: ${error.message}`
      throw new ToolFailure('credential-failed', why, error instanceof KeyMissing)
    }
  }

  async #find({ organizationId, credential }: CredentialUse): Promise<SealedCredential> {
    try {
      const row = await this.#parts.reader.find(organizationId, credential)
      if (row !== null) return row
    } catch (error) {
      throw readFailure(`the credential ${credential} cannot be read`, error)
    }
    throw new ToolFailure('unknown-credential', `there is no credential ${credential}`)
  }

  async #token(
    use: CredentialUse,
    row: SealedCredential,
    secret: Extract<Secret, { kind: 'oauth2' }>,
  ): Promise<string> {
    const { organizationId } = use
    try {
      const token = await this.#tokens.get(tokenKey(row), { name: row.name, secret }, use)
      this.#scrubber.remember(organizationId, [token])
      return token
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error
      const message = this.#scrubber.scrub(organizationId, error.message)
      throw new ToolFailure(error.code, message, error.retryable)
    }
  }

  async #note(use: CredentialUse, status: number | null): Promise<void> {
    const row = await this.#find(use)
    const { executionId, stepId } = senderOf(use.idempotencyKey)
    const { host: name, href } = new URL(use.url)
    const host = name || href
    this.#parts.uses.note({ credentialId: row.id, executionId, stepId, host, status })
  }

  async #forget(use: CredentialUse): Promise<void> {
    this.#tokens.forget(tokenKey(await this.#find(use)))
  }
}

type ToolSecret = Exclude<Secret, { kind: 'model' }>

function authorizationOf(secret: ToolSecret, token: string): Authorization {
  switch (secret.kind) {
    case 'bearer':
      return byHeader('authorization', `Bearer ${secret.token}`)
    case 'basic':
      return byHeader('authorization', `Basic ${Buffer.from(joined(secret)).toString('base64')}`)
    case 'header':
      return byHeader(secret.name.toLowerCase(), secret.value)
    case 'query':
      return { headers: {}, query: { [secret.name]: secret.value } }
    case 'oauth2':
      return byHeader('authorization', `Bearer ${token}`)
  }
}

function byHeader(name: string, value: string): Authorization {
  return { headers: { [name]: value }, query: {} }
}

function joined({ username, password }: Extract<Secret, { kind: 'basic' }>): string {
  return `${username}:${password}`
}

/** The texts to scrub: the secret fields, and user name and password in the form in which they are sent. */
function secretTexts(secret: Secret): string[] {
  const fields = secret as Readonly<Record<string, string | undefined>>
  const texts = secretFieldNames.map(name => fields[name]).filter(text => text !== undefined)
  return secret.kind === 'basic' && secret.password !== '' ? [...texts, joined(secret)] : texts
}

function notAllowed({ name, allowedHosts }: SealedCredential, url: URL | null): ToolFailure {
  const host = url === null ? 'an address that is no URL' : url.host || url.href
  const hosts = allowedHosts.length === 0 ? 'no host' : allowedHosts.slice(0, 5).join(', ')
  return new ToolFailure('credential-not-allowed', `the credential ${name} is for ${hosts}, not for ${host}`)
}

/** A database that is away is the world's fault; any other error is ours. */
function readFailure(what: string, error: unknown): unknown {
  if (!(error instanceof Failure)) return error
  return new ToolFailure('credential-failed', `${what}: ${error.message}`, true)
}

/** A token belongs to a version: a changed secret begins anew. */
function tokenKey({ id, version }: SealedCredential): string {
  return `${id}/${version}`
}

/** A step's idempotency key is `execution/step`, or `execution/step#1` after an edit; others name no step. */
function senderOf(idempotencyKey: string | null): { executionId: string | null; stepId: string | null } {
  const [, executionId = null, stepId = null] =
    /^(exec_[^/]+)\/(.+?)(?:#\d+)?$/s.exec(idempotencyKey ?? '') ?? []
  return { executionId, stepId }
}
