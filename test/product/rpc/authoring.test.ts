// An agent that was told only the address and a goal writes, tests and runs a workflow, with the official
// SDK's client, which holds every structured answer against the schema that the tool declares.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type Test, test } from 'tap'
import { sharedProduct } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, registerServer, returning, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()
const example = await startExampleServer()

/** What an agent makes of the goal: refuse orders over 1,000 in all, else say how much they are. */
const prompt = (words: string) => `1. Parse {{inputs.orders}} as CSV and call it orders
2. Sum the amount of the orders${words} and call it total
3. If the total is more than 1000, fail with "too much"
4. Return the total`
const few = 'item,amount\napples,40\npears,2'
const many = 'item,amount\nships,2000'

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
type Any = any

/** The client, and a call that gives what the tool gave; it throws where the schema does not hold. */
async function agentOf(t: Test, key: string) {
  const client = new Client({ name: 'agent', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${key}` } }
  const transport = new StreamableHTTPClientTransport(new URL(`${product.url}/rpc`), { requestInit })
  // The SDK's own types do not agree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0])
  t.teardown(() => client.close())
  const calls: { readonly name: string; readonly args: object }[] = []
  const call = async (name: string, args: object = {}): Promise<Any> => {
    calls.push({ name, args })
    const result = await client.callTool({ name, arguments: { ...args } })
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result)}`)
    return result.structuredContent
  }
  return { client, call, calls }
}

async function organization() {
  const { client } = await product.signUp()
  const { body } = await client.post('/api/v1/apikeys', { name: 'Agent' })
  return { rest: client, key: body.key as string }
}

test('an agent told only the address and a goal builds, tests and runs a workflow', {
  timeout: 180_000,
}, async t => {
  const { rest, key } = await organization()
  await registerServer(rest, 'Example', example.url)
  const { client, call, calls } = await agentOf(t, key)
  t.match(client.getInstructions(), /get_plan_guide.*troupe:\/\/guide\/prompts/, 'where it learns more')
  const { tools } = await client.listTools()
  for (const { name, outputSchema, inputSchema, description } of tools) {
    if (!/^example__|^get_plan_guide$/.test(name)) t.match(outputSchema, { type: 'object' }, name)
    t.ok(description!.length > 0)
    t.notMatch(
      JSON.stringify({ inputSchema, description }),
      /x-words|\/api\/v1|\bPOST\b|\bGET\b|\b4\d\d\b/,
      name,
    )
    for (const argument of Object.values(inputSchema.properties ?? {}))
      t.ok(
        ['type', 'enum', 'anyOf'].some(keyword => keyword in argument),
        `an argument of ${name} has a type`,
      )
  }

  const { resources } = await client.listResources()
  t.ok(resources.some(({ uri }) => uri === 'troupe://guide/plans/foreach'))
  const plans = (await client.readResource({ uri: 'troupe://guide/plans' })).contents[0] as Any
  t.strictSame((await client.callTool({ name: 'get_plan_guide', arguments: {} })).content, [
    { type: 'text', text: plans.text },
  ])
  const guide = (await client.readResource({ uri: 'troupe://guide/prompts' })).contents[0] as Any
  t.match(guide, { mimeType: 'text/markdown', text: /Parse \{\{inputs\.orders\}\} as CSV/ })
  const { messages } = await client.getPrompt({
    name: 'write-workflow',
    arguments: { goal: 'Sum the orders' },
  })
  t.match(messages[0]?.content, { text: /Sum the orders.*plan_workflow/s })

  const found = (await call('search_tools', { query: 'parse csv' })).tools
  t.match(found[0], {
    ...{ name: 'csv_parse', required: ['text'], callable: false },
    signature: /^csv_parse\(text: text, .*\) -> \[.*\] \(pure\)$/,
  })
  t.ok(found.length <= 8)
  const described = await call('describe_tool', { name: 'csv_parse' })
  t.match(described, { inputSchema: { required: ['text'] }, prompts: [/CSV/] })
  const installed = (await call('search_tools', { query: 'add two numbers' })).tools
  t.ok(installed.some(({ name, callable }: Any) => name === 'example__add' && callable))

  const refused = await call('plan_workflow', { prompt: prompt(' carefully frobnicated') })
  t.match(refused, {
    status: 'needs_review',
    diagnostics: [{ severity: 'error', message: /frobnicated|orders/ }],
  })
  const planned = await call('plan_workflow', { prompt: prompt('') })
  t.match(planned, { status: 'ready', diagnostics: [], inputsSchema: { required: ['orders'] } })
  t.match(planned.explanation, /total/)
  t.match(await call('list_workflows'), { items: [] }, 'nothing was kept')

  const tried = await call('dry_run_prompt', { prompt: prompt(''), inputs: { orders: few } })
  t.match(tried, { status: 'completed', output: 42, effects: [] })
  const made = await call('create_workflow', { name: 'Sum', prompt: 'Return 1' })
  t.match(made, { id: /^wf_/, status: 'ready', version: 1 })
  const { id } = made
  t.match(await call('update_workflow', { id, prompt: prompt(''), tool: true }), {
    version: 2,
    status: 'ready',
  })
  t.match(await call('dry_run_workflow', { id, inputs: { orders: few } }), { output: 42 })
  t.match((await call('list_versions', { id })).items, [{ version: 2, active: true }, { version: 1 }])
  t.match(await call('activate_version', { id, version: 1 }), { version: 1 })
  t.match(await call('activate_version', { id, version: 2 }), { version: 2 })
  t.match(await call('get_workflow', { id }), { slug: 'sum', prompt: prompt('') })
  const { acceptance } = (await rest.get(`/api/v1/workflows/${id}`)).body
  t.equal((await rest.post(`/api/v1/workflows/${id}/accept`, { digest: acceptance.digest })).status, 200)

  const ran = await client.callTool({ name: 'run_sum', arguments: { orders: few } })
  t.match(ran.content, [{ text: '42' }])
  const broken = await client.callTool({ name: 'run_sum', arguments: { orders: many } })
  t.equal(broken.isError, true)
  const failed = (broken._meta as Any)['troupe/execution'].id
  t.match((await call('search_executions', { status: 'failed' })).items, [
    { id: failed, workflowName: 'Sum' },
  ])
  const why = await call('explain_execution', { id: failed })
  t.match(why, { status: 'failed', error: { message: /too much/, step: String }, waitsFor: [] })
  const steps = (await call('list_steps', { id: failed })).items
  t.ok(steps.some(({ id: step, status }: Any) => step === why.error.step && status === 'failed'))
  const step = await call('get_step', { id: failed, stepId: why.error.step })
  t.match(step, { status: 'failed', error: { message: /too much/ } })
  t.match(await call('get_execution', { id: failed }), { status: 'failed', error: { step: why.error.step } })
  t.match(await call('list_approvals'), { items: [] })
  const secret = {
    name: 'Shop',
    kind: 'bearer',
    secret: { token: 'never-told' },
    allowedHosts: ['shop.example'],
  }
  await rest.post('/api/v1/credentials', secret)
  const { items } = await call('list_credentials')
  t.strictSame(items, [{ name: 'Shop', kind: 'bearer', allowedHosts: ['shop.example'] }])
  const help = await client.getPrompt({ name: 'why-a-run-failed', arguments: { execution: failed } })
  t.match(help.messages[0]?.content, { text: new RegExp(`${failed}.*explain_execution`, 's') })

  const brief = new Set(calls.map(({ name }) => name))
  const left = [
    'execute_workflow',
    'cancel_execution',
    'confirm_workflow',
    'decide_approval',
    'get_plan_guide',
  ]
  t.strictSame(
    tools
      .map(({ name }) => name)
      .filter(name => !/__/.test(name) && !brief.has(name))
      .sort(),
    left.sort(),
  )
  for (const { name, args } of calls.filter(each => !/search_tools|describe_tool|create_/.test(each.name)))
    t.ok(await call(name, { ...args, detail: true }), `${name} whole fits its schema, too`)
})

test('a plan is judged with what mends it, and kept with what its user has to confirm', async t => {
  const { rest, key } = await organization()
  await registerServer(rest, 'Example', example.url)
  const { client, call } = await agentOf(t, key)
  await client.listTools()
  const prompt = 'Add 40 and 2 for me each morning at 9.'
  const start = [{ kind: 'schedule', cron: '0 9 * * *', timezone: 'UTC' }]
  const adding = (args: object) => ({
    ...{ irVersion: 2, start },
    steps: [{ id: 'sum', kind: 'tool', server: 'example', tool: 'add', args }],
  })
  const unread = await client.callTool({
    name: 'plan_workflow',
    arguments: {
      prompt,
      plan: {
        steps: [
          { id: 'a', kind: 'loop' },
          { id: 'b', kind: 'set' },
        ],
      },
    },
  })
  t.match(unread, {
    isError: true,
    content: [{ text: /^plan: .*\n- a\.kind: .*foreach.*\n(?:.*\n)*- b\.value: / }],
  })
  const wrong = await call('plan_workflow', { prompt, plan: adding({ a: 40, c: 2 }) })
  t.match(wrong, { status: 'needs_review', next: /mend/ })
  const [missing] = wrong.diagnostics
  t.match(missing, {
    code: 'MISSING_ARGUMENT',
    path: 'sum.args.b',
    signature: /^example__add\(a: number, b: number\)/,
  })

  const said = {
    quotes: { sum: 'Add 40 and 2' },
    assumptions: [{ step: null, text: 'The morning is in UTC' }],
  }
  const planned = await call('plan_workflow', { prompt, plan: adding({ a: 40, b: 2 }), ...said })
  const expected = {
    start: [{ kind: 'schedule', cron: '0 9 * * *', timezone: 'UTC' }],
    confirmation: { required: true, entries: Array },
  }
  t.match(planned, { status: 'ready', ...expected, next: /create_workflow.*confirms/ })
  t.notOk('plan' in planned, 'what was sent is not sent back')
  t.match(planned.explanation, /example__add.*40/s, 'in words')
  const says = JSON.stringify(planned.confirmation.entries)
  t.match(says, /UTC/)
  const created = await call('create_workflow', {
    name: 'Sum',
    prompt,
    plan: adding({ a: 40, b: 2 }),
    ...said,
  })
  t.match(created, { status: 'ready', ...expected, next: /confirm_workflow/ })
  t.equal(JSON.stringify(created.confirmation.entries), says)
  t.match(await call('get_workflow', { id: created.id }), {
    start: expected.start,
    acceptance: { acceptedAt: null },
  })
  const changed = { id: created.id, plan: adding({ a: 40, b: 3 }) }
  t.match(await call('update_workflow', changed), { version: 2, ...expected })

  const read = await call('plan_workflow', { prompt: 'Return 40.' })
  t.match(read, { status: 'ready', plannedBy: 'reader', plan: { steps: [{ kind: 'return', value: 40 }] } })
  t.notMatch(JSON.stringify(read.plan), /span|effect/)
})

test('an agent starts, cancels and decides, and the answers fit', { timeout: 120_000 }, async t => {
  const { rest, key } = await organization()
  const { client, call } = await agentOf(t, key)
  await client.listTools()
  const asking = { steps: [{ id: 'ask', kind: 'approval', message: 'Go on?' }] }
  const id = await createWorkflow(rest, asking)
  const first = await call('execute_workflow', { id })
  t.match(first, { id: /^exec_/, status: String })
  t.match(await call('cancel_execution', { id: first.id }), { id: first.id, status: 'cancelled' })
  t.match(await call('execute_workflow', { id, detail: true }), { trigger: { kind: 'tool' } })
  const quick = await createWorkflow(rest, returning('x'.repeat(20_000)))
  t.match(await call('execute_workflow', { id: quick }), { id: /^exec_/ })
  await runToEnd(rest, id)
  const pending = (await call('list_approvals', { status: 'pending' })).items
  t.match(pending, [{ message: 'Go on?', status: 'pending' }])
  t.match(await call('decide_approval', { id: pending[0].id, decision: 'approve' }), { status: 'approved' })
})

test('20 rows of workflows or executions are at most 4 KB', { timeout: 120_000 }, async t => {
  const { rest, key } = await organization()
  const { client } = await agentOf(t, key)
  const plan = { steps: [{ id: 'stop', kind: 'fail', message: 'x'.repeat(2_000) }] }
  const name = `"${'für '.repeat(48)}"`
  const made = await Promise.all(
    Array.from({ length: 21 }, () => rest.post('/api/v1/workflows', { name, prompt: 'Stop', plan })),
  )
  for (let n = 0; n < 21; n++) await runToEnd(rest, made[n]!.body.id)
  for (const tool of ['list_workflows', 'search_executions']) {
    const result = (await client.callTool({ name: tool, arguments: {} })) as Any
    const [{ text }] = result.content
    t.equal(JSON.parse(text).items.length, 20, tool)
    t.ok(Buffer.byteLength(text) <= 4_096, `${tool}: ${Buffer.byteLength(text)} bytes`)
    t.type(JSON.parse(text).nextCursor, 'string')
    const three = (await client.callTool({ name: tool, arguments: { limit: 3 } })) as Any
    t.equal(three.structuredContent.items.length, 3)
    const whole = (await client.callTool({ name: tool, arguments: { limit: 1, detail: true } })) as Any
    t.ok(Buffer.byteLength(whole.content[0].text) > 500, 'detail')
  }
})
