// The live stream of a chat session: its journal, and beside it the steps and approvals of its executions.
// These go out without ids, so that a reader resumes by the journal alone; of a long loop only the first
// steps come. What is to be confirmed of a workflow is shown as it is for this reader.
import type { ExecutionLog } from '../../actors/execution/reading/execution-log.ts'
import type { ChatMessage } from '../../domain/chat/chat.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import { isTerminal, type ListedExecution } from '../../domain/work/execution.ts'
import type { EventFeed, EventSource, SourceEvent } from '../../runtime/event-source.ts'
import type { ApprovalStore } from '../../storage/executions/approvals.ts'
import type { Services } from '../services.ts'
import { ApprovalEvents } from './approval-events.ts'
import { withConfirmations } from './confirmations.ts'

export interface ChatStreamParts {
  readonly organizationId: string
  readonly log: ExecutionLog['log']
  readonly approvals: Pick<ApprovalStore, 'those'>
  /** Messages as this reader gets them. */
  readonly shown: (messages: readonly ChatMessage[]) => Promise<readonly ChatMessage[]>
}

/** Executions whose steps one stream shows at once, and steps of each. */
const mostFollowed = 3
const mostSteps = 500
/** Characters of a step's values; larger ones are left out. */
const shownLength = 8_000

/** Of a stream that this caller reads. */
export function streamParts(
  services: Parameters<typeof withConfirmations>[0] & Pick<Services, 'approvals' | 'executionLog'>,
  caller: Caller,
): ChatStreamParts {
  const { approvals, executionLog } = services
  const shown: ChatStreamParts['shown'] = messages => withConfirmations(services, caller, messages)
  return { organizationId: caller.organizationId, log: executionLog.log, approvals, shown }
}

export function withSteps(source: EventSource, parts: ChatStreamParts): EventSource {
  return { open: (after, wake) => new ChatFeed(source.open(after, wake), parts, wake) }
}

class ChatFeed implements EventFeed {
  readonly #journal: EventFeed
  readonly #parts: ChatStreamParts
  readonly #wake: () => void
  readonly #steps = new Map<string, StepFeed>()
  readonly #approvals: ApprovalEvents
  #isClosed = false

  constructor(journal: EventFeed, parts: ChatStreamParts, wake: () => void) {
    this.#journal = journal
    this.#parts = parts
    this.#wake = wake
    this.#approvals = new ApprovalEvents(parts.organizationId, parts.approvals)
  }

  async pull(max: number): Promise<readonly SourceEvent[]> {
    const events = await this.#journal.pull(max)
    if (events.length > 0) return this.#completed(events)
    for (const steps of this.#steps.values()) {
      const found = await steps.pull(max)
      if (found.length > 0) return found
    }
    return []
  }

  pause(): void {
    this.#journal.pause?.()
    for (const { feed } of this.#steps.values()) feed.pause?.()
  }

  close(): void {
    this.#isClosed = true
    this.#journal.close()
    for (const { feed } of this.#steps.values()) feed.close()
    this.#steps.clear()
  }

  async #completed(events: readonly SourceEvent[]): Promise<readonly SourceEvent[]> {
    const all: SourceEvent[] = []
    for (const event of events) {
      all.push(event.event === 'done' ? await this.#shown(event) : event)
      if (event.event !== 'execution') continue
      const { execution } = JSON.parse(event.data) as { execution: ListedExecution }
      await this.#follow(execution)
      all.push(...(await this.#approvals.after(execution)))
    }
    return all
  }

  async #shown(event: SourceEvent): Promise<SourceEvent> {
    const { message } = JSON.parse(event.data) as { message: ChatMessage }
    if (message.parts.every(({ type }) => type !== 'confirmation')) return event
    const [shown] = await this.#parts.shown([message])
    return { ...event, data: JSON.stringify({ message: shown }) }
  }

  async #follow({ id, status }: ListedExecution): Promise<void> {
    if (isTerminal(status) || this.#steps.has(id) || this.#steps.size >= mostFollowed) return
    const { organizationId, log } = this.#parts
    const source = await log(organizationId, id, 0).catch(() => null)
    if (source === null || this.#isClosed) return
    this.#steps.set(id, new StepFeed(id, source.open(0, this.#wake)))
  }
}

/** The steps of one execution. */
class StepFeed {
  readonly #executionId: string
  readonly feed: EventFeed
  #shown = 0

  constructor(executionId: string, feed: EventFeed) {
    this.#executionId = executionId
    this.feed = feed
  }

  async pull(max: number): Promise<readonly SourceEvent[]> {
    while (this.#shown < mostSteps) {
      const events = await this.feed.pull(max)
      if (events.length === 0) return []
      const steps = events.filter(({ event }) => event === 'step')
      this.#shown += steps.length
      if (steps.length > 0) return steps.map(({ data }) => this.#show(data))
    }
    return []
  }

  #show(text: string): SourceEvent {
    const { step } = JSON.parse(text) as { readonly step: object }
    const shown = text.length > shownLength ? { ...step, input: null, output: null } : step
    const data = { executionId: this.#executionId, step: { ...shown, truncated: [] } }
    return { id: 0, event: 'step', data: JSON.stringify(data), isPassing: true }
  }
}
