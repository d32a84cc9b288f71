import { test } from 'tap'
import { parse } from 'yaml'
import { z } from 'zod'
import { Execution } from '../../domain/execution.ts'
import { CreateWorkflow, Workflow } from '../../domain/workflow.ts'
import { describeApi, openapiRoutes } from '../../http/openapi.ts'
import { route } from '../../http/route.ts'
import { listQuery } from '../../http/validation.ts'
import { startTestServer } from '../support/http-server.ts'

const options = {
  title: 'Troupe',
  version: '0.1.0',
  url: 'http://localhost:8080',
  schemas: { Workflow, Execution },
}

const routes = [
  route('GET /api/v1/workflows', {
    summary: 'List workflows',
    permission: 'workflow:read',
    query: z.object(listQuery),
    returns: z.array(Workflow),
  }).handle(() => []),
  route('POST /api/v1/workflows/:id/execute', {
    summary: 'Execute a workflow',
    permission: 'execution:start',
    body: CreateWorkflow,
    returns: Execution,
    status: 201,
  }).handle(() => null as never),
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
  t.strictSame(ids.sort(), ['getHealthz', 'getWorkflows', 'postWorkflowsByIdExecute'])
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
  t.strictSame(names('/api/v1/workflows/{id}/execute', 'post'), ['id', 'Idempotency-Key'])
  t.notOk(names('/api/v1/workflows', 'get').includes('Idempotency-Key'))
})

test('an operation lists the errors that it can answer with, each as {error}', async t => {
  const statusesOf = (operation: { responses: object }) => Object.keys(operation.responses).map(Number)
  const execute = document.paths['/api/v1/workflows/{id}/execute'].post
  t.strictSame(statusesOf(execute), [201, 400, 401, 402, 403, 404, 409, 413, 415, 429, 500, 503])
  t.strictSame(statusesOf(document.paths['/healthz'].get), [200, 500, 503])
  t.strictSame(execute.responses[404].content['application/json'].schema, {
    $ref: '#/components/schemas/Error',
  })
  t.strictSame(document.components.schemas.QuotaError.required, ['error', 'limit', 'current', 'upgrade'])
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
  const { port } = await startTestServer(t, { routes: openapiRoutes(routes, options) })
  const json = await fetch(`http://127.0.0.1:${port}/openapi.json`)
  t.equal(json.headers.get('content-type'), 'application/json; charset=utf-8')
  const yaml = await fetch(`http://127.0.0.1:${port}/openapi.yaml`)
  t.equal(yaml.headers.get('content-type'), 'application/yaml; charset=utf-8')
  const served = (await json.json()) as { paths: object }
  t.strictSame(parse(await yaml.text()), served)
  t.ok('/openapi.yaml' in served.paths)
})
