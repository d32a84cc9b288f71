import { test } from 'tap'
import type { Step } from '../../../domain/plan/plan.ts'
import { toolsOfServer } from '../../../domain/plan/plan-tools.ts'
import { addressOf, problemsOf } from '../../../domain/tools/marketplace/installing.ts'
import {
  isNewer,
  type MarketplaceEntry,
  marketplaceTool,
} from '../../../domain/tools/marketplace/marketplace.ts'
import {
  browse,
  categoriesOf,
  documentOf,
  type FindEntries,
  findIn,
  pageOfEntries,
} from '../../../domain/tools/marketplace/marketplace-search.ts'
import {
  isStale,
  type KeptSource,
  sourceTimes,
} from '../../../domain/tools/marketplace/marketplace-source.ts'
import { firstPartyEntries, firstPartyToolId } from '../../../rpc/marketplace/first-party-entries.ts'
import { fixtureServer, fixtureTool } from '../../support/fixture-catalog.ts'

const servers = ['zebra', 'apple', 'mango'].map(slug =>
  fixtureServer({
    ...{
      slug,
      name: slug,
      description: `A ${slug} server`,
      categories: [slug === 'apple' ? 'fruit' : 'all'],
    },
    tools: [fixtureTool('peel', { description: slug === 'mango' ? 'Removes the stone' : 'Peels' })],
  }),
)
const ours = firstPartyEntries(servers)
const foreign: MarketplaceEntry[] = [
  {
    ...ours[0]!,
    id: firstPartyToolId('foreign'),
    name: 'Apple tree',
    slug: 'tree',
    source: { id: 's', name: 'S' },
  },
]
const names = (entries: readonly MarketplaceEntry[]) => entries.map(({ name }) => name)

const find: FindEntries = async (list, words) => findIn(list.map(documentOf), words)

test('entries stand by list and name, or by how well they fit the words', async t => {
  t.same(names(await browse([ours, foreign], {}, find)), ['apple', 'mango', 'zebra', 'Apple tree'])
  t.same(names(await browse([ours, foreign], { search: ' ' }, find)), [
    'apple',
    'mango',
    'zebra',
    'Apple tree',
  ])
  t.equal(names(await browse([ours, foreign], { search: 'apple' }, find))[0], 'apple')
  t.same(names(await browse([ours], { search: 'stones' }, find)), ['mango'], 'by what its tools do')
  t.same(names(await browse([ours], { search: 'zebr' }, find)), ['zebra'], 'by the beginning of a word')
  t.same(names(await browse([ours], { category: 'Fruit' }, find)), ['apple'])
  const installed = { ids: new Set([ours[0]!.id]), is: true }
  t.same(names(await browse([ours], { installed }, find)), ['zebra'])
  t.same(names(await browse([ours], { installed: { ...installed, is: false } }, find)), ['apple', 'mango'])
  t.strictSame(categoriesOf([ours, foreign])[0], { name: 'all', count: 3 })
})

test('pages follow one another without gap or repeat, and a made-up cursor is refused', async t => {
  const found = await browse([ours, foreign], {}, find)
  const seen: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { items, next } = pageOfEntries(found, { limit: 3, cursor })
    seen.push(...names(items))
    if (next === null) break
    cursor = next
  }
  t.same(seen, names(found))
  t.equal(pageOfEntries(found, { limit: 4 }).next, null)
  for (const cursor of ['x', '', Buffer.from(firstPartyToolId('other')).toString('base64url')]) {
    t.throws(() => pageOfEntries(found, { limit: 3, cursor }), { code: 'validation-failed' })
  }
})

test('a version is newer by its numbers, and another one where there are none', async t => {
  const newer = [
    ['1.0.1', '1.0.0'],
    ['1.10.0', '1.9.9'],
    ['2', '1.9'],
    ['v1.1.0', '1.0.0'],
    ['spring', 'winter'],
    ['1.0.0-beta', '1.0.0'],
  ]
  for (const [a, b] of newer) t.ok(isNewer(a!, b!), `${a} ${b}`)
  for (const [a, b] of [...newer.slice(0, 4).map(([a, b]) => [b, a]), ['1.0.0', '1.0'], ['x', 'x']]) {
    t.notOk(isNewer(a!, b!), `${a} ${b}`)
  }
  const installation = { toolId: ours[0]!.id, slug: 'zebra', version: '0.9.0', settings: {} }
  t.match(marketplaceTool(ours[0]!, installation), {
    installed: true,
    updateAvailable: true,
    installedVersion: '0.9.0',
  })
  t.match(marketplaceTool(ours[0]!, null), {
    installed: false,
    updateAvailable: false,
    installedVersion: null,
  })
})

test('the id of a catalog server never changes', async t => {
  t.equal(firstPartyToolId('web'), 'tool_0000000000ecwtpeemg1c26s6y')
})

test('an address is made of the settings, and of what stands for those that are not set', async t => {
  const properties = { city: { type: 'string' }, unit: { type: 'string', default: 'metric' } }
  const entry: MarketplaceEntry = {
    ...ours[0]!,
    settings: { type: 'object', properties },
    transport: { type: 'http', url: 'https://{city}.example/{unit}/{other}' },
  }
  t.equal(addressOf(entry, { city: 'ulm' }), 'https://ulm.example/metric/{other}')
  t.equal(addressOf(entry, { city: 'ulm', unit: 'si' }), 'https://ulm.example/si/{other}')
  t.equal(addressOf(ours[0]!, {}), 'catalog:zebra')
  const obstacle = { ...entry, transport: { type: 'none', reason: 'it is a program' } } as const
  t.throws(() => addressOf(obstacle, {}), {
    code: 'conflict',
    message: 'zebra can not be installed: it is a program',
  })
})

test('a remote server may be given a credential that its registry does not tell of', async t => {
  const given = { credential: { id: 'cred_1', kind: 'bearer' }, settings: {} } as const
  t.same(problemsOf({ ...ours[0]!, transport: { type: 'http', url: 'https://x' } }, given), [])
  t.match(problemsOf(ours[0]!, given), [/takes no credential/])
})

test('the tools of a server are found wherever a plan uses them', async t => {
  const call = (id: string, tool: string, server: string | null = 'words') =>
    ({ id, title: '', kind: 'tool', server, tool, args: {} }) as Step
  const steps = [
    call('a', 'find'),
    call('b', 'find', 'other'),
    call('c', 'words__x', null),
    {
      id: 'd',
      title: '',
      kind: 'if',
      cases: [{ when: 'true', steps: [call('e', 'count')] }],
      else: [call('f', 'find')],
    },
    { ...call('g', 'peel', 'other'), onError: { steps: [call('h', 'spell')] } },
    { id: 'i', title: '', kind: 'agent', goal: 'x', tools: ['words__guess', 'wordsmith__x', 'http_get'] },
    {
      ...{ id: 'j', title: '', kind: 'foreach', over: '[]', as: 'x' },
      steps: [{ id: 'k', title: '', kind: 'parallel', branches: [{ steps: [call('l', 'deep')] }] }],
    },
  ] as Step[]
  t.same(toolsOfServer({ steps }, 'words'), ['find', 'count', 'spell', 'guess', 'deep'])
})

test('a source is read again after an hour, one that failed after five minutes', async t => {
  const source = (triedAt: number | null, error: string | null) => ({ triedAt, error }) as KeptSource
  t.ok(isStale(source(null, null), 0))
  t.notOk(isStale(source(1_000, null), 1_000 + sourceTimes.keptMs - 1))
  t.ok(isStale(source(1_000, null), 1_000 + sourceTimes.keptMs))
  t.notOk(isStale(source(1_000, 'x'), 1_000 + sourceTimes.retryMs - 1))
  t.ok(isStale(source(1_000, 'x'), 1_000 + sourceTimes.retryMs))
})

test('a search looks up a bounded number of words, each once', async t => {
  const none = { slug: '', categories: '', tools: '', keywords: '', description: '' }
  const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima'
  const documents = [
    { ...none, name: words },
    { ...none, name: 'bravo' },
  ]
  t.same(
    findIn(documents, `${words} ${words} past`).map(({ at }) => at),
    [0],
  )
  t.same(findIn(documents, 'alpha past'), [])
  t.same(
    findIn(documents, 'find the bravos').map(({ at }) => at),
    [1, 0],
    'stop words and what is done to it may be missing',
  )
})
