// Finds the actors that have to wake. The journal's commits write the rows; runtime/system/waking.ts reads
// them.
// 1. An actor of any kind has a row as long as its last commit leaves it pending effects or an alarm, so a
//    kill -9 forgets nobody.
// 2. Executions begin and end by the thousand every second, so a running one has no row here: its own row
//    in `executions` says it (`isFoundByRow` in runtime/actor.ts).
// 3. Each address comes once, even when several reasons name it.
import type { FindToWake } from '../../runtime/system/waking.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

/** @throws {Failure} unavailable */
export function addressesToWake(queries: Queries): FindToWake {
  return async ({ before, isStart }, after, limit) => {
    const statement = isStart ? owingOrDue : due
    const rows = await queries.query<{ address: string }>(statement, [before, after, limit])
    return rows.map(row => row.address)
  }
}

/** Each reason reads an index in the order of addresses, so no more rows are sorted than are wanted. */
const reasons = {
  due: 'select address from wakeups where due_at < $1 and address > $2 order by address limit $3',
  owing: 'select address from wakeups where is_owing and address > $2 order by address limit $3',
  atWork: `select id from executions where status in ('queued', 'running') and id > $2 order by id limit $3`,
}

const due: Statement = { name: 'wakeups.due', text: reasons.due }

export const owingOrDue: Statement = {
  name: 'wakeups.owing-or-due',
  text: `select address from (
      (${reasons.owing}) union (${reasons.due}) union (${reasons.atWork})
    ) found order by address limit $3`,
}
