// Watches an execution: calls back with its events as they are committed. For callers that wait for it or
// report its progress, such as /rpc.
import type { ActorSystem } from '../../../runtime/engine.ts'
import type { Event } from '../protocol.ts'

/**
 * Calls back with the events of each commit. Null: events may have been missed (the watch began, a host was
 * replaced), so view the execution. @returns a function that ends the watch
 */
export type ExecutionWatch = (id: string, listener: (events: readonly Event[] | null) => void) => () => void

export function executionWatch(system: ActorSystem): ExecutionWatch {
  return (id, listener) =>
    system.subscribe(id, entry => listener(entry === null ? null : (JSON.parse(entry.body) as Event[])))
}
