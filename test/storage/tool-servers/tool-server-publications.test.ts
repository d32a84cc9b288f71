import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Publication } from '../../../domain/tools/server-tool.ts'
import { noControls } from '../../../domain/tools/tool-settings.ts'
import { CachedFacts } from '../../../storage/cached-facts.ts'
import { eventStore, settleEvents } from '../../../storage/events/events.ts'
import { mainSlot, readFigures, saveFigures } from '../../../storage/tool-servers/tool-server-figures.ts'
import { noteCheck, savePublication } from '../../../storage/tool-servers/tool-server-publications.ts'
import { toolServerStore } from '../../../storage/tool-servers/tool-servers.ts'
import { toolOf } from '../../support/actors/tool-server-life.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const facts = new CachedFacts()
const servers = toolServerStore(database, facts)
const orders = { name: 'Orders', url: 'http://127.0.0.1:9/rpc', enabled: true }

async function registered() {
  const { organizationId } = await signUpSomeone(database)
  const { id } = await servers.create(organizationId, orders)
  const publish = async (rest: Partial<Publication>) => {
    await savePublication(database, {
      ...{ id, organizationId, revision: 1, version: 1, lastCheckedAt: 5, protocol: 'plain' },
      ...{ status: 'healthy', error: null, tools: [], controls: noControls, details: [], ...rest },
    })
    facts.receive({ type: 'tool-servers', organizationId, id: newId('toolServer') })
    return servers.get(organizationId, id)
  }
  return { organizationId, id, publish }
}

test('what an actor publishes is what is read', async t => {
  const { organizationId, id, publish } = await registered()
  const tools = [toolOf('refund')]
  const controls = { ...noControls, withheld: [{ name: 'list', status: 'off' as const }] }
  t.match(await publish({ tools, controls }), { status: 'healthy', tools, controls, lastCheckedAt: 5 })
  t.strictSame(await servers.details(organizationId, id), { tools: [], lastCheckedAt: 5 })
})

test('an earlier version, or one for earlier settings, changes nothing', async t => {
  const { organizationId, id, publish } = await registered()
  await publish({ version: 2 })
  t.match(await publish({ version: 1, status: 'down' }), { status: 'healthy' })
  await servers.update(organizationId, id, { name: 'Renamed' })
  t.match(await publish({ version: 3, status: 'down' }), { status: 'healthy' })
  t.match(await publish({ version: 3, revision: 2, status: 'down' }), { status: 'down' })
})

test('that a server falls, comes back, or has tools quarantined is told once each time', async t => {
  const { organizationId, publish } = await registered()
  const told = async () => {
    while ((await settleEvents(database, 100)).taken > 0);
    const events = await eventStore(database).read(0, 1_000)
    const mine = events.filter(event => event.organizationId === organizationId)
    t.strictSame(
      mine.map(({ body }) => JSON.parse(body).type),
      mine.map(({ type }) => type),
    )
    return mine.map(({ type, body }) => `${type} ${JSON.parse(body).data.error}`)
  }
  const withheld = (...names: string[]) => ({
    ...noControls,
    withheld: names.map(name => ({ name, status: 'quarantined' as const })),
  })
  const steps: [Partial<Publication>, string?][] = [
    [{ status: 'down', error: 'refused' }],
    [{ status: 'healthy' }, 'tool_server.recovered null'],
    [{ status: 'healthy' }],
    [{ status: 'down', error: 'late' }, 'tool_server.down late'],
    [{ status: 'down', error: 'later' }],
    [
      { status: 'degraded', error: 'a changed', controls: withheld('a') },
      'tool_server.quarantined a changed',
    ],
    [{ status: 'degraded', error: 'a changed', controls: withheld('a') }],
    [{ status: 'quarantined', error: 'both', controls: withheld('b', 'a') }, 'tool_server.quarantined both'],
    [{ status: 'healthy', controls: { ...noControls, withheld: [{ name: 'a', status: 'off' }] } }],
  ]
  for (const [n, [change]] of steps.entries()) await publish({ ...change, version: n + 1 })
  t.strictSame(
    await told(),
    steps.flatMap(([, event]) => event ?? []),
  )

  const fresh = await registered()
  await fresh.publish({ status: 'healthy' })
  const events = await eventStore(database).read(0, 1_000)
  t.notOk(
    events.some(event => event.organizationId === fresh.organizationId),
    'it was only not asked yet',
  )
})

test('a server that moves is unchecked, and has no credential unless one is given', async t => {
  const { organizationId, id, publish } = await registered()
  await servers.update(organizationId, id, { credentialId: 'cred_1' })
  await publish({ revision: 2, tools: [toolOf('refund')] })
  t.match(await servers.update(organizationId, id, { url: orders.url }), { credentialId: 'cred_1' })
  const moved = { url: 'http://127.0.0.1:8/rpc' }
  t.match(await servers.update(organizationId, id, moved), {
    ...moved,
    credentialId: null,
    tools: [],
    status: 'down',
  })
  t.match(await servers.update(organizationId, id, { ...orders, credentialId: 'cred_2' }), {
    credentialId: 'cred_2',
  })
})

test('defaults are changed one by one', async t => {
  const { organizationId, id } = await registered()
  await servers.update(organizationId, id, { defaults: { approval: 'always' } })
  t.match(await servers.update(organizationId, id, { defaults: { timeoutMs: 500 } }), {
    controls: { defaults: { approval: 'always', rate: null, timeoutMs: 500 } },
  })
})

test('a setting is untold until its revision was told', async t => {
  const { organizationId, id } = await registered()
  const untold = async () => (await servers.unsynced('', 1_000)).filter(setting => setting.id === id)
  t.match(await untold(), [{ id, organizationId, revision: 1, installed: null }])
  const first = await servers.setting(organizationId, id)
  await servers.update(organizationId, id, { name: 'Renamed' })
  await servers.markSynced(first)
  t.match(await untold(), [{ revision: 2, name: 'Renamed' }])
  await servers.markSynced(await servers.setting(organizationId, id))
  t.strictSame(await untold(), [])
})

test('a check is noted while the server is there', async t => {
  const { organizationId, id } = await registered()
  t.equal(await noteCheck(database, { organizationId, id, at: 9 }), true)
  t.match(await servers.details(organizationId, id), { lastCheckedAt: 9 })
  t.strictSame([...(await servers.checks(organizationId))], [[id, 9]])
  t.equal(await noteCheck(database, { organizationId: 'org_none', id, at: 9 }), false)
  await servers.remove(organizationId, id)
  t.equal(await noteCheck(database, { organizationId, id, at: 9 }), false)
})

test('figures of all threads of the servers of one organization, of late only', async t => {
  const { organizationId, id } = await registered()
  const other = await registered()
  const figures = { calls: 1, failures: 0, histogram: [1], breaker: 'closed', lastError: null } as const
  await saveFigures(
    database,
    mainSlot,
    [
      { serverId: id, figures },
      { serverId: 'srv_none', figures },
    ],
    10,
  )
  await saveFigures(database, 0, [{ serverId: id, figures: { ...figures, calls: 2 } }], 20)
  await saveFigures(
    database,
    0,
    [
      { serverId: id, figures: { ...figures, calls: 3 } },
      { serverId: other.id, figures },
    ],
    30,
  )
  const calls = async (now: number) =>
    [...(await readFigures(database, organizationId, now))].map(([server, all]) => [
      server,
      all.map(one => one.calls).sort(),
    ])
  t.strictSame(await calls(30), [[id, [1, 3]]])
  t.strictSame(await calls(60_020), [[id, [0.5, 3]]], 'they fade though nobody calls')
  t.strictSame(await calls(600_020), [[id, [3 / 2 ** 9]]])
})
