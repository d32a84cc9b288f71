// What somebody confirms of a workflow before it starts by itself, in the messages of a session: a card that
// clients fill in for its reader (http/chat/confirmations.ts), and the same in text for those that show none.
// The assistant tells of it and confirms nothing.
import type { ChatPart } from '../../domain/chat/chat.ts'
import type { ServiceAnswer } from '../../domain/chat/service-calls.ts'
import type { Speaker } from '../../domain/chat/speaker.ts'
import type { Confirmation } from '../../domain/planning/confirmation/entry.ts'
import { entriesText } from '../../domain/planning/confirmation/entry-text.ts'
import { whoConfirms } from '../../domain/work/acceptance.ts'
import type { Outside } from '../../runtime/actor.ts'
import type { ConfirmedPlan, ReturnedAnswer } from './protocol.ts'
import { askDesk } from './service.ts'
import { fenced, strong } from './words/text/markdown.ts'

/** Of a workflow that may not start by itself yet. */
export interface OpenConfirmation extends Omit<ConfirmedPlan, 'workflowId'> {
  readonly confirmation: Confirmation
}

/** What the desk is asked; its answer is a ServiceAnswer with an OpenConfirmation, or with null. */
export interface AskConfirmation {
  readonly type: 'open-confirmation'
  readonly organizationId: string
  readonly sessionId: string
  readonly by: Speaker
  readonly workflowId: string
}

/** Workflows of one answer. */
const shownMost = 5
/** Characters of the text; the page of the workflow has all of it. */
const longestText = 6_000

/**
 * The answer, and behind it what is to be confirmed.
 * @returns null when nobody waits for the answer any more
 */
export async function withConfirmations(
  answer: ReturnedAnswer,
  toConfirm: readonly string[],
  asker: Pick<AskConfirmation, 'organizationId' | 'sessionId' | 'by'>,
  outside: Outside,
): Promise<ReturnedAnswer | null> {
  const { organizationId, sessionId, by } = asker
  const told: ChatPart[] = []
  for (const workflowId of [...new Set(toConfirm)].slice(-shownMost)) {
    const asked: AskConfirmation = { type: 'open-confirmation', organizationId, sessionId, by, workflowId }
    const found = await askDesk<ServiceAnswer>(asked, outside)
    if (found === null) return null
    // What the speaker may not see is not told.
    if (found.ok && found.value !== null)
      told.push(...openParts(workflowId, found.value as unknown as OpenConfirmation))
  }
  return { ...answer, parts: [...answer.parts, ...told] }
}

function openParts(workflowId: string, { confirmation, ...named }: OpenConfirmation): readonly ChatPart[] {
  const list = fenced(entriesText(confirmation.entries), 'text', longestText)
  const who = `Who can confirm it: ${whoConfirms}, at ${named.page}`
  const text = `Before ${strong(named.workflowName)} starts by itself, somebody confirms what it does:\n\n${list}\n\n${who}`
  return [{ type: 'text', text, standsFor: workflowId }, cardOf({ workflowId, ...named })]
}

/** Of the message that answers to whoever has confirmed. */
export function confirmedParts(plan: ConfirmedPlan): readonly ChatPart[] {
  const text = `${strong(plan.workflowName)} is confirmed: it may start by itself from now on.`
  return [{ type: 'text', text }, cardOf(plan)]
}

/** Readers get it with what there is to confirm at that moment. */
function cardOf({ workflowId, workflowName, page }: ConfirmedPlan): ChatPart {
  return { type: 'confirmation', workflowId, workflowName, page, confirmation: null, mayConfirm: false }
}
