// A long execution goes on from a snapshot, and is what its events say.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import type { State } from '../../../actors/execution/protocol.ts'
import { freeze, stateVersion, thaw } from '../../../actors/execution/snapshots.ts'
import { turns } from '../../support/actors/host.ts'
import { lifeOf, live, Recorded } from '../../support/actors/lives.ts'
import {
  arrived,
  begunLife,
  block,
  call,
  each,
  organizationId,
  returned,
  running,
  set,
  startOf,
} from '../../support/execution.ts'
import { plans } from '../../support/plans.ts'
import { World } from '../../support/world.ts'

/** The way through the database. */
function kept(state: State): State {
  return thaw(JSON.parse(JSON.stringify(freeze(state))))
}

/** Goes on as a host does that finds the snapshot. */
function resumed(life: Recorded): Recorded {
  const next = new Recorded(life.behavior)
  next.state = kept(life.state)
  next.now = life.now
  next.events.push(...life.events)
  return next
}

test('the state from a snapshot, taken at any moment, is the fold of all events', async () => {
  const choices = fc.array(fc.nat(2 ** 20), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(plans, choices, fc.nat(), (steps, all, where) => {
      const life = lifeOf(running(steps), all)
      const before = lifeOf(life.behavior, all.slice(0, where % all.length))
      const asItWas = JSON.stringify(before.state)
      const after = resumed(before)
      assert.deepEqual(after.state, before.state)
      assert.equal(JSON.stringify(before.state), asItWas, 'what is kept does not change')
      for (const choice of all.slice(where % all.length)) live(after, choice)
      assert.deepEqual(after.events, life.events)
      assert.deepEqual([after.state, after.owed, after.wakeAt], [life.state, life.owed, life.wakeAt])
    }),
    { numRuns: 300 },
  )
})

test('a large item is kept once, however many frames inside of it are open', async t => {
  const line = { text: 'x'.repeat(1_000) }
  const order = { lines: Array.from({ length: 100 }, () => line) }
  const inner = each('lines', [call('pay')], { over: 'item.lines', as: 'line', concurrency: 50 })
  const life = begunLife([each('orders', [inner], { concurrency: 2 })], { list: [order, order] })
  const size = (state: State) => JSON.stringify(state).length
  t.ok(size(life.state) > 10 * size({ ...life.state, frames: {} }), 'as it is, it stands there for each')
  t.ok(size(freeze(life.state)) < 2 * size({ ...life.state, frames: {} }))
  t.strictSame(kept(life.state), life.state)
})

test('an execution of many items goes on from its snapshot, also after a restart', async t => {
  const items = 700
  const world = await World.start(t, [
    each('all', [set('it', { $: 'item' }), block('hold', { kind: 'wait', event: 'go' })], { concurrency: 1 }),
  ])
  const list = Array.from({ length: items }, (_, n) => n)
  const { id } = JSON.parse(await world.client.start(startOf({ list })))
  const go = (n: number) =>
    world.client.sendEvent(organizationId, id, { name: 'go', body: n, intent: `evt_${n}` })
  for (let n = 0; n < items - 1; n++) await go(n)
  const snapshot = world.journal.snapshots.get(id)
  t.match(snapshot, { version: stateVersion, seq: Number })
  t.ok(snapshot!.seq > 1_000)

  const readAfter: number[] = []
  const { read } = world.journal
  world.journal.read = (address, after, limit) => {
    readAfter.push(after ?? 0)
    return read.call(world.journal, address, after, limit)
  }
  await world.replaceHost()
  const waiting = await world.look(id)
  t.ok(readAfter.length > 0 && readAfter.every(after => after >= snapshot!.seq))
  world.journal.snapshots.clear()
  await world.replaceHost()
  t.strictSame(await world.look(id), waiting, 'without the snapshot it is the same')
  await go(items - 1)
  await turns()
  t.match(await world.look(id), { status: 'completed', output: list })
})

test('a snapshot that an earlier build of this version wrote goes on; count the version up when it does not', async t => {
  const steps = [
    each('all', [call('fetch'), block('hold', { kind: 'wait', event: 'go' })], { concurrency: 2 }),
    set('sum', { $: 'size(steps.all)' }),
  ]
  const life = new Recorded(running(steps))
  life.state = thaw(JSON.parse(keptSnapshot))
  life.now = 1_000_000
  life.tell(returned('all.each[1].fetch', 'b'))
  for (const n of [1, 2]) life.tell(arrived('go', n))
  t.match(life.behavior.view(life.state), { status: 'completed', output: 2 })
})

const keptSnapshot = `
{"start":{"organizationId":"org_01jd0000000000000000000000","workflowId":"wf_1","workflowName":"Report",
"workflowVersion":1,"versionId":"wfv_1","inputs":{"list":["A","B"]},"trigger":{"kind":"api","ref":null},
"limit":null,"startedBy":null,"parent":null,"forkedFrom":null},"status":"running","createdAt":1000000,
"startedAt":1000000,"finishedAt":null,"output":null,"error":null,"cu":3,"budget":null,"monthly":null,"meter":{"tools":{"fetch":2},"code":0,"tokens":0},"hasEnded":false,"pausedMs":0,
"pausedSince":null,"isParentTold":false,"frames":{"":{"list":0,"owner":null,"slot":0,"names":{},
"outputs":{},"waits":[0,1],"left":2},"all.each[0]":{"list":1,"owner":"all","slot":0,"names":{"item":"A"},
"outputs":{"fetch":"a"},"waits":[0,0],"left":1},"all.each[1]":{"list":1,"owner":"all","slot":1,
"names":{"item":"B"},"outputs":{},"waits":[0,1],"left":2}},"composites":{"all":{"items":["A","B"],"next":2,
"left":2,"results":[null,null],"isSingle":false}},"ready":[],"calls":{"all.each[1].fetch":{"input":{},
"attempt":1}},"retries":{},"parked":{},"waits":{"all.each[0].hold":{"dueAt":null,"event":"go",
"expiresAt":null}},"inbox":[],"approvals":{},"withdrawn":[],"approved":{},"decisions":{},"recordedBytes":19,"agents":{},
"children":{},
"intents":[],"abandoned":[]}
`
