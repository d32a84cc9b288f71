// Seals the state of a call that waits for its client's answers (`requestState`). The state travels through
// the client, which can read it and must not change it. An HMAC covers the state and its binding, so that it
// is valid for the same caller, method, tool and arguments only, and for a limited time.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { canonical, type Json } from '../../../domain/json.ts'
import { RpcError, rpcCodes } from '../../json-rpc.ts'

/** What a state is bound to. */
export interface StateBinding {
  readonly principal: string
  readonly method: string
  /** Name of the tool or prompt, or URI of the resource. */
  readonly subject: string
  readonly args: Json
}

export interface RequestStates {
  seal(binding: StateBinding, state: Json): string
  /** @throws {RpcError} invalid params: forged, changed, of another call or caller, or too old */
  open(binding: StateBinding, sealed: string): Json
}

/** The person who must answer may be at lunch. */
const lifetimeMs = 3_600_000

/** @param secret 32 bytes that outlive the process: a client may come back after a restart */
export function createRequestStates(secret: Uint8Array, now: () => number = Date.now): RequestStates {
  function macOf({ principal, method, subject, args }: StateBinding, payload: string): Buffer {
    const text = JSON.stringify([principal, method, subject, canonical(args), payload])
    return createHmac('sha256', secret).update(text).digest()
  }

  return {
    seal(binding, state) {
      const content = JSON.stringify({ expiresAt: now() + lifetimeMs, state })
      const payload = Buffer.from(content).toString('base64url')
      return `${payload}.${macOf(binding, payload).toString('base64url')}`
    },
    open(binding, sealed) {
      const [payload = '', mac = '', ...rest] = sealed.split('.')
      const expected = macOf(binding, payload).toString('base64url')
      // Compared as text, since Node decodes malformed base64url too.
      if (rest.length > 0 || !isSame(expected, mac))
        throw refused('does not belong to this call, or was changed')
      const { expiresAt, state } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
        expiresAt: number
        state: Json
      }
      if (expiresAt < now()) throw refused('is too old: call again without it')
      return state
    },
  }
}

function isSame(expected: string, given: string): boolean {
  const bytes = [Buffer.from(expected), Buffer.from(given)] as const
  return bytes[0].length === bytes[1].length && timingSafeEqual(...bytes)
}

function refused(why: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `params.requestState: ${why}`)
}
