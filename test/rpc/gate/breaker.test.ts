import fc from 'fast-check'
import { test } from 'tap'
import { Breaker, breakerBounds, type CallOutcome } from '../../../rpc/gate/breaker.ts'

const {
  failures,
  pauseMs: [first, last],
  trialMs,
} = breakerBounds
const opened = () => {
  const breaker = new Breaker()
  for (let n = 0; n < failures; n++) breaker.settle('failed', false, 0)
  return breaker
}

test('so many failures in a row open it, one fewer do not', async t => {
  const breaker = new Breaker()
  for (let n = 1; n < failures; n++) t.equal(breaker.settle('failed', false, 0), null)
  t.match(breaker.admit(0), { passes: true, isTrial: false })
  t.equal(breaker.settle('failed', false, 0), 'open')
  t.match(breaker.admit(0), { passes: false, retryAfterMs: first })
})

test('a call that goes well in between begins the count anew; what tells nothing does not', async t => {
  const breaker = new Breaker()
  for (let n = 1; n < failures; n++) breaker.settle('failed', false, 0)
  breaker.settle('answered', false, 0)
  for (let n = 1; n < failures; n++) t.equal(breaker.settle('failed', false, 0), null)
  breaker.settle('neither', false, 0)
  t.equal(breaker.settle('failed', false, 0), 'open')
})

test('after the pause one call tries, and only one', async t => {
  const breaker = opened()
  t.notOk(breaker.admit(first - 1).passes)
  t.match(breaker.admit(first), { passes: true, isTrial: true })
  t.equal(breaker.state, 'half-open')
  t.notOk(breaker.admit(first).passes)
  t.equal(breaker.settle('answered', true, first), 'closed')
  t.match(breaker.admit(first), { passes: true, isTrial: false })
})

test('a try that fails opens it again, for twice as long, up to a limit', async t => {
  const breaker = opened()
  let now = first
  for (const pause of [2, 4, 8, 16, 32].map(factor => Math.min(last, factor * first))) {
    t.match(breaker.admit(now), { isTrial: true })
    t.equal(breaker.settle('failed', true, now), 'open')
    t.notOk(breaker.admit(now + pause - 1).passes, `${pause}`)
    now += pause
  }
})

test('a try that told nothing lets the next call try', async t => {
  const breaker = opened()
  breaker.admit(first)
  t.equal(breaker.settle('neither', true, first), null)
  t.match(breaker.admit(first), { isTrial: true })
})

test('a try that does not come back keeps nobody from trying for ever', async t => {
  const breaker = opened()
  breaker.admit(first)
  t.notOk(breaker.admit(first + trialMs - 1).passes)
  t.match(breaker.admit(first + trialMs), { isTrial: true })
})

test('late results of calls from before change nothing while it is open', async t => {
  const breaker = opened()
  t.equal(breaker.settle('answered', false, 1), null)
  t.equal(breaker.settle('failed', false, 1), null)
  t.notOk(breaker.admit(1).passes)
})

test('what others find out is taken over: down it opens, up the next call decides', async t => {
  const breaker = new Breaker()
  breaker.trip(0)
  t.notOk(breaker.admit(0).passes)
  breaker.allowTrial()
  t.match(breaker.admit(0), { isTrial: true })
  const doubtful = new Breaker()
  doubtful.doubt()
  t.match(doubtful.admit(0), { isTrial: true })
})

test('whatever happens, somebody may try within the longest pause, and never two at once', async () => {
  const outcome = fc.constantFrom<CallOutcome>('answered', 'failed', 'neither')
  const step = fc.record({
    waitMs: fc.nat(80_000),
    outcome,
    hint: fc.constantFrom('trip', 'allowTrial', null),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const breaker = new Breaker()
      let now = 0
      for (const { waitMs, outcome, hint } of steps) {
        now += waitMs
        if (hint !== null) breaker[hint](now)
        const admission = breaker.admit(now)
        if (!admission.passes) {
          if (!breaker.admit(now + last + trialMs).passes) return false
          breaker.settle('neither', true, now)
          continue
        }
        if (admission.isTrial && breaker.admit(now).passes) return false
        breaker.settle(outcome, admission.isTrial, now)
        if (outcome === 'answered' && breaker.state !== 'closed' && admission.isTrial) return false
      }
      return true
    }),
  )
})
