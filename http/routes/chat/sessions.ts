// Chat sessions: open, list, search, rename, delete, and the stream of their events.
import { z } from 'zod'
import { ChatSession, CreateChatSession, RenameChatSession } from '../../../domain/chat/chat.ts'
import { chatEvents } from '../../../domain/chat/chat-events.ts'
import { isChatOnly, ownerOf, speakerOf } from '../../../domain/chat/speaker.ts'
import { DeletedSchema } from '../../../domain/deleted.ts'
import { Failure } from '../../../domain/failure.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import { streamParts, withSteps } from '../../chat/chat-stream.ts'
import { page, stream, text } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'
import { resumePoint } from '../../streaming/sse.ts'

/** Whose sessions a caller sees. */
export function chatOwner(caller: Caller) {
  return { organizationId: caller.organizationId, owner: ownerOf(speakerOf(caller)) }
}

export const chatSessionRoutes = [
  route('GET /api/v1/chat/sessions', {
    summary: 'List your chat sessions, or search them',
    description:
      'Newest first. `q` finds sessions that have all its words in their title or in one message. A key that is bound to origins of web pages lists nothing (403), since all visitors of a page share it: give each a token with a `subject`.',
    permission: 'chat:read',
    query: z.object({ ...listQuery, q: z.string().max(500).optional() }),
    returns: z.array(ChatSession),
  }).handle(async ({ caller, query }, { chats }) => {
    refuseSharedKey(caller)
    const words = query.q?.trim() || null
    return page(await chats.list(chatOwner(caller), words, query))
  }),

  route('POST /api/v1/chat/sessions', {
    summary: 'Open a chat session',
    description: 'With `workflowId` the session is about that workflow and runs no other.',
    permission: 'chat:write',
    body: CreateChatSession,
    returns: ChatSession,
    status: 201,
    repeatable: true,
  }).handle(async ({ caller, body, intent }, { chatClient, workflows }) => {
    const { title = null, workflowId = null } = body
    if (workflowId !== null) await workflows.get(caller.organizationId, workflowId)
    const start = { ...chatOwner(caller), title, workflowId }
    return (await chatClient.open(intent.newId('chat'), start, intent.isRepeated)).session
  }),

  route('GET /api/v1/chat/sessions/:id', {
    summary: 'Get a chat session',
    permission: 'chat:read',
    returns: ChatSession,
  }).handle(({ caller, params }, { chats }) => chats.get(chatOwner(caller), params.id)),

  route('PUT /api/v1/chat/sessions/:id', {
    summary: 'Give a chat session another title',
    permission: 'chat:write',
    body: RenameChatSession,
    returns: ChatSession,
  }).handle(
    async ({ caller, params, body }, { chatClient }) =>
      (await chatClient.rename(params.id, chatOwner(caller), body.title)).session,
  ),

  route('DELETE /api/v1/chat/sessions/:id', {
    summary: 'Delete a chat session with its messages',
    description: 'Executions that it has started go on.',
    permission: 'chat:write',
    returns: DeletedSchema,
  }).handle(async ({ caller, params }, { chatClient }) => {
    await chatClient.delete(params.id, chatOwner(caller))
    return { id: params.id, deleted: true as const }
  }),

  route('POST /api/v1/chat/sessions/:id/cancel', {
    summary: 'End the answer under way',
    description:
      'Its message has the status `cancelled` and what there was of it. An execution that it has started goes on.',
    permission: 'chat:write',
    returns: ChatSession,
    repeatable: true,
  }).handle(
    async ({ caller, params }, { chatClient }) =>
      (await chatClient.cancel(params.id, chatOwner(caller))).session,
  ),

  route('GET /api/v1/chat/sessions/:id/events', {
    summary: 'Stream the events of a chat session as server-sent events',
    description:
      'From now on, and from the beginning of an answer under way. With `Last-Event-ID` or `?after=`: everything after that event, without gaps or repeats.',
    permission: 'chat:read',
    query: z.object({ after: z.string().optional() }),
    returns: z.string(),
    produces: 'text/event-stream',
    events: chatEvents,
  }).handle(async ({ caller, params, query, request }, services) => {
    const { chatClient } = services
    const view = await chatClient.view(params.id, chatOwner(caller))
    const isResumed = request.header('last-event-id') !== '' || query.after !== undefined
    const now = view.answering === null ? view.lastEventId : view.answering.sinceEvent - 1
    const after = isResumed ? resumePoint(request) : now
    const source = await chatClient.events(params.id, after)
    if (source === null) return text('', 'text/event-stream', { status: 204 })
    return stream(withSteps(source, streamParts(services, caller)), after)
  }),
]

function refuseSharedKey(caller: Caller): void {
  const { key } = caller
  if (key === null || !isChatOnly(caller) || (key.subject ?? null) !== null) return
  if ((key.restrictions?.allowedOrigins ?? null) === null) return
  throw new Failure('forbidden', 'a key of web pages lists no sessions: make chat tokens with a subject')
}
