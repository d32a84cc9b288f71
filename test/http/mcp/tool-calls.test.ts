import { test } from 'tap'
import { Failure } from '../../../domain/failure.ts'
import type { Json, JsonObject } from '../../../domain/json.ts'
import type { Scope } from '../../../domain/people/permissions.ts'
import type { StepErrorCode } from '../../../domain/tools/failures/step-errors.ts'
import type { HubTool, ToolDefinition, ToolResult } from '../../../domain/tools/tool.ts'
import { Approvals } from '../../../http/mcp/approvals.ts'
import type { ServiceTool, ToolCallContext } from '../../../http/mcp/service-tools.ts'
import { toolCalls } from '../../../http/mcp/tool-calls.ts'
import { type OfferSources, ToolOffer } from '../../../http/mcp/tool-offer.ts'
import type { ToolCall } from '../../../rpc/hub.ts'
import { Confirmations } from '../../../rpc/surface/call-confirmation.ts'
import type { SurfaceContext } from '../../../rpc/surface/surface.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { spentHere } from '../../support/spent.ts'
import { thinkingHere } from '../../support/thinking.ts'

const definition: ToolDefinition = {
  name: 'get_execution',
  title: 'Get an execution',
  description: '',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  outputSchema: null,
  effect: 'read',
  keywords: [],
  examples: [],
}
const remote = (name: string): HubTool => ({ ...definition, name, inputSchema: {}, server: 'orders' })

const entry = {
  ...{ slug: 'x', publisher: 'Troupe', version: '1', categories: [], tools: null, credential: null },
  ...{ settings: null, source: null, transport: { type: 'in-process' } },
} as const
const mail = { ...entry, id: 'tool_mail', name: 'Mail', description: 'Sends letters. And more.' }
const taken = { ...mail, id: 'tool_none', transport: { type: 'none', reason: 'no package' } } as const

interface Given {
  readonly result?: ToolResult
  readonly service?: (args: JsonObject) => Promise<Json>
  readonly admit?: () => Promise<void>
}

/** Tools of a caller who may do everything, over a hub that answers the same to every call. */
function given({
  result = fine,
  service = async () => ({ id: 'exec_1' }),
  admit = async () => {},
}: Given = {}) {
  const calls: ToolCall[] = []
  const said: Json[] = []
  const hub = {
    withheld: async () => new Map([['orders__old', 'quarantined']]),
    call: async (call: ToolCall) => {
      calls.push(call)
      call.onProgress?.({ type: 'progress', done: 1, total: 2, message: 'half' })
      call.onProgress?.({ type: 'log', level: 'info', data: 'hello', logger: null })
      return result
    },
  }
  const caller = {
    organizationId: 'org_a',
    userId: 'user_a',
    role: 'owner',
    key: null,
    sessionId: null,
  } as const
  const toolServers = { find: async () => null, list: async () => [] }
  const marketplace = { lists: async () => [[mail, taken]] }
  const services = {
    hub,
    toolServers,
    marketplace,
    thinking: thinkingHere,
    confirmations: new Confirmations(spentHere().spend, systemClock),
  }
  const callContext = { caller, services } as unknown as ToolCallContext
  const serviceTools: ServiceTool[] = [{ definition, permission: null, call: service }]
  const catalog = [remote('list'), remote('list__all'), remote('__proto__')]
  const offer = new ToolOffer(caller, { serviceTools, workflows: [], catalog })
  const parts = {
    callContext,
    offer: async () => offer,
    listed: async () => offer,
    approvals: new Approvals(),
    tasks: null as never,
    admit,
  }
  const tools = toolCalls(parts)
  const context: SurfaceContext = {
    signal: new AbortController().signal,
    progress: (...progress) => said.push(progress),
    log: (level, data) => said.push([level, data]),
    meta: {},
    clientCapabilities: {},
    inputs: {},
    requestState: null,
    ask: null,
    detach: null,
  }
  const call = async (name: string, args: JsonObject = {}) => {
    const outcome = await tools.call(name, args, context)
    return outcome.type === 'complete' ? outcome.result : outcome
  }
  return { call, calls, said }
}

const fine: ToolResult = { ok: true, output: { a: 1 } }
const failing = (code: StepErrorCode, retryable = false): ToolResult => ({
  ok: false,
  error: { code, message: `it was ${code}`, retryable },
})

test('a service tool answers an object as text and as structured content', async t => {
  const { call, calls } = given()
  t.strictSame(await call('get_execution', { id: 'exec_1' }), {
    content: [{ type: 'text', text: '{"id":"exec_1"}' }],
    structuredContent: { id: 'exec_1' },
  })
  t.strictSame(calls, [], 'the hub can not shadow it')
})

test('bad arguments of a service tool are a result with isError', async t => {
  t.strictSame(await given().call('get_execution', { id: 1 }), {
    content: [{ type: 'text', text: 'id: expected string, received number' }],
    isError: true,
    _meta: { 'troupe/error': { code: 'invalid-arguments' } },
  })
})

test('a failure of a service tool is a result with its message, code and facts', async t => {
  const { call } = given({
    service: async () => {
      throw new Failure('quota-exceeded', 'monthly limit of 500 executions reached', { limit: 500 })
    },
  })
  t.strictSame(await call('get_execution', { id: 'x' }), {
    content: [{ type: 'text', text: 'monthly limit of 500 executions reached' }],
    isError: true,
    _meta: { 'troupe/error': { code: 'quota-exceeded', limit: 500, upgrade: '/api/v1/billing/checkout' } },
  })
})

test('a defect of a service tool is not turned into a result', async t => {
  const { call } = given({
    service: async () => {
      throw new TypeError('ours')
    },
  })
  await t.rejects(call('get_execution', { id: 'x' }), TypeError)
})

test('a registered tool is called by its own name, each call with a key of its own', async t => {
  const { call, calls } = given()
  await call('orders__list__all')
  await call('orders____proto__')
  t.match(calls, [
    { organizationId: 'org_a', server: 'orders', tool: 'list__all', approved: false },
    { server: 'orders', tool: '__proto__' },
  ])
  t.not(calls[0]!.idempotencyKey, calls[1]!.idempotencyKey)
})

test('what a registered tool says while it works is passed on', async t => {
  const { call, said } = given()
  await call('orders__list')
  t.strictSame(said, [
    [1, 2, 'half'],
    ['info', 'hello'],
  ])
})

test('what is not an object has no structured content', async t => {
  for (const [output, text] of [
    ['plain', 'plain'],
    [[1], '[1]'],
    [null, 'null'],
  ] as const) {
    const { call } = given({ result: { ok: true, output } })
    t.strictSame(await call('orders__list'), { content: [{ type: 'text', text }] })
  }
})

test('a tool that is not offered, or is gone by now, is the JSON-RPC error -32602', async t => {
  for (const name of ['gone', 'http_get', 'orders__gone', 'constructor', '__proto__']) {
    await t.rejects(given().call(name), { code: -32602, message: `Unknown tool: ${name}` })
  }
  for (const code of ['unknown-tool', 'unknown-tool-server', 'tool-server-disabled'] as const) {
    const { call } = given({ result: failing(code) })
    await t.rejects(call('orders__list'), { code: -32602, message: 'Unknown tool: orders__list' })
  }
})

test('a tool that is withheld is named as such; a missing one says what is missing', async t => {
  const { call, calls } = given()
  t.match(await call('orders__old'), {
    isError: true,
    content: [{ text: /^orders__old is quarantined/ }],
    _meta: { 'troupe/error': { code: 'tool-quarantined' } },
  })
  await t.rejects(call('orders__gone'), { message: /\(there is no tool server orders\)$/ })
  t.strictSame(calls, [])
})

test('a failing tool and a refused call are results with isError, a failing server a JSON-RPC error', async t => {
  for (const code of [
    'tool-failed',
    'invalid-arguments',
    'approval-required',
    'tool-quarantined',
    'tool-off',
    'tool-removed',
    'tool-rate-limited',
  ] as const) {
    const { call } = given({ result: failing(code) })
    t.match(await call('orders__list'), {
      isError: true,
      content: [{ text: `it was ${code}` }],
      _meta: { 'troupe/error': { code } },
    })
  }
  for (const code of ['unreachable', 'bad-answer', 'timeout', 'tool-server-down'] as const) {
    await t.rejects(given({ result: failing(code, true) }).call('orders__list'), {
      code: -32000,
      message: `it was ${code}`,
      data: { code, server: 'orders', retryable: true },
    })
  }
})

test('a call that the limit refuses is a result with isError, and nothing is called', async t => {
  const { call, calls } = given({
    admit: async () => {
      throw new Failure('rate-limited', 'more than 1 requests a minute', { retryAfterMs: 1_000 })
    },
  })
  t.match(await call('orders__list'), { isError: true, _meta: { 'troupe/error': { code: 'rate-limited' } } })
  t.equal(calls.length, 0)
})

test('search_tools shows what could be installed for it, as long as nothing keeps it from being', async t => {
  const { call } = given()
  const { structuredContent } = await found(call('search_tools', { query: 'send a letter' }))
  t.strictSame(structuredContent['installable'], [{ id: 'tool_mail', name: 'Mail', line: 'Sends letters.' }])
  t.notOk('installable' in (await found(call('search_tools', { query: 'invoices' }))).structuredContent)
})

async function found(called: Promise<unknown>) {
  return (await called) as { readonly structuredContent: JsonObject }
}

test('an application that lacks a scope for a listed tool is told which', async t => {
  const caller = { organizationId: 'org_a', userId: 'user_a', role: 'owner', sessionId: null } as const
  const sources = {
    serviceTools: [{ definition: { ...definition, name: 'plan_workflow' }, permission: 'workflow:read' }],
    workflows: [],
    catalog: [remote('list')],
  } as unknown as OfferSources
  const offerWith = (scopes: readonly Scope[]) =>
    new ToolOffer({ ...caller, key: { id: 'key_1', scopes, tools: null } }, sources)
  const wide = offerWith(['read', 'execute'])
  const lacking = (scopes: readonly Scope[], name: string) => {
    const parts = { offer: async () => offerWith(scopes), listed: async () => wide }
    return toolCalls(parts as unknown as Parameters<typeof toolCalls>[0]).missingScope!(name)
  }
  for (const name of ['get_plan_guide', 'search_tools', 'describe_tool', 'plan_workflow'])
    t.equal(await lacking(['execute'], name), 'read', name)
  t.equal(await lacking(['read'], 'orders__list'), 'execute')
  t.equal(await lacking(['read', 'execute'], 'search_tools'), null)
})
