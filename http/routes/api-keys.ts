// API keys of the caller's organization. The key itself leaves once, in the answer to its creation.
import { z } from 'zod'
import {
  ApiKey,
  CreateApiKey,
  CreatedApiKey,
  grantableScopes,
  hashApiKey,
  newApiKey,
  prefixOfApiKey,
} from '../../domain/api-key.ts'
import { Failure } from '../../domain/failure.ts'
import { newId } from '../../domain/ids.ts'
import { type Caller, defaultScopes, type Scope } from '../../domain/permissions.ts'
import { covers, type ToolAllowance } from '../../domain/tool-allowance.ts'
import type { ApiKeyStore } from '../../storage/api-keys.ts'
import { page } from '../reply.ts'
import { type Route, route } from '../route.ts'
import { listQuery } from '../validation.ts'

export const apiKeyRoutes: readonly Route[] = [
  route('GET /api/v1/apikeys', {
    summary: 'List API keys',
    permission: 'api-key:read',
    query: z.object(listQuery),
    returns: z.array(ApiKey),
  }).handle(async ({ caller, query }, { apiKeys }) => {
    const { items, next } = await apiKeys.list(caller.organizationId, query)
    return page(items, next)
  }),

  route('POST /api/v1/apikeys', {
    summary: 'Create an API key',
    description:
      '`key` stands in this answer and is never shown again: not even to the same `Idempotency-Key`, which gets 409. `tools` narrows the key to tools of /rpc, by names and patterns with `*`.',
    permission: 'api-key:write',
    body: CreateApiKey,
    returns: CreatedApiKey,
    status: 201,
    repeatable: true,
    secret: true,
  }).handle(({ caller, body, intent }, { apiKeys }) =>
    createApiKey(apiKeys, caller, body, intent.newId('apiKey')),
  ),

  route('DELETE /api/v1/apikeys/:id', {
    summary: 'Revoke an API key',
    description: 'The key is refused from the next request on.',
    permission: 'api-key:write',
    returns: z.object({ id: z.string(), deleted: z.literal(true) }),
  }).handle(async ({ caller, params }, { apiKeys }) => {
    await apiKeys.revoke(caller.organizationId, params.id)
    return { id: params.id, deleted: true }
  }),
]

/**
 * Makes a key that acts for the caller, with no more rights than the caller has.
 * @throws {Failure} forbidden: scopes or tools beyond the caller's; validation-failed: expires in the past
 */
export async function createApiKey(
  apiKeys: ApiKeyStore,
  caller: Caller,
  { name, scopes, expiresAt = null, tools }: CreateApiKey,
  id = newId('apiKey'),
): Promise<CreatedApiKey> {
  if (expiresAt !== null && expiresAt <= Date.now()) {
    throw new Failure('validation-failed', 'expiresAt: expected a time in the future, in Unix ms')
  }
  const key = newApiKey()
  const stored = await apiKeys.create(caller.organizationId, caller.userId, {
    id,
    name,
    prefix: prefixOfApiKey(key),
    hash: hashApiKey(key),
    scopes: scopesFor(caller, scopes),
    tools: toolsFor(caller, tools ?? null),
    expiresAt,
  })
  return { ...stored, key }
}

/** The tools asked for; without a wish those that the caller is narrowed to itself. */
function toolsFor({ key }: Caller, asked: ToolAllowance): ToolAllowance {
  const held = key?.tools ?? null
  if (asked === null) return held
  if (covers(held, asked)) return asked
  throw new Failure('forbidden', `tools: you may give ${held!.join(', ')}`)
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
