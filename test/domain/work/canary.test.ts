import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { isFailing, takesCanary } from '../../../domain/work/versions/canary.ts'

const figures = (completed: number, failed: number) => ({
  ...{ version: 1, executions: completed + failed, completed, failed, running: 0 },
  ...{ successRate: null, avgDurationMs: null },
})

test('an execution is of the canary or not, whenever it is asked; about so many are', async t => {
  const ids = Array.from({ length: 4_000 }, () => newId('execution'))
  for (const percent of [1, 10, 50, 99]) {
    const taken = ids.filter(id => takesCanary(id, percent))
    t.strictSame(
      taken,
      ids.filter(id => takesCanary(id, percent)),
    )
    t.ok(Math.abs(taken.length / ids.length - percent / 100) < 0.05, `${taken.length} of ${ids.length}`)
  }
  const few = new Set(ids.filter(id => takesCanary(id, 10)))
  const many = new Set(ids.filter(id => takesCanary(id, 30)))
  t.ok(
    [...few].every(id => many.has(id)),
    'a larger share holds the smaller one',
  )
})

test('a canary fails by more than 10 points, and after 20 executions', async t => {
  t.notOk(isFailing(figures(0, 19), figures(100, 0)))
  t.ok(isFailing(figures(0, 20), figures(100, 0)))
  t.notOk(isFailing(figures(18, 2), figures(100, 0)), 'exactly 10 points')
  t.ok(isFailing(figures(17, 3), figures(100, 0)))
  t.notOk(isFailing(figures(17, 3), figures(90, 10)))
  t.ok(isFailing(figures(17, 3), figures(0, 0)), 'no execution is no failure')
  t.notOk(isFailing(figures(20, 0), figures(0, 100)))
})
