// One address for clients of other protocols (http/chat/protocols/): they name a conversation by an id of
// their own, and get the answer under way again after a reload.
import { z } from 'zod'
import { isId } from '../../../domain/ids.ts'
import { text } from '../../../domain/text.ts'
import { converse, resume, sessionOf } from '../../chat/protocols/conversing.ts'
import {
  protocolBodies,
  protocolEvents,
  protocolQuery,
  protocols,
  requestOf,
} from '../../chat/protocols/protocols.ts'
import { shownMessages } from '../../chat/shown-messages.ts'
import { route } from '../../pipeline/route.ts'
import { chatOwner } from './sessions.ts'

const readQuery = { protocol: protocolQuery.protocol.default('ai-sdk') }
const streamQuery = z.object({ ...readQuery, onLeave: protocolQuery.onLeave })
const streamed = { returns: z.string(), produces: 'text/event-stream', events: protocolEvents } as const

export const chatProtocolRoutes = [
  route('POST /api/v1/chat/messages', {
    summary: 'Chat in another protocol',
    description:
      'The address for `useChat` of the AI SDK and for `HttpAgent` of AG-UI. The first request opens a session under the id that the client has for the conversation (`id`, `threadId`); later ones go on in it. The id of a session means that session. Of the messages in the body only the last one is read. `workflowId` makes the session be about that workflow.',
    permission: 'chat:write',
    bodies: protocolBodies,
    query: z.object({ ...protocolQuery, workflowId: z.string().max(100).optional() }),
    ...streamed,
    failures: [404, 409],
    repeatable: true,
  }).handle(async ({ caller, body, query, intent }, services) => {
    const owner = chatOwner(caller)
    const { workflowId = null } = query
    const asked = requestOf(query.protocol, body)
    if (workflowId !== null) await services.workflows.get(caller.organizationId, workflowId)
    const sessionId = await sessionOf(services, { owner, intent }, asked.thread, workflowId)
    return converse(services, { caller, owner, intent, query }, asked, sessionId)
  }),

  route('GET /api/v1/chat/messages/:thread', {
    summary: 'Get the messages of a conversation, in another protocol',
    description:
      'For `messages` of `useChat`, or `initialMessages` of an agent. The newest 100 stored messages, the newest last; empty for a conversation that is not known. Approvals are shown as they are now.',
    permission: 'chat:read',
    params: z.object({ thread: text(1, 200) }),
    query: z.object(readQuery),
    returns: z.object({ messages: z.array(z.looseObject({ id: z.string(), role: z.string() })) }),
  }).handle(async ({ caller, params: { thread }, query }, services) => {
    const { chats, chatThreads } = services
    const owner = chatOwner(caller)
    const sessionId = isId('chat', thread) ? thread : await chatThreads.find(owner, thread)
    if (sessionId === null) return { messages: [] }
    const found = await chats.messages(owner, sessionId, null, { limit: 100 })
    const { items } = await shownMessages(services, caller, found)
    return { messages: protocols[query.protocol].messages(items.toReversed()) }
  }),

  route('GET /api/v1/chat/messages/:thread/stream', {
    summary: 'Get the answer under way again, in another protocol',
    description:
      'Where `useChat` with `resume` asks. From the beginning of the answer; 204 when no answer is under way.',
    permission: 'chat:read',
    params: z.object({ thread: text(1, 200) }),
    query: streamQuery,
    ...streamed,
  }).handle(async ({ caller, params: { thread }, query }, services) => {
    const owner = chatOwner(caller)
    const sessionId = isId('chat', thread) ? thread : await services.chatThreads.find(owner, thread)
    return resume(services, { caller, owner, query }, thread, sessionId)
  }),

  route('GET /api/v1/chat/sessions/:id/messages/:thread/stream', {
    summary: 'Get the answer under way in a session again, in another protocol',
    description: 'The same for a client whose address is that of the messages of a session.',
    permission: 'chat:read',
    params: z.object({ id: z.string(), thread: text(1, 200) }),
    query: streamQuery,
    ...streamed,
  }).handle(({ caller, params: { id, thread }, query }, services) =>
    resume(services, { caller, owner: chatOwner(caller), query }, thread, id),
  ),
]
