// Sessions on several nodes: lanes that share the rows, and pass requests on to each other as nodes do.
import { test } from 'tap'
import { Failure } from '../../../../domain/failure.ts'
import { createFixtureSurface } from '../../../../rpc/conformance/fixture-surface.ts'
import { createLanes, type Lanes } from '../../../../rpc/lanes/lanes.ts'
import type { LaneMessage, SessionNodes } from '../../../../rpc/lanes/legacy/passing.ts'
import type { Surface, SurfaceChange, SurfaceContext } from '../../../../rpc/surface/surface.ts'
import { bothTypes, laneRequest, StreamReader, wholeOf } from '../../../support/lanes.ts'
import { MemoryRpcSessions } from '../../../support/rpc-sessions.ts'

type Headers = Record<string, string>
type Call = (context: SurfaceContext) => ReturnType<Surface['tools']['call']>

const handshake = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-06-18', capabilities: { elicitation: {} } },
    clientInfo: { name: 'test', version: '1' },
  },
}
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const lists = [1, 2, 3, 4].map(id => ({ ...list, id }))
const callTool = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'test' } })
const done = (text: string) => ({ type: 'complete', result: { content: [{ type: 'text', text }] } }) as const

/** Nodes by number. Node 0 stands for a server that is alone. */
function given(call: Call = async () => done('called'), numbers = [1, 2, 3]) {
  const rows = new MemoryRpcSessions()
  const { members } = rows
  const cut = new Set<number>()
  /** Members that nobody has read of yet. */
  const unread = new Set<number>()
  const asked: LaneMessage[] = []
  const listeners = new Map<number, Set<(change: SurfaceChange) => void>>()
  const nodes = new Map<number, Lanes>()
  const dead: Lanes[] = []

  const surfaceAt = (number: number): Surface => {
    const fixtures = createFixtureSurface()
    return {
      ...fixtures,
      tools: { ...fixtures.tools, call: (_name, _args, context) => call(context) },
      subscribe(listener) {
        const all = listeners.get(number) ?? new Set()
        listeners.set(number, all.add(listener))
        return () => all.delete(listener)
      },
    }
  }
  const start = (number: number, own: () => number | null = () => number): Lanes => {
    members.add(number)
    const seen: SessionNodes = {
      get own() {
        return own()
      },
      isMember: node => members.has(node) && !unread.has(node),
      isLinked: node => !cut.has(node),
      async ask(node, message) {
        asked.push(message)
        const other = nodes.get(node)
        if (other === undefined || cut.has(node)) throw new Failure('unavailable', 'no answer in time')
        const reply = await other.serve(JSON.parse(JSON.stringify(message)), origin => ({
          request: laneRequest(origin['headers'] as Headers, origin['principal'] as string),
          surface: surfaceAt(node),
        }))
        if (cut.has(node)) throw new Failure('unavailable', 'no answer in time')
        return reply
      },
    }
    const lanes = createLanes({
      ...{ version: '1', secret: new Uint8Array(32), parse: JSON.parse, rows, nodes: seen },
      report: error => console.error(error),
    })
    nodes.set(number, lanes)
    return lanes
  }
  for (const number of numbers) start(number)

  const at = (number: number, headers: Headers = {}, principal?: string) => {
    const lanes = nodes.get(number)!
    const request = (more: Headers = {}) => laneRequest({ accept: bothTypes, ...headers, ...more }, principal)
    const surface = surfaceAt(number)
    return {
      post: async (body: object, more?: Headers) => lanes.post(request(more), JSON.stringify(body), surface),
      get: (more?: Headers) => lanes.get(request(more), () => surface),
      delete: () => lanes.delete(request(), () => surface),
    }
  }
  return {
    ...{ rows, members, cut, unread, asked, nodes, at, start },
    /** The clients of a session that has begun at a node, at each node. */
    async open(number: number) {
      const answer = await at(number).post(handshake)
      const id = (answer.type === 'whole' && answer.headers!['Mcp-Session-Id']) as string
      const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' }
      await at(number, headers).post({ jsonrpc: '2.0', method: 'notifications/initialized' })
      return (node: number, principal?: string) => at(node, headers, principal)
    },
    tell(number: number, change: SurfaceChange) {
      for (const listener of listeners.get(number) ?? []) listener(change)
    },
    die(number: number) {
      members.delete(number)
      dead.push(nodes.get(number)!)
      nodes.delete(number)
    },
    close: () => Promise.all([...nodes.values(), ...dead].map(lanes => lanes.close())),
  }
}

test('a request is answered at any node, by the one that has the session', async t => {
  const { open, asked, rows, close } = given()
  const session = await open(1)
  for (const node of [1, 2, 3]) t.equal(wholeOf(await session(node).post(list)).status, 200)
  t.equal(asked.length, 2, 'both others have passed it on')
  const called = new StreamReader(await session(2).post(callTool(2)))
  t.match(await called.rest(), [{ id: 2, result: { content: [{ text: 'called' }] } }])
  t.equal(wholeOf(await session(3).delete()).status, 200)
  t.equal(rows.size, 0)
  for (const node of [1, 2, 3]) t.equal(wholeOf(await session(node).post(list)).status, 404)
  await close()
})

test('the session of a node that has just joined is not taken over', async t => {
  const { open, unread, asked, close } = given()
  const session = await open(1)
  unread.add(1)
  t.equal(wholeOf(await session(2).post(list)).status, 200)
  t.equal(asked.length, 1)
  await close()
})

test('of somebody else it does not exist at any node', async t => {
  const { open, asked, close } = given()
  const session = await open(1)
  for (const principal of ['org_1 key_2', 'org_2 key_1'])
    for (const node of [1, 2]) {
      const stranger = session(node, principal)
      t.match(wholeOf(await stranger.post(list)), { status: 404, body: { error: { code: -32001 } } })
      t.equal(wholeOf(await stranger.get()).status, 404)
      t.equal(wholeOf(await stranger.delete()).status, 404)
    }
  t.equal(asked.length, 0)
  await close()
})

test('a question is asked at one node, and answered at another', async t => {
  const { open, close } = given(async ({ ask }) => {
    const answer = await ask!('elicitation/create', { message: 'Sure?' })
    return done(JSON.stringify(answer))
  })
  const session = await open(1)
  const call = new StreamReader(await session(2).post(callTool(5)))
  const question = await call.next()
  t.match(question, { method: 'elicitation/create' })
  const answer = { jsonrpc: '2.0', id: question.id, result: { action: 'accept', content: {} } }
  t.equal(wholeOf(await session(3).post(answer)).status, 202)
  t.match(await call.rest(), [{ id: 5, result: { content: [{ text: /accept/ }] } }])
  await close()
})

test('a call that comes in at one node is cancelled at another', async t => {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const { open, close } = given(async ({ signal }) => {
    await new Promise<void>(ended => signal.addEventListener('abort', () => ended()))
    resolve()
    throw new Error('cancelled')
  })
  const session = await open(1)
  const call = new StreamReader(await session(2).post(callTool(5)))
  await session(3).post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } })
  await aborted
  t.strictSame(await call.rest(), [null])
  await close()
})

test('a stream that breaks is resumed at another node', async t => {
  let progress: SurfaceContext['progress'] = null
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const { open, close } = given(async context => {
    progress = context.progress
    await finished
    return done('late')
  })
  const session = await open(1)
  const { params, ...rest } = callTool(5)
  const asked = { ...rest, params: { ...params, _meta: { progressToken: 'p' } } }
  const call = new StreamReader(await session(2).post(asked))
  while (progress === null) await new Promise(setImmediate)
  const report = progress as NonNullable<SurfaceContext['progress']>
  report(1, 3, 'first')
  t.match(await call.next(), { params: { message: 'first' } })
  call.close()
  report(2, 3, 'second')
  finish()
  const resumed = new StreamReader(await session(3).get({ 'last-event-id': String(call.ids.at(-1)) }))
  t.match(await resumed.rest(), [{ params: { message: 'second' } }, { id: 5, result: {} }])
  await close()
})

test('changes reach the standalone stream at whichever node it is read', async t => {
  const { open, tell, close } = given()
  const session = await open(1)
  const stream = new StreamReader(await session(2).get())
  tell(1, { type: 'tools' })
  t.match(await stream.next(), { method: 'notifications/tools/list_changed' })
  stream.close()
  await close()
})

test('when its node dies a session goes on at another, as the client has left it', async t => {
  const { open, die, tell, rows, close } = given()
  const session = await open(1)
  await session(2).post({ ...list, method: 'logging/setLevel', params: { level: 'error' } })
  await session(1).post({
    ...list,
    method: 'resources/subscribe',
    params: { uri: 'test://watched-resource' },
  })
  const standalone = new StreamReader(await session(1).get())
  tell(1, { type: 'tools' })
  await standalone.next()
  die(1)
  const answers = await Promise.all(lists.map((each, n) => session(2 + (n % 2)).post(each)))
  t.strictSame(
    answers.map(answer => wholeOf(answer).status),
    [200, 200, 200, 200],
  )
  t.equal(rows.size, 1)
  // Nobody knows which of the two has it.
  const resumed = new StreamReader(await session(2).get({ 'last-event-id': String(standalone.ids.at(-1)) }))
  for (const node of [2, 3]) tell(node, { type: 'resource', uri: 'test://watched-resource' })
  t.match(await resumed.next(), { method: 'notifications/resources/updated' }, 'of a stream that begins anew')
  resumed.close()
  await close()
})

test('an answer to a question of an earlier life is not taken for one of this life', async t => {
  const { open, die, close } = given(async ({ ask }) => {
    const answer = await ask!('elicitation/create', { message: 'Sure?' })
    return done(JSON.stringify(answer))
  })
  const session = await open(1)
  const earlier = await new StreamReader(await session(1).post(callTool(5))).next()
  die(1)
  const call = new StreamReader(await session(2).post(callTool(6)))
  const later = await call.next()
  t.not(later.id, earlier.id)
  const answer = (id: number, action: string) => ({ jsonrpc: '2.0', id, result: { action } })
  await session(2).post(answer(earlier.id, 'accept'))
  await session(2).post(answer(later.id, 'decline'))
  t.match(await call.rest(), [{ id: 6, result: { content: [{ text: /decline/ }] } }])
  await close()
})

test('a node that stops gives its sessions up, and one that is alone finds them after a restart', async t => {
  const { open, nodes, close } = given()
  const session = await open(1)
  await nodes.get(1)!.close()
  t.equal(wholeOf(await session(2).post(list)).status, 200, 'the node is a member yet')
  await close()

  const alone = given(undefined, [0])
  const kept = await alone.open(0)
  alone.die(0)
  alone.start(0)
  alone.members.clear()
  const answers = await Promise.all(lists.map(each => kept(0).post(each)))
  t.strictSame(
    answers.map(answer => wholeOf(answer).status),
    [200, 200, 200, 200],
  )
  await alone.close()
})

test('a node that joins anew keeps its sessions, unless another one has taken them over', async t => {
  const { open, start, members, nodes, close } = given(undefined, [2])
  let own = 1
  const lanes = start(1, () => own)
  const joinAnew = (number: number) => {
    members.delete(own)
    nodes.delete(own)
    own = number
    members.add(own)
    nodes.set(own, lanes)
  }
  const session = await open(1)
  const stream = new StreamReader(await session(1).get())
  joinAnew(11)
  t.equal(wholeOf(await session(11).post(list)).status, 200)
  t.equal(wholeOf(await session(2).post(list)).status, 200, 'passed on by its new number')
  members.delete(11)
  nodes.delete(11)
  t.equal(wholeOf(await session(2).post(list)).status, 200, 'taken over')
  joinAnew(12)
  t.equal(wholeOf(await session(12).post(list)).status, 200, 'passed on')
  t.strictSame(await stream.rest(), [null], 'what it had in memory has ended')
  await close()
})

test('a node that cannot be reached is said in time, and nothing is passed on twice', async t => {
  const { open, cut, asked, close } = given()
  const session = await open(1)
  const call = new StreamReader(await session(2).get())
  cut.add(1)
  t.strictSame(await call.rest(), [{}], 'the stream ends without a message, its client comes back')
  asked.length = 0
  await t.rejects(session(2).post(list), { code: 'unavailable', message: /cannot be reached; try again/ })
  t.equal(asked.length, 0)
  cut.clear()
  t.equal(wholeOf(await session(2).post(list)).status, 200)
  await close()
})

test('a node that may be taken for dead answers for no session, and has them again when it is back', async t => {
  const { open, start, members, close } = given(undefined, [2])
  let own: number | null = 1
  start(1, () => own)
  const session = await open(1)
  own = null
  await t.rejects(session(1).post(list), { code: 'unavailable', message: /no member at the moment/ })
  own = 1
  t.equal(wholeOf(await session(1).post(list)).status, 200)
  t.ok(members.has(1))
  await close()
})

test('a node that stops finishes what others have passed on to it, for a while', async t => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const { promise: called, resolve: call } = Promise.withResolvers<void>()
  const { open, nodes, close } = given(async () => {
    call()
    await finished
    return done('late')
  })
  const session = await open(1)
  const answer = session(2).post(callTool(5), { accept: 'application/json' })
  await called
  const closing = nodes.get(1)!.close()
  finish()
  t.match(wholeOf(await answer), { status: 200, body: { id: 5, result: { content: [{ text: 'late' }] } } })
  await closing
  t.equal(wholeOf(await session(2).post(list)).status, 200)
  await close()
})

test('a call whose session ends with its node is refused, not accepted', async t => {
  const { promise: called, resolve: call } = Promise.withResolvers<void>()
  const { open, nodes, close } = given(() => {
    call()
    return new Promise(() => {})
  })
  const session = await open(1)
  const answer = t.rejects(session(1).post(callTool(5), { accept: 'application/json' }), {
    code: 'unavailable',
    message: /ended here; try again/,
  })
  await called
  await nodes.get(1)!.close()
  await answer
  await close()
})

test('a reader that is refused at one node takes the place of none at another', async t => {
  const { open, tell, close } = given()
  const session = await open(1)
  const reader = new StreamReader(await session(3).get())
  const waiting = reader.next()
  const refused = await session(2).get()
  if (refused.type === 'stream') refused.source.over?.()
  tell(1, { type: 'tools' })
  t.match(await waiting, { method: 'notifications/tools/list_changed' })
  reader.close()
  await close()
})

test('while the database is away nothing is half done', async t => {
  const { open, rows, die, close } = given()
  const session = await open(1)
  const subscribe = { ...list, method: 'resources/subscribe', params: { uri: 'test://watched-resource' } }
  rows.isAway = true
  t.match(wholeOf(await session(1).post(subscribe)).body.error, { code: -32603, message: /database/ })
  await t.rejects(session(1).delete(), { code: 'unavailable' })
  t.equal(wholeOf(await session(1).post(list)).status, 200, 'what needs no row is answered')
  die(1)
  await t.rejects(session(2).post(list), { code: 'unavailable' })
  rows.isAway = false
  t.equal(wholeOf(await session(2).post(list)).status, 200)
  t.same(wholeOf(await session(2).post(subscribe)).body.result, {})
  const long = { ...subscribe, params: { uri: `test://${'a'.repeat(2_048)}` } }
  t.match(wholeOf(await session(2).post(long)).body.error, { code: -32602, message: /2048 characters/ })
  await close()
})
