// The trace of a run in the browser: what the log makes of it is what the service says at the end.
import { test } from 'tap'
import { stepsById, type Version } from '../../dashboard/pages/runs/run/standing.ts'
import { type LogEvent, type Outline, traceOf, withEvents } from '../../dashboard/pages/runs/run/trace.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { block, look, organizationId, set } from '../support/execution.ts'
import { World } from '../support/world.ts'

const list = Array.from({ length: 12 }, (_, n) => n)
const steps = [
  set('first', 1),
  block('loop', {
    ...{ kind: 'foreach', over: 'inputs.list', as: 'item', concurrency: 3 },
    steps: [
      look('x'),
      block('odd', { kind: 'fail', message: 'odd' }, { when: 'item % 2 == 1', onError: 'continue' }),
    ],
  }),
  block('fork', { kind: 'parallel', branches: [{ steps: [look('left')] }, { steps: [set('right', 1)] }] }),
]

test('a trace that follows the log has the rows and the counts of the outline at the end', async t => {
  const world = await World.start(t, steps)
  const { id } = await world.run({ list })
  const end = (await world.executionLog.outline(organizationId, id, { limit: 200 })) as Outline
  const nothing = { rows: 0, steps: 0, open: 0, failed: 0 }
  const begin: Outline = { executionId: id, seq: 0, at: 0, inside: nothing, rows: [], next: null }
  const { feed } = await world.open(id)
  const log: LogEvent[] = []
  for (let more = await feed.pull(100); more.length > 0; more = await feed.pull(100))
    log.push(...more.map(line => ({ ...line, data: JSON.parse(line.data) }) as unknown as LogEvent))
  feed.close()
  const plan = { steps } as Plan as unknown as Version['plan']
  let trace = traceOf(begin)
  // As frames would draw it: some events at a time.
  for (let from = 0; from < log.length; from += 5)
    trace = withEvents(trace, log.slice(from, from + 5), stepsById(plan))
  t.equal(trace.seq, end.seq)
  const { rows: _, ...counted } = trace.inside
  const { rows: __, ...expected } = end.inside
  t.strictSame(counted, expected)
  for (const row of end.rows) t.match(trace.rows.get(row.id), row, row.id)
  t.equal(trace.rows.size, end.rows.length)
  // What was followed leaves nothing in the traces that come after it.
  t.strictSame([...traceOf(begin).within.values()], [{ ids: [], next: null }])
  const other = traceOf({ ...begin, rows: [end.rows[0]!] })
  t.strictSame(other.within.get('')?.ids, [end.rows[0]!.id])
})
