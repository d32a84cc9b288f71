// Who is to be woken when a host has started: executions that have not ended, and the actors that look after tool servers.
import type { ExecutionStore } from './executions.ts'
import type { Queries } from './statement.ts'
import { toolServerAddresses } from './tool-server-publications.ts'

/** Addresses in order (`exec_` before `srv_`), after a given one, '' at first. @throws {Failure} unavailable */
export async function unfinishedAddresses(
  executions: Pick<ExecutionStore, 'unfinished'>,
  queries: Queries,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const isPastExecutions = after.startsWith('srv_')
  const running = isPastExecutions ? [] : await executions.unfinished(limit, after)
  if (running.length >= limit) return running
  const servers = await toolServerAddresses(queries, isPastExecutions ? after : '', limit - running.length)
  return [...running, ...servers]
}
