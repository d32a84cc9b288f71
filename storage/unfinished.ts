// Who is to be woken when a host has started: executions that have not ended, and the actors that look after tool servers
// and webhooks.
import type { ExecutionStore } from './executions.ts'
import type { Queries, Statement } from './statement.ts'

/** Addresses in order (`exec_`, then `srv_`, `wh_`), after a given one, '' at first. @throws {Failure} unavailable */
export async function unfinishedAddresses(
  executions: Pick<ExecutionStore, 'unfinished'>,
  queries: Queries,
  after: string,
  limit: number,
): Promise<readonly string[]> {
  const isPastExecutions = after.startsWith('srv_') || after.startsWith('wh_')
  const running = isPastExecutions ? [] : await executions.unfinished(limit, after)
  if (running.length >= limit) return running
  const left = limit - running.length
  const actors = await queries.query<{ id: string }>(others, [isPastExecutions ? after : '', left])
  return [...running, ...actors.map(({ id }) => id)]
}

/** Each table gives its first ones, so that no more are sorted than are wanted. */
const others: Statement = {
  name: 'unfinished.others',
  text: `select id from (
      (select id from tool_servers where id > $1 order by id limit $2)
      union all (select id from webhooks where id > $1 and active order by id limit $2)
    ) found order by id limit $2`,
}
