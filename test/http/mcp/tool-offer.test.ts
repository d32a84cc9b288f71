import { test } from 'tap'
import type { Caller, Scope } from '../../../domain/people/permissions.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import { usesOf } from '../../../domain/plan/tool-uses.ts'
import { toolSearch } from '../../../domain/tools/search/tool-search.ts'
import type { HubTool, ToolDefinition } from '../../../domain/tools/tool.ts'
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
  outputSchema: null,
  uses: usesOf([]),
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
    ...['list_workflows', 'execute_workflow', 'search_tools', 'describe_tool', 'run_a', 'run_b'],
    ...['orders__list', 'orders__enter'],
  ])
  t.strictSame(JSON.parse(offer.listText).tools, offer.page(null).items, 'the text says the same')
  t.equal(offer.find('http_get'), null)
  const sly = [registered('execute_workflow'), registered('__proto__'), registered('run_a')]
  const shadowed = new ToolOffer(callerWith(['read', 'execute']), { ...sources, catalog: sly })
  t.equal(shadowed.find('execute_workflow')?.type, 'service', 'P93 nothing stands before our own')
  t.strictSame(
    names(shadowed).slice(6),
    sly.map(({ name }) => `orders__${name}`),
    'P93 in a space of its own',
  )
})

test('what a scope or the list of a key does not allow is not there, for lists and for calls', async t => {
  const reader = new ToolOffer(callerWith(['read']), sources)
  t.strictSame(names(reader), ['list_workflows', 'search_tools', 'describe_tool'])
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

test('past as many tools as are listed, those of servers are searched, and all others stay', async t => {
  const catalogOf = (count: number) => Array.from({ length: count }, (_, n) => registered(`tool_${n}`))
  const own = sources.serviceTools.length + sources.workflows.length
  const caller = callerWith(['read', 'execute'])
  const full = new ToolOffer(caller, { ...sources, catalog: catalogOf(listedMost - own) })
  t.equal(names(full).length, listedMost + 2)
  t.equal(full.find('call_tool'), null)
  const large = new ToolOffer(caller, { ...sources, catalog: catalogOf(listedMost - own + 1) })
  t.strictSame(names(large), [
    ...['list_workflows', 'execute_workflow', 'search_tools', 'describe_tool', 'call_tool'],
    ...['run_a', 'run_b'],
  ])
  t.match(large.find('orders__tool_0'), { type: 'registered' }, 'what is not listed can be called')
  t.match((await large.search(finding('tool 7')))[0], { name: 'orders__tool_7', callable: true })
  const workflows = Array.from({ length: listedMost + 1 }, (_, n) => workflow(`w${n}`))
  t.equal(names(new ToolOffer(caller, { ...sources, workflows, catalog: [] })).length, listedMost + 5)
})

test('a search gives at most eight rows: name, one line, required arguments, callable or not', async t => {
  const schema = { type: 'object', properties: { to: {}, text: {} }, required: ['to'] }
  const long = {
    ...registered('send'),
    description: `Sends\nit. ${'And more. '.repeat(100)}`,
    inputSchema: schema,
  }
  const catalog = [
    long,
    registered('send', null),
    ...Array.from({ length: 20 }, (_, n) => registered(`send_${n}`)),
  ]
  const offer = new ToolOffer(callerWith(['read', 'execute']), { ...sources, catalog })
  const rows = await offer.search(finding('send'))
  t.equal(rows.length, 8)
  t.strictSame(
    rows.find(({ name }) => name === 'orders__send'),
    {
      ...{ name: 'orders__send', line: 'Sends it.', required: ['to'], callable: true },
      signature: 'orders__send(to: any, text?: any) (read)',
    },
  )
  t.match(
    rows.find(({ name }) => name === 'send'),
    { callable: false },
    'a built-in tool is for steps',
  )
  t.ok(JSON.stringify(rows).length < 2_000)
})

test('describe_tool shows the whole schema of a tool, also of one that only steps call', async t => {
  const words = { type: 'string', 'x-words': ['to'], default: { 'x-words': 'kept' } }
  const schema = { type: 'object', properties: { 'x-words': words }, required: ['x-words'] }
  const builtin = { ...registered('send', null), inputSchema: schema }
  const offer = new ToolOffer(callerWith(['read', 'execute']), { ...sources, catalog: [builtin] })
  t.match(offer.describe('run_a'), { name: 'run_a', callable: true })
  const described = offer.describe('send')
  t.match(described, { name: 'send', callable: false, effect: 'read', prompts: [] })
  t.equal(described['signature'], 'send("x-words": text = {"x-words":"kept"}) (read)')
  const shown = { type: 'string', default: { 'x-words': 'kept' } }
  t.strictSame(
    described['inputSchema'],
    { ...schema, properties: { 'x-words': shown } },
    'without the words of planners, with arguments of any name',
  )
  t.throws(() => offer.describe('gone'), { code: 'not-found' })
})

test('no words of planners are listed', async t => {
  const inputSchema = { type: 'object', properties: { to: { type: 'string', 'x-words': ['to'] } } }
  const offer = new ToolOffer(callerWith(['read', 'execute']), {
    ...sources,
    catalog: [{ ...registered('send'), inputSchema }],
  })
  t.notMatch(offer.listText, /x-words/)
  t.notMatch(JSON.stringify(offer.page(null).items), /x-words/)
  t.match(JSON.parse(offer.listText).tools, offer.page(null).items)
})

test('a key with a list of tools searches nothing that it does not name', async t => {
  const narrow = new ToolOffer(callerWith(['read', 'execute'], ['orders__*']), sources)
  t.equal(narrow.find('search_tools'), null)
  t.throws(() => narrow.describe('http_get'), { code: 'not-found' })
  const wide = new ToolOffer(callerWith(['read', 'execute'], ['search_tools']), sources)
  t.strictSame(names(wide), ['search_tools'])
  t.match(await wide.search(finding('http get')), [{ name: 'http_get', callable: false }])
})

test('the first page is the same array every time: lanes keep its text by it', async t => {
  const offer = new ToolOffer(callerWith(['read']), sources)
  t.equal(offer.page(null).items, offer.page(null).items)
})

test('the hints of a tool that runs a workflow follow from what its plan may do', async t => {
  const server = (name: string, effect: HubTool['effect'], annotations = {}): HubTool => ({
    ...{ ...registered(name), effect, annotations },
  })
  const catalog = [
    { ...registered('csv_parse', null), effect: 'pure' as const },
    server('look', 'read', { readOnlyHint: true, openWorldHint: false }),
    server('note', 'write', { destructiveHint: false }),
    server('put', 'write', { destructiveHint: false, idempotentHint: true }),
    server('silent', 'write'),
  ]
  const hints = (...steps: readonly object[]) => {
    const workflows = [{ ...workflow('a'), uses: usesOf(steps as readonly Step[]) }]
    const offer = new ToolOffer(callerWith(['execute']), { serviceTools: [], workflows, catalog })
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } =
      offer.find('run_a')!.wire.annotations
    return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint]
  }
  const tool = (name: string, of: string | null = 'orders') => ({
    ...{ id: name, kind: 'tool', server: of, tool: name, args: {} },
  })
  t.strictSame(hints(), [true, false, true, false])
  t.strictSame(hints(tool('csv_parse', null)), [true, false, true, false])
  t.strictSame(hints(tool('look')), [true, false, true, false])
  t.strictSame(hints(tool('look'), tool('note')), [false, false, false, true])
  t.strictSame(hints(tool('put')), [false, false, true, true])
  t.strictSame(hints(tool('silent')), [false, true, false, true], 'silence is the worst')
  t.strictSame(hints({ ...tool('gone'), effect: 'write' }), [false, true, false, true], 'and so is absence')
  t.strictSame(hints({ id: 'w', kind: 'workflow', workflow: 'wf_1' }), [false, true, false, true])
  const inside = { id: 'l', kind: 'foreach', over: 'x', steps: [tool('silent')] }
  t.strictSame(hints(inside), [false, true, false, true])
  t.strictSame(hints({ id: 'g', kind: 'agent', goal: '', tools: ['orders__look'] }), [
    true,
    false,
    true,
    true,
  ])
})

test('the guide of plans is there for whoever plans, unless the list of a key leaves it out', async t => {
  const planning = { ...sources, serviceTools: [service('plan_workflow', 'workflow:read')] }
  const offered = (caller: Caller) => new ToolOffer(caller, planning).find('get_plan_guide')
  t.match(offered(callerWith(['read'])), { type: 'guide' })
  t.equal(offered(callerWith(['execute'])), null)
  t.equal(offered(callerWith(['read'], ['plan_workflow'])), null)
  t.match(offered(callerWith(['read'], ['plan_workflow', 'get_plan_guide'])), { type: 'guide' })
})
