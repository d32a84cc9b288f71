import { test } from 'tap'
import type { LaneAnswer } from '../../../rpc/lanes/lane-answer.ts'
import { createLanes } from '../../../rpc/lanes/lanes.ts'
import { streamLimit } from '../../../rpc/lanes/stream-places.ts'
import type { Surface } from '../../../rpc/surface/surface.ts'
import { laneRequest, modern } from '../../support/lanes.ts'
import { MemoryRpcSessions } from '../../support/rpc-sessions.ts'

/** How many listen to the surface. */
let listeners = 0
const surface = {
  subscribe() {
    listeners++
    return () => void listeners--
  },
} as unknown as Surface

const lanes = createLanes({
  version: '1',
  secret: new Uint8Array(32),
  parse: JSON.parse,
  report: error => {
    throw error
  },
  rows: new MemoryRpcSessions(),
})

test('a credential has a bounded number of streams open, and another has its own', async t => {
  const streams: LaneAnswer[] = []
  for (let n = 0; n < streamLimit; n++) streams.push(await listen('org_1 key_1'))
  await t.rejects(listen('org_1 key_1'), { code: 'rate-limited', message: /100 streams.*close one/ })
  t.equal(listeners, streamLimit, 'the one that was refused does not listen')
  end(await listen('org_1 key_2'))

  end(streams[0]!)
  end(await listen('org_1 key_1'))
  for (const stream of streams.slice(1)) end(stream)
  t.equal(listeners, 0)
})

test('a place is held by the stream of GET too', async t => {
  const { body, headers } = initialize
  const begun = await lanes.post(laneRequest(headers), JSON.stringify(body), surface)
  const id = begun.type === 'whole' ? begun.headers!['Mcp-Session-Id']! : ''
  const asked = laneRequest({ accept: 'text/event-stream', 'mcp-session-id': id })
  const read = () => lanes.get(asked, () => surface)
  const streams = await Promise.all(Array.from({ length: streamLimit }, read))
  await t.rejects(read(), { code: 'rate-limited' })
  for (const stream of streams) end(stream)
  end(await read())
  await lanes.close()
})

const initialize = {
  headers: { accept: 'application/json, text/event-stream' },
  body: {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  },
}

async function listen(principal: string): Promise<LaneAnswer> {
  const { headers, body } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } })
  return lanes.post(laneRequest(headers, principal), JSON.stringify(body), surface)
}

/** The client leaves. */
function end(answer: LaneAnswer): void {
  if (answer.type !== 'stream') throw new TypeError('not a stream')
  answer.source.over?.()
}
