// The official clients of MCP 2026-07-28 and of its tasks extension, against a product.
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createTaskSessionFromClient, resultFromTaskOutcome } from '@modelcontextprotocol/ext-tasks/client'
import { type Test, test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { returning } from '../../support/workflows.ts'

const product = await sharedProduct()
const protocolVersion = '2026-07-28'
const clientInfo = { name: 'tester', version: '1.0.0' }
const clientCapabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

test('the tasks client follows a run to its result', async t => {
  const { client, session } = await connect(t)
  await offer(client, 'Hello', returning({ said: 'hello' }))
  const execution = await session.callTool('run_hello', {})
  const { outcome } = await execution.settle()
  t.match(resultFromTaskOutcome(outcome), { structuredContent: { said: 'hello' } })
})

test('a run that failed is a result with an error', async t => {
  const { client, session } = await connect(t)
  await offer(client, 'Fail', { steps: [{ id: 'stop', kind: 'fail', message: 'no more apples' }] })
  const { outcome } = await (await session.callTool('run_fail', {})).settle()
  t.match(resultFromTaskOutcome(outcome), { isError: true, content: [{ text: 'no more apples' }] })
})

async function offer(client: Client, name: string, plan: object): Promise<void> {
  const { body } = await client.post('/api/v1/workflows', { name, prompt: 'Do it', plan, tool: true })
  if (body.status !== 'ready') throw new Error(JSON.stringify(body))
}

/** A session of the tasks extension, on the connected client of the SDK. */
async function connect(t: Test) {
  const { client } = await product.signUp()
  const { key } = (await client.post('/api/v1/apikeys', { name: 'agent' })).body
  const options = { versionNegotiation: { mode: 'auto' }, capabilities: clientCapabilities } as const
  const mcp = new McpClient(clientInfo, options)
  const authorization = `Bearer ${key}`
  const transport = new StreamableHTTPClientTransport(new URL('/rpc', product.url), {
    requestInit: { headers: { authorization } },
  })
  await mcp.connect(transport)
  const session = createTaskSessionFromClient(mcp, {
    endpointId: 'product',
    rawDispatch: request => dispatch(client, request as unknown as Sent),
    v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities },
  })
  t.teardown(async () => {
    await session.close()
    await mcp.close()
  })
  return { client, mcp, session }
}

interface Sent {
  readonly method: string
  readonly params?: { readonly name?: string; readonly taskId?: string }
}

/** The SDK's own transport knows no tasks yet, so the extension asks its host to send. */
async function dispatch(client: Client, request: Sent) {
  const { method, params = {} } = request
  const name = params.name ?? params.taskId
  const headers = {
    accept: 'application/json',
    'mcp-protocol-version': protocolVersion,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  }
  const { body } = await client.post('/rpc', { jsonrpc: '2.0', id: 1, ...request }, headers)
  return body.error === undefined
    ? { kind: 'result' as const, result: body.result }
    : { kind: 'error' as const, error: body.error }
}
