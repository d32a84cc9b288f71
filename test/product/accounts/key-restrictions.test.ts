// What the restrictions of an API key hold for: every way in which a key starts work, tried against each of
// them. docs/guides/api-keys.md has the table.
import { type Test, test } from 'tap'
import { plain } from '../../support/people/agent.ts'
import type { Answer, Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, execute, registerServer, returning, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()
const example = await startExampleServer()
const origin = 'https://shop.example.com'
const every = ['read', 'write', 'execute', 'chat']

/** What all ways of one organization begin with. */
interface Place {
  readonly person: Client
  readonly robot: Client
  readonly keyId: string
  readonly workflow: string
  /** The name by which a chat calls the workflow. */
  readonly name: string
  /** The tool that runs it. */
  readonly tool: string
  /** Ended as failed. */
  readonly failed: string
}

const failing = { steps: [{ id: 'stop', title: 'Stop', kind: 'fail', message: 'no' }] }

async function place(key: object): Promise<Place> {
  const { client: person } = await product.signUp()
  const workflow = await createWorkflow(person, returning(1))
  const name = 'Weekly figures'
  const { slug } = (await person.put(`/api/v1/workflows/${workflow}`, { name, tool: true })).body
  await registerServer(person, 'Example', example.url)
  const failed = (await runToEnd(person, await createWorkflow(person, failing))).id
  const { status, body } = await person.post('/api/v1/apikeys', { name: 'Robot', scopes: every, ...key })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return {
    person,
    robot: product.client(body.key),
    keyId: body.id,
    workflow,
    name,
    tool: `run_${slug}`,
    failed,
  }
}

/** @returns what the way says, as text */
type Act = () => Promise<string>
/** Prepares the way, while the key may do everything. */
type Way = (place: Place) => Promise<Act>

const said = async (answer: Promise<Answer>): Promise<string> => {
  const { status, body } = await answer
  return `${status} ${JSON.stringify(body)}`
}

/** Requests that bear the key. */
const direct: Readonly<Record<string, Way>> = {
  'the API':
    async ({ robot, workflow }) =>
    () =>
      said(execute(robot, workflow)),
  'a retry':
    async ({ robot, failed }) =>
    () =>
      said(robot.post(`/api/v1/executions/${failed}/retry`, {})),
  'a dry run':
    async ({ robot, workflow }) =>
    () =>
      said(robot.post(`/api/v1/workflows/${workflow}/dry-run`, { inputs: {} })),
  'a tool of a workflow':
    async ({ robot, tool }) =>
    () =>
      call(robot, tool),
  'a tool of a server':
    async ({ robot }) =>
    () =>
      call(robot, 'example__add', { a: 1, b: 2 }),
  'a chat':
    async ({ robot, name }) =>
    () =>
      chat(robot, name),
}

/** What goes on without a request that bears the key. */
const later: Readonly<Record<string, Way>> = {
  async 'a hook that it made'({ robot, workflow }) {
    const made = await robot.post(`/api/v1/workflows/${workflow}/triggers`, { kind: 'hook', inputs: {} })
    return () => said(product.client().post(new URL(made.body.url).pathname, {}))
  },
  async 'a completion trigger that it made'({ robot, person, workflow }) {
    const source = await createWorkflow(person, returning(2))
    const wish = { kind: 'completion', workflowId: source }
    const { id } = (await robot.post(`/api/v1/workflows/${workflow}/triggers`, wish)).body
    return async () => {
      await runToEnd(person, source)
      const path = `/api/v1/workflows/${workflow}/triggers/${id}`
      const { lastError } = await until(
        async () => (await person.get(path)).body,
        found => found.lastError !== null,
      )
      return lastError.message
    }
  },
}

const call = async (client: Client, name: string, args = {}): Promise<string> =>
  JSON.stringify(await plain(client, 'tools/call', { name, arguments: args }))

async function chat(client: Client, name: string, headers = {}): Promise<string> {
  const { status, body } = await client.post('/api/v1/chat/sessions', {}, headers)
  if (status !== 201) return `${status} ${JSON.stringify(body)}`
  const path = `/api/v1/chat/sessions/${body.id}/messages`
  return said(client.post(path, { message: `run ${name}` }, headers))
}

async function started({ person, workflow }: Place): Promise<number> {
  return (await person.get(`/api/v1/executions?workflowId=${workflow}&limit=100`)).body.length
}

/** Tries the way with a key that has been restricted since it was prepared. */
async function tried(t: Test, way: string, here: Place, act: Act, refusal: RegExp): Promise<void> {
  const before = await started(here)
  t.match(await act(), refusal, way)
  t.equal(await started(here), before, `${way} starts nothing`)
}

const spent = /budget of the API key/

for (const [name, way] of Object.entries({ ...direct, ...later }))
  test(`${name} takes from the budget of the key`, async t => {
    const here = await place({ budget: 1 })
    const act = await way(here)
    t.equal((await execute(here.robot, here.workflow)).status, 201)
    await tried(t, name, here, act, spent)
  })

test('a bulk action, a sub-workflow and a chat token take from the budget of the key', async t => {
  const here = await place({ budget: 1 })
  const { person, robot, workflow } = here
  const step = { id: 'one', title: 'One', kind: 'workflow', workflow, inputs: {} }
  const parent = await createWorkflow(person, { steps: [step] })
  const token = (await robot.post('/api/v1/chat/tokens', { origin })).body.token
  t.match(await runToEnd(robot, parent), { status: 'failed', error: { message: spent } }, 'a sub-workflow')
  t.equal(await started(here), 0)
  const wish = { action: 'retry', filter: { status: ['failed'] } }
  const bulk = (await robot.post('/api/v1/executions/bulk', wish)).body
  const ended = await until(
    async () => (await person.get(`/api/v1/executions/bulk/${bulk.id}`)).body,
    ({ status }) => status !== 'running',
  )
  t.match(ended.failures, [{ error: spent }], 'a bulk action')
  await tried(t, 'a chat token', here, () => chat(product.client(token), here.name, { origin }), spent)
})

test('a request that is repeated has its first answer, and takes nothing again', async t => {
  const here = await place({ budget: 1 })
  const start = () =>
    here.robot.post(`/api/v1/workflows/${here.workflow}/execute`, { inputs: {} }, { 'idempotency-key': 'k' })
  const first = await start()
  const again = await start()
  t.strictSame([first.status, again.status, again.body.id], [201, 201, first.body.id])
  t.equal(await started(here), 1)
})

test('a revoked key starts nothing by any way, and neither does what was made with it', async t => {
  const here = await place({})
  const acts: [string, Act, RegExp][] = []
  for (const [name, way] of Object.entries(direct)) acts.push([name, await way(here), /401|credentials/i])
  for (const [name, way] of Object.entries(later)) acts.push([name, await way(here), /was revoked/])
  await here.person.delete(`/api/v1/apikeys/${here.keyId}`)
  for (const [name, act, refusal] of acts) await tried(t, name, here, act, refusal)
})

/** Keys that may not start work, with what they are told. */
const restricted: Readonly<Record<string, { readonly key: object; readonly may?: readonly string[] }>> = {
  'that may only read': { key: { scopes: ['read'] } },
  'that may only chat': { key: { scopes: ['chat'] }, may: ['a chat'] },
  'for pages of another origin': { key: { allowedOrigins: ['https://other.example'] } },
  'whose list of tools is another': {
    key: { tools: ['json_parse'] },
    may: ['the API', 'a retry', 'a dry run', 'a chat'],
  },
}

for (const [name, { key, may = [] }] of Object.entries(restricted))
  test(`a key ${name} starts nothing by any request`, async t => {
    const here = await place(key)
    const robot = 'allowedOrigins' in key ? from(here.robot) : here.robot
    for (const [way, prepare] of Object.entries(direct)) {
      if (may.includes(way)) continue
      const act = await prepare({ ...here, robot })
      await tried(t, way, here, act, /403|Unknown tool|may only chat|cannot be used here/)
    }
  })

/** The same client in a page. */
function from(client: Client): Client {
  return new Proxy(client, {
    get: (target, name) =>
      name === 'post'
        ? (path: string, body: unknown, headers = {}) => target.post(path, body, { ...headers, origin })
        : Reflect.get(target, name).bind(target),
  })
}
