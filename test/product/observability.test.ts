// What an operator sees of the product: metrics that the reference lists, lines of the log that belong
// together, traces that go through threads to tool servers, and a readiness that names what is wrong.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import tap, { test } from 'tap'
import { probes } from '../support/probes.ts'
import { Product } from '../support/product.ts'
import { until } from '../support/runs.ts'
import { OtlpReceiver } from '../support/servers/otlp-receiver.ts'
import { createWorkflow, execute, registerServer, returning, runToEnd } from '../support/workflows.ts'

const limit = { timeout: 240_000 }
const receiver = await OtlpReceiver.start()
const product = await Product.start({
  environment: { LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.endpoint}/` },
})
const owner = await product.signUp()

/** What the log has said, as far as it is JSON. */
// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
function logLines(): any[] {
  return product.stdout
    .split('\n')
    .flatMap(line => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []))
}

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
function untilLogged(isWanted: (line: any) => boolean) {
  return until(
    async () => logLines().find(isWanted),
    line => line !== undefined,
  )
}

async function metrics(): Promise<string> {
  return (await product.client().get('/metrics')).body
}

/** Value of a sample by its name with labels. */
function sampleOf(text: string, sample: string): number {
  const line = text.split('\n').find(each => each.startsWith(`${sample} `))
  return line === undefined ? 0 : Number(line.slice(sample.length + 1))
}

const metricsPage = join(import.meta.dirname, '../../docs/reference/metrics.md')
const withPage = existsSync(metricsPage) ? limit : { ...limit, skip: 'npm run docs:reference makes the page' }

test('the reference lists every metric with its type, and no other', withPage, async t => {
  const text = await metrics()
  const measured = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
    .map(([, name, type]) => `${name} ${type}`)
    .filter(each => !/^(process|nodejs)_/.test(each))
  const page = readFileSync(metricsPage, 'utf8')
  const listed = [...page.matchAll(/^\| `([a-z_]+)` \| (\w+) \|/gm)].map(
    ([, name, type]) => `${name} ${type}`,
  )
  t.ok(listed.length > 10)
  t.strictSame(listed.sort(), measured.sort())
  for (const name of text.matchAll(/^# TYPE (\S+) counter$/gm)) t.match(name[1], /_total$/)
})

test('executions, commits, hosts and approvals are measured', limit, async t => {
  const { client } = await product.signUp()
  const before = await metrics()
  await runToEnd(client, await createWorkflow(client, returning(1)))
  const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }
  await execute(client, await createWorkflow(client, asking))
  const grown = (text: string, sample: string) => sampleOf(text, sample) - sampleOf(before, sample)
  const text = await until(
    metrics,
    now => grown(now, 'executions_started_total') >= 2 && sampleOf(now, 'approvals_pending') >= 1,
  )
  t.ok(grown(text, 'executions_ended_total{status="completed"}') >= 1)
  t.ok(grown(text, 'actor_commit_duration_seconds_count') >= 2)
  t.ok(grown(text, 'actor_commit_size_sum') >= 2)
  t.ok(grown(text, 'execution_queue_seconds_count') >= 2)
  t.ok(sampleOf(text, 'actor_host_heap_bytes{host="0"}') > 1_000_000)
  t.ok(sampleOf(text, 'actor_host_loop_delay_seconds_count') >= 1)
  t.match(text, /^actor_mailbox_depth\{host="0"\} \d+$/m)
  const route = 'method="POST",route="/api/v1/workflows/:id/execute",status="201"'
  t.ok(grown(text, `http_request_duration_seconds_count{${route}}`) >= 2)
  t.equal(
    sampleOf(text, `http_request_duration_seconds_bucket{${route},le="+Inf"}`),
    sampleOf(text, `http_requests_total{${route}}`),
  )
})

test('a request, its execution and their trace can be found in the log by one id', limit, async t => {
  const { client } = owner
  const workflow = await createWorkflow(client, returning('secret-output'))
  const requestId = 'client:4711'
  const path = `/api/v1/workflows/${workflow}/execute?token=secret-query`
  const answer = await client.post(path, { inputs: {} }, { 'x-request-id': requestId })
  t.equal(answer.headers.get('x-request-id'), requestId)
  const answered = await untilLogged(line => line.requestId === requestId && line.msg === 'answered')
  t.match(answered, { status: 201, route: '/api/v1/workflows/:id/execute', ids: { id: workflow } })
  const ended = await untilLogged(
    line => line.executionId === answer.body.id && line.msg === 'execution completed',
  )
  t.match(ended, { requestId, workflowId: workflow, organizationId: owner.organizationId })
  t.equal(ended.traceId, answered.traceId)
  t.match(ended.traceId, /^[\da-f]{32}$/)
  t.notMatch(product.stdout, /secret-(query|output)/)
  t.notMatch(JSON.stringify(logLines()), /Bearer|authorization/i)
})

test('no text of a client forges a line of the log or an id (P108)', limit, async t => {
  probes(t, 108)
  const forged = 'x\n{"level":"info","forged":true}'
  await owner.client.post('/api/v1/workflows', { name: forged, prompt: 'Stop' })
  await owner.client.get(`/nowhere${encodeURIComponent(forged)}`)
  const answer = await owner.client.get('/api/v1/workflows', { 'x-request-id': '{"forged":true}' })
  const id = answer.headers.get('x-request-id')!
  t.match(id, /^[\w-]+$/)
  await untilLogged(line => line.requestId === id)
  t.notOk(
    logLines().some(line => line.forged),
    'P108',
  )
})

test('a trace goes from the request through the execution to the tool server', limit, async t => {
  const { url, heard } = await traceServer()
  const { client } = await product.signUp()
  await registerServer(client, 'Traced', url)
  const step = { id: 'call', title: 'Call', kind: 'tool', server: 'traced', tool: 'note', args: {} }
  const workflow = await createWorkflow(client, { steps: [step] })
  const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const path = `/api/v1/workflows/${workflow}/execute`
  const headers = { traceparent: `00-${traceId}-${parentId}-01`, prefer: 'wait=30' }
  const { body: run } = await client.post(path, { inputs: {} }, headers)
  t.equal(run.status, 'completed')

  const isOf = (id: string) => (span: { facts: object }) => Object.values(span.facts).includes(id)
  const request = await receiver.span(span => span.parentSpanId === parentId)
  t.match(request, { traceId, name: 'POST /api/v1/workflows/:id/execute' })
  t.equal(Number(request.facts['http.response.status_code']), 201)
  const execution = await receiver.span(span => span.name === 'execution' && isOf(run.id)(span))
  t.match(execution, {
    traceId,
    parentSpanId: request.spanId,
    facts: { 'troupe.execution.status': 'completed' },
  })
  const call = await receiver.span(span => span.name === 'tool note' && isOf(run.id)(span))
  t.match(call, { traceId, parentSpanId: execution.spanId, facts: { 'troupe.step.id': 'call' } })
  t.strictSame(heard, [`00-${traceId}-${call.spanId}-01`])

  const invalid = { traceparent: '00-00000000000000000000000000000000-b7ad6b7169203331-01' }
  t.equal((await client.get('/api/v1/workflows', invalid)).status, 200)
  t.notOk(receiver.spans.some(span => /^0+$/.test(span.traceId)))
})

test('a receiver that fails, or is gone, disturbs nobody', limit, async t => {
  const { client } = owner
  const workflow = await createWorkflow(client, returning(1))
  receiver.isFailing = true
  const { requests } = receiver
  t.equal((await runToEnd(client, workflow)).status, 'completed')
  await until(
    async () => receiver.requests,
    now => now > requests,
  )
  receiver.stop()
  t.equal((await runToEnd(client, workflow)).status, 'completed')
})

test('what is no page of ours is not there (P111)', limit, async t => {
  probes(t, 111)
  for (const path of ['/.env', '/.git/config', '/debug', '/server-status', '/data/master-key'])
    t.equal((await product.client().get(path)).status, 404, `P111 ${path}`)
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  t.equal((await product.client().get('/metrics', forwarded)).status, 404)
})

test(
  'without its database the service is not ready, and says which part is missing; what can be measured is',
  limit,
  async t => {
    const processes = [product.postgresPid!, ...childrenOf(product.postgresPid!)]
    signal(processes, 'SIGSTOP')
    const resume = () => signal(processes, 'SIGCONT')
    process.once('exit', resume)
    const readiness = await until(
      () => product.client().get('/readyz'),
      answer => answer.status !== 200,
    )
    t.equal(readiness.status, 503)
    t.match(readiness.body.error, /^not ready: database: /)
    t.notMatch(readiness.body.error, /postgres|select|127\.0\.0\.1|socket|\n/i)
    t.equal((await product.client().get('/healthz')).status, 200)
    t.match(await metrics(), /^executions_started_total \d/m)
    resume()
    process.removeListener('exit', resume)
    await until(
      () => product.client().get('/readyz'),
      answer => answer.status === 200,
    )
  },
)

function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name)
    } catch {
      // One of a moment, which has ended.
    }
  }
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

/** A plain tool server that notes the `traceparent` of each call. */
async function traceServer(): Promise<{ url: string; heard: (string | undefined)[] }> {
  const heard: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString())
    const answer = (body: object) => response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
    if (method === 'tools/list') {
      answer({ result: { tools: [{ name: 'note', description: 'Notes', inputSchema: { type: 'object' } }] } })
    } else if (method === 'tools/call') {
      heard.push(request.headers['traceparent'] as string | undefined)
      answer({ result: { content: [{ type: 'text', text: '"noted"' }] } })
    } else {
      answer({ error: { code: -32601, message: `no method ${method}` } })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  tap.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc`, heard }
}
