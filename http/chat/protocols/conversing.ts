// Says what a client of another protocol asks for, and streams the answers in its protocol. Routes of the
// chat call it.
import { createHash } from 'node:crypto'
import type { ChatClient } from '../../../actors/chat/client.ts'
import type { OnBusy } from '../../../domain/chat/chat.ts'
import { speakerOf } from '../../../domain/chat/speaker.ts'
import { isId } from '../../../domain/ids.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import type { EventSource } from '../../../runtime/event-source.ts'
import type { ChatOwner } from '../../../storage/chat/chats.ts'
import type { Intent } from '../../pipeline/intent.ts'
import { type Reply, stream, text } from '../../pipeline/reply.ts'
import type { Services } from '../../services.ts'
import { streamParts, withSteps } from '../chat-stream.ts'
import { decisionText } from '../decision-text.ts'
import { requireKnownApprovals } from '../known-approvals.ts'
import { inTurn } from './in-turn.ts'
import type { Conversation, ProtocolName, ProtocolRequest, ProtocolSaying } from './protocol.ts'
import { protocols } from './protocols.ts'
import { requireShownWhole } from './shown-whole.ts'
import { translated } from './translated.ts'

type ChatServices = Parameters<typeof streamParts>[0] & Pick<Services, 'chatClient' | 'chatThreads'>

export interface Asking {
  readonly caller: Caller
  readonly owner: ChatOwner
  readonly intent: Intent
  readonly query: StreamChoices & { readonly onBusy: OnBusy }
}

interface StreamChoices {
  readonly protocol: ProtocolName
  readonly onLeave: 'continue' | 'cancel'
}

/** The session that a client means by its own id of a conversation; opened when it is the first request. */
export async function sessionOf(
  { chatClient, chatThreads }: ChatServices,
  { owner, intent }: Pick<Asking, 'owner' | 'intent'>,
  thread: string,
  workflowId: string | null,
): Promise<string> {
  if (isId('chat', thread)) return thread
  const id = await chatThreads.claim(owner, thread, intent.newId('chat'))
  await chatClient.open(id, { ...owner, title: null, workflowId }, true)
  return id
}

/** @throws {Failure} not-found, conflict: also when something is approved that was not shown whole */
export async function converse(
  services: ChatServices,
  { caller, owner, intent, query }: Asking,
  { thread, run, sameAs, sayings, continues }: ProtocolRequest,
  sessionId: string,
): Promise<Reply<never>> {
  const { chatClient } = services
  const decided = sayings.flatMap(saying => ('decision' in saying ? [saying.decision.id] : []))
  await requireKnownApprovals(services.approvals, caller.organizationId, decided)
  await requireShownWhole(services.approvals, caller.organizationId, sayings)
  const name = sameAs === null ? intent.id : nameOf([sessionId, ...sameAs, sayings])
  const [first, ...others] = await inOrder(sayings, async (saying, index) => {
    const facts = { by: speakerOf(caller), onBusy: query.onBusy, intent: intentOf(name, index) }
    const said = await chatClient.say(sessionId, owner, { ...wordsOf(saying), ...facts })
    return { ...said, decided: 'decision' in saying ? saying : null }
  })
  const answers = [first!, ...others]
  const after = first!.eventId - 1
  const source = inTurn(
    (await chatClient.events(sessionId, after, first!))!,
    others.map(answer => last => chatClient.events(sessionId, last, answer)),
  )
  const conversation = { sessionId, thread, run: run ?? first!.answerId, continues, answers }
  return streamed(services, { caller, owner, query, conversation, source, after })
}

/** The answer under way, from its beginning; 204 when there is none. @throws {Failure} not-found */
export async function resume(
  services: ChatServices,
  { caller, owner, query }: Pick<Asking, 'caller' | 'owner'> & { readonly query: StreamChoices },
  thread: string,
  sessionId: string | null,
): Promise<Reply<never>> {
  const { chatClient } = services
  const answering = sessionId === null ? null : (await chatClient.view(sessionId, owner)).answering
  if (sessionId === null || answering === null) return nothingUnderWay
  const { answerId, sinceEvent } = answering
  const answer = { messageId: '', answerId, decided: null }
  const after = sinceEvent - 1
  const source = await chatClient.events(sessionId, after, answer)
  if (source === null) return nothingUnderWay
  const conversation = { sessionId, thread, run: answerId, continues: null, answers: [answer] }
  return streamed(services, { caller, owner, query, conversation, source, after })
}

const nothingUnderWay = text('', 'text/event-stream', { status: 204 })

interface Streamed {
  readonly caller: Caller
  readonly owner: ChatOwner
  readonly query: StreamChoices
  readonly conversation: Conversation
  readonly source: EventSource
  readonly after: number
}

function streamed(
  services: ChatServices,
  { caller, owner, query, conversation, source, after }: Streamed,
): Reply<never> {
  const protocol = protocols[query.protocol]
  const live = withSteps(source, streamParts(services, caller))
  const leave =
    query.onLeave === 'cancel' ? () => void cancel(services.chatClient, owner, conversation) : undefined
  const said = translated(live, protocol, protocol.translate(conversation), leave)
  return stream(said, after, { headers: protocol.headers })
}

/** Ends the answer under way. Nobody is there any more to hear that it did not work. */
async function cancel(
  client: ChatClient,
  owner: ChatOwner,
  { sessionId, answers }: Conversation,
): Promise<void> {
  try {
    const { answering } = await client.view(sessionId, owner)
    if (answers.some(({ answerId }) => answerId === answering?.answerId))
      await client.cancel(sessionId, owner)
  } catch {
    // The answer goes on, as it does for a client that does not ask to cancel it.
  }
}

/** Of a request that may be sent again; what it says belongs to it, and so does the session. */
function nameOf(facts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}

/** The first is the request's own, so that a repeat of it is one message. */
function intentOf(request: string, index: number): string {
  return index === 0 ? request : `${request} ${index}`
}

function wordsOf(saying: ProtocolSaying) {
  if ('text' in saying) return { text: saying.text, decision: null }
  const { decision } = saying
  return { text: decisionText(decision), decision }
}

async function inOrder<T, R>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  for (const [index, item] of items.entries()) results.push(await act(item, index))
  return results
}
