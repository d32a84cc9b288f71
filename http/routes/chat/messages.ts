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
import type { ChatOwner } from '../../../storage/chat/chats.ts'
import { streamParts, withSteps } from '../../chat/chat-stream.ts'
import { confirmInChat, withConfirmations } from '../../chat/confirmations.ts'
import { decisionText } from '../../chat/decision-text.ts'
import { requireKnownApprovals } from '../../chat/known-approvals.ts'
import { converse } from '../../chat/protocols/conversing.ts'
import { protocolBodies, protocolQuery, requestOf } from '../../chat/protocols/protocols.ts'
import { shownMessages } from '../../chat/shown-messages.ts'
import { reversedPage, stream } from '../../pipeline/reply.ts'
import { route } from '../../pipeline/route.ts'
import { listQuery } from '../../pipeline/validation.ts'
import type { Services } from '../../services.ts'
import { wantsEvents } from '../../workflows/planning-events.ts'
import { chatOwner } from './sessions.ts'

/** How long a request without a stream waits for the answer. */
const answerMs = 60_000

export const chatMessageRoutes = [
  route('GET /api/v1/chat/sessions/:id/messages', {
    summary: 'List the messages of a chat session',
    description:
      'The newest come last; the `Link` header leads to older ones. `before` is the id of a message: those before it. Approvals, and what is to be confirmed of a workflow, are shown as they are now.',
    permission: 'chat:read',
    query: z.object({ ...listQuery, before: z.string().max(100).optional() }),
    returns: z.array(ChatMessage),
  }).handle(async ({ caller, params, query }, services) => {
    const { before = null, ...wanted } = query
    const found = await services.chats.messages(chatOwner(caller), params.id, before, wanted)
    return reversedPage(await shownMessages(services, caller, found))
  }),

  route('POST /api/v1/chat/sessions/:id/messages', {
    summary: 'Send a message, decide an approval or confirm a workflow, and get the answer',
    description:
      'Send `message` (or `content`), `approval` with the decision about one, or `confirmation` by the person who has read a `confirmation` part (as `POST /api/v1/workflows/:id/accept`, and for the same callers). The answer is the stored message with the `reply` of the assistant, which is null when it takes longer than a minute. With `Accept: text/event-stream` the answer streams; leaving the stream cancels nothing. With `protocol`, body and stream are those of another protocol: docs/guides/chat-protocols.md. Messages are answered one at a time: `onBusy` says what happens when an answer is under way (`queue`, `interrupt`, or `reject`, which is 409).',
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
    const { approvals, chatClient, chats } = services
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
    const confirmed = await confirmedBy(services, body, { caller, address: request.clientAddress, owner, id })
    const by = speakerOf(caller)
    const saying = { text: textOf(body), decision, confirmed, by, onBusy, intent: intent.id }
    const said = await chatClient.say(id, owner, saying)
    const after = said.eventId - 1
    if (wantsEvents(request)) {
      const source = (await chatClient.events(id, after, said))!
      return stream(withSteps(source, streamParts(services, caller)), after)
    }
    const end = await chatClient.answer(id, after, said, answerMs)
    const { message = null } = end === null ? {} : (JSON.parse(end) as { message?: ChatMessage })
    const [reply = null] = message === null ? [] : await withConfirmations(services, caller, [message])
    return { ...(await chats.message(owner, id, said.messageId)), reply }
  }),
]

interface Confirmer extends Omit<Parameters<typeof confirmInChat>[1], 'sessionId'> {
  readonly owner: ChatOwner
  /** Of the session. */
  readonly id: string
}

/** Null: it is another message. @throws {Failure} not-found: the session too; as confirmInChat */
async function confirmedBy(
  services: Services,
  { confirmation }: Sent,
  { owner, id: sessionId, ...reader }: Confirmer,
) {
  if (confirmation === undefined) return null
  await services.chats.get(owner, sessionId)
  return confirmInChat(services, { ...reader, sessionId }, confirmation)
}

/** The text that is stored; of a decision, what it says. */
function textOf({ message, content, approval }: Sent): string {
  return message ?? content ?? (approval === undefined ? 'Confirm' : decisionText(approval))
}
