// Actors with a lot in memory: who goes on, and who waits until others have left.
import { type Test, test } from 'tap'
import { bounds } from '../../../runtime/config.ts'
import { type CounterMessage, TestHost, turns } from '../../support/actors/host.ts'

const changed = bounds as { -readonly [name in keyof typeof bounds]: unknown }
const large = 1_000

/** A host that holds two large actors of a tenant. Counters belong to the first letter of an id. */
function crowded(t: Test) {
  const { largeActorBytes, largeBytesEach, mostLargeBytesEach, eventsPerTurn } = bounds
  Object.assign(changed, { largeActorBytes: large, largeBytesEach: 3 * large })
  Object.assign(changed, { mostLargeBytesEach: 4 * large, eventsPerTurn: 1 })
  t.teardown(() =>
    Object.assign(changed, { largeActorBytes, largeBytesEach, mostLargeBytesEach, eventsPerTurn }),
  )
  const host = new TestHost({
    tenantOf: message => ('id' in message ? message.id.slice(0, 1) : null),
  })
  return {
    host,
    add: (address: string, id: string, fresh = true) => host.ask(address, { type: 'add', id }, { fresh }),
    /** Leaves something that the actor would go on with by itself, and asks for nothing. */
    burst: (address: string) => host.host.receive(address, { message: burst, ask: null }),
    ticks: (address: string) => (host.journal.entries.get(address) ?? []).length,
  }
}

const burst: CounterMessage = { type: 'burst', events: 10 }
const filling = (tenant: string) => tenant.padEnd(large, '.')

/** A large actor that stays in memory. */
async function fill({ host, add }: ReturnType<typeof crowded>, address: string): Promise<void> {
  const id = address.charAt(4)
  await host.ask(address, { type: 'call', id }, { fresh: true })
  await add(address, filling(id), false)
}

test('large actors of a tenant go on as far as they fit, in the order in which they became large', async t => {
  const world = crowded(t)
  for (const address of ['cnt_a1', 'cnt_a2', 'cnt_a3']) await fill(world, address)
  const before = world.ticks('cnt_a3')
  for (const address of ['cnt_a1', 'cnt_a2', 'cnt_a3']) world.burst(address)
  await turns(100)
  t.ok(world.ticks('cnt_a1') >= 10, 'the first')
  t.ok(world.ticks('cnt_a2') >= 10, 'the second')
  t.equal(world.ticks('cnt_a3'), before, 'there is no room for the third')
  await world.host.ask('cnt_a1', { type: 'end' })
  await turns(100)
  t.ok(world.ticks('cnt_a3') >= before + 10, 'the first has left')
})

test('small actors and those of other tenants go on', async t => {
  const world = crowded(t)
  for (const address of ['cnt_a1', 'cnt_a2', 'cnt_a3']) await fill(world, address)
  await world.add('cnt_a4', 'a')
  await world.add('cnt_b1', filling('b'))
  for (const address of ['cnt_a4', 'cnt_b1']) world.burst(address)
  await turns(100)
  for (const address of ['cnt_a4', 'cnt_b1']) t.ok(world.ticks(address) >= 10, address)
})

test('an actor that is asked something answers, however much others hold', async t => {
  const world = crowded(t)
  for (const address of ['cnt_a1', 'cnt_a2', 'cnt_a3']) await fill(world, address)
  t.equal((await world.add('cnt_a3', 'a', false)).added.length, 2)
})

test('a tenant with far too much in memory begins nothing new; others do', async t => {
  const world = crowded(t)
  for (const address of ['cnt_a1', 'cnt_a2', 'cnt_a3', 'cnt_a4']) await fill(world, address)
  await t.rejects(world.add('cnt_a5', 'a'), { code: 'overloaded' })
  t.strictSame((await world.add('cnt_b1', 'b')).added, ['b'])
  await world.host.ask('cnt_a1', { type: 'end' })
  await turns()
  t.strictSame((await world.add('cnt_a5', 'a')).added, ['a'])
})

test('a host that stops leaves those alone that wait', async t => {
  const world = crowded(t)
  for (const address of ['cnt_a1', 'cnt_a2', 'cnt_a3']) await fill(world, address)
  world.burst('cnt_a3')
  const before = world.ticks('cnt_a3')
  await world.host.host.stop()
  await turns(50)
  t.equal(world.ticks('cnt_a3'), before)
})
