// The fence around a restored copy (docs/decisions/029), and the waits that a stop ends early.
import { test } from 'tap'
import { TestSystem, turns } from '../support/actors/system.ts'

const a = 'cnt_a'

async function fencedSystem(t: { teardown(end: () => unknown): unknown }) {
  const performed: string[] = []
  const system = await TestSystem.start(t, {
    slots: 1,
    isFenced: true,
    perform: async (_, { id }) => {
      performed.push(id)
      return { type: 'returned', id }
    },
  })
  return { system, performed }
}

test('behind the fence an actor answers, and does nothing that it owes, also in the next host', async t => {
  const { system, performed } = await fencedSystem(t)
  await system.ask(a, { type: 'call', id: 'pay' }, { isFresh: true })
  await system.ask(a, { type: 'set-alarm', at: system.clock.now() + 1_000 })
  await system.pass(20_000)
  t.strictSame((await system.ask(a, { type: 'view' })).owed, ['pay'])
  t.equal((await system.ask(a, { type: 'view' })).rings, 0)
  await system.kill(0)
  await system.rise()
  await system.pass(20_000)
  t.strictSame((await system.ask(a, { type: 'view' })).owed, ['pay'])
  t.strictSame(performed, [])
})

test('when the fence falls, what is owed is done, and what is due rings', async t => {
  const { system, performed } = await fencedSystem(t)
  await system.ask(a, { type: 'call', id: 'pay' }, { isFresh: true })
  await system.ask(a, { type: 'set-alarm', at: system.clock.now() + 1_000 })
  await system.pass(2_000)
  system.system.unfence()
  await system.pass(2_000)
  t.strictSame(performed, ['pay'])
  const { owed, rings } = await system.ask(a, { type: 'view' })
  t.strictSame({ owed, rings }, { owed: [], rings: 1 })
})

test('a host that rises after the fence has fallen stands outside of it', async t => {
  const { system, performed } = await fencedSystem(t)
  system.system.unfence()
  await system.kill(0)
  await system.rise()
  await system.ask(a, { type: 'call', id: 'pay' }, { isFresh: true })
  await turns()
  t.strictSame(performed, ['pay'])
})

test('who waits for the end of an actor is told when the waits end, and nobody else', async t => {
  const system = await TestSystem.start(t, { slots: 1 })
  const waiting = system.ask(a, { type: 'add', id: '1' }, { isFresh: true, until: 'done' })
  await turns()
  const release = system.journals[0]!.hold()
  const asked = system.ask(a, { type: 'add', id: '2' })
  await turns()
  system.system.endWaits()
  await t.rejects(waiting, { code: 'unavailable' })
  release()
  t.strictSame((await asked).added, ['1', '2'])
})
