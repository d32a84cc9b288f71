// Verifies that a delivery comes from who knows the secret of the hook. The bytes that came are what is
// signed. Called by deliveries.ts before anything else is read of a delivery.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Failure } from '../../domain/failure.ts'
import type { VerificationKind } from '../../storage/workflows/triggers.ts'
import type { IncomingRequest } from '../exchange.ts'

export interface Signed {
  readonly request: Pick<IncomingRequest, 'header'>
  readonly body: Buffer
  readonly secret: string
  /** How far a signed timestamp may be from now, either way. */
  readonly toleranceSeconds: number
  /** Unix ms. */
  readonly now: number
}

/**
 * @returns the signature, the same for each copy of what was signed, whatever else a copy says; null for a
 *   kind that signs nothing
 * @throws {Failure} unauthenticated: what is missing or does not fit
 */
export function verifyDelivery(kind: VerificationKind, signed: Signed): string | null {
  switch (kind) {
    case 'none':
      return null
    case 'bearer':
      verifyBearer(signed)
      return null
    case 'github':
      return verifyGithub(signed)
    case 'stripe':
      return verifyStripe(signed)
    case 'slack':
      return verifySlack(signed)
    case 'standard':
      return verifyStandard(signed)
  }
}

function verifyBearer({ request, secret }: Signed): void {
  const match = /^Bearer +(\S.*)$/i.exec(request.header('authorization'))
  if (match === null || !isSame(match[1]!, secret))
    throw refused('Authorization: expected Bearer and the secret of this hook')
}

/** @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
function verifyGithub({ request, body, secret }: Signed): string {
  const signature = required(request, 'X-Hub-Signature-256')
  const expected = hmac(secret, body)
  if (!isSame(signature, `sha256=${expected}`)) throw doesNotFit('X-Hub-Signature-256')
  return expected
}

/** @see https://docs.stripe.com/webhooks#verify-manually */
function verifyStripe({ request, body, secret, ...times }: Signed): string {
  const parts = required(request, 'Stripe-Signature').split(',', 20)
  const valuesOf = (name: string) =>
    parts
      .map(part => part.trim())
      .flatMap(part => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []))
  const [timestamp = ''] = valuesOf('t')
  const expected = hmac(secret, `${timestamp}.`, body)
  if (!valuesOf('v1').some(signature => isSame(signature, expected))) throw doesNotFit('Stripe-Signature')
  refuseStale(timestamp, times)
  return expected
}

/** @see https://api.slack.com/authentication/verifying-requests-from-slack */
function verifySlack({ request, body, secret, ...times }: Signed): string {
  const timestamp = required(request, 'X-Slack-Request-Timestamp')
  const signature = required(request, 'X-Slack-Signature')
  const expected = hmac(secret, `v0:${timestamp}:`, body)
  if (!isSame(signature, `v0=${expected}`)) throw doesNotFit('X-Slack-Signature')
  refuseStale(timestamp, times)
  return expected
}

/** @see https://www.standardwebhooks.com */
function verifyStandard({ request, body, secret, ...times }: Signed): string {
  const id = required(request, 'webhook-id')
  const timestamp = required(request, 'webhook-timestamp')
  const signatures = required(request, 'webhook-signature').split(' ', 20)
  refuseStale(timestamp, times)
  const expected = new Webhook(secret).sign(id, new Date(Number(timestamp) * 1_000), body)
  if (!signatures.some(signature => isSame(signature, expected))) throw doesNotFit('webhook-signature')
  return expected
}

/** A delivery that somebody has kept must not be sent again for ever. @param timestamp Unix seconds */
function refuseStale(
  timestamp: string,
  { now, toleranceSeconds }: Pick<Signed, 'now' | 'toleranceSeconds'>,
): void {
  const isFresh =
    /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp) * 1_000) <= toleranceSeconds * 1_000
  if (!isFresh) throw refused(`the signed timestamp is not within ${toleranceSeconds} s of the time here`)
}

function required(request: Signed['request'], name: string): string {
  const value = request.header(name.toLowerCase())
  if (value === '') throw refused(`${name}: expected this header, received none`)
  return value
}

function hmac(secret: string, ...parts: readonly (string | Buffer)[]): string {
  const signer = createHmac('sha256', secret)
  for (const part of parts) signer.update(part)
  return signer.digest('hex')
}

/** In a time that tells nothing of the secret. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

function doesNotFit(header: string): Failure {
  return refused(`${header}: the signature does not fit this body and the secret of this hook`)
}

function refused(message: string): Failure {
  return new Failure('unauthenticated', message)
}
