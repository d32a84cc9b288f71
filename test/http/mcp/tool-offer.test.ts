import { test } from 'tap'
import type { Caller, Scope } from '../../../domain/people/permissions.ts'
import type { HubTool, ToolDefinition } from '../../../domain/tools/tool.ts'
import { toolSearch } from '../../../domain/tools/tool-search.ts'
import type { ServiceTool } from '../../../http/mcp/service-tools.ts'
import { listedMost, type OfferSources, ToolOffer } from '../../../http/mcp/tool-offer.ts'
import type { WorkflowTool } from '../../../storage/workflows/workflow-tools.ts'
import { probes } from '../../support/probes.ts'

const finding = (words: string) => async (tools: readonly HubTool[]) =>
  toolSearch(tools)
    .matching(words)
    .map(({ tool }) => tools.indexOf(tool))
const definition = (name: string): ToolDefinition => ({
  name,
  title: name,
  description: `Does ${name}`,
  inputSchema: { type: 'object' },
  outputSchema: null,
  effect: 'read',
  keywords: [],
  examples: [],
})
const service = (name: string, permission: ServiceTool['permission']): ServiceTool => ({
  definition: definition(name),
  permission,
  call: async () => null,
})
const registered = (name: string, server: string | null = 'orders'): HubTool => ({
  ...definition(name),
  server,
})
const workflow = (slug: string): WorkflowTool => ({
  id: `wf_${slug}`,
  slug,
  name: slug,
  description: null,
  prompt: 'Do it',
  inputsSchema: { type: 'object' },
})
const sources: OfferSources = {
  serviceTools: [service('list_workflows', 'workflow:read'), service('execute_workflow', 'execution:start')],
  workflows: [workflow('a'), workflow('b')],
  catalog: [registered('http_get', null), registered('list'), registered('enter')],
}

function callerWith(scopes: readonly Scope[], tools: readonly string[] | null = null): Caller {
  const key = { id: 'key_1', scopes, tools }
  return { organizationId: 'org_1', userId: 'user_1', role: 'owner', key, sessionId: null }
}

const names = (offer: ToolOffer) => offer.page(null).items.map(({ name }) => name)

test("the service's tools come first, then workflows, then tools of servers; built-in ones are for plans", async t => {
  probes(t, 93)
  const offer = new ToolOffer(callerWith(['read', 'execute']), sources)
  t.strictSame(names(offer), [
    ...['list_workflows', 'execute_workflow', 'run_a', 'run_b'],
    ...['orders__list', 'orders__enter'],
  ])
  t.strictSame(JSON.parse(offer.listText).tools, offer.page(null).items, 'the text says the same')
  t.equal(offer.find('http_get'), null)
  const sly = [registered('execute_workflow'), registered('__proto__'), registered('run_a')]
  const shadowed = new ToolOffer(callerWith(['read', 'execute']), { ...sources, catalog: sly })
  t.equal(shadowed.find('execute_workflow')?.type, 'service', 'P93 nothing stands before our own')
  t.strictSame(
    names(shadowed).slice(4),
    sly.map(({ name }) => `orders__${name}`),
    'P93 in a space of its own',
  )
})

test('what a scope or the list of a key does not allow is not there, for lists and for calls', async t => {
  const reader = new ToolOffer(callerWith(['read']), sources)
  t.strictSame(names(reader), ['list_workflows'])
  t.equal(reader.find('run_a'), null)
  t.equal(reader.find('orders__list'), null)
  const narrow = new ToolOffer(callerWith(['read', 'execute'], ['run_b', 'orders__*']), sources)
  t.strictSame(names(narrow), ['run_b', 'orders__list', 'orders__enter'])
  t.equal(narrow.find('list_workflows'), null)
  t.equal((await narrow.search(finding('list'))).length, 1)
})

test('a name that was shortened leads back to its tool', async t => {
  const long = registered(`list_${'x'.repeat(80)}`)
  const offer = new ToolOffer(callerWith(['execute']), { ...sources, catalog: [long] })
  const name = names(offer).at(-1)!
  t.equal(name.length, 64)
  t.match(offer.find(name), { type: 'registered', server: 'orders', tool: long.name })
})

test('a catalog of as many tools as are listed is listed, one more is searched', async t => {
  const catalogOf = (count: number) => Array.from({ length: count }, (_, n) => registered(`tool_${n}`))
  const own = sources.serviceTools.length + sources.workflows.length
  const full = new ToolOffer(callerWith(['read', 'execute']), {
    ...sources,
    catalog: catalogOf(listedMost - own),
  })
  t.equal(names(full).length, listedMost)
  t.equal(full.find('search_tools'), null)
  const large = new ToolOffer(callerWith(['read', 'execute']), {
    ...sources,
    catalog: catalogOf(listedMost - own + 1),
  })
  t.strictSame(names(large), ['list_workflows', 'execute_workflow', 'search_tools', 'call_tool'])
  t.match(large.find('orders__tool_0'), { type: 'registered' }, 'what is not listed can be called')
  t.match((await large.search(finding('tool 7')))[0], {
    name: 'orders__tool_7',
    inputSchema: { type: 'object' },
  })
})

test('the first page is the same array every time: lanes keep its text by it', async t => {
  const offer = new ToolOffer(callerWith(['read']), sources)
  t.equal(offer.page(null).items, offer.page(null).items)
})
