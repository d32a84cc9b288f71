import { test } from 'tap'
import { type BulkParts, bulkKind } from '../../../actors/bulk/effects.ts'
import type { BulkEffect, BulkStart, Message } from '../../../actors/bulk/protocol.ts'
import { Failure, notFound } from '../../../domain/failure.ts'
import { newId } from '../../../domain/ids.ts'
import type { Outside } from '../../../runtime/actor.ts'
import { startOf } from '../../support/execution.ts'

const organizationId = newId('organization')
const address = newId('bulk')
const ids = Array.from({ length: 20 }, () => newId('execution'))
const startFor = (action: BulkStart['action']): BulkStart => ({
  ...{ organizationId, action, filter: {}, startedBy: null },
})
const page = (action: BulkStart['action']): BulkEffect => ({
  ...{ type: 'page', id: 'page 0', page: 0, cursor: null, start: startFor(action) },
})

type Ask = (address: string, message: { type: string }) => Promise<string>

function perform(effect: BulkEffect, ask: Ask, parts: Partial<BulkParts> = {}, signal?: AbortSignal) {
  const all: BulkParts = {
    search: { moment: async () => null, hasReached: async () => true },
    count: async () => 20,
    find: async () => ({ ids, next: 'more' }),
    retry: async () => startOf(),
    ...parts,
  }
  const outside: Outside = {
    signal: signal ?? new AbortController().signal,
    ask: (to, message) => ask(to, message as { type: string }),
    pause: async () => {},
  }
  return bulkKind(all).perform(address, effect, outside) as Promise<Message | null>
}

test('executions of a page are spoken to eight at once', async t => {
  let [underWay, most, asked] = [0, 0, 0]
  const result = await perform(page('cancel'), async () => {
    asked++
    most = Math.max(most, ++underWay)
    await new Promise(resolve => setImmediate(resolve))
    underWay--
    return '{}'
  })
  t.equal(most, 8)
  t.equal(asked, 20)
  t.match(result, { type: 'page-done', page: 0, done: 20, failed: 0, failures: [], next: 'more' })
})

test('one that cannot be done is told with its reason, and the others are done', async t => {
  const result = await perform(page('cancel'), async to => {
    if (to === ids[3]) throw new Failure('execution-ended', 'it has completed')
    return '{}'
  })
  t.match(result, { done: 19, failed: 1, failures: [{ executionId: ids[3], error: 'it has completed' }] })
})

test('a retry has the same address at every attempt', async t => {
  const started: string[][] = []
  for (let attempt = 0; attempt < 2; attempt++) {
    const asked: string[] = []
    await perform(page('retry'), async (to, { type }) => {
      t.equal(type, 'start')
      asked.push(to)
      return '{}'
    })
    started.push(asked.toSorted())
  }
  t.strictSame(started[0], started[1])
  t.equal(new Set(started[0]).size, 20)
})

test('an execution that goes on is continued in its place', async t => {
  const asked: string[] = []
  await perform(
    page('retry'),
    async (to, { type }) => {
      t.equal(type, 'continue')
      asked.push(to)
      return '{}'
    },
    { retry: async () => 'continue' },
  )
  t.strictSame(asked.toSorted(), ids.toSorted())
})

test('what is away is asked again, what is refused is not', async t => {
  let tries = 0
  const away = async () => {
    if (++tries < 3) throw new Failure('unavailable', 'away')
    return 7
  }
  const count: BulkEffect = { type: 'count', id: 'count', start: startFor('cancel') }
  t.strictSame(await perform(count, async () => '{}', { count: away }), { type: 'counted', total: 7 })
  const refused = async () => {
    throw notFound('organization')
  }
  t.match(await perform(count, async () => '{}', { count: refused }), {
    type: 'broke',
    reason: /organization/,
  })
})

test('nothing is counted before the search knows what there was at the start', async t => {
  const count: BulkEffect = { type: 'count', id: 'count', start: startFor('cancel') }
  const looks: string[] = []
  const search = (needed: number) => ({
    moment: async () => 'start',
    hasReached: async (moment: string) => looks.push(moment) > needed,
  })
  const counted = async () => looks.length
  const result = await perform(count, async () => '{}', { search: search(3), count: counted })
  t.strictSame(result, { type: 'counted', total: 4 })
  t.strictSame(looks, ['start', 'start', 'start', 'start'])
  const late = await perform(count, async () => '{}', { search: search(Number.POSITIVE_INFINITY) })
  t.match(late, { type: 'broke', reason: /an hour behind/ })
})

test('nobody is spoken to any more when the page is no longer owed', async t => {
  const controller = new AbortController()
  let asked = 0
  await perform(
    page('cancel'),
    async () => {
      if (++asked === 8) controller.abort()
      return '{}'
    },
    {},
    controller.signal,
  )
  t.equal(asked, 8)
})
