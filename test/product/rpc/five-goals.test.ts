// Five goals that an agent reaches which knows only the address: what it reads and writes for each is
// bounded, and the workflows do what was asked. What a model would write is written down here; all else is
// what the tools answer.
import { type Test, test } from 'tap'
import { serve } from '../../rpc/loopback.ts'
import { withElicitation } from '../../support/people/agent.ts'
import type { Client } from '../../support/people/client.ts'
import { CountedAgent } from '../../support/people/counted-agent.ts'
import { sharedProduct } from '../../support/product.ts'
import { untilStatus } from '../../support/runs.ts'
import { ChangingServer } from '../../support/servers/changing-server.ts'
import { registerServer, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()

const bounds = { calls: 8, tokens: 12_000 }
const text = { type: 'string' }
const reading = { readOnlyHint: true }

interface Said {
  readonly prompt: string
  readonly plan: object
  readonly quotes?: Readonly<Record<string, string>>
}

/** An agent that has learned how to write plans: two calls. */
async function agentOf(client: Client) {
  const agent = new CountedAgent(client, withElicitation)
  const { tools } = await agent.ask('tools/list')
  const names = tools.map(({ name }: { name: string }) => name)
  const guide = await agent.use('get_plan_guide')
  return { agent, names, guide }
}

/** Plans and keeps: two calls. @returns what create_workflow gave */
async function made(t: Test, agent: CountedAgent, name: string, said: Said) {
  const planned = await agent.use('plan_workflow', said)
  t.match(planned, { status: 'ready', next: /create_workflow/ }, JSON.stringify(planned.diagnostics))
  return kept(t, agent, name, said)
}

async function kept(t: Test, agent: CountedAgent, name: string, said: Said) {
  const created = await agent.use('create_workflow', { name, ...said })
  t.match(created, { id: /^wf_/, status: 'ready' }, JSON.stringify(created.diagnostics))
  return created
}

/** The person of the agent says yes in their client. */
async function confirmed(agent: CountedAgent, id: string) {
  const asked = await agent.call('confirm_workflow', { id })
  const answer = { action: 'accept', content: { decision: 'confirm' } }
  const inputResponses = { confirmation: answer }
  return agent.call('confirm_workflow', { id }, { inputResponses, requestState: asked.requestState })
}

function checkBounds(t: Test, { calls, tokens, wholeTokens }: CountedAgent) {
  t.comment(`${calls} calls, ${tokens} tokens, ${wholeTokens} with all that an answer holds`)
  t.ok(calls <= bounds.calls, `${calls} calls`)
  t.ok(wholeTokens <= bounds.tokens, `${wholeTokens} tokens`)
}

test('a CSV text becomes a report by country with sums', async t => {
  const { client } = await product.signUp()
  const { agent, names, guide } = await agentOf(client)
  t.ok(['get_plan_guide', 'plan_workflow', 'search_tools'].every(name => names.includes(name)))
  t.match(guide, /sumBy/)
  const { tools } = await agent.use('search_tools', { query: 'parse csv text' })
  t.match(tools[0], { name: 'csv_parse', signature: /^csv_parse\(text: text/ })
  const { id } = await made(t, agent, 'Report by country', {
    prompt: 'Make a report by country with the sums of the amounts from a CSV text.',
    plan: {
      irVersion: 2,
      steps: [
        { id: 'rows', kind: 'tool', tool: 'csv_parse', args: { text: { $: 'inputs.csv' } } },
        {
          ...{ id: 'report', kind: 'return' },
          value: {
            $: 'groupBy(steps.rows, "country").map(g, {"country": g.key, "sum": sum(g.items.map(r, number(r.amount)))})',
          },
        },
      ],
    },
  })
  const csv = 'country,amount\nNO,10\nSE,5\nNO,2.5'
  const ran = await agent.use('execute_workflow', { id, inputs: { csv }, waitMs: 20_000 })
  t.match(ran, {
    status: 'completed',
    output: [
      { country: 'NO', sum: 12.5 },
      { country: 'SE', sum: 5 },
    ],
  })
  checkBounds(t, agent)
})

test('two cities are asked at once, one is unknown, and the run says which', async t => {
  const { client } = await product.signUp()
  const look = { name: 'get_weather', description: 'The weather of a city now', annotations: reading }
  const inputSchema = { type: 'object', properties: { city: text }, required: ['city'] }
  const server = await ChangingServer.start(t, { ...look, inputSchema })
  server.answers = {
    get_weather: ({ city }) => (city === 'Oslo' ? { celsius: -3 } : `there is no city ${String(city)}`),
  }
  await registerServer(client, 'Weather', server.url)
  const { agent } = await agentOf(client)
  const { tools } = await agent.use('search_tools', { query: 'weather of a city' })
  t.match(tools[0], { name: 'weather__get_weather', signature: /\(city: text\).*\(read\)$/ })
  const asking = (id: string, city: string) => ({
    ...{ id, kind: 'tool', server: 'weather', tool: 'get_weather', args: { city }, onError: 'continue' },
  })
  const { id } = await made(t, agent, 'Weather of two cities', {
    prompt: 'Look up the weather of Oslo and of Atlantis at once, and say which of them is unknown.',
    quotes: { oslo: 'the weather of Oslo', atlantis: 'of Atlantis' },
    plan: {
      irVersion: 2,
      steps: [
        asking('oslo', 'Oslo'),
        asking('atlantis', 'Atlantis'),
        {
          ...{ id: 'said', kind: 'return' },
          value: {
            oslo: { $: 'steps.oslo' },
            atlantis: { $: 'steps.atlantis' },
            unknown: {
              $: '(failed(steps.oslo) ? ["Oslo"] : []) + (failed(steps.atlantis) ? ["Atlantis"] : [])',
            },
          },
        },
      ],
    },
  })
  const ran = await agent.use('execute_workflow', { id, waitMs: 20_000 })
  t.match(ran, { status: 'completed', output: { oslo: { celsius: -3 }, unknown: ['Atlantis'] } })
  checkBounds(t, agent)
})

test('a page is fetched, a person approves, and a tool stores it', async t => {
  const { client } = await product.signUp()
  const page = await serve(t, (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('the news'),
  )
  const inputSchema = { type: 'object', properties: { text }, required: ['text'] }
  const server = await ChangingServer.start(t, { name: 'keep', description: 'Stores a text', inputSchema })
  await registerServer(client, 'Store', server.url)
  const { agent } = await agentOf(client)
  const { tools } = await agent.use('search_tools', { query: 'fetch a web page' })
  const get = tools.find(({ name }: { name: string }) => name === 'http_get')
  t.match(get, { signature: /^http_get\(url: text/, callable: false })
  const { id, confirmation } = await made(t, agent, 'Keep the news', {
    prompt: `Fetch ${page.origin}/news, and store it once I have approved.`,
    quotes: { page: `Fetch ${page.origin}/news`, store: 'store it once I have approved' },
    plan: {
      irVersion: 2,
      steps: [
        { id: 'page', kind: 'tool', tool: 'http_get', args: { url: `${page.origin}/news` } },
        {
          ...{ id: 'store', kind: 'tool', server: 'store', tool: 'keep' },
          ...{ args: { text: { $: 'steps.page.body' } }, approval: { message: 'Store the page?' } },
        },
      ],
    },
  })
  t.match(confirmation, { required: true, entries: [{ says: String }] })
  const ran = await agent.use('execute_workflow', { id, waitMs: 20_000 })
  t.match(ran, { status: 'awaiting_approval', approvals: [{ message: 'Store the page?' }], next: /person/ })
  t.equal(server.callsOf('keep'), 0)
  await client.post(`/api/v1/approvals/${ran.approvals[0].id}`, { decision: 'approve' })
  await untilStatus(client, ran.id, 'completed')
  t.match(await agent.use('get_execution', { id: ran.id }), { status: 'completed' })
  t.strictSame(server.asked.at(-1)?.params.arguments, { text: 'the news' })
  checkBounds(t, agent)
})

test('a sub-workflow runs for each item, and its failures are collected', async t => {
  const { client } = await product.signUp()
  const { agent } = await agentOf(client)
  const child = await kept(t, agent, 'Halve', {
    prompt: 'Give the half of a number, and fail where it is odd.',
    plan: {
      irVersion: 2,
      steps: [
        { id: 'odd', kind: 'fail', when: 'inputs.n % 2 == 1', message: { $t: '${inputs.n} is odd' } },
        { id: 'half', kind: 'return', value: { $: 'inputs.n / 2' } },
      ],
    },
  })
  t.match(child, { confirmation: { required: true }, next: /confirm_workflow/ })
  t.match((await confirmed(agent, child.id)).structuredContent, { accepted: true })
  const { id } = await kept(t, agent, 'Halve all', {
    prompt: 'Run Halve for each of the numbers, and collect what failed.',
    quotes: { run: 'Run Halve for each of the numbers' },
    plan: {
      irVersion: 2,
      steps: [
        {
          ...{ id: 'each', kind: 'foreach', over: 'inputs.numbers', as: 'n', concurrency: 5 },
          steps: [
            {
              ...{ id: 'run', kind: 'workflow', workflow: 'Halve', inputs: { n: { $: 'n' } } },
              onError: {
                steps: [{ id: 'bad', kind: 'set', value: { n: { $: 'n' }, why: { $: 'error.message' } } }],
              },
            },
          ],
        },
        { id: 'all', kind: 'return', value: { $: 'steps.each' } },
      ],
    },
  })
  const ran = await agent.use('execute_workflow', { id, inputs: { numbers: [4, 7] }, waitMs: 30_000 })
  t.match(ran, { status: 'completed', output: [2, { n: 7, why: /7 is odd/ }] })
  checkBounds(t, agent)
})

test('every weekday at nine the new rows of a list are posted, each once', async t => {
  const { client } = await product.signUp()
  const row = { type: 'object', properties: { id: text, title: text }, required: ['id', 'title'] }
  const rows = { type: 'object', properties: { rows: { type: 'array', items: row } }, required: ['rows'] }
  const list = { name: 'list_rows', description: 'The rows of the list', annotations: reading }
  const post = { name: 'post', description: 'Posts a message to the team' }
  const message = { type: 'object', properties: { text }, required: ['text'] }
  const server = await ChangingServer.start(
    t,
    { ...list, inputSchema: { type: 'object' }, outputSchema: rows },
    { ...post, inputSchema: message },
  )
  const known = [{ id: 'A', title: 'First' }]
  server.answers = { list_rows: () => ({ rows: known }) }
  await registerServer(client, 'Team', server.url)
  const { agent } = await agentOf(client)
  const { tools } = await agent.use('search_tools', { query: 'post rows of a list' })
  t.ok(tools.some(({ name }: { name: string }) => name === 'team__list_rows'))
  const { id } = await made(t, agent, 'New rows', {
    prompt: 'Every weekday at 9 post the new rows of the list to the team, each once.',
    quotes: { rows: 'rows of the list', fresh: 'new rows', tell: 'post the new rows' },
    plan: {
      irVersion: 2,
      start: [{ kind: 'schedule', cron: '0 9 * * 1-5', timezone: 'Europe/Oslo' }],
      steps: [
        { id: 'rows', kind: 'tool', server: 'team', tool: 'list_rows', args: {} },
        {
          ...{ id: 'fresh', kind: 'tool', tool: 'only_new' },
          args: { list: { $: 'steps.rows.rows' }, by: 'id', onFail: 'release' },
        },
        {
          ...{ id: 'each', kind: 'foreach', over: 'steps.fresh', as: 'row' },
          steps: [
            { id: 'tell', kind: 'tool', server: 'team', tool: 'post', args: { text: { $: 'row.title' } } },
          ],
        },
      ],
    },
  })
  t.match((await confirmed(agent, id)).structuredContent, { accepted: true })
  const ran = await agent.use('execute_workflow', { id, waitMs: 20_000 })
  t.match(ran, { status: 'completed' })
  known.push({ id: 'B', title: 'Second' })
  t.match(await runToEnd(client, id), { status: 'completed' })
  const posted = server.asked.filter(({ params }) => params.name === 'post')
  t.strictSame(
    posted.map(({ params }) => params.arguments),
    [{ text: 'First' }, { text: 'Second' }],
  )
  const { schedule, acceptance } = (await client.get(`/api/v1/workflows/${id}`)).body
  t.match(schedule, { cron: '0 9 * * 1-5', timezone: 'Europe/Oslo', enabled: true })
  t.type(acceptance.acceptedAt, 'number', 'it starts by itself')
  checkBounds(t, agent)
})
