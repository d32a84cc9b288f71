// Every plain object seems to have `constructor`, `toString` and the like. Whoever gives these names to
// inputs, steps, columns, tools, arguments and headers meets what they would meet with any other name: each
// journey is made with an ordinary name and with each of them, and what comes of it is the same.
import { type Test, test } from 'tap'
import type { Answer, Client } from '../support/people/client.ts'
import { sharedProduct } from '../support/product.ts'
import { untilStatus } from '../support/runs.ts'
import { startNamedTool } from '../support/servers/named-tool.ts'
import { createWorkflow, execute, registerServer, returning, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()
const inherited = ['constructor', 'valueOf']
const ordinary = (name: string) => `${name.slice(0, -1)}g`
/** Ids of steps have small letters only. */
const small = (name: string) => name.toLowerCase()

type Journey = (name: string, client: Client, t: Test) => Promise<unknown>

function sameForAll(title: string, journey: Journey) {
  test(title, async t => {
    const made = async (name: string) => plain(await journey(name, (await product.signUp()).client, t), name)
    for (const name of inherited) {
      const expected = await made(ordinary(name))
      t.notMatch(expected, /"status":500/)
      t.equal(await made(name), expected, name)
    }
  })
}

/** What came of it, without what differs in any two journeys. */
function plain(came: unknown, name: string): string {
  return JSON.stringify(came)
    .replaceAll(new RegExp(name, 'gi'), 'NAME')
    .replaceAll(snakeOf(name), 'NAME')
    .replaceAll(wordsOf(name), 'NAME')
    .replaceAll(/\b[a-z]+_[0-9a-z]{26}\b/g, 'ID')
    .replaceAll(/\bhook_[\w-]{43}\b/g, 'HOOK')
    .replaceAll(/"digest":"[0-9a-f]{64}"/g, '"digest":""')
    .replaceAll(/test_\w{8}/g, 'test')
    .replaceAll(/\d{13}/g, 'MOMENT')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/"[a-zA-Z]+Ms":\d+/g, '"Ms":0')
    .replaceAll(/"span":\[[^\]]*\]/g, '"span":[]')
}

const snakeOf = (name: string) => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
const wordsOf = (name: string) => snakeOf(name).replaceAll('_', ' ')

const brief = ({ status, body }: Answer) => ({ status, body })
const planOf = async (client: Client, prompt: string) =>
  brief(await client.post('/api/v1/workflows/plan', { prompt }))

sameForAll('an input of a prompt', async (name, client) => {
  const prompts = [
    `Return {{inputs.${name}}}`,
    `Return {{inputs.x.${name}}}`,
    `If {{inputs.${name}}} is more than 3, return "a". Otherwise return "b".`,
    `Sort {{inputs.list}} by ${name}. Return the sorted list.`,
    `Get {{inputs.url}} with the header ${name} set to {{inputs.${name}}}. Return the body.`,
    `Run the workflow "${name}" with ${name} = {{inputs.${name}}}`,
    `Group {{inputs.list}} by ${name}`,
    `Return the ${name} of {{inputs.x}}`,
    `${name} the ${name}`,
  ]
  const made = await client.post('/api/v1/workflows', { name, prompt: prompts[0] })
  const run = await runToEnd(client, made.body.id, { [name]: 7 })
  return { plans: await Promise.all(prompts.map(prompt => planOf(client, prompt))), made: brief(made), run }
})

sameForAll('an input that nobody gave is missed', async (name, client) => {
  const id = await createWorkflow(client, returning({ $: `inputs.${name}` }))
  const path = `/api/v1/workflows/${id}/execute`
  return [
    brief(await client.post(path, { inputs: {} })),
    brief(await client.post(path, { inputs: { [name]: 1 } })),
  ]
})

sameForAll('a step, a loop and its variable', async (name, client) => {
  const lower = small(name)
  const plan = {
    steps: [
      { id: 'text', kind: 'set', value: 'before' },
      {
        id: lower,
        kind: 'foreach',
        over: 'inputs.list',
        as: lower,
        steps: [{ id: 'inner', kind: 'set', value: { $: `${lower}.${name} + 1` } }],
      },
      {
        id: 'end',
        kind: 'return',
        value: { $: `{"all": steps.${lower}, "${name}": inputs.list[0].?${name}}` },
      },
    ],
  }
  const id = await createWorkflow(client, plan)
  const run = await runToEnd(client, id, { list: [{ [name]: 1 }, { [name]: 2 }] })
  const steps = brief(await client.get(`/api/v1/executions/${run.id}/steps`))
  const log = await client.readLog(run.id)
  const dry = brief(
    await client.post(`/api/v1/workflows/${id}/dry-run`, { inputs: { list: [{ [name]: 1 }] } }),
  )
  const missing = await runToEnd(client, id, { list: [{}] })
  return { run, steps, log, dry, missing, read: brief(await client.get(`/api/v1/workflows/${id}`)) }
})

sameForAll('a step that waits for a person', async (name, client) => {
  const plan = {
    steps: [
      { id: small(name), kind: 'approval', message: 'Go on?' },
      { id: 'end', kind: 'return', value: { $: `steps.${small(name)}.approved` } },
    ],
  }
  const id = await createWorkflow(client, plan)
  const dry = brief(await client.post(`/api/v1/workflows/${id}/dry-run`, { inputs: {} }))
  const start = await execute(client, id)
  await untilStatus(client, start.body.id, 'awaiting_approval')
  const [approval] = (await client.get('/api/v1/approvals?status=pending')).body
  const decided = await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'approve' })
  const end = (await client.readLog(start.body.id)).at(-1)
  return { dry, decided: brief(decided), end: end?.data }
})

sameForAll('a tool, its argument and what the run shows of it', async (name, client, t) => {
  const registered = await registerServer(client, `Shop ${name}`, await startNamedTool(name, t))
  const server = registered.body.slug
  const step = { id: 'call', kind: 'tool', server, tool: name }
  const make = async (args: object) =>
    brief(
      await client.post('/api/v1/workflows', {
        name: 'Test',
        prompt: 'Do it',
        plan: { steps: [{ ...step, args }] },
      }),
    )
  const made = await make({ [name]: { $: `inputs.${name}` } })
  const others = [await make({}), await make({ [name]: 1 })]
  const run = await runToEnd(client, made.body.id, { [name]: 'x' })
  const path = `/api/v1/workflows/${made.body.id}`
  const dry = brief(await client.post(`${path}/dry-run`, { inputs: { [name]: 'x' } }))
  const deleted = await client.delete(`/api/v1/mcp-servers/${registered.body.id}`)
  return { made, others, run, dry, deleted: deleted.status }
})

sameForAll('columns, groups and fields of the built-in tools', async (name, client) => {
  const call = (id: string, tool: string, args: object) => ({ id, kind: 'tool', server: null, tool, args })
  const items = [{ [name]: 2 }, { [name]: 1 }, {}]
  const plan = {
    steps: [
      call('parsed', 'csv_parse', { text: `${name},b\n1,2` }),
      call('sorted', 'list_sort', { items, by: name }),
      call('grouped', 'list_group', { items, by: name }),
      call('unique', 'list_unique', { items, by: name }),
      call('queried', 'json_query', { value: { a: 1 }, path: name }),
      call('rendered', 'text_template', { template: `{{ ${name} }}|{{ a.${name} }}`, values: { a: {} } }),
      { id: 'end', kind: 'return', value: { $: '[steps.parsed, steps.sorted, steps.grouped]' } },
    ],
  }
  const made = await client.post('/api/v1/workflows', { name: 'Test', prompt: 'Do it', plan })
  const runs = await Promise.all(
    plan.steps.slice(0, -1).map(async step => {
      const id = await createWorkflow(client, { steps: [step] }).catch(error => String(error))
      return id.startsWith('wf_') ? runToEnd(client, id) : id
    }),
  )
  return [brief(made), runs]
})

sameForAll('inputs, headers and queries of a hook', async (name, client) => {
  const workflow = await createWorkflow(client, returning({ $: 'inputs' }))
  const path = `/api/v1/workflows/${workflow}/triggers`
  const inputs = { [name]: `body.${name}`, header: `headers['${name.toLowerCase()}']`, page: `query.${name}` }
  const made = await client.post(path, { kind: 'hook', inputs })
  const hook = new URL(made.body.url).pathname
  const full = await product
    .client()
    .post(`${hook}?${name}=2`, { [name]: 1 }, { [name]: 'h', prefer: 'wait=20' })
  const empty = await product.client().post(hook, {})
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return [
    brief(made),
    brief(full),
    brief(empty),
    brief(
      await product
        .client()
        .post(`${hook}?${name}=2`, `${name}=3`, { ...form, [name]: 'h', prefer: 'wait=20' }),
    ),
  ]
})

sameForAll('words of a chat', async (name, client) => {
  await client.post('/api/v1/workflows', { name: `Echo ${name}`, prompt: `Return {{inputs.${name}}}` })
  const session = (await client.post('/api/v1/chat/sessions', {})).body.id
  const say = async (message: string) => {
    const { status, body } = await client.post(`/api/v1/chat/sessions/${session}/messages`, { message })
    return { status, content: body.reply?.content, error: body.error }
  }
  const said = []
  for (const message of [
    name,
    `describe ${name}`,
    `run Echo ${name} with ${name} = 5`,
    `run Echo ${name}`,
    '6',
    `help ${name}`,
    `list ${name} runs`,
  ])
    said.push(await say(message))
  const { body } = await client.get('/api/v1/workflows')
  for (const { id } of body) await client.delete(`/api/v1/workflows/${id}`)
  return said
})

sameForAll('names in paths, queries and settings', async (name, client) => {
  const paths = [
    `/api/v1/auth/oauth/${name}`,
    `/api/v1/workflows?${name}=1`,
    `/api/v1/workflows?sort=${name}`,
    `/api/v1/executions?status=${name}`,
    `/api/v1/executions?sort=${name}`,
    `/api/v1/${name}`,
    `/api/v1/mcp-servers/${name}`,
    `/api/v1/marketplace/tools/${name}`,
    `/api/v1/usage?by=${name}`,
    `/api/v1/chat/sessions/${name}/messages?protocol=${name}`,
  ]
  const read = await Promise.all(paths.map(async path => brief(await client.get(path))))
  const credential = await client.post('/api/v1/credentials', { name, kind: name, secret: { [name]: '1' } })
  const key = await client.post('/api/v1/api-keys', { name, scopes: [name] })
  const rpc = (method: string, params: object) =>
    client.post('/rpc', { jsonrpc: '2.0', id: 1, method, params })
  const calls = [
    await rpc(name, {}),
    await rpc('tools/call', { name, arguments: { [name]: 1 } }),
    await rpc('tools/call', { name: 'list_workflows', arguments: { [name]: 1 } }),
    await rpc('prompts/get', { name, arguments: { [name]: '1' } }),
  ]
  return { read, credential: brief(credential), key: brief(key), calls: calls.map(brief) }
})
