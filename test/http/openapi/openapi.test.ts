import { test } from 'tap'
import { parse } from 'yaml'
import { z } from 'zod'
import { fixedOrder, pageOfList } from '../../../domain/page.ts'
import { PlanSchema } from '../../../domain/plan/plan-schema.ts'
import { Execution } from '../../../domain/work/execution.ts'
import { CreateWorkflow, Workflow } from '../../../domain/work/workflow.ts'
import { describeApi, openapiRoutes } from '../../../http/openapi/openapi.ts'
import { page } from '../../../http/pipeline/reply.ts'
import { route } from '../../../http/pipeline/route.ts'
import { listQuery } from '../../../http/pipeline/validation.ts'
import { probes } from '../../support/probes.ts'
import { startTestServer } from '../../support/servers/http-server.ts'

const options = {
  title: 'Troupe',
  version: '0.1.0',
  url: 'http://localhost:8080',
  schemas: { Workflow, Execution, Plan: PlanSchema },
}

const routes = [
  route('GET /api/v1/workflows', {
    summary: 'List workflows',
    permission: 'workflow:read',
    query: z.object(listQuery),
    returns: z.array(Workflow),
  }).handle(({ query }) => page(pageOfList([], query, fixedOrder('none')))),
  route('POST /api/v1/workflows/:id/execute', {
    summary: 'Execute a workflow',
    permission: 'execution:start',
    body: CreateWorkflow,
    returns: Execution,
    status: 201,
    waits: true,
  }).handle(() => null as never),
  route('GET /api/v1/executions/:id/logs', {
    summary: 'Follow',
    returns: z.string(),
    produces: 'text/event-stream',
    events: { log: z.object({ message: z.string() }), end: z.object({ status: z.string() }) },
  }).handle(() => ''),
  route('GET /healthz', { summary: 'Liveness', public: true, bucket: 'none', returns: z.object({}) }).handle(
    () => ({}),
  ),
]

// biome-ignore lint/suspicious/noExplicitAny: a document of another shape at every level
const document = describeApi(routes, options) as any

test('every route is an operation with an id of its own', async t => {
  const ids = Object.values<object>(document.paths).flatMap(path =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  t.strictSame(ids.sort(), [
    'getExecutionsByIdLogs',
    'getHealthz',
    'getWorkflows',
    'postWorkflowsByIdExecute',
  ])
  t.equal(document.openapi, '3.0.3')
})

test('an operation has the parameters of its path and query, and the body of its schema', async t => {
  const execute = document.paths['/api/v1/workflows/{id}/execute'].post
  t.match(execute.parameters, [{ in: 'path', name: 'id', required: true }])
  t.equal(execute.requestBody.required, true)
  t.ok(execute.requestBody.content['application/json'].schema.properties.prompt)
  const list = document.paths['/api/v1/workflows'].get
  t.match(list.parameters, [{ name: 'limit', schema: { type: 'integer', maximum: 100 } }, { name: 'cursor' }])
  t.ok(list.responses[200].headers.Link)
})

test('what creates takes an Idempotency-Key, and says so', async t => {
  const names = (path: string, method: string) =>
    (document.paths[path][method].parameters ?? []).map(({ name }: { name: string }) => name)
  t.strictSame(names('/api/v1/workflows/{id}/execute', 'post'), ['id', 'Idempotency-Key', 'Prefer'])
  t.notOk(names('/api/v1/workflows', 'get').includes('Idempotency-Key'))
})

test('an operation lists the errors that it can answer with, each as {error}', async t => {
  const statusesOf = (operation: { responses: object }) =>
    Object.keys(operation.responses).map(status => (status === 'default' ? status : Number(status)))
  const execute = document.paths['/api/v1/workflows/{id}/execute'].post
  t.strictSame(statusesOf(execute), [201, 400, 401, 402, 403, 404, 409, 413, 415, 429, 500, 503, 'default'])
  t.strictSame(statusesOf(document.paths['/healthz'].get), [200, 400, 500, 503, 'default'])
  const { responses, schemas } = document.components
  t.strictSame(execute.responses[404], { $ref: '#/components/responses/NotFound' })
  t.strictSame(responses.NotFound.content['application/json'].schema, { $ref: '#/components/schemas/Error' })
  t.strictSame(schemas.Error.required, ['error'])
  t.match(responses.TooManyRequests.headers, { 'Retry-After': {}, 'X-Error-Code': {}, 'X-Request-Id': {} })
  t.strictSame(
    responses.PaymentRequired.content['application/json'].schema.$ref,
    '#/components/schemas/QuotaError',
  )
  t.strictSame(schemas.QuotaError.required, ['error', 'limit', 'current', 'upgrade'])
})

test('what waits takes Prefer, and a stream is described by its events', async t => {
  const names = (operation: { parameters: { name: string }[] }) =>
    operation.parameters.map(({ name }) => name)
  t.ok(names(document.paths['/api/v1/workflows/{id}/execute'].post).includes('Prefer'))
  const logs = document.paths['/api/v1/executions/{id}/logs'].get
  t.ok(names(logs).includes('Last-Event-ID'))
  t.ok(logs.responses[204])
  const { schema } = logs.responses[200].content['text/event-stream']
  t.strictSame(
    schema.anyOf.map((event: { properties: { event: { enum: string[] } } }) => event.properties.event.enum),
    [['log'], ['end']],
  )
})

test('what sends a browser on says where to, and has no content', async t => {
  const begin = route('GET /api/v1/begin', {
    summary: 'Begin',
    public: true,
    status: 302,
    returns: z.string(),
  })
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const { paths } = describeApi([begin.handle(() => '')], options) as any
  const { responses } = paths['/api/v1/begin'].get
  t.ok(responses[302].headers.Location)
  t.notOk(responses[302].content ?? responses[200])
})

test('an answer may gain fields, and input and output of one name are one schema', async t => {
  t.notMatch(JSON.stringify(document), '"additionalProperties":false')
  const names = Object.keys(document.components.schemas)
  t.ok(names.includes('Workflow'))
  t.strictSame(
    names.filter(name => /Output$|^__/.test(name)),
    [],
  )
})

test('the permission of a route, with its role and scope, is in its description', async t => {
  const { description } = document.paths['/api/v1/workflows/{id}/execute'].post
  t.match(
    description,
    '`execution:start`: the role member or above; an API key also needs the scope `execute`',
  )
})

test('a credential is needed but for public operations', async t => {
  t.strictSame(document.security, [{ bearerAuth: [] }])
  t.strictSame(document.paths['/healthz'].get.security, [])
  t.equal(document.paths['/api/v1/workflows'].get.security, undefined)
})

test('every reference leads somewhere', async t => {
  const references = JSON.stringify(document).match(/"#\/components\/schemas\/[^"]+"/g) ?? []
  t.ok(references.length > 0)
  for (const reference of new Set(references)) {
    const name = JSON.parse(reference).split('/').at(-1)
    t.ok(name in document.components.schemas, name)
  }
})

test('the document is served as JSON and as YAML, and describes that as well (P110)', async t => {
  probes(t, 110)
  const { port } = await startTestServer(t, { routes: openapiRoutes(routes, options) })
  const json = await fetch(`http://127.0.0.1:${port}/openapi.json`)
  t.equal(json.headers.get('content-type'), 'application/json; charset=utf-8')
  const yaml = await fetch(`http://127.0.0.1:${port}/openapi.yaml`)
  t.equal(yaml.headers.get('content-type'), 'application/yaml; charset=utf-8')
  const served = (await json.json()) as { paths: object }
  t.strictSame(parse(await yaml.text()), served, 'P110')
  t.ok('/openapi.yaml' in served.paths)
})
