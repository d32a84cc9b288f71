// What somebody has allowed to the assistant of their chats for good.
import { z } from 'zod'
import { ChatGrant } from '../../../domain/chat/chat-grant.ts'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { page } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'
import { chatOwner } from './sessions.ts'

export const chatGrantRoutes = [
  route('GET /api/v1/chat/grants', {
    summary: 'List the tools that the assistant of your chats may call without asking',
    description: 'Each comes from an approval with `remember: always`, and ends by itself after 90 days.',
    permission: 'chat:read',
    query: z.object(listQuery),
    returns: z.array(ChatGrant),
  }).handle(async ({ caller, query }, { chatGrants }) =>
    page(await chatGrants.list(chatOwner(caller), query)),
  ),

  route('DELETE /api/v1/chat/grants/:id', {
    summary: 'Have the assistant ask for a tool again',
    permission: 'chat:write',
    returns: DeletedSchema,
  }).handle(async ({ caller, params, request }, { chatGrants }) => {
    const actor = { caller, address: request.clientAddress }
    await chatGrants.revoke(chatOwner(caller), params.id, actor)
    return { id: params.id, deleted: true as const }
  }),
]
