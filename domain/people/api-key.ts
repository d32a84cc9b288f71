// An API key: a secret that acts for its organization, with its creator's role narrowed by its scopes.
// Shapes as they leave over HTTP; the key itself is shown once. The text of a key is `sk_`, 56 random hex
// digits, and the CRC-32 of those 59 characters as 8 more, so a mistyped key is refused without a lookup.

import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { openValues } from '../api-marks.ts'
import { nameText } from '../text.ts'
import { ToolPatterns } from '../tools/tool-allowance.ts'
import { Budget } from '../work/budget.ts'
import { AllowedIps, AllowedOrigins } from './key-restrictions.ts'
import { type Caller, type Scope, scopes, scopesOf } from './permissions.ts'

export const apiKeyBounds = { nameLength: 200 } as const

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(scopes).meta(openValues)),
  tools: z.array(z.string()).nullable(),
  allowedIps: z.array(z.string()).nullable(),
  allowedOrigins: z.array(z.string()).nullable(),
  createdBy: z.string().meta({ description: 'The user whose role it acts with' }),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable(),
  expiresAt: z.int().nullable(),
  budget: z
    .int()
    .nullable()
    .meta({ description: 'Compute units a month (UTC) that executions started with it may use' }),
  graceUntil: z
    .int()
    .nullable()
    .meta({ description: 'Until when the key from before the last rotation still works' }),
})
export type ApiKey = z.infer<typeof ApiKey>

/** The answer to a creation or rotation, the only one that holds the key. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

export const CreateApiKey = z.object({
  name: nameText(apiKeyBounds.nameLength),
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length).optional(),
  expiresAt: z.int().positive().nullish(),
  /** Tools of /rpc that the key is limited to; absent or null: all that its scopes allow. */
  tools: ToolPatterns.nullish(),
  allowedIps: AllowedIps.nullish(),
  allowedOrigins: AllowedOrigins.nullish(),
  budget: Budget.nullish(),
})
export type CreateApiKey = z.infer<typeof CreateApiKey>

/** A week is enough to replace the old key wherever it is in use. */
const graceLimitSeconds = 7 * 24 * 3_600

export const RotateApiKey = z
  .object({ graceSeconds: z.int().min(0).max(graceLimitSeconds).default(0) })
  .optional()

/** The part of a key that lists show: `sk_` and the first 8 digits. */
const prefixLength = 11
const checkedLength = 59
const keyPattern = /^sk_[0-9a-f]{64}$/

/** The text of a new key. @param random 28 bytes, which nobody can guess */
export function newApiKey(random: Buffer = randomBytes(28)): string {
  const checked = `sk_${random.toString('hex')}`
  return checked + checksum(checked)
}

/**
 * Can this text be a key, by its form and checksum? Says nothing about whether it exists. Upper case is
 * refused.
 */
export function isApiKey(text: string): boolean {
  return keyPattern.test(text) && text.slice(checkedLength) === checksum(text.slice(0, checkedLength))
}

/**
 * The stored form of a key: its SHA-256 in hex. A key has 224 random bits, so it needs neither salt nor
 * stretching.
 */
export function hashApiKey(key: string): string {
  return hash('sha256', key)
}

export function prefixOfApiKey(key: string): string {
  return key.slice(0, prefixLength)
}

/**
 * The scopes that a caller may give to a new key: those of its role, and for a caller with a key no more
 * than that key's.
 */
export function grantableScopes({ role, key }: Caller): readonly Scope[] {
  const held = scopesOf(role)
  return key === null ? held : held.filter(scope => key.scopes.includes(scope))
}

/** CRC-32 (that of zlib) as 8 hex digits. */
function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0')
}
