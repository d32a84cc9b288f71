import { test } from 'tap'
import { createFixtureSurface } from '../../../../rpc/conformance/fixture-surface.ts'
import { createModernLane } from '../../../../rpc/lanes/modern/modern-lane.ts'
import { createRequestStates } from '../../../../rpc/lanes/modern/request-state.ts'
import type { SurfaceChange } from '../../../../rpc/surface/surface.ts'
import { laneRequest, modern, StreamReader, wholeOf } from '../../../support/lanes.ts'

const subscription = 'io.modelcontextprotocol/subscriptionId'

function given() {
  const listeners = new Set<(change: SurfaceChange) => void>()
  const surface = {
    ...createFixtureSurface(),
    subscribe(listener: (change: SurfaceChange) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const lane = createModernLane({
    version: '1',
    states: createRequestStates(new Uint8Array(32)),
    report: () => {},
  })
  const listen = async (notifications: unknown, capabilities = {}) => {
    const { headers, body } = modern('subscriptions/listen', { notifications }, capabilities)
    return lane(laneRequest(headers), { ...body, id: 'sub-7' }, surface)
  }
  const tell = (change: SurfaceChange) => {
    for (const listener of listeners) listener(change)
  }
  return { listen, tell, listeners }
}

test('the first message acknowledges what was asked for', async t => {
  const { listen } = given()
  const asked = { toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: ['a:b'] }
  t.strictSame(await new StreamReader(await listen(asked)).next(), {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: {
      notifications: { toolsListChanged: true, resourceSubscriptions: ['a:b'] },
      _meta: { [subscription]: 'sub-7' },
    },
  })
})

test('only what was asked for is told, with the id of the request', async t => {
  const { listen, tell } = given()
  const reader = new StreamReader(await listen({ toolsListChanged: true, resourceSubscriptions: ['a:b'] }))
  await reader.next()
  tell({ type: 'prompts' })
  tell({ type: 'resource', uri: 'c:d' })
  tell({ type: 'tools' })
  t.strictSame(await reader.next(), {
    jsonrpc: '2.0',
    method: 'notifications/tools/list_changed',
    params: { _meta: { [subscription]: 'sub-7' } },
  })
  tell({ type: 'resource', uri: 'a:b' })
  t.match(await reader.next(), { method: 'notifications/resources/updated', params: { uri: 'a:b' } })
})

test('changes that nobody has read yet are told once, a task with its newest state', async t => {
  const { listen, tell } = given()
  const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
  const reader = new StreamReader(await listen({ toolsListChanged: true, taskIds: ['t1'] }, tasks))
  for (let n = 0; n < 1_000; n++) {
    tell({ type: 'tools' })
    tell({ type: 'task', task: { taskId: 't1', status: n < 999 ? 'working' : 'completed' } })
  }
  t.match(await reader.next(), { method: 'notifications/subscriptions/acknowledged' })
  t.match(await reader.next(), { method: 'notifications/tools/list_changed' })
  t.match(await reader.next(), {
    method: 'notifications/tasks',
    params: { taskId: 't1', status: 'completed' },
  })
})

test('what is told again goes to the end, so that a reader that had to wait misses and repeats nothing', async t => {
  const { listen, tell } = given()
  const answer = await listen({ toolsListChanged: true, promptsListChanged: true })
  const reader = new StreamReader(answer)
  await reader.next()
  for (const type of ['tools', 'prompts', 'tools'] as const) tell({ type })
  t.match(await reader.next(), { method: 'notifications/prompts/list_changed' })
  const again = new StreamReader(answer, reader.ids.at(-1))
  t.match(await again.next(), { method: 'notifications/tools/list_changed' })
  t.ok(again.ids[0]! > reader.ids.at(-1)!)
})

test('a stream that ends listens no more, and says so when the server ends it', async t => {
  const { listen, listeners } = given()
  const answer = await listen({ toolsListChanged: true })
  t.equal(listeners.size, 1)
  if (answer.type !== 'stream') throw new Error('no stream')
  t.match(JSON.parse(answer.source.farewell!()!), {
    id: 'sub-7',
    result: { resultType: 'complete', _meta: { [subscription]: 'sub-7' } },
  })
  answer.source.over!()
  t.equal(listeners.size, 0)
})

test('a filter that does not fit is refused', async t => {
  const { listen, listeners } = given()
  const many = Array.from({ length: 101 }, (_, n) => `a:${n}`)
  for (const filter of [
    undefined,
    [],
    { toolsListChanged: 1 },
    { resourceSubscriptions: 'a:b' },
    { resourceSubscriptions: many },
  ]) {
    t.match(wholeOf(await listen(filter)), { status: 200, body: { id: 'sub-7', error: { code: -32602 } } })
  }
  t.match(wholeOf(await listen({ taskIds: ['t1'] })), { status: 400, body: { error: { code: -32021 } } })
  t.equal(listeners.size, 0)
})
