import { test } from 'tap'
import { FairQueue } from '../../../runtime/host/fair-queue.ts'

const all = (queue: FairQueue<string>) => {
  const taken: string[] = []
  while (!queue.isEmpty) taken.push(queue.next()!)
  return taken
}

test('owners take turns, each with the oldest of its own', async t => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'a4', 'c1', 'b2']) queue.add(item[0]!, item)
  t.strictSame(all(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  t.equal(queue.next(), undefined)
})

test('who comes later waits for one item of each other, and who comes again for all others', async t => {
  const queue = new FairQueue<string>()
  for (let n = 1; n <= 500; n++) queue.add('a', `a${n}`)
  t.equal(queue.next(), 'a1')
  queue.add('b', 'b1')
  t.strictSame([queue.next(), queue.next()], ['a2', 'b1'])
  queue.add('b', 'b2')
  queue.add('c', 'c1')
  t.strictSame([queue.next(), queue.next(), queue.next(), queue.next()], ['a3', 'b2', 'c1', 'a4'])
})

test('whatever comes and goes in between, everything is taken once', async t => {
  const queue = new FairQueue<string>()
  const [added, taken]: [string[], string[]] = [[], []]
  for (let n = 0; n < 1_000; n++) {
    const owner = String((n * 7) % 13)
    added.push(`${n}`)
    queue.add(owner, `${n}`)
    if (n % 3 > 0) taken.push(queue.next()!)
  }
  taken.push(...all(queue))
  t.strictSame(taken.toSorted(), added.toSorted())
})
