// Access tokens of connections, at the moment of sending. One per process or worker thread, behind the port
// of credentials (rpc/credentials/credential-access.ts).
// 1. A token stays in this thread's memory until shortly before it expires. Callers share one renewal.
// 2. Renewals of one connection happen one at a time, on whatever host (connection-rows.ts): the others wait
//    for the new token. A refresh token is never sent twice, as far as the answer has reached us.
// 3. When the authorization server wants no more of it, the connection is marked as failed, with a sentence
//    that says what to do; calls fail with it from then on.

import { Failure } from '../../domain/failure.ts'
import type { Clock } from '../../runtime/clock.ts'
import { KeyMissing, VaultError } from '../../storage/secrets/vault.ts'
import type { ConnectionRows, OpenConnection } from '../../storage/tool-servers/connection-rows.ts'
import { ToolFailure } from '../builtin/tool.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { type Waiter, withinDeadline } from '../within-deadline.ts'
import { ConnectError } from './connect-error.ts'
import { refresh, type Tokens } from './oauth.ts'

/** Which connection, for which request. */
export interface ConnectionUse extends Waiter {
  readonly organizationId: string
  readonly connectionId: string
  /** Where the token would go: only to the URL that the connection was made for. */
  readonly url: string
}

export interface TokenParts {
  readonly rows: ConnectionRows
  readonly outbound: Outbound
  readonly clock: Clock
  /** Called when a connection has been marked as failed: the server's row shows it. */
  readonly onFailed: (organizationId: string, toolServerId: string) => void
}

interface Kept {
  readonly token: string
  readonly url: string
  readonly expiresAt: number
}

/** A token is not used in its last seconds: it has to arrive, and clocks differ. */
const marginMs = 30_000
/** A token without a lifetime is read again after this time: another host may have renewed it. */
const unknownLifetimeMs = 60_000
const keptTokens = 10_000
/** The authorization server has 10 s for its answer (rpc/sign-in/guarded-fetch.ts). */
const leaseMs = 15_000
const pollMs = 100
/** For a caller without a deadline, and for the renewal itself. */
const longestMs = 20_000
/** A server that refuses new tokens too is not asked for yet another at every call. */
const forcedEveryMs = 30_000

export class ConnectionTokens {
  readonly #parts: TokenParts
  readonly #kept = new Map<string, Kept>()
  readonly #asked = new Map<string, Promise<Kept>>()
  /** By connection: the token that the tool server refused, and when. */
  readonly #refused = new Map<string, { readonly token: string; readonly at: number }>()

  constructor(parts: TokenParts) {
    this.#parts = parts
  }

  /** @throws {ToolFailure} `credential-failed`, `credential-not-allowed` */
  async get(use: ConnectionUse): Promise<string> {
    const { connectionId: id, url } = use
    const known = this.#kept.get(id)
    const isUsable = known !== undefined && known.expiresAt > this.#parts.clock.now()
    const kept = isUsable ? known : await withinDeadline(this.#ask(use), use, leave)
    if (kept.url !== url)
      throw new ToolFailure('credential-not-allowed', 'the connection was made for another URL of the server')
    return kept.token
  }

  /** The tool server refused the token (401): the next use renews it, unless that has just been done. */
  refused({ connectionId: id }: ConnectionUse): void {
    const known = this.#kept.get(id)
    const now = this.#parts.clock.now()
    const last = this.#refused.get(id)
    if (known === undefined || (last !== undefined && now - last.at < forcedEveryMs)) return
    this.#kept.delete(id)
    keepNewest(this.#refused, id, { token: known.token, at: now })
  }

  /** The tool server refused a call for want of scopes (403): people see which, and can connect again. */
  async lacks({ organizationId, connectionId }: ConnectionUse, scopes: string): Promise<void> {
    try {
      await this.#parts.rows.lacks(organizationId, connectionId, scopes)
    } catch (error) {
      // The call fails with the same words; the next one writes it.
      if (!(error instanceof Failure)) throw error
    }
  }

  #ask(use: ConnectionUse): Promise<Kept> {
    const { connectionId: id } = use
    const asked = this.#asked.get(id)
    if (asked !== undefined) return asked
    const asking = this.#obtain(use).finally(() => this.#asked.delete(id))
    this.#asked.set(id, asking)
    return asking
  }

  /** The stored token while it is good, else a new one: made here, or by whoever is making it. */
  async #obtain({ organizationId, connectionId: id }: ConnectionUse): Promise<Kept> {
    const { rows, clock } = this.#parts
    const endsAt = clock.now() + longestMs
    while (clock.now() < endsAt) {
      const row = await readable(() => rows.find(organizationId, id))
      if (row === null) throw new ToolFailure('credential-failed', 'the connection has been ended')
      if (row.error !== null) throw new ToolFailure('credential-failed', row.error)
      if (this.#isGood(row)) return this.#keep(row, row.secret.accessToken, row.expiresAt)
      if (row.secret.refreshToken === null) throw await this.#fail(row, endedText(row, this.#isRefused(row)))
      if (await rows.lease(row, leaseMs)) {
        const renewed = await this.#renew(row)
        if (renewed !== null) return renewed
      } else await pause(clock)
    }
    throw late()
  }

  #isRefused({ id, secret }: OpenConnection): boolean {
    return this.#refused.get(id)?.token === secret.accessToken
  }

  #isGood(row: OpenConnection): boolean {
    const isOver = row.expiresAt !== null && row.expiresAt - marginMs <= this.#parts.clock.now()
    return !isOver && !this.#isRefused(row)
  }

  /** Null when the connection was changed meanwhile. */
  async #renew(row: OpenConnection): Promise<Kept | null> {
    const { rows, outbound } = this.#parts
    let tokens: Tokens
    try {
      tokens = await refresh(outbound, row.secret)
    } catch (error) {
      if (!(error instanceof ConnectError)) throw error
      if (error.reason === 'refused') throw await this.#fail(row, refusedText(row, error.message))
      await rows.release(row)
      throw new ToolFailure('credential-failed', `no new token: ${error.message}`, true, { cause: error })
    }
    const { accessToken, expiresAt } = tokens
    const refreshToken = tokens.refreshToken ?? row.secret.refreshToken
    const isKept = await rows.renewed(row, { ...row.secret, accessToken, refreshToken }, expiresAt)
    return isKept ? this.#keep(row, accessToken, expiresAt) : null
  }

  #keep({ id, url }: OpenConnection, token: string, expiresAt: number | null): Kept {
    const now = this.#parts.clock.now()
    // A token with a very short life is used for half of it.
    const leftMs = (expiresAt ?? now) - now
    const keptMs = expiresAt === null ? unknownLifetimeMs : Math.max(leftMs - marginMs, leftMs / 2)
    const kept = { token, url, expiresAt: now + keptMs }
    keepNewest(this.#kept, id, kept)
    return kept
  }

  async #fail(row: OpenConnection, message: string): Promise<ToolFailure> {
    if (await this.#parts.rows.failed(row, message))
      this.#parts.onFailed(row.organizationId, row.toolServerId)
    return new ToolFailure('credential-failed', message)
  }
}

/** A database that is away, or a key that is not here, is the world's fault; any other error is ours. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Failure) && !(error instanceof VaultError)) throw error
    const isAway = error instanceof Failure || error instanceof KeyMissing
    throw new ToolFailure('credential-failed', `the connection cannot be read: ${error.message}`, isAway)
  }
}

function keepNewest<T>(map: Map<string, T>, id: string, value: T): void {
  map.delete(id)
  map.set(id, value)
  if (map.size > keptTokens) map.delete(map.keys().next().value!)
}

function pause(clock: Clock): Promise<void> {
  return new Promise(resolve => void clock.after(pollMs, resolve))
}

function leave(): Promise<never> {
  return Promise.reject(late())
}

function late(): ToolFailure {
  return new ToolFailure('credential-failed', 'no new token in time for the call', true)
}

function endedText({ issuer }: OpenConnection, isRefused: boolean): string {
  const what = isRefused ? 'the tool server refuses its token' : 'its token has expired'
  return `the connection by ${new URL(issuer).host} has ended: ${what}, and it has no refresh token. Connect again`
}

function refusedText({ issuer }: OpenConnection, why: string): string {
  return `the connection by ${new URL(issuer).host} has ended (${why}): connect again`
}
