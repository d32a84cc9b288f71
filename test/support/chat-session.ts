// A chat session as a host runs it, without a host: decide, and what follows.
import { chat } from '../../actors/chat/behavior.ts'
import type { Event, Message, ReturnedAnswer, SaidReply, State } from '../../actors/chat/protocol.ts'
import type { Speaker } from '../../domain/chat/speaker.ts'
import { newId } from '../../domain/ids.ts'
import type { ExecutionStatus, ListedExecution } from '../../domain/work/execution.ts'

export const organizationId = newId('organization')
export const owner = newId('user')
export const id = newId('chat')
export const by: Speaker = { userId: owner, key: null }
export const behavior = chat({
  id,
  sayExecution: ({ id, workflowId, workflowName, status, approvals }) => [
    { type: 'text', text: `${workflowName} is ${status}` },
    { type: 'execution', executionId: id, workflowId, workflowName, status },
    ...approvals.map(approval => ({ type: 'approval' as const, approval })),
  ],
})

export const asked = { organizationId, owner }
const open: Message = { type: 'open', start: { ...asked, title: null, workflowId: null } }
export const say = (text: string, more: object = {}): Extract<Message, { type: 'say' }> => ({
  ...{ type: 'say', ...asked, text, decision: null, by, onBusy: 'queue', intent: text },
  ...more,
})

function execution(status: ExecutionStatus, executionId: string, approvalIds: readonly string[] = []) {
  const approvals = approvalIds.map(id => ({ id }))
  const facts = { id: executionId, workflowId: 'wf', workflowName: 'Totals', status, approvals }
  return facts as unknown as ListedExecution
}
let newsCount = 0

/** Each is later than the one before. */
export const news = (...facts: Parameters<typeof execution>): Message => ({
  ...{ type: 'execution-news', news: ++newsCount },
  execution: execution(...facts),
})

export class Session {
  state: State = behavior.initial()
  readonly events: Event[] = []
  now = Date.UTC(2026, 10, 23)

  tell(...messages: readonly Message[]) {
    let reply: unknown = null
    for (const message of messages) {
      const decision = behavior.decide(this.state, message, this.now)
      if (decision.refusal) throw decision.refusal
      reply = decision.reply
      this.#take(decision.events)
      for (let more = behavior.advance(this.state, this.now); more.length > 0; ) {
        this.#take(more)
        more = behavior.advance(this.state, this.now)
      }
    }
    return reply as SaidReply
  }

  /** Answers that are asked for. */
  get pending() {
    return [...behavior.pending(this.state)].filter(effect => effect.type === 'answer')
  }

  /** Answers what is asked. */
  answer(answer: Partial<ReturnedAnswer> = {}) {
    const { answerId, text } = this.pending[0]!
    const parts = [{ type: 'text' as const, text: `On ${text}` }]
    const returned = { parts, memory: {}, executionId: null, ...answer }
    this.tell({ type: 'returned', answerId, answer: returned })
  }

  /** The messages, as they are stored. */
  get said() {
    return this.events.flatMap(event =>
      'message' in event ? [[event.message.role, event.message.content, event.message.status]] : [],
    )
  }

  get told() {
    return this.said.flatMap(([role, content]) => (role === 'assistant' ? [content] : []))
  }

  #take(events: readonly Event[]) {
    for (const event of events) {
      this.events.push(event)
      this.state = behavior.evolve(this.state, event, this.now)
    }
  }
}

export function opened(): Session {
  const session = new Session()
  session.tell(open)
  return session
}
