// What the list of a conversation shows, in order: messages with their parts, and at the end what no message
// speaks of yet. Pure; log.ts makes views of it.
// 1. An execution has one card, in the first message that speaks of it, with what was heard of it last.
// 2. What is to be confirmed of a workflow has one card, in the last message that shows it; a text that
//    stands for it is shown where there is none.
import type { Approval, ChatPart, ConfirmationPart, ToolPart } from '../client/wire.ts'
import type { ConversationState, ShownMessage } from '../conversation/state.ts'
import type { ExecutionCard } from './cards/execution-card.ts'
import type { Suggestion } from './widget-config.ts'

export type ShownPart =
  | { readonly type: 'text'; readonly text: string; readonly isOpen: boolean }
  | { readonly type: 'tool'; readonly tool: ToolPart }
  | { readonly type: 'execution'; readonly executionId: string; readonly card: ExecutionCard }
  | { readonly type: 'approval'; readonly approval: Approval }
  | { readonly type: 'confirmation'; readonly part: Confirmable }
  | { readonly type: 'choices'; readonly choices: readonly Suggestion[] }

/** With something to show. */
export type Confirmable = ConfirmationPart & {
  readonly confirmation: NonNullable<ConfirmationPart['confirmation']>
}

export type KeyedPart = readonly [key: string, part: ShownPart]

export interface ShownItem {
  /** Null: what no message speaks of yet. */
  readonly message: ShownMessage | null
  readonly parts: readonly KeyedPart[]
}

export function shownItems(state: ConversationState): readonly ShownItem[] {
  const seen = new Set<string>()
  const cards = cardsOf(state)
  const items: ShownItem[] = state.messages.map((message, n) => ({
    message,
    parts: partsOf(message, { state, seen, cards, isLast: n === state.messages.length - 1 }),
  }))
  const rest: KeyedPart[] = []
  for (const { execution } of Object.values(state.executions))
    add(rest, seen, executionPart(execution.id, state, execution))
  for (const approval of Object.values(state.approvals))
    if (approval.status === 'pending') add(rest, seen, { type: 'approval', approval })
  return rest.length === 0 ? items : [...items, { message: null, parts: rest }]
}

/** By workflow, the part that shows what is to be confirmed. */
type Cards = ReadonlyMap<string, ChatPart>

function cardsOf({ messages }: ConversationState): Cards {
  const parts = messages.flatMap(message => message.parts)
  return new Map(parts.flatMap(part => (isConfirmable(part) ? [[part.workflowId, part]] : [])))
}

function isConfirmable(part: ChatPart): part is Confirmable {
  return part.type === 'confirmation' && part.confirmation !== null
}

interface Showing {
  readonly state: ConversationState
  readonly seen: Set<string>
  readonly cards: Cards
  readonly isLast: boolean
}

function partsOf(message: ShownMessage, { state, seen, cards, isLast }: Showing): readonly KeyedPart[] {
  const parts: KeyedPart[] = []
  const isOpen = message.progress === 'streaming'
  const given = message.parts.some(({ type }) => type === 'text')
    ? message.parts
    : [...message.parts, { type: 'text' as const, text: message.content }]
  // The card of an approval has buttons of its own.
  const isOffered = isLast && !state.isAnswering && !given.some(({ type }) => type === 'approval')
  for (const part of given) {
    const shown = shownPart(part, { state, cards, isOpen })
    if (shown && (shown.type !== 'choices' || isOffered)) add(parts, seen, shown)
  }
  const live = message.executionId === null ? undefined : state.executions[message.executionId]
  if (live && message.role === 'assistant')
    add(parts, seen, executionPart(live.execution.id, state, live.execution))
  return parts
}

interface ShowingPart extends Pick<Showing, 'state' | 'cards'> {
  readonly isOpen: boolean
}

/** @returns null for a kind that this version does not know, and for nothing to show */
function shownPart(part: ChatPart, { state, cards, isOpen }: ShowingPart): ShownPart | null {
  switch (part.type) {
    case 'text':
      if (part.standsFor && cards.has(part.standsFor)) return null
      return part.text ? { type: 'text', text: part.text, isOpen } : null
    case 'tool':
      return { type: 'tool', tool: part }
    case 'execution':
      return executionPart(part.executionId, state, part)
    case 'approval':
      return { type: 'approval', approval: latest(part.approval, state) }
    case 'confirmation':
      return isConfirmable(part) && cards.get(part.workflowId) === part
        ? { type: 'confirmation', part }
        : null
    case 'choices':
      return part
    default:
      return null
  }
}

/** As it was heard of last; nobody needs one of an execution that has ended. */
function latest(shown: Approval, { approvals, executions }: ConversationState): Approval {
  const approval = approvals[shown.id] ?? shown
  const ended = executions[approval.executionId ?? '']?.execution.finishedAt
  return ended && approval.status === 'pending' ? { ...approval, status: 'cancelled' } : approval
}

function executionPart(
  id: string,
  state: ConversationState,
  known: Pick<ExecutionCard, 'status'> & { readonly workflowName: string },
): ShownPart {
  const live = state.executions[id] ?? null
  const card = { name: known.workflowName, status: live?.execution.status ?? known.status, live }
  return { type: 'execution', executionId: id, card }
}

function add(parts: KeyedPart[], seen: Set<string>, part: ShownPart): void {
  const key = keyOf(part, parts)
  const isOnce = part.type === 'execution' || part.type === 'approval'
  if (isOnce && seen.has(key)) return
  seen.add(key)
  parts.push([key, part])
}

function keyOf(part: ShownPart, before: readonly KeyedPart[]): string {
  switch (part.type) {
    case 'tool':
      return `tool ${part.tool.id}`
    case 'approval':
      // Another proposal under the same id is another card.
      return `approval ${part.approval.id} ${part.approval.digest}`
    case 'execution':
      return `execution ${part.executionId}`
    case 'confirmation': {
      // Another list is another card: nothing of it is ticked.
      const { workflowId, mayConfirm, confirmation } = part.part
      return `confirmation ${workflowId} ${confirmation.digest} ${mayConfirm}`
    }
    default:
      return `${part.type} ${before.filter(([, { type }]) => type === part.type).length}`
  }
}
