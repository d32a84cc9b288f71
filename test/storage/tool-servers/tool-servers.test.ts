import { test } from 'tap'
import { CachedFacts } from '../../../storage/cached-facts.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { ToolServerReader } from '../../../storage/tool-servers/tool-server-reader.ts'
import { toolServerStore } from '../../../storage/tool-servers/tool-servers.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const orders = { name: 'My Orders', url: 'http://127.0.0.1:9/rpc', enabled: true }

test('a server is found by the slug of its name', async t => {
  const servers = toolServerStore(database)
  const { organizationId } = await signUpSomeone(database)
  const server = await servers.create(organizationId, orders)
  t.match(server, {
    ...orders,
    organizationId,
    slug: 'my-orders',
    tools: [],
    protocol: null,
    lastCheckedAt: null,
  })
  t.equal(await servers.find(organizationId, 'my-orders'), server)
  t.equal(await servers.find(organizationId, 'other'), null)
  t.match(await servers.create(organizationId, orders), { slug: 'my-orders-2' })
})

test('two servers that take a slug at once do not both get it', async t => {
  const servers = toolServerStore(database)
  const { organizationId } = await signUpSomeone(database)
  const outcomes = await Promise.allSettled([1, 2].map(() => servers.create(organizationId, orders)))
  const refused = outcomes.filter(outcome => outcome.status === 'rejected')
  t.ok(refused.every(({ reason }) => reason.code === 'conflict'))
  const slugs = (await servers.list(organizationId)).map(({ slug }) => slug)
  t.equal(new Set(slugs).size, 2 - refused.length)
})

test('every write is seen by the next read', async t => {
  const servers = toolServerStore(database)
  const { organizationId } = await signUpSomeone(database)
  const { id } = await servers.create(organizationId, orders)
  await servers.update(organizationId, id, { name: 'Renamed', enabled: false })
  t.match(await servers.get(organizationId, id), { name: 'Renamed', enabled: false, slug: 'my-orders' })
  await servers.remove(organizationId, id)
  await t.rejects(servers.get(organizationId, id), { code: 'not-found' })
  t.strictSame(await servers.list(organizationId), [])
})

test('a foreign organization sees and changes nothing', async t => {
  const servers = toolServerStore(database)
  const { organizationId } = await signUpSomeone(database)
  const { id, organizationId: owner } = await servers.create(
    (await signUpSomeone(database)).organizationId,
    orders,
  )
  const attempts: (() => Promise<unknown>)[] = [
    () => servers.get(organizationId, id),
    () => servers.update(organizationId, id, { name: 'Taken' }),
    () => servers.setting(organizationId, id),
    () => servers.remove(organizationId, id),
  ]
  for (const attempt of attempts) await t.rejects(attempt, { code: 'not-found' }, attempt.toString())
  t.strictSame(await servers.list(organizationId), [])
  t.match(await servers.get(owner, id), { name: 'My Orders' })
})

test('a reader in another thread is told of every write, and then reads it', async t => {
  const connection = new HostConnection(database.url)
  t.teardown(() => connection.close())
  const facts = new CachedFacts()
  const reader = new ToolServerReader(connection, facts)
  const servers = toolServerStore(database, facts)
  const { organizationId } = await signUpSomeone(database)
  t.strictSame(await reader.list(organizationId), [])
  const { id } = await servers.create(organizationId, orders)
  const listed = await reader.list(organizationId)
  t.match(listed, [{ id, slug: 'my-orders' }])
  t.equal(await reader.list(organizationId), listed, 'the same array while nothing changed')
  await servers.remove(organizationId, id)
  t.strictSame(await reader.list(organizationId), [])
})
