// Making and rotating API keys: never with more rights than whoever asks has, now.
import {
  type CreateApiKey,
  type CreatedApiKey,
  grantableScopes,
  hashApiKey,
  newApiKey,
  prefixOfApiKey,
} from '../domain/api-key.ts'
import type { Actor } from '../domain/audit.ts'
import { Failure } from '../domain/failure.ts'
import { newId } from '../domain/ids.ts'
import { isWithinList } from '../domain/key-restrictions.ts'
import { type Caller, defaultScopes, type Scope } from '../domain/permissions.ts'
import { outranks } from '../domain/team.ts'
import { covers, type ToolAllowance } from '../domain/tool-allowance.ts'
import type { ApiKeyStore } from '../storage/api-keys.ts'

/**
 * Makes a key that acts for the caller, with no more rights than the caller has.
 * @throws {Failure} forbidden: scopes, tools or places beyond the caller's; validation-failed: expires in the past
 */
export async function createApiKey(
  apiKeys: ApiKeyStore,
  actor: Actor,
  { name, scopes, expiresAt = null, tools, allowedIps, allowedOrigins }: CreateApiKey,
  id = newId('apiKey'),
): Promise<CreatedApiKey> {
  const { caller } = actor
  if (expiresAt !== null && expiresAt <= Date.now()) {
    throw new Failure('validation-failed', 'expiresAt: expected a time in the future, in Unix ms')
  }
  const key = newApiKey()
  const wanted = {
    ...{ id, name, expiresAt, prefix: prefixOfApiKey(key), hash: hashApiKey(key) },
    scopes: scopesFor(caller, scopes),
    tools: toolsFor(caller, tools ?? null),
    allowedIps: placesFor(caller, 'allowedIps', allowedIps ?? null),
    allowedOrigins: placesFor(caller, 'allowedOrigins', allowedOrigins ?? null),
  }
  const stored = await apiKeys.create(caller.organizationId, caller.userId, wanted, actor)
  return { ...stored, key }
}

/**
 * Puts a new key in the place of the old one. It acts with its creator's role, so whoever gets it must hold that.
 * @throws {Failure} not-found; conflict: expired; forbidden: rights beyond the caller's
 */
export async function rotateApiKey(
  apiKeys: ApiKeyStore,
  actor: Actor,
  id: string,
  graceSeconds: number,
): Promise<CreatedApiKey> {
  const { organizationId } = actor.caller
  const { role, ...held } = await apiKeys.get(organizationId, id)
  const now = Date.now()
  if (held.expiresAt !== null && held.expiresAt <= now) {
    throw new Failure('conflict', `the API key ${id} has expired: make a new one`)
  }
  requireRights(actor.caller, { ...held, role })
  const key = newApiKey()
  const graceUntil = graceSeconds === 0 ? null : now + graceSeconds * 1_000
  const rotated = { prefix: prefixOfApiKey(key), hash: hashApiKey(key), graceUntil }
  await apiKeys.rotate(organizationId, id, rotated, actor)
  const { role: _, ...stored } = await apiKeys.get(organizationId, id)
  return { ...stored, key }
}

type Rights = Awaited<ReturnType<ApiKeyStore['get']>>

/** Everything that the key may do, the caller may do. */
function requireRights(caller: Caller, { role, scopes, tools, allowedIps, allowedOrigins }: Rights): void {
  const { key } = caller
  const own = key?.restrictions
  const isHeld =
    outranks(caller.role, role) &&
    (key === null || scopes.every(scope => key.scopes.includes(scope))) &&
    covers(key?.tools ?? null, tools) &&
    isWithinList(allowedIps, own?.allowedIps ?? null) &&
    isWithinList(allowedOrigins, own?.allowedOrigins ?? null)
  if (!isHeld) throw new Failure('forbidden', 'this key has rights beyond yours: its creator can rotate it')
}

/** The tools asked for; without a wish those that the caller is narrowed to itself. */
function toolsFor({ key }: Caller, asked: ToolAllowance): ToolAllowance {
  const held = key?.tools ?? null
  if (asked === null) return held
  if (covers(held, asked)) return asked
  throw new Failure('forbidden', `tools: you may give ${held!.join(', ')}`)
}

/** The addresses or web pages asked for; without a wish those that the caller is narrowed to itself. */
function placesFor(
  { key }: Caller,
  field: 'allowedIps' | 'allowedOrigins',
  asked: readonly string[] | null,
): readonly string[] | null {
  const held = key?.restrictions?.[field] ?? null
  if (asked === null) return held
  if (isWithinList(asked, held)) return asked
  throw new Failure('forbidden', `${field}: you may give ${held!.join(', ')}`)
}

/** The scopes asked for, each once; without a wish the usual ones, as far as the caller may give them. */
function scopesFor(caller: Caller, asked: readonly Scope[] | undefined): readonly Scope[] {
  const grantable = grantableScopes(caller)
  const granted = grantable.filter(scope => (asked ?? defaultScopes).includes(scope))
  const refused = asked?.filter(scope => !grantable.includes(scope)) ?? []
  if (granted.length > 0 && refused.length === 0) return granted
  const wish = refused.length > 0 ? `, not ${refused.join(', ')}` : ''
  throw new Failure('forbidden', `scopes: you may give ${grantable.join(', ')}${wish}`)
}
