import { test } from 'tap'
import { Admission, admissible } from '../../actors/admission.ts'
import { SimulatedClock } from '../../runtime/clock.ts'
import { silentLog } from '../../runtime/log.ts'
import type { Queue, QueuedWorkflow } from '../../storage/queues.ts'

function workflow(name: string, running: number, limit: number | null, queued: number): QueuedWorkflow {
  return {
    workflowId: name,
    limit,
    running,
    queued: Array.from({ length: queued }, (_, n) => `${name}${n + 1}`),
  }
}

test('workflows take turns, the oldest execution of each first', async t => {
  const queue: Queue = { limit: 4, workflows: [workflow('a', 0, null, 9), workflow('b', 0, null, 2)] }
  t.strictSame(admissible(queue, 100), ['a1', 'b1', 'a2', 'b2'])
})

test('what is at work counts against the limit of its workflow and of the organization', async t => {
  const workflows = [workflow('a', 2, 3, 5), workflow('b', 1, null, 5)]
  t.strictSame(admissible({ limit: 5, workflows }, 100), ['a1', 'b1'])
  t.strictSame(admissible({ limit: 3, workflows }, 100), [])
  t.strictSame(admissible({ limit: null, workflows }, 100), ['a1', 'b1', 'b2', 'b3', 'b4', 'b5'])
})

test('a limit that was lowered below what is at work admits nobody and ends nobody', async t => {
  t.strictSame(admissible({ limit: null, workflows: [workflow('a', 5, 1, 3)] }, 100), [])
  t.strictSame(admissible({ limit: 1, workflows: [workflow('a', 5, null, 3)] }, 100), [])
})

test('at most so many are admitted at once', async t => {
  t.equal(admissible({ limit: null, workflows: [workflow('a', 0, null, 300)] }, 200).length, 200)
})

test('a place that comes free is given at once, and one look at a time is under way', async t => {
  const clock = new SimulatedClock()
  const admitted: string[] = []
  const waiting: (() => void)[] = []
  let running = 0
  const queued = ['x1', 'x2', 'x3']
  const admission = new Admission({
    organizations: async () => ['org_1'],
    read: async () => ({
      limit: 1,
      workflows: [{ workflowId: 'x', limit: null, running, queued: queued.slice(admitted.length) }],
    }),
    admit: async (_, id) => {
      running++
      admitted.push(id)
    },
    whenAtRest: (_, callback) => waiting.push(callback),
    clock,
    log: silentLog,
  })
  admission.start()
  t.teardown(() => admission.stop())
  await settled(clock, 250)
  t.strictSame(admitted, ['x1'])
  await settled(clock, 250)
  t.strictSame(admitted, ['x1'], 'the place is taken')
  running = 0
  waiting[0]!()
  await settled(clock, 0)
  t.strictSame(admitted, ['x1', 'x2'])
})

test('a database that is away keeps the queue waiting, not the admission from going on', async t => {
  const clock = new SimulatedClock()
  let looks = 0
  const admission = new Admission({
    organizations: async () => {
      looks++
      throw new Error('away')
    },
    read: async () => ({ limit: null, workflows: [] }),
    admit: async () => {},
    whenAtRest: () => {},
    clock,
    log: silentLog,
  })
  admission.start()
  t.teardown(() => admission.stop())
  await settled(clock, 250)
  await settled(clock, 250)
  t.equal(looks, 2)
})

async function settled(clock: SimulatedClock, byMs: number): Promise<void> {
  clock.advance(byMs)
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}
