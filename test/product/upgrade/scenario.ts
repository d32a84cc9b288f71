// What is under way in the fixture: an organization whose keys, connections, chats and executions were made
// over HTTP with the product of the version that the fixture is of. build.ts calls it, and ends that product
// by kill -9 in the middle.
import type { Client } from '../../support/people/client.ts'
import { ByHand, type Tokens } from '../../support/people/connecting.ts'
import { type Product, password } from '../../support/product.ts'
import { until, untilStatus } from '../../support/runs.ts'
import { Browser } from '../../support/servers/openid-server.ts'
import { createWorkflow, execute, registerServer, runToEnd } from '../../support/workflows.ts'
import { type Outside, outsidePort, outsideUrl, secret } from './outside.ts'

/** APP_URL of the fixture and of the test: tokens are made out to it. */
export const appPort = outsidePort - 1

export const environment = {
  PORT: String(appPort),
  // A value of the tests, as every other secret of the fixture.
  MASTER_KEY: Buffer.alloc(32, 'an upgrade').toString('base64'),
  MODEL_URL: `${outsideUrl}/v1`,
  MODEL_NAME: 'small',
  MODEL_API_KEY: 'sk-of-the-service',
}

export const enter = (line: unknown, server = 'ledger', more: object = {}) => ({
  ...{ id: 'enter', title: 'Enter', kind: 'tool', server, tool: 'enter', args: { line }, ...more },
})

/** What the test knows of the fixture: ids, and secrets that were shown once. */
export type Facts = Awaited<ReturnType<typeof makeScenario>>

export async function makeScenario(product: Product, outside: Outside) {
  const { client, email, organizationId } = await product.signUp()
  const credential = await made(client, '/api/v1/credentials', {
    ...{ name: 'Secured', kind: 'bearer', secret: { token: secret }, allowedHosts: ['127.0.0.1'] },
  })
  await registerServer(client, 'Ledger', `${outsideUrl}/rpc`)
  await made(client, '/api/v1/mcp-servers', {
    ...{ name: 'Secured', url: `${outsideUrl}/secured`, credentialId: credential.id },
  })
  const accounts = await connectAccounts(product, client)
  const workflows = await makeWorkflows(client)
  const keys = await makeKeys(product, client, workflows.two)
  const application = await ByHand.register(product.url)
  const tokens: Tokens = await application.connect(client)
  const hook = await made(client, `/api/v1/workflows/${workflows.echo}/triggers`, { kind: 'hook' })
  const monthly = await runToEnd(client, workflows.monthly)
  const chats = await makeChats(client)
  const executions = await startExecutions(client, workflows)
  await leaveUnderWay(client, outside, { held: executions.held, chat: chats.thinking })
  return {
    ...{ email, password, organizationId, accounts, workflows, keys, tokens, chats, executions },
    application: application.clientId,
    credential: credential.id as string,
    hook: new URL(hook.url).pathname,
    monthly: monthly.cu as number,
  }
}

async function made(client: Client, path: string, body: object) {
  const answer = await client.post(path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function connectAccounts(product: Product, client: Client): Promise<string> {
  const { id } = await made(client, '/api/v1/mcp-servers', {
    name: 'Accounts',
    url: `${outsideUrl}/accounts`,
  })
  const begun = await client.post(`/api/v1/mcp-servers/${id}/connect`, {})
  if (begun.status !== 200) throw new Error(JSON.stringify(begun.body))
  const browser = new Browser()
  browser.keep(product.url, begun.headers)
  const appUrl = `http://localhost:${appPort}`
  const back = await browser.follow(begun.body.authorizationUrl, url => url.startsWith(appUrl))
  const there = await browser.visit(back.replace(appUrl, product.url))
  if (!there.headers.get('location')?.endsWith('#connected')) throw new Error(await there.text())
  return id
}

/** The first plans are compiled by threads that still start: a slow machine needs longer than they may. */
async function created(client: Client, plan: object): Promise<string> {
  for (let left = 20; ; left--) {
    try {
      return await createWorkflow(client, plan)
    } catch (error) {
      if (left === 0 || !String(error).includes('took longer')) throw error
    }
  }
}

async function makeWorkflows(client: Client) {
  const end = { id: 'end', title: 'End', kind: 'return', value: { $: 'inputs' } }
  const entering = (line: string, server?: string) => created(client, { steps: [enter(line, server)] })
  const monthly = await entering('monthly')
  await client.put(`/api/v1/workflows/${monthly}`, { monthlyBudget: 4 })
  return {
    monthly,
    echo: await created(client, { steps: [end] }),
    two: await entering('two'),
    held: await entering('held'),
    secured: await entering('secured', 'secured'),
    accounts: await entering('accounts', 'accounts'),
    approved: await created(client, {
      steps: [enter('approved', 'ledger', { approval: { message: 'Enter it?' } })],
    }),
    event: await created(client, {
      steps: [{ id: 'go', kind: 'wait', event: 'go' }, enter('after the event')],
    }),
    timer: await created(client, {
      steps: [{ id: 'pause', kind: 'wait', for: 15_000 }, enter('after the time')],
    }),
    scheduled: await scheduled(client),
  }
}

async function scheduled(client: Client): Promise<string> {
  const id = await created(client, { steps: [{ id: 'end', kind: 'return', value: 1 }] })
  const { status } = await client.put(`/api/v1/workflows/${id}`, {
    schedule: { cron: '0 9 * * *', timezone: 'UTC' },
  })
  if (status !== 200) throw new Error(`schedule: ${status}`)
  return id
}

async function makeKeys(product: Product, client: Client, workflow: string) {
  const robot = await made(client, '/api/v1/apikeys', { name: 'Robot', budget: 4 })
  await runToEnd(product.client(robot.key), workflow)
  const limited = await made(client, '/api/v1/apikeys', {
    ...{ name: 'Limited', scopes: ['read', 'execute'], tools: ['list_workflows', 'get_workflow'] },
  })
  return { robot: robot.key as string, limited: limited.key as string }
}

async function makeChats(client: Client) {
  const session = async () => (await made(client, '/api/v1/chat/sessions', {})).id as string
  const [granted, asking, thinking] = [await session(), await session(), await session()]
  const ask = async (id: string, message: string) => {
    const { reply } = await made(client, `/api/v1/chat/sessions/${id}/messages`, { message })
    return reply.parts.find(({ type }: { type: string }) => type === 'approval').approval.id as string
  }
  const first = await ask(granted, 'enter granted')
  const pending = await ask(asking, 'enter asked')
  await made(client, `/api/v1/chat/sessions/${granted}/messages`, {
    approval: { id: first, decision: 'approve', remember: 'always' },
  })
  return { granted, asking, thinking, pending }
}

async function startExecutions(client: Client, workflows: Readonly<Record<string, string>>) {
  const start = async (name: string, status: string) => {
    const { id } = (await execute(client, workflows[name]!)).body
    await untilStatus(client, id, status)
    return id as string
  }
  return {
    approved: await start('approved', 'awaiting_approval'),
    event: await start('event', 'waiting'),
    timer: await start('timer', 'waiting'),
    held: workflows['held']!,
  }
}

/** A call and an answer of a model that have begun and never end. */
async function leaveUnderWay(
  client: Client,
  outside: Outside,
  { held, chat }: { held: string; chat: string },
) {
  outside.holds = true
  await execute(client, held)
  void client.post(`/api/v1/chat/sessions/${chat}/messages`, { message: 'think' }).catch(() => {})
  await until(
    async () => outside.calls.some(({ line }) => line === 'held') && outside.hasHeldTurn('think'),
    isHeld => isHeld,
  )
}
