// The client of executions: start, view, cancel, decide, send events, admit. Routes, the tools of /rpc,
// approval owners and admission call it. Replies are the JSON text of an Execution, passed on unparsed.

import { newIdThat } from '../../domain/chosen-id.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { isId } from '../../domain/ids.ts'
import type { Json } from '../../domain/json.ts'
import type { ApprovalDecision } from '../../domain/work/approval.ts'
import type { StartExecution } from '../../domain/work/execution.ts'
import type { ActorSystem } from '../../runtime/engine.ts'
import type { ContinueMessage, Event, Message } from './protocol.ts'

/** An execution id that the caller has chosen. */
export interface StartAddress {
  readonly id: string
  /** The execution may exist already. */
  readonly isRepeated: boolean
}

export interface SentEvent {
  readonly name: string
  readonly body: Json
  /** As of DecideMessage. */
  readonly intent: string | null
}

/** Which parked steps to continue, and how. */
export type ContinueWish = Omit<ContinueMessage, 'type' | 'organizationId'>

export interface ExecutionClient {
  /** A new id, of an execution that is quick to ask from here. */
  newId(): string
  /**
   * Starts an execution; one that has started already is returned as it is. Resolves when the start is
   * durable. With `waitMs` it resolves when the execution has ended, or after that time; neither that nor a
   * caller that leaves cancels the execution.
   * @throws {Failure} quota-exceeded, overloaded, unavailable
   */
  start(start: StartExecution, waitMs?: number, address?: StartAddress): Promise<string>
  /** Returns the execution; with `waitMs` after its end or that time. @throws {Failure} not-found */
  view(organizationId: string, id: string, waitMs?: number): Promise<string>
  /** @throws {Failure} not-found, execution-ended (it completed or failed) */
  cancel(organizationId: string, id: string): Promise<string>
  /** Decides an approval. @throws {Failure} not-found, forbidden, conflict: somebody decided first */
  decide(executionId: string, decision: ApprovalDecision): Promise<string>
  /**
   * Completes the steps that wait for the event, or keeps it for a later step.
   * @throws {Failure} not-found, execution-ended
   */
  sendEvent(organizationId: string, id: string, event: SentEvent): Promise<string>
  /**
   * Retries the parked steps, or the one that is named.
   * @throws {Failure} not-found; conflict: nothing is parked; validation-failed: the named step is not
   */
  continueParked(organizationId: string, id: string, wish: ContinueWish): Promise<string>
  /** Lets a queued execution begin; one that is not queued stays as it is. @throws {Failure} not-found */
  admit(organizationId: string, id: string): Promise<string>
  /** Says what it waits for: a Why as JSON text. @throws {Failure} not-found */
  explain(organizationId: string, id: string): Promise<string>
}

/** Calls back once, when the execution ends or pauses; never when it had done so before the call. */
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
  /** Checks the id: an id of another kind is the address of another kind of actor. */
  const ask = async (id: string, message: Message) => {
    if (!isId('execution', id)) throw notFound('execution')
    return system.ask(id, message)
  }

  /** Asks, and waits for the end of the execution; views it when `waitMs` is over. */
  async function askAndWait(
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
      return await ask(id, { type: 'view', organizationId }).catch(again => {
        // It has not begun.
        throw again instanceof Failure && again.code === 'not-found' ? error : again
      })
    }
  }

  const newId = () => newIdThat('execution', id => system.isNear?.(id) ?? true)

  return {
    newId,
    start(start, waitMs = 0, { id, isRepeated } = { id: newId(), isRepeated: false }) {
      const { organizationId } = start
      return askAndWait(id, { type: 'start', start }, { organizationId, waitMs, isFresh: !isRepeated })
    },
    view: (organizationId, id, waitMs = 0) =>
      askAndWait(id, { type: 'view', organizationId }, { organizationId, waitMs, isFresh: false }),
    cancel: (organizationId, id) => ask(id, { type: 'cancel', organizationId }),
    decide: (executionId, decision) => ask(executionId, { type: 'decide', ...decision }),
    sendEvent: (organizationId, id, event) => ask(id, { type: 'event', organizationId, ...event }),
    continueParked: (organizationId, id, wish) => ask(id, { type: 'continue', organizationId, ...wish }),
    admit: (organizationId, id) => ask(id, { type: 'admit', organizationId }),
    explain: (organizationId, id) => ask(id, { type: 'explain', organizationId }),
  }
}
