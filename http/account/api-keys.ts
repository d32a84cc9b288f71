// Makes and rotates API keys, for the API key routes and the development account. A key never gets more
// rights than its maker has at that moment.

import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import {
  type CreateApiKey,
  type CreatedApiKey,
  grantableScopes,
  hashApiKey,
  newApiKey,
  prefixOfApiKey,
} from '../../domain/people/api-key.ts'
import type { Actor } from '../../domain/people/audit.ts'
import { isWithinList } from '../../domain/people/key-restrictions.ts'
import { type Caller, defaultScopes, type Scope } from '../../domain/people/permissions.ts'
import { outranks } from '../../domain/people/team.ts'
import { covers, type ToolAllowance } from '../../domain/tools/tool-allowance.ts'
import type { ApiKeyStore } from '../../storage/accounts/api-keys.ts'

/**
 * Makes a key that acts for the caller, with no more rights than the caller has.
 * @throws {Failure} forbidden: scopes, tools or places beyond the caller's; validation-failed: expires in the
 *   past
 */
export async function createApiKey(
  apiKeys: ApiKeyStore,
  actor: Actor,
  { name, scopes, expiresAt: asked = null, tools, allowedIps, allowedOrigins, budget = null }: CreateApiKey,
  id = newId('apiKey'),
): Promise<CreatedApiKey> {
  const { caller } = actor
  refuseBudgeted(caller)
  if (budget !== null && scopes?.includes('confirm'))
    throw new Failure('validation-failed', 'scopes: a key with a budget cannot have confirm')
  const expiresAt = expiryFor(caller, asked)
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
    budget,
  }
  const stored = await apiKeys.create(caller.organizationId, caller.userId, wanted, actor)
  return { ...stored, key }
}

/**
 * Replaces a key with a new one. The key acts with its creator's role, so the caller must hold all of its
 * rights.
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
  if (actor.caller.key?.id !== id) refuseBudgeted(actor.caller)
  requireRights(actor.caller, { ...held, role })
  const key = newApiKey()
  const graceUntil = graceSeconds === 0 ? null : now + graceSeconds * 1_000
  const rotated = { prefix: prefixOfApiKey(key), hash: hashApiKey(key), graceUntil }
  await apiKeys.rotate(organizationId, id, rotated, actor)
  const { role: _, ...stored } = await apiKeys.get(organizationId, id)
  return { ...stored, key }
}

type Rights = Awaited<ReturnType<ApiKeyStore['get']>>

/** The caller must be allowed everything that the key is. */
function requireRights(
  caller: Caller,
  { role, scopes, tools, allowedIps, allowedOrigins, expiresAt }: Rights,
): void {
  const { key } = caller
  const own = key?.restrictions
  const isHeld =
    outranks(caller.role, role) &&
    isNoLater(expiresAt, key?.expiresAt ?? null) &&
    (key === null || scopes.every(scope => key.scopes.includes(scope))) &&
    covers(key?.tools ?? null, tools) &&
    isWithinList(allowedIps, own?.allowedIps ?? null) &&
    isWithinList(allowedOrigins, own?.allowedOrigins ?? null)
  if (!isHeld) throw new Failure('forbidden', 'this key has rights beyond yours: its creator can rotate it')
}

/** With the keys that it makes, it would have its budget again and again. */
function refuseBudgeted({ key }: Caller): void {
  if (key?.budget != null)
    throw new Failure('forbidden', 'a key with a budget makes no keys, and replaces none but itself')
}

/** When the key in the request ends; by default with the caller's own. */
function expiryFor({ key }: Caller, asked: number | null): number | null {
  const held = key?.expiresAt ?? null
  if (asked === null) return held
  if (isNoLater(asked, held)) return asked
  throw new Failure('forbidden', `expiresAt: your own key ends at ${held}, so this one cannot end later`)
}

function isNoLater(one: number | null, other: number | null): boolean {
  return other === null || (one !== null && one <= other)
}

/** The tools in the request; by default those that the caller's own key is limited to. */
function toolsFor({ key }: Caller, asked: ToolAllowance): ToolAllowance {
  const held = key?.tools ?? null
  if (asked === null) return held
  if (covers(held, asked)) return asked
  throw new Failure('forbidden', `tools: you may give only ${held!.join(', ')}`)
}

/** The addresses or web pages in the request; by default those that the caller's own key is limited to. */
function placesFor(
  { key }: Caller,
  field: 'allowedIps' | 'allowedOrigins',
  asked: readonly string[] | null,
): readonly string[] | null {
  const held = key?.restrictions?.[field] ?? null
  if (asked === null) return held
  if (isWithinList(asked, held)) return asked
  throw new Failure('forbidden', `${field}: you may give only ${held!.join(', ')}`)
}

/** The scopes in the request, each once; by default the usual ones that the caller may give. */
function scopesFor(caller: Caller, asked: readonly Scope[] | undefined): readonly Scope[] {
  const grantable = grantableScopes(caller)
  const granted = grantable.filter(scope => (asked ?? defaultScopes).includes(scope))
  const refused = asked?.filter(scope => !grantable.includes(scope)) ?? []
  if (granted.length > 0 && refused.length === 0) return granted
  const wish = refused.length > 0 ? `, not ${refused.join(', ')}` : ''
  throw new Failure('forbidden', `scopes: you may give only ${grantable.join(', ')}${wish}`)
}
