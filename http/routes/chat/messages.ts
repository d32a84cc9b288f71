// The messages of a chat session: read them, send one, and get its answer at once or as a stream.
import { z } from 'zod'
import {
  AnsweredMessage,
  ChatMessage,
  SendChatMessage,
  type SendChatMessage as Sent,
} from '../../../domain/chat/chat.ts'
import { chatEvents } from '../../../domain/chat/chat-events.ts'
import { speakerOf } from '../../../domain/chat/speaker.ts'
import { withSteps } from '../../chat/chat-stream.ts'
import { decisionText } from '../../chat/decision-text.ts'
import { requireKnownApprovals } from '../../chat/known-approvals.ts'
import { converse } from '../../chat/protocols/conversing.ts'
import { protocolBodies, protocolQuery, requestOf } from '../../chat/protocols/protocols.ts'
import { shownMessages } from '../../chat/shown-messages.ts'
import { reversedPage, stream } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'
import { wantsEvents } from '../../workflows/planning-events.ts'
import { chatOwner } from './sessions.ts'

/** How long a request without a stream waits for the answer. */
const answerMs = 60_000

export const chatMessageRoutes = [
  route('GET /api/v1/chat/sessions/:id/messages', {
    summary: 'List the messages of a chat session',
    description:
      'The newest come last; the `Link` header leads to older ones. `before` is the id of a message: those before it. Approvals are shown as they are now.',
    permission: 'chat:read',
    query: z.object({ ...listQuery, before: z.string().max(100).optional() }),
    returns: z.array(ChatMessage),
  }).handle(async ({ caller, params, query }, services) => {
    const { before = null, ...wanted } = query
    const found = await services.chats.messages(chatOwner(caller), params.id, before, wanted)
    return reversedPage(await shownMessages(services.approvals, caller.organizationId, found))
  }),

  route('POST /api/v1/chat/sessions/:id/messages', {
    summary: 'Send a message, or decide an approval, and get the answer',
    description:
      'Send `message` (or `content`), or `approval` with the decision about one. The answer is the stored message with the `reply` of the assistant, which is null when it takes longer than a minute. With `Accept: text/event-stream` the answer streams; leaving the stream cancels nothing. With `protocol`, body and stream are those of another protocol: docs/guides/chat-protocols.md. Messages are answered one at a time: `onBusy` says what happens when an answer is under way (`queue`, `interrupt`, or `reject`, which is 409).',
    permission: 'chat:write',
    body: SendChatMessage,
    bodies: protocolBodies,
    query: z.object({ ...protocolQuery, protocol: protocolQuery.protocol.optional() }),
    returns: AnsweredMessage,
    events: chatEvents,
    status: 201,
    failures: [404, 409],
    repeatable: true,
  }).handle(async ({ caller, params: { id }, body: sent, query, request, intent }, services) => {
    const { approvals, chatClient, chats, executionLog } = services
    const owner = chatOwner(caller)
    const { protocol } = query
    if (protocol !== undefined) {
      const asking = { caller, owner, intent, query: { ...query, protocol } }
      return converse(services, asking, requestOf(protocol, sent), id)
    }
    const body = sent as Sent
    const { onBusy, approval: decision = null } = body
    const decided = decision === null ? [] : [decision.id]
    await requireKnownApprovals(approvals, owner.organizationId, decided)
    const saying = { text: textOf(body), decision, by: speakerOf(caller), onBusy, intent: intent.id }
    const said = await chatClient.say(id, owner, saying)
    const after = said.eventId - 1
    if (wantsEvents(request)) {
      const source = (await chatClient.events(id, after, said))!
      return stream(withSteps(source, { ...owner, log: executionLog.log, approvals }), after)
    }
    const end = await chatClient.answer(id, after, said, answerMs)
    const reply = end === null ? null : ((JSON.parse(end) as { message?: ChatMessage }).message ?? null)
    return { ...(await chats.message(owner, id, said.messageId)), reply }
  }),
]

/** The text that is stored; of a decision, what it says. */
function textOf({ message, content, approval }: Sent): string {
  return message ?? content ?? decisionText(approval!)
}
