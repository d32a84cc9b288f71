import { test } from 'tap'
import { Admission, admissible } from '../../actors/admission.ts'
import { Failure } from '../../domain/failure.ts'
import { SimulatedClock } from '../../runtime/clock.ts'
import { silentLog } from '../../runtime/log.ts'
import type { Queue, QueuedWorkflow } from '../../storage/executions/queues.ts'

function workflow(name: string, running: number, limit: number | null, queued: number): QueuedWorkflow {
  return {
    workflowId: name,
    limit,
    running,
    queued: Array.from({ length: queued }, (_, n) => `${name}${n + 1}`),
  }
}

const idsOf = (...parameters: Parameters<typeof admissible>) => admissible(...parameters).map(({ id }) => id)

test('workflows take turns, the oldest execution of each first', async t => {
  const queue: Queue = { limit: 4, workflows: [workflow('a', 0, null, 9), workflow('b', 0, null, 2)] }
  t.strictSame(idsOf(queue, 100), ['a1', 'b1', 'a2', 'b2'])
})

for (const limit of [1, 2, 3, 5]) {
  test(`of ${limit} places that come free one at a time every workflow has its share`, async t => {
    const names = ['c', 'a', 'b']
    const admitted: string[] = []
    const atWork: string[] = []
    for (let look = 0; look < 60; look++) {
      const running = (name: string) => atWork.filter(other => other === name).length
      const workflows = names.map(name => workflow(name, running(name), null, 100))
      for (const { workflowId } of admissible({ limit, workflows }, 100, admitted.at(-1))) {
        admitted.push(workflowId)
        atWork.push(workflowId)
      }
      atWork.shift()
    }
    const turns = names.map(name => admitted.filter(other => other === name).length)
    t.ok(Math.max(...turns) - Math.min(...turns) <= 1, turns.join())
  })
}

test('the place of a short execution is not taken by workflows whose executions are long', async t => {
  const workflows = [workflow('a', 2, null, 9), workflow('b', 0, null, 9)]
  t.strictSame(idsOf({ limit: 3, workflows }, 100, 'b'), ['b1'])
})

test('what is at work counts against the limit of its workflow and of the organization', async t => {
  const workflows = [workflow('a', 2, 3, 5), workflow('b', 1, null, 5)]
  t.strictSame(idsOf({ limit: 5, workflows }, 100), ['b1', 'a1'])
  t.strictSame(idsOf({ limit: 3, workflows }, 100), [])
  t.strictSame(idsOf({ limit: null, workflows }, 100), ['b1', 'a1', 'b2', 'b3', 'b4', 'b5'])
})

test('a limit that was lowered below what is at work admits nobody and ends nobody', async t => {
  t.strictSame(idsOf({ limit: null, workflows: [workflow('a', 5, 1, 3)] }, 100), [])
  t.strictSame(idsOf({ limit: 1, workflows: [workflow('a', 5, null, 3)] }, 100), [])
})

test('at most so many are admitted at once', async t => {
  t.equal(idsOf({ limit: null, workflows: [workflow('a', 0, null, 300)] }, 200).length, 200)
})

test('a place that comes free is given at once, and one look at a time is under way', async t => {
  const clock = new SimulatedClock()
  const admitted: string[] = []
  const waiting: (() => void)[] = []
  let running = 0
  const queued = ['x1', 'x2', 'x3']
  const admission = new Admission({
    leads: () => true,
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

test('an admission that got no answer keeps its place and is asked for again', async t => {
  const clock = new SimulatedClock()
  const asked: string[] = []
  let queued = ['x1', 'x2']
  let isAway = true
  const admission = new Admission({
    leads: () => true,
    organizations: async () => ['org'],
    read: async () => ({ limit: 1, workflows: [{ workflowId: 'x', limit: null, running: 0, queued }] }),
    async admit(_, id) {
      asked.push(id)
      if (isAway) throw new Failure('unavailable', 'its host is gone')
    },
    whenAtRest: () => {},
    clock,
    log: silentLog,
  })
  admission.start()
  t.teardown(() => admission.stop())
  await settled(clock, 250)
  queued = ['x0', 'x1', 'x2']
  await settled(clock, 250)
  t.strictSame(asked, ['x1', 'x1'])
  isAway = false
  queued = ['x0', 'x2']
  await settled(clock, 250)
  t.strictSame(asked, ['x1', 'x1', 'x0'], 'its row tells that it began, and it has ended since')
})

test('a database that is away keeps the queue waiting, not the admission from going on', async t => {
  const clock = new SimulatedClock()
  let looks = 0
  const admission = new Admission({
    leads: () => true,
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

test('an organization whose host hangs, or whose queue cannot be read, keeps no other one waiting', async t => {
  const clock = new SimulatedClock()
  const admitted: string[] = []
  const admission = new Admission({
    leads: () => true,
    organizations: async () => ['unreadable', 'hanging', 'well'],
    async read(organizationId) {
      if (organizationId === 'unreadable') throw new Failure('unavailable', 'its deadline has passed')
      const queued = [`${organizationId}${admitted.length}`]
      return { limit: 1, workflows: [{ workflowId: 'x', limit: null, running: 0, queued }] }
    },
    async admit(organizationId, id) {
      admitted.push(id)
      if (organizationId === 'hanging') await new Promise(() => {})
    },
    whenAtRest: () => {},
    clock,
    log: silentLog,
  })
  admission.start()
  await settled(clock, 250)
  t.strictSame(admitted, ['hanging0', 'well1'])
  await settled(clock, 0)
  t.strictSame(admitted, ['hanging0', 'well1', 'well2'], 'what is read of the hanging one would be old')
})

async function settled(clock: SimulatedClock, byMs: number): Promise<void> {
  clock.advance(byMs)
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}
