import { hash } from 'node:crypto'
import { test } from 'tap'
import { createFixtureSurface } from '../../../../rpc/conformance/fixture-surface.ts'
import { noNodes } from '../../../../rpc/lanes/legacy/passing.ts'
import { Sessions } from '../../../../rpc/lanes/legacy/sessions.ts'
import { MemoryRpcSessions } from '../../../support/rpc-sessions.ts'

const surface = createFixtureSurface()

function given() {
  let now = 0
  const rows = new MemoryRpcSessions()
  const sessions = new Sessions({
    ...{ version: '1', report: () => {}, rows, nodes: noNodes },
    limits: { total: 3, perOrganization: 2, idleMs: 1_000 },
    now: () => now,
  })
  const begin = (organizationId: string) =>
    sessions.begin({ organizationId, principal: `${organizationId} key`, surface })
  return { sessions, rows, begin, wait: (ms: number) => (now += ms) }
}

test('a new session takes the place of the one that has been idle longest', async t => {
  const { sessions, begin, wait } = given()
  const first = await begin('a')
  wait(1)
  const second = await begin('a')
  wait(1)
  sessions.find(first.id, first.principal)
  wait(1)
  const third = await begin('a')
  t.equal(sessions.find(second.id, second.principal), null)
  t.equal(sessions.find(first.id, first.principal), first)
  t.equal(sessions.find(third.id, third.principal), third)
  await sessions.close()
})

test('organizations do not take places from one another before all are taken', async t => {
  const { sessions, begin, wait } = given()
  const first = await begin('a')
  wait(1)
  await begin('b')
  wait(1)
  await begin('b')
  t.equal(sessions.size, 3)
  wait(1)
  await begin('c')
  t.equal(sessions.size, 3)
  t.equal(sessions.find(first.id, first.principal), null)
  await sessions.close()
})

test('a session at work keeps its place', async t => {
  const { sessions, begin } = given()
  for (const session of [await begin('a'), await begin('a')]) session.transport.standalone.open(0, () => {})
  await t.rejects(begin('a'), { code: 'overloaded', message: /2 sessions/ })
  t.equal(sessions.size, 2)
  await sessions.close()
})

test('an idle session ends after its time, one that is read does not', async t => {
  const { sessions, begin, wait } = given()
  const idle = await begin('a')
  const read = await begin('b')
  const feed = read.transport.standalone.open(0, () => {})
  wait(1_001)
  await sessions.sweep()
  t.equal(sessions.find(idle.id, idle.principal), null)
  t.equal(sessions.size, 1)
  feed.close()
  await sessions.sweep()
  t.equal(sessions.size, 1, 'its time begins when the reader leaves')
  wait(1_001)
  await sessions.sweep()
  t.equal(sessions.size, 0)
})

test('ids are never the same', async t => {
  const { sessions, begin } = given()
  const ids = new Set([(await begin('a')).id, (await begin('b')).id, (await begin('b')).id])
  t.equal(ids.size, 3)
  await sessions.close()
})

test('sessions that begin at once do not get past the bound', async t => {
  const { sessions, begin } = given()
  await Promise.all(Array.from({ length: 20 }, (_, n) => begin(`org${n}`)))
  t.equal(sessions.size, 3)
  await sessions.close()
})

test('a session that others have taken over is forgotten, and takes nothing from them', async t => {
  const { sessions, rows, begin } = given()
  const lost = await begin('a')
  await sessions.keep(lost, {})
  const kept = await begin('b')
  await sessions.keep(kept, {})
  const key = hash('sha256', lost.id)
  await rows.claim({ key, life: 0 }, 'a', 0)
  await sessions.sweep()
  t.equal(sessions.find(lost.id, lost.principal), null)
  t.equal(sessions.find(kept.id, kept.principal), kept)
  await sessions.end(lost)
  t.match(await rows.find(key, 'a', 0), { life: 1 })
  await sessions.close()
})

test('what a sweep could not write it writes the next time', async t => {
  const { sessions, rows, begin } = given()
  const session = await begin('a')
  await sessions.keep(session, {})
  const before = Date.now()
  rows.isAway = true
  await t.rejects(sessions.sweep(), { code: 'unavailable' })
  rows.isAway = false
  while (Date.now() === before) await new Promise(setImmediate)
  await sessions.sweep()
  t.not(await rows.find(hash('sha256', session.id), 'a', before + 1), null)
  await sessions.close()
})
