// Following an execution as it goes: its events, as they are committed. For those who wait for it, or tell others.
import type { ActorSystem } from '../../runtime/system.ts'
import type { Event } from './protocol.ts'

/**
 * Calls back with the events of each commit, or with null: some may have passed unheard (the watch begins, a host was
 * replaced), look at the execution. The returned function ends it.
 */
export type ExecutionWatch = (id: string, listener: (events: readonly Event[] | null) => void) => () => void

export function executionWatch(system: ActorSystem): ExecutionWatch {
  return (id, listener) =>
    system.subscribe(id, entry => listener(entry === null ? null : (JSON.parse(entry.body) as Event[])))
}
