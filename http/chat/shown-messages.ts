// Messages as readers see them: the approvals in them as they are now.
import type { ChatMessage, ChatPart } from '../../domain/chat/chat.ts'
import { mapPage, type Page } from '../../domain/page.ts'
import type { ApprovalStore } from '../../storage/executions/approvals.ts'

export async function shownMessages(
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
