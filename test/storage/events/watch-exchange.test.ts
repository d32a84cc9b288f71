// Nodes that tell each other which organizations are watched, on a clock that tests move.
import { type Test, test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Change } from '../../../domain/news/change.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { Changes } from '../../../storage/events/changes.ts'
import { WatchExchange } from '../../../storage/events/watch-exchange.ts'

/** Two nodes; what one says the other hears, while they are in reach of each other. */
function twoNodes(t: Test) {
  const clock = new SimulatedClock()
  const reach = { isCut: false }
  const nodes = ['a', 'b'].map(node => {
    const changes = new Changes()
    const exchange: WatchExchange = new WatchExchange({
      ...{ node, changes, clock },
      send: notice => {
        const other = nodes.find(each => each.node !== node)
        if (!reach.isCut) other?.exchange.receive(JSON.parse(JSON.stringify(notice)))
      },
    })
    return { node, changes, exchange }
  })
  for (const { exchange } of nodes) exchange.start()
  t.teardown(() => {
    for (const { exchange } of nodes) exchange.stop()
  })
  const [a, b] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
  return { clock, reach, a, b }
}

test('what is watched at one node is reported by the hosts of the other, as long as somebody watches', async t => {
  const { a, b } = twoNodes(t)
  const id = newId('organization')
  const leave = [a.changes.watch(id, () => {}), a.changes.watch(id, () => {})]
  t.ok(b.changes.watched.has(id))
  leave[0]!()
  t.ok(b.changes.watched.has(id), 'one still watches')
  leave[1]!()
  t.notOk(b.changes.watched.has(id))
  t.ok(b.changes.watched.isEmpty)
})

test('whoever begins to watch is told a moment later that something may have been missed', async t => {
  const { clock, a } = twoNodes(t)
  const heard: Change[] = []
  a.changes.watch(newId('organization'), change => heard.push(change))
  t.strictSame(heard, [])
  clock.advance(300)
  t.strictSame(heard, [{ type: 'missed' }])
})

test('a notice that was lost is said again, and a node that is gone is forgotten', async t => {
  const { clock, reach, a, b } = twoNodes(t)
  const id = newId('organization')
  reach.isCut = true
  a.changes.watch(id, () => {})
  t.notOk(b.changes.watched.has(id))
  reach.isCut = false
  clock.advance(2_000)
  t.ok(b.changes.watched.has(id))
  reach.isCut = true
  clock.advance(14_000)
  t.notOk(b.changes.watched.has(id))
})
