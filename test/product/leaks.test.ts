// A secret that a server echoes in every form is nowhere to be found afterwards: not in what the API answers,
// not in the database, not in what the process wrote.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'tap'
import { GuardedApi } from '../support/guarded-api.ts'
import { query } from '../support/people/colleagues.ts'
import { Product } from '../support/product.ts'
import { createWorkflow, runToEnd } from '../support/workflows.ts'

const product = await Product.start({
  environment: { HOSTS: '2', LOG_LEVEL: 'trace', METRICS_TOKEN: 'metrics-token-1234' },
})
const api = await GuardedApi.start()
const secrets = {
  bearer: { token: 's3cr+t/bearer~token.==' },
  basic: { username: 'somebody', password: 'p"ss\\w/rd & more' },
  query: { name: 'key', value: 'query+value/with%signs' },
  oauth2: { tokenUrl: api.tokenUrl, clientId: 'client', clientSecret: 'the+client/secret' },
}
const joined = 'somebody:p"ss\\w/rd & more'
const texts = ['s3cr+t/bearer~token.==', 'p"ss\\w/rd & more', 'query+value/with%signs', 'the+client/secret']

/** Secrets that servers have been sent so far. */
const known = new Set<string>()

/** What it is sent now and was sent before, written in all ways. */
function echo(sent: string): object {
  // Tokens of OAuth 2.0 are known to the thread that has fetched them: that of this request is among what was
  // sent.
  const all = [sent, ...known]
  return {
    sent,
    plain: all,
    json: JSON.stringify(JSON.stringify(all)),
    base64: all.map(text => Buffer.from(text).toString('base64')),
    shifted: all.map(text => Buffer.from(`x${text}yz`).toString('base64url')),
    url: all.map(encodeURIComponent),
    form: new URLSearchParams(all.map((text, i): [string, string] => [`f${i}`, text])).toString(),
    [texts[0]!]: 'a name',
  }
}

function findings(haystack: string): string[] {
  const forms = texts.flatMap(text => [
    ...[text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)],
    ...[
      Buffer.from(text).toString('base64').slice(0, -4),
      Buffer.from(text).toString('base64url').slice(0, -4),
    ],
    Buffer.from(`x${text}`).toString('base64').slice(4, -4),
  ])
  return [...forms, ...api.valid].filter(form => haystack.includes(form))
}

test('no secret is found anywhere after a server echoed all of them', async t => {
  const { client } = await product.signUp()
  for (const [kind, secret] of Object.entries(secrets))
    t.equal((await client.post('/api/v1/credentials', { name: kind, kind, secret })).status, 201)
  const answers: string[] = []
  const ids: string[] = []
  for (const [status, type] of [
    [200, 'application/json'],
    [200, 'application/octet-stream'],
    [500, 'text/plain'],
  ] as const) {
    api.reply = ({ path, query, headers, body }, response) => {
      const text = JSON.stringify(echo(`${path} ${JSON.stringify(query)} ${JSON.stringify(headers)} ${body}`))
      response
        .writeHead(status, { 'content-type': type, 'x-echo': encodeURIComponent([...known].join(' ')) })
        .end(text)
    }
    for (const kind of Object.keys(secrets) as (keyof typeof secrets)[]) {
      for (const text of [texts[0]!, texts[1]!, joined, mainOf(kind)]) known.add(text)
      const args = {
        ...{ url: `${api.url}/echo/${status}`, credential: kind },
        body: { token: { $secret: 'bearer' }, password: { $secret: 'basic' } },
      }
      const call = { id: 'call', title: 'Call', kind: 'tool', tool: 'http_request', args }
      const end = { id: 'end', title: 'End', kind: 'return', value: { $: 'steps.call' } }
      const execution = await runToEnd(client, await createWorkflow(client, { steps: [call, end] }))
      t.equal(execution.status, status === 200 ? 'completed' : 'failed')
      ids.push(execution.id)
      answers.push(JSON.stringify(execution))
    }
  }
  t.ok(
    api.received.length >= 12 && api.received.every(({ body }) => body.includes(texts[0]!)),
    'they were sent',
  )
  t.match(answers[0], /\[secret\]/, 'and came back')
  for (const id of ids) {
    answers.push(JSON.stringify((await client.get(`/api/v1/executions/${id}/steps`)).body))
    answers.push(JSON.stringify(await client.readLog(id)))
  }
  for (const path of ['executions', 'credentials', 'executions/search?q=secret', 'tools'])
    answers.push(JSON.stringify((await client.get(`/api/v1/${path}`)).body))
  answers.push(JSON.stringify((await product.client('metrics-token-1234').get('/metrics')).body))
  t.strictSame(findings(answers.join('\n')), [], 'in what the API answers')
  t.strictSame(findings(await everything()), [], 'in the database')
})

test('nor after a tool server that is called with a credential echoed it', async t => {
  const { client } = await product.signUp()
  await client.post('/api/v1/credentials', { name: 'bearer', kind: 'bearer', secret: secrets.bearer })
  // This organization has sent no other, so nobody could know another.
  known.clear()
  known.add(texts[0]!)
  api.valid.clear()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString() || '{}')
    const said = echo(JSON.stringify({ headers: request.headers, params }))
    const tool = { name: 'echo', description: JSON.stringify(said), inputSchema: { type: 'object' } }
    const isError = params?.arguments?.fail === true
    const reply =
      method === 'tools/list'
        ? { result: { tools: [tool] } }
        : method === 'tools/call'
          ? {
              result: {
                isError,
                content: [{ type: 'text', text: JSON.stringify(said) }],
                structuredContent: said,
              },
            }
          : { error: { code: -32601, message: JSON.stringify(said) } }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, ...reply }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`
  const registered = await client.post('/api/v1/mcp-servers', { name: 'Echo', url, credentialId: 'bearer' })
  t.equal(registered.status, 201, JSON.stringify(registered.body))
  const answers = [JSON.stringify(registered.body)]
  for (const fail of [false, true]) {
    const args = { fail, token: { $secret: 'bearer' } }
    const call = { id: 'call', title: 'Call', kind: 'tool', server: 'echo', tool: 'echo', args }
    const execution = await runToEnd(client, await createWorkflow(client, { steps: [call] }))
    t.equal(execution.status, fail ? 'failed' : 'completed')
    answers.push(JSON.stringify(execution), JSON.stringify(await client.readLog(execution.id)))
  }
  answers.push(JSON.stringify((await client.get('/api/v1/mcp-servers')).body))
  answers.push(JSON.stringify((await client.get('/api/v1/tools?limit=100')).body))
  t.strictSame(findings(answers.join('\n')), [])
  t.strictSame(findings(await everything()), [])
})

test('nor in what the process wrote', async t => {
  const ending = await product.stop()
  t.strictSame(findings(ending!.stdout + ending!.stderr), [])
})

function mainOf(kind: keyof typeof secrets): string {
  return texts[Object.keys(secrets).indexOf(kind)]!
}

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const tables = await query<{ name: string }>(
    product,
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) => query<{ row: string }>(product, `select t::text as row from ${name} t`)),
  )
  return texts.flatMap(rows => rows.map(({ row }) => row)).join('\n')
}
