// What a person confirms of the workflows that a chat has made: in the messages of a session as it is now and
// as far as their reader may see it, for the assistant that tells of it, and confirmed by its reader.
// 1. Whoever may not read workflows gets no list; whoever may not confirm gets it without the means.
// 2. Of several messages about a workflow, the last one shows it.
import type { OpenConfirmation } from '../../actors/chat/confirming/confirming.ts'
import type { ConfirmedPlan } from '../../actors/chat/protocol.ts'
import type { ChatConfirmation, ChatMessage, ConfirmationPart } from '../../domain/chat/chat.ts'
import { Failure } from '../../domain/failure.ts'
import { entryOf } from '../../domain/people/audit.ts'
import { allows, type Caller, lackOf } from '../../domain/people/permissions.ts'
import { mayConfirm } from '../../domain/work/confirming/acceptance.ts'
import type { Confirmation } from '../../domain/work/confirming/entry.ts'
import type { Services } from '../services.ts'
import { acceptRead, confirmationPage, listedConfirmation, type Unlisted } from '../workflows/confirming.ts'

type Confirming = Pick<Services, 'appUrl' | 'compiler' | 'organizations' | 'workflows'>

/** Workflows whose confirmation one answer shows: each takes a thread for a moment. */
const shownMost = 10

/** @param messages in any order */
export async function withConfirmations(
  services: Confirming,
  caller: Caller,
  messages: readonly ChatMessage[],
): Promise<ChatMessage[]> {
  const last = new Map<string, ChatMessage>()
  for (const message of messages)
    for (const { workflowId } of confirmationsIn(message))
      if ((last.get(workflowId)?.createdAt ?? 0) <= message.createdAt) last.set(workflowId, message)
  const shown = new Map<string, ConfirmationPart>()
  for (const [workflowId, message] of [...last].slice(0, shownMost)) {
    const part = confirmationsIn(message).find(each => each.workflowId === workflowId)!
    shown.set(workflowId, await shownPart(services, caller, part))
  }
  return messages.map(message => ({
    ...message,
    parts: message.parts.map(part =>
      part.type === 'confirmation' && last.get(part.workflowId) === message
        ? (shown.get(part.workflowId) ?? part)
        : part,
    ),
  }))
}

function confirmationsIn({ parts }: ChatMessage): readonly ConfirmationPart[] {
  return parts.filter(part => part.type === 'confirmation')
}

async function shownPart(
  services: Confirming,
  caller: Caller,
  part: ConfirmationPart,
): Promise<ConfirmationPart> {
  const found = await confirmationOf(services, caller, part.workflowId)
  const confirmation = isListed(found) ? found : null
  const page = confirmationPage(services, part.workflowId)
  return { ...part, page, confirmation, mayConfirm: confirmation !== null && mayConfirm(caller) }
}

async function confirmationOf(
  services: Confirming,
  caller: Caller,
  workflowId: string,
): Promise<Confirmation | Unlisted | null> {
  if (!allows(caller, 'workflow:read')) return null
  try {
    const version = await services.workflows.confirmable(caller.organizationId, workflowId)
    return version.digest === null ? null : await listedConfirmation(services, caller, workflowId, version)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') return null
    throw error
  }
}

function isListed(found: Confirmation | Unlisted | null): found is Confirmation {
  return found !== null && 'entries' in found
}

/** Null: it may start by itself, or the speaker may not see what it does. */
export async function openConfirmation(
  services: Confirming,
  speaker: Caller,
  workflowId: string,
): Promise<OpenConfirmation | null> {
  const found = await confirmationOf(services, speaker, workflowId)
  if (found === null || !found.required || found.accepted) return null
  const { name } = await services.workflows.get(speaker.organizationId, workflowId)
  const page = confirmationPage(services, workflowId)
  return { workflowName: name, page, confirmation: isListed(found) ? found : null }
}

/**
 * The reader of a card confirms it: whoever asks, not the assistant.
 * @throws {Failure} as acceptRead; forbidden: they lack the permission
 */
export async function confirmInChat(
  services: Confirming & Pick<Services, 'audit'>,
  { caller, address, sessionId }: ReaderOfCard,
  { workflowId, ...read }: ChatConfirmation,
): Promise<ConfirmedPlan> {
  if (!allows(caller, 'workflow:confirm')) throw new Failure('forbidden', lackOf(caller, 'workflow:confirm'))
  const { name } = await acceptRead(services, caller, workflowId, read)
  const target = { type: 'workflow', id: workflowId, name }
  await services.audit.record(
    entryOf({ caller, address }, 'workflow.accepted', target, { by: 'chat', session: sessionId }),
  )
  return { workflowId, workflowName: name, page: confirmationPage(services, workflowId) }
}

interface ReaderOfCard {
  readonly caller: Caller
  /** IP address. */
  readonly address: string
  readonly sessionId: string
}
