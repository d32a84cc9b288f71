// API keys of the caller's organization. The key itself leaves once, in the answer to its creation or rotation.
import { z } from 'zod'
import { ApiKey, CreateApiKey, CreatedApiKey, RotateApiKey } from '../../domain/api-key.ts'
import { DeletedSchema } from '../../domain/deleted.ts'
import { createApiKey, rotateApiKey } from '../api-keys.ts'
import { page } from '../reply.ts'
import { route } from '../route.ts'
import { listQuery } from '../validation.ts'

export const apiKeyRoutes = [
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
      '`key` stands in this answer and is never shown again: not even to the same `Idempotency-Key`, which gets 409. `tools` narrows the key to tools of /rpc, by names and patterns with `*`; `allowedIps` to addresses and ranges; `allowedOrigins` to web pages, which may then call from a browser. A key with the scope `chat` alone may only chat: it is what a web page may hold.',
    permission: 'api-key:write',
    body: CreateApiKey,
    returns: CreatedApiKey,
    status: 201,
    repeatable: true,
    secret: true,
  }).handle(({ caller, body, intent, request }, { apiKeys }) => {
    const actor = { caller, address: request.clientAddress }
    return createApiKey(apiKeys, actor, body, intent.newId('apiKey'))
  }),

  route('POST /api/v1/apikeys/:id/rotate', {
    summary: 'Replace an API key by a new one with the same rights',
    description:
      'The new `key` stands in this answer only. The old one ends at once, or works for `graceSeconds` more (a week at most); one that was replaced before it ends now. 403 when the key has rights beyond the caller’s.',
    permission: 'api-key:write',
    body: RotateApiKey,
    returns: CreatedApiKey,
    secret: true,
  }).handle(({ caller, params, body, request }, { apiKeys }) => {
    const actor = { caller, address: request.clientAddress }
    return rotateApiKey(apiKeys, actor, params.id, body?.graceSeconds ?? 0)
  }),

  route('DELETE /api/v1/apikeys/:id', {
    summary: 'Revoke an API key',
    description: 'The key is refused from the next request on, and its running streams end within a second.',
    permission: 'api-key:write',
    returns: DeletedSchema,
  }).handle(async ({ caller, params, request }, { apiKeys }) => {
    const actor = { caller, address: request.clientAddress }
    await apiKeys.revoke(caller.organizationId, params.id, actor)
    return { id: params.id, deleted: true }
  }),
]
