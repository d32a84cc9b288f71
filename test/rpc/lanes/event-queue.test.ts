import { test } from 'tap'
import { EventQueue } from '../../../rpc/lanes/event-queue.ts'

function given() {
  const ends: boolean[] = []
  const queue = new EventQueue(isComplete => ends.push(isComplete))
  return { queue, ends }
}

const dataOf = (events: readonly { data: string }[]) => events.map(({ data }) => data)

test('messages are read in order and once, the last one ends the stream', async t => {
  const { queue } = given()
  queue.push('a')
  queue.push('b')
  const feed = queue.open(0, () => {})
  t.strictSame(dataOf(await feed.pull(1)), ['a'])
  t.strictSame(dataOf(await feed.pull(9)), ['b'])
  t.strictSame(await feed.pull(9), [])
  queue.finish('c')
  t.match(await feed.pull(9), [{ data: 'c', isLast: true }])
  queue.push('d')
  t.strictSame(await feed.pull(9), [], 'nothing follows the last one')
})

test('a reader that had to wait gets what was pulled and not written', async t => {
  const { queue } = given()
  for (const data of ['a', 'b', 'c']) queue.push(data)
  const [first] = await queue.open(0, () => {}).pull(3)
  t.strictSame(dataOf(await queue.open(first!.id, () => {}).pull(9)), ['b', 'c'])
})

test('a reader is woken by what comes after it pulled', async t => {
  const { queue } = given()
  let woken = 0
  const feed = queue.open(0, () => woken++)
  queue.push('a')
  t.equal(woken, 1)
  feed.close()
  queue.push('b')
  t.equal(woken, 1, 'not after it closed')
})

test('it knows whether its reader left before the last message', async t => {
  const early = given()
  early.queue.push('a')
  early.queue.over()
  early.queue.over()
  t.strictSame(early.ends, [false])
  const late = given()
  late.queue.finish('a')
  late.queue.over()
  t.strictSame(late.ends, [true])
})

test('past the bound notifications are dropped, the response is not', async t => {
  const { queue } = given()
  for (let n = 0; n < 1_005; n++) queue.push(String(n))
  queue.finish('response')
  const events = await queue.open(0, () => {}).pull(2_000)
  t.equal(events.length, 1_001)
  t.equal(events.at(-1)!.data, 'response')
  const wide = given().queue
  wide.push('x'.repeat(1_048_576))
  wide.push('y')
  t.equal((await wide.open(0, () => {}).pull(9)).length, 1)
})
