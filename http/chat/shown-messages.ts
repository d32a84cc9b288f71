// Messages as their reader sees them: the approvals in them, and what is to be confirmed, as they are now.
import type { ChatMessage, ChatPart } from '../../domain/chat/chat.ts'
import { mapPage, type Page } from '../../domain/page.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { ApprovalStore } from '../../storage/executions/approvals.ts'
import type { Services } from '../services.ts'
import { withConfirmations } from './confirmations.ts'

type Showing = Pick<Services, 'approvals'> & Parameters<typeof withConfirmations>[0]

export async function shownMessages(
  services: Showing,
  caller: Caller,
  page: Page<ChatMessage>,
): Promise<Page<ChatMessage>> {
  const shown = await withApprovals(services.approvals, caller.organizationId, page)
  return { ...shown, items: await withConfirmations(services, caller, shown.items) }
}

async function withApprovals(
  approvals: Pick<ApprovalStore, 'those'>,
  organizationId: string,
  page: Page<ChatMessage>,
): Promise<Page<ChatMessage>> {
  const ids = page.items.flatMap(({ parts }) =>
    parts.flatMap(part => (part.type === 'approval' ? [part.approval.id] : [])),
  )
  if (ids.length === 0) return page
  const now = new Map((await approvals.those(organizationId, ids)).map(one => [one.id, one]))
  const shown = (part: ChatPart): ChatPart =>
    part.type === 'approval'
      ? { ...part, approval: { ...part.approval, ...now.get(part.approval.id) } }
      : part
  return mapPage(page, message => ({ ...message, parts: message.parts.map(shown) }))
}
