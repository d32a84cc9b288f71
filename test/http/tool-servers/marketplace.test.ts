import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { createMarketplace } from '../../../http/tool-servers/marketplace.ts'
import { createOutbound } from '../../../rpc/outbound/outbound.ts'
import { marketplaceSourceStore } from '../../../storage/tool-servers/marketplace-sources.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'
import { listed, startRegistry } from '../../support/servers/registry.ts'

const database = await openTestDatabase()
const remotes = [{ type: 'streamable-http', url: 'https://x.example' }]

test('a source that was read too long ago is read again by whoever browses, once for all', async t => {
  const { organizationId } = await signUpSomeone(database)
  const registry = await startRegistry(t, [listed({ name: 'x/old', remotes })])
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const open = () => {
    const sources = marketplaceSourceStore(database)
    return { sources, market: createMarketplace({ catalog: [], sources, outbound, refusalOf: () => null }) }
  }
  const { sources, market } = open()
  const id = newId('marketplaceSource')
  await sources.create(organizationId, { id, name: 'X', url: registry.url, search: null })
  const slugs = async (from = market) => (await from.lists(organizationId)).flat().map(({ slug }) => slug)
  t.same(await slugs(), ['old'], 'one that was never read is read')
  registry.servers = [listed({ name: 'x/new', remotes })]
  t.same(await slugs(), ['old'])
  t.equal(registry.asked.length, 1)

  const age = 'update marketplace_sources set tried_at = tried_at - 3600000 where id = $1'
  await database.query({ name: 'test.age', text: age }, [id])
  const later = open()
  const answers = await Promise.all([1, 2, 3].map(() => slugs(later.market)))
  t.same(answers, [['new'], ['new'], ['new']])
  t.equal(registry.asked.length, 2)
  t.equal((await later.market.lists(organizationId))[1], (await later.market.lists(organizationId))[1])
})

test('a source that is deleted while it is read lists nothing', async t => {
  const { organizationId } = await signUpSomeone(database)
  const registry = await startRegistry(t, [listed({ name: 'x/old', remotes })])
  const outbound = createOutbound({ policy: 'open' })
  t.teardown(() => outbound.close())
  const sources = marketplaceSourceStore(database)
  const market = createMarketplace({ catalog: [], sources, outbound, refusalOf: () => null })
  const id = newId('marketplaceSource')
  await sources.create(organizationId, { id, name: 'X', url: registry.url, search: null })
  const { promise, resolve } = Promise.withResolvers<void>()
  registry.held = promise
  const browsing = market.lists(organizationId)
  while (registry.asked.length === 0) await new Promise(setImmediate)
  await sources.remove(organizationId, id)
  resolve()
  t.same((await browsing).flat(), [])
  await t.rejects(market.refresh(organizationId, id), { code: 'not-found' })
})

test('an organization has as many sources as it may, and no other sees them', async t => {
  const { organizationId } = await signUpSomeone(database)
  const sources = marketplaceSourceStore(database)
  const create = (n: number) =>
    sources.create(organizationId, {
      ...{ id: newId('marketplaceSource'), name: `S${n}`, url: `https://${n}.example`, search: null },
    })
  const made = []
  for (let n = 0; n < 20; n++) made.push(await create(n))
  await t.rejects(create(20), { code: 'conflict', message: /has 20 marketplace sources/ })
  await t.rejects(create(3), { code: 'conflict' })
  t.equal((await sources.list(organizationId)).length, 20)
  const other = (await signUpSomeone(database)).organizationId
  t.same(await sources.list(other), [])
  await t.rejects(sources.get(other, made[0]!.id), { code: 'not-found' })
  await t.rejects(sources.save(other, made[0]!.id, { ok: false, error: 'x' }), { code: 'not-found' })
  await t.rejects(sources.remove(other, made[0]!.id), { code: 'not-found' })
  t.match(await sources.get(organizationId, made[0]!.id), { error: null })
})
