import fc from 'fast-check'
import { test } from 'tap'
import { FairLine, type LineBounds } from '../../../runtime/process/fair-line.ts'

const bounds: LineBounds = { threads: 1, pieces: 100, piecesEach: 50 }

/** A line whose clock stands still, with pieces that are named after their owner: `a1`. */
function lineOf(changes: Partial<LineBounds> = {}, pieces: readonly string[] = []) {
  const line = new FairLine<string>({ ...bounds, ...changes })
  const join = (piece: string, now = 0) => line.join(piece[0]!, piece, now)
  for (const piece of pieces) join(piece)
  return {
    line,
    join,
    next: (now = 0) => line.next(now)?.piece ?? null,
    done: (piece: string, usedMs = 0, now = 0) => line.done(piece[0]!, usedMs, now),
  }
}

/** The order of all turns, when each piece takes the same time. */
function order(pieces: readonly string[], usedMs: (piece: string) => number): string[] {
  const { next, done } = lineOf({}, pieces)
  const turns: string[] = []
  for (let piece = next(); piece !== null; piece = next()) {
    turns.push(piece)
    done(piece, usedMs(piece))
  }
  return turns
}

test('owners take turns, and each has its own work done in order', async t => {
  const turns = order(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'], () => 10)
  t.strictSame(turns, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('who has used much time waits for those who have used little', async t => {
  const turns = order(['a1', 'a2', 'b1', 'b2', 'b3', 'b4'], piece => (piece[0] === 'a' ? 1_000 : 10))
  t.strictSame(turns, ['a1', 'b1', 'b2', 'b3', 'b4', 'a2'])
})

test('the last free thread is for an owner that holds none', async t => {
  const { join, next, done } = lineOf({ threads: 3 }, ['a1', 'a2', 'a3'])
  t.strictSame([next(), next(), next()], ['a1', 'a2', null])
  join('b1')
  t.strictSame([next(), next()], ['b1', null])
  done('a1')
  t.equal(next(), null, 'it is again the last one')
  done('b1')
  t.equal(next(), 'a3')
})

test('the last free thread is not for owners whose work took long, until they have waited', async t => {
  const { join, next, done } = lineOf({ threads: 2 }, ['a1', 'b1'])
  t.strictSame([next(), next()], ['a1', 'b1'])
  done('a1', 10_000)
  done('b1', 10_000)
  for (const piece of ['a2', 'b2', 'c1']) join(piece)
  t.strictSame([next(), next()], ['c1', null])
  done('c1', 5)
  t.strictSame([next(), next()], ['a2', null])
  t.equal(next(89_000), null)
  t.equal(next(90_001), 'b2', 'a tenth of the time is forgiven')
})

test('only the owner with too many pieces is refused', async t => {
  const { join } = lineOf({ pieces: 6, piecesEach: 3 }, ['a1', 'a2', 'a3'])
  t.equal(join('a4'), 'a4')
  for (const piece of ['b1', 'b2', 'c1']) t.equal(join(piece), null)
  t.equal(join('d1'), 'a3', 'all are too many: the longest line gives its last')
  t.equal(join('d2'), 'a2')
  t.equal(join('d3'), 'd3', 'no line is longer than its own would be')
})

test('whoever leaves takes no turn', async t => {
  const { line, next } = lineOf({}, ['a1', 'a2'])
  t.equal(line.leave('a', 'a1'), true)
  t.equal(line.leave('a', 'a1'), false)
  t.equal(line.leave('b', 'b1'), false)
  t.strictSame([next(), line.leave('a', 'a2')], ['a2', false])
})

test('owners are forgotten once the time that they used is', async t => {
  const { line, join, next, done } = lineOf({}, ['a1'])
  next()
  done('a1', 100)
  join('b1', 999)
  t.equal(line.owners, 2)
  join('c1', 1_001)
  t.equal(line.owners, 2, 'a is gone')
})

test('whatever comes and goes: bounds hold, nothing is lost, and a free thread waits for light owners only', async t => {
  const action = fc.oneof(
    fc.record({ type: fc.constant('join' as const), owner: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({ type: fc.constant('done' as const), usedMs: fc.nat(5_000) }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(action, { maxLength: 80 }), (threads, actions) => {
      const line = new FairLine<string>({ threads, pieces: 8, piecesEach: 4 })
      const running: { owner: string; piece: string }[] = []
      const waiting = new Set<string>()
      actions.forEach((each, index) => {
        if (each.type === 'join') {
          const piece = `${each.owner}${index}`
          waiting.add(piece)
          const dropped = line.join(each.owner, piece, 0)
          if (dropped !== null) waiting.delete(dropped)
        } else {
          const turn = running.shift()
          if (turn) line.done(turn.owner, each.usedMs, 0)
        }
        for (let turn = line.next(0); turn !== null; turn = line.next(0)) {
          if (!waiting.delete(turn.piece)) throw new Error(`${turn.piece} did not wait`)
          running.push(turn)
        }
        if (running.length > threads || running.length + waiting.size > 8) throw new Error('over a bound')
        if (waiting.size > 0 && running.length < Math.max(1, threads - 1)) throw new Error('a thread is idle')
      })
    }),
  )
  t.pass()
})
