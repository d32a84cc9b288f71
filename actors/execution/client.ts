// How others speak to executions: start, wait, cancel. Answers are JSON text of an Execution, passed on unparsed.
import type { StartExecution } from '../../domain/execution.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { isId, newId } from '../../domain/ids.ts'
import type { Json } from '../../domain/json.ts'
import type { ActorSystem } from '../../runtime/system.ts'
import type { DecideMessage, Event, Message } from './protocol.ts'

/** The address of an execution that the caller has chosen. */
export interface StartAddress {
  readonly id: string
  /** It may have been started before. */
  readonly isRepeated: boolean
}

export interface SentEvent {
  readonly name: string
  readonly body: Json
  /** As of DecideMessage. */
  readonly intent: string | null
}

export interface ExecutionClient {
  /**
   * Resolves when the start is durable; with `waitMs` when the execution has ended, or after that time with what it is
   * then. Leaving early never cancels. Starting an execution that has been started answers it as it is.
   * @throws {Failure} quota-exceeded, overloaded, unavailable
   */
  start(start: StartExecution, waitMs?: number, address?: StartAddress): Promise<string>
  /** The execution; with `waitMs` when it has ended, or after that time. @throws {Failure} not-found */
  view(organizationId: string, id: string, waitMs?: number): Promise<string>
  /** @throws {Failure} not-found, execution-ended (it completed or failed) */
  cancel(organizationId: string, id: string): Promise<string>
  /** Answers the execution after the decision. @throws {Failure} not-found, forbidden, conflict: somebody was first */
  decide(executionId: string, decision: Omit<DecideMessage, 'type'>): Promise<string>
  /** Wakes steps that wait for the event, or keeps it for one that will. @throws {Failure} not-found, execution-ended */
  sendEvent(organizationId: string, id: string, event: SentEvent): Promise<string>
  /**
   * Tries parked steps again.
   * @param intent as of DecideMessage
   * @throws {Failure} not-found, conflict: nothing is parked
   */
  continueParked(organizationId: string, id: string, intent: string | null): Promise<string>
  /** Lets a queued execution begin; one that is not queued stays as it is. @throws {Failure} not-found */
  admit(organizationId: string, id: string): Promise<string>
  /** What it waits for: a Why as JSON text. @throws {Failure} not-found */
  explain(organizationId: string, id: string): Promise<string>
}

/** Calls back once, when the execution has ended or pauses; not at all when it already had before the call. */
export function whenAtRest(system: ActorSystem, id: string, callback: () => void): void {
  const unsubscribe = system.subscribe(id, entry => {
    if (entry === null) return
    const isAtRest = (JSON.parse(entry.body) as Event[]).some(
      event => event.type === 'ended' || (event.type === 'status-changed' && event.status !== 'running'),
    )
    if (!isAtRest) return
    unsubscribe()
    callback()
  })
}

export function executionClient(system: ActorSystem): ExecutionClient {
  /** An id of another kind would be the address of another kind of actor. */
  const ask = async (id: string, message: Message) => {
    if (!isId('execution', id)) throw notFound('execution')
    return system.ask(id, message)
  }

  /** The answer to the message once the execution has ended, or after `waitMs` what it is then. */
  async function askPatiently(
    id: string,
    message: Message,
    { organizationId, waitMs, isFresh }: { organizationId: string; waitMs: number; isFresh: boolean },
  ): Promise<string> {
    if (!isId('execution', id)) throw notFound('execution')
    if (waitMs === 0) return system.ask(id, message, { isFresh })
    try {
      return await system.ask(id, message, { isFresh, until: 'done', timeoutMs: waitMs })
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'unavailable') throw error
      return ask(id, { type: 'view', organizationId })
    }
  }

  return {
    start(start, waitMs = 0, { id, isRepeated } = { id: newId('execution'), isRepeated: false }) {
      const { organizationId } = start
      return askPatiently(id, { type: 'start', start }, { organizationId, waitMs, isFresh: !isRepeated })
    },
    view: (organizationId, id, waitMs = 0) =>
      askPatiently(id, { type: 'view', organizationId }, { organizationId, waitMs, isFresh: false }),
    cancel: (organizationId, id) => ask(id, { type: 'cancel', organizationId }),
    decide: (executionId, decision) => ask(executionId, { type: 'decide', ...decision }),
    sendEvent: (organizationId, id, event) => ask(id, { type: 'event', organizationId, ...event }),
    continueParked: (organizationId, id, intent) => ask(id, { type: 'continue', organizationId, intent }),
    admit: (organizationId, id) => ask(id, { type: 'admit', organizationId }),
    explain: (organizationId, id) => ask(id, { type: 'explain', organizationId }),
  }
}
