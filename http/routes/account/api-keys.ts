// API keys of the caller's organization. The key itself is shown once, in the answer that creates or rotates
// it.
import { z } from 'zod'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { ApiKey, CreateApiKey, CreatedApiKey, RotateApiKey } from '../../../domain/people/api-key.ts'
import { createApiKey, rotateApiKey } from '../../account/api-keys.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'

export const apiKeyRoutes = [
  route('GET /api/v1/apikeys', {
    summary: 'List API keys',
    permission: 'api-key:read',
    query: z.object(listQuery),
    returns: z.array(ApiKey),
  }).handle(async ({ caller, query }, { apiKeys }) => {
    const listed = await apiKeys.list(caller.organizationId, query)
    return page(listed)
  }),

  route('POST /api/v1/apikeys', {
    summary: 'Create an API key',
    description:
      'Keep `key`: only this answer shows it. A repeat with the same `Idempotency-Key` gets 409. `tools` limits the key to tools of /rpc, by names and patterns with `*`; `allowedIps` to addresses and ranges; `allowedOrigins` to web pages, which may then call from a browser. A key with only the scope `chat` may only chat: put no other key into a web page.',
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
    summary: 'Replace an API key with a new one of the same rights',
    description:
      'Keep the new `key`: only this answer shows it. The old key ends at once, or works for `graceSeconds` more (at most a week). A key that it replaced earlier ends now. 403 when the key has rights that you do not have.',
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
    description: 'The next request with the key is refused, and its open streams end within a second.',
    permission: 'api-key:write',
    returns: DeletedSchema,
  }).handle(async ({ caller, params, request }, { apiKeys }) => {
    const actor = { caller, address: request.clientAddress }
    await apiKeys.revoke(caller.organizationId, params.id, actor)
    return { id: params.id, deleted: true }
  }),
]
