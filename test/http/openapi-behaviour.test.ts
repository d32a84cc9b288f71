// The document against the running product (P110): resources are made, then every GET is called with the
// identifiers that its list gave, and every answer, success or refusal, is held against what the document
// says of it. A route that is new is covered without a line, unless it needs something that nobody made here;
// then it is named as not seen.
import { test } from 'tap'
import { apiRoutes } from '../../http/api.ts'
import type { Route } from '../../http/pipeline/route.ts'
import type { Answer, Client } from '../support/people/client.ts'
import { createAnswerCheck } from '../support/people/openapi-answers.ts'
import { probes } from '../support/probes.ts'
import { type Account, sharedProduct } from '../support/product.ts'

const product = await sharedProduct()
const owner = await product.signUp()
const document = (await owner.client.get('/openapi.json')).body
const check = createAnswerCheck(document)
const routes = apiRoutes({ url: product.url, version: '0' })
/**
 * Streams, the return from a foreign provider, and /rpc, whose errors are JSON-RPC's, are not of this kind.
 */
const isPlain = ({ path, options }: Route) =>
  options.events === undefined && path !== '/rpc' && !/\/(callback|\*path)$/.test(path)
const reads = routes.filter(route => route.method === 'GET' && isPlain(route))

interface Seen {
  readonly problems: readonly string[]
  readonly answer: Answer
}

/** Sends a request to a route and holds the answer against the document. */
async function call(
  client: Client,
  { method, path }: Pick<Route, 'method' | 'path'>,
  ids: Ids = {},
  body?: unknown,
): Promise<Seen> {
  const target = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? `no_${name}`))
  const answer = await client.send(method, target, body)
  return {
    answer,
    problems: check({ path, method, status: answer.status, headers: answer.headers, body: answer.body }),
  }
}

type Ids = Readonly<Record<string, string>>

/**
 * What the organization has: one of everything that can be made in a moment.
 * @returns problems of the answers
 */
async function makeOneOfEach({ client }: Account): Promise<string[]> {
  const problems: string[] = []
  const make = async (path: string, body: unknown, ids: Ids = {}) => {
    const seen = await call(client, { method: 'POST', path }, ids, body)
    problems.push(...seen.problems)
    if (seen.answer.status >= 300)
      problems.push(`POST ${path} answered ${seen.answer.status} ${JSON.stringify(seen.answer.body)}`)
    return seen.answer.body
  }
  const prompt = '1. Set word to "hello"\n2. Ask owner to approve "Send it?"\n3. Return the word'
  const { id } = await make('/api/v1/workflows', { name: 'Documented', prompt })
  await make('/api/v1/workflows/plan', { prompt })
  await make('/api/v1/workflows/:id/versions', { prompt: 'Return {{inputs.word}}', note: 'simpler' }, { id })
  await client.post(`/api/v1/workflows/${id}/versions/1/activate`)
  const quick = await make('/api/v1/workflows', {
    name: 'Quick',
    prompt: 'Return "done"',
    schedule: { cron: '0 9 * * 1', timezone: 'UTC' },
  })
  const ended = (
    await client.post(`/api/v1/workflows/${quick.id}/execute`, { inputs: {} }, { prefer: 'wait=60' })
  ).body
  if (ended.status !== 'completed') problems.push(`the execution is ${ended.status}`)
  await make('/api/v1/executions', { workflowId: id, inputs: {} })
  await make('/api/v1/executions/:id/retry', {}, { id: ended.id })
  await make('/api/v1/executions/bulk', { action: 'cancel', filter: { workflowId: quick.id } })
  await make('/api/v1/credentials', {
    name: 'Key',
    kind: 'bearer',
    secret: { token: 'secret' },
    allowedHosts: ['api.example.com'],
  })
  const key = await make('/api/v1/apikeys', { name: 'documented' })
  await make('/api/v1/apikeys/:id/rotate', { graceSeconds: 60 }, { id: key.id })
  await make('/api/v1/teams', { name: 'Team' })
  await make('/api/v1/webhooks', { url: 'http://127.0.0.1:8080/hook', events: ['tool_server.down'] })
  const chat = await make('/api/v1/chat/sessions', { title: 'Documented' })
  await make('/api/v1/chat/sessions/:id/messages', { message: 'help' }, { id: chat.id })
  await make('/api/v1/chat/sessions/:id/cancel', {}, { id: chat.id })
  const isAsked = async () => (await client.get('/api/v1/approvals')).body.length > 0
  if (problems.length === 0) await waitFor(isAsked)
  return problems
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('the execution does not wait for its approval')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

test('what is made is answered as documented', { timeout: 120_000 }, async t => {
  probes(t, 110)
  t.strictSame(await makeOneOfEach(owner), [], 'P110')
})

/** Identifiers of what the lists name, by the path of the list. */
async function identifiers(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { path } of reads.filter(route => !route.path.includes(':'))) {
    const { body } = await owner.client.get(path)
    if (Array.isArray(body) && body.length > 0) found.set(path, body[0].id ?? body[0].userId)
  }
  return found
}

test('every GET answers as documented', { timeout: 120_000 }, async t => {
  const found = await identifiers()
  const idsFor = (path: string): Ids => {
    const ids: Record<string, string> = { version: '1' }
    for (const [, before, name] of path.matchAll(/(?<=^(.*))\/:(\w+)/g)) {
      const id = found.get(before!)
      if (id !== undefined) ids[name!] = id
    }
    return ids
  }
  const unseen: string[] = []
  const problems: string[] = []
  for (const route of reads) {
    const seen = await call(owner.client, route, idsFor(route.path))
    problems.push(...seen.problems)
    if (seen.answer.status !== 200) unseen.push(`${route.path} ${seen.answer.status}`)
  }
  t.strictSame(problems, [])
  t.comment(`not seen with 200: ${unseen.join(', ')}`)
  t.ok(unseen.length < reads.length / 4, 'three of four are seen with 200')
})

test('every refusal is as documented: without a credential, of what is not there, with a body that does not fit', {
  timeout: 120_000,
}, async t => {
  const problems: string[] = []
  const nobody = product.client()
  for (const route of routes.filter(each => each.path.startsWith('/api/') && isPlain(each))) {
    const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : { name: 7, '': null }
    if (!route.options.public) problems.push(...(await call(nobody, route, {}, body)).problems)
    if (route.path.includes(':') || body)
      problems.push(...(await call(owner.client, route, {}, body)).problems)
  }
  t.strictSame(problems, [])
})
