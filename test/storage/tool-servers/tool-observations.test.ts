import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Json } from '../../../domain/json.ts'
import type { ToolDefinition } from '../../../domain/tools/tool.ts'
import type { RegisteredServer } from '../../../domain/tools/tool-server.ts'
import { CachedFacts } from '../../../storage/cached-facts.ts'
import { ToolObservations } from '../../../storage/tool-servers/tool-observations.ts'
import { toolServerStore } from '../../../storage/tool-servers/tool-servers.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const find: ToolDefinition = {
  ...{ name: 'find', title: '', description: '', keywords: [], examples: [] },
  ...{ inputSchema: { type: 'object' }, outputSchema: null, effect: 'read' },
}
const publish = {
  name: 'test.publish',
  text: 'update tool_servers set tools = $2, url = coalesce($3, url) where id = $1',
}
const rowsOf = {
  name: 'test.observations',
  text: 'select body, revision from tool_observations where server_id = $1',
}

/** A thread of the service that gathers what one server answers. */
async function world() {
  const { organizationId } = await signUpSomeone(database)
  const facts = new CachedFacts()
  const servers = toolServerStore(database, facts)
  const told: string[] = []
  const open = () =>
    new ToolObservations(
      database,
      id => {
        told.push(id)
        facts.announce({ type: 'tool-observations', organizationId: id })
      },
      { sampleMs: 0, writeMs: 1_000_000 },
    )
  const { id } = await servers.create(organizationId, { name: 'Orders', url: 'http://x/', enabled: true })
  const change = async (tool: ToolDefinition, url: string | null = null) => {
    await database.query(publish, [id, JSON.stringify([tool]), url])
    facts.announce({ type: 'tool-servers', organizationId, id: newId('toolServer') })
  }
  await change(find)
  const server = (): Promise<RegisteredServer> => servers.get(organizationId, id)
  const see = async (...outputs: Json[]) => {
    const observations = open()
    const now = await server()
    for (const output of outputs) observations.note(now, now.tools[0]!, output)
    await observations.close()
  }
  const rows = () => database.query<{ body: string; revision: number }>(rowsOf, [id])
  const observed = async () => (await server()).observed?.get('find')
  return { organizationId, id, servers, told, open, change, server, see, rows, observed }
}

const fields = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, { type: 'integer' }])),
})

test('what results look like comes with the server, and widens', async t => {
  const { see, observed, told, organizationId, rows } = await world()
  t.equal(await observed(), undefined)
  await see({ a: 1 })
  t.strictSame(await observed(), { ...fields('a'), required: ['a'] })
  await see({ b: 1 }, { a: 2 })
  t.strictSame(await observed(), fields('a', 'b'))
  t.strictSame(told, [organizationId, organizationId])
  t.match(await rows(), [{ revision: 2 }])
})

test('what says nothing new is not written', async t => {
  const { see, told, rows } = await world()
  await see({ a: 1 }, { a: 2 }, { a: 3 })
  await see({ a: 4 })
  await see({ a: 5 })
  t.equal(told.length, 1)
  t.match(await rows(), [{ revision: 1 }])
})

test('rows hold no value', async t => {
  const { see, rows } = await world()
  await see({ name: 'hunter2', items: [{ secret: 'hunter2', 'ann@acme.com': 'hunter2' }] })
  t.notMatch((await rows())[0]!.body, /hunter2|ann@/)
})

test('a tool begins anew when its definition changes, or its server moves', async t => {
  const { see, observed, change } = await world()
  await see({ a: 1 })
  await change({ ...find, description: 'Finds other things' })
  t.equal(await observed(), undefined)
  await see({ b: 1 })
  t.strictSame(await observed(), { ...fields('b'), required: ['b'] })
  await change({ ...find, description: 'Finds other things' }, 'http://y/')
  t.equal(await observed(), undefined)
})

test('two threads that find something at once lose nothing that comes again', async t => {
  const { open, server, observed } = await world()
  const threads = [open(), open()]
  const now = await server()
  for (let round = 0; round < 2; round++) {
    for (const [n, thread] of threads.entries()) thread.note(now, find, n === 0 ? { a: 1 } : { b: 1 })
    await Promise.all(threads.map(thread => thread.close()))
  }
  t.strictSame(Object.keys((await observed())!['properties'] as object).sort(), ['a', 'b'])
})

test('a burst of results is looked at in part, and only now and then', async t => {
  const { organizationId, server } = await world()
  const told: string[] = []
  const observations = new ToolObservations(database, id => void told.push(id))
  const now = await server()
  observations.note(now, find, { a: 1 })
  for (let n = 0; n < 10_000; n++) observations.note(now, find, { b: n })
  for (let n = 0; n < 10_000; n++) observations.note(now, { ...find, name: `tool${n}` }, { b: n })
  await observations.close()
  t.strictSame(told, [organizationId])
  const count = {
    name: 'test.count',
    text: 'select count(*)::int as n from tool_observations where server_id = $1',
  }
  const [{ n } = { n: 0 }] = await database.query<{ n: number }>(count, [now.id])
  t.ok(n <= 32, `${n} tools`)
})

test('a server that is removed takes it along; what comes later is dropped', async t => {
  const { see, servers, open, server, organizationId, id, rows } = await world()
  await see({ a: 1 })
  const now = await server()
  await servers.remove(organizationId, id)
  t.strictSame(await rows(), [])
  const late = open()
  late.note(now, find, { b: 1 })
  await late.close()
  t.strictSame(await rows(), [])
})

test('a database that is away costs nobody anything', async t => {
  const { server } = await world()
  const away = new ToolObservations({ query: () => Promise.reject(new Error('away')) }, () => t.fail())
  away.note(await server(), find, { a: 1 })
  await away.close()
})
