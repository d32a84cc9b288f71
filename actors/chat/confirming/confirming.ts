// What somebody confirms of a workflow before it starts by itself, in the messages of a session: a card that
// clients fill in for its reader (http/chat/confirmations.ts), and the same in text for those that show none.
// The assistant tells of it and confirms nothing. Pure.
import type { ChatPart } from '../../../domain/chat/chat.ts'
import { whoConfirms } from '../../../domain/work/confirming/acceptance.ts'
import type { Confirmation } from '../../../domain/work/confirming/entry.ts'
import { entriesText } from '../../../domain/work/confirming/entry-text.ts'
import type { ConfirmedPlan } from '../protocol.ts'
import { fenced, strong } from '../words/text/markdown.ts'

/** Of a workflow that may not start by itself yet. */
export interface OpenConfirmation extends Omit<ConfirmedPlan, 'workflowId'> {
  /** Null: it cannot be listed now. */
  readonly confirmation: Confirmation | null
}

/** Characters of the text; the page of the workflow has all of it. */
const longestText = 6_000

export function openParts(
  workflowId: string,
  { confirmation, ...named }: OpenConfirmation,
): readonly ChatPart[] {
  const list =
    confirmation === null
      ? 'It could not be listed just now. Its page shows all of it.'
      : fenced(entriesText(confirmation.entries), 'text', longestText)
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
