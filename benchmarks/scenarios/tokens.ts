// What does a model read to work here, in tokens: the list of the tools, and a conversation of five calls (a
// list of 20, a search of 20, one thing read, one thing done, one thing looked up)? The same through two
// well-known servers, which do other things: their figures say what is usual. Nothing is timed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { countTokens } from 'gpt-tokenizer'
import type { Account } from '../account.ts'
import { dataDirectory, startProduct } from '../product.ts'
import type { Figures, Sample, Scenario } from '../scenario.ts'

type Call = readonly [name: string, args: Record<string, unknown>]

/** Things in each list. */
const rows = 20

export const tokens: Scenario = {
  name: 'tokens',
  goals: [],
  question: 'How many tokens (o200k) does a model read: tools/list, and a conversation of five calls?',
  async round() {
    const directory = dataDirectory()
    return [
      await ofTroupe(),
      await ofServer('server-filesystem', [directory], filesIn(directory)),
      await ofServer('server-everything', [], everyCall),
    ]
  },
}

async function ofTroupe(): Promise<Sample> {
  const product = await startProduct()
  const account = await product.signUp()
  const { calls } = await prepare(account)
  const headers = { Authorization: `Bearer ${account.apiKey}` }
  const url = new URL(`http://127.0.0.1:${product.port}/rpc`)
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Transport
  const figures = await read(transport, calls)
  await product.stop()
  return { label: 'Troupe', figures }
}

async function ofServer(name: string, args: readonly string[], calls: readonly Call[]): Promise<Sample> {
  const program = new URL(`../../node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url)
  const command = { command: process.execPath, args: [fileURLToPath(program), ...args] }
  return {
    label: name,
    figures: await read(new StdioClientTransport({ ...command, stderr: 'ignore' }), calls),
  }
}

/** @throws {Error} a call failed */
async function read(transport: Transport, calls: readonly Call[]): Promise<Figures> {
  const client = new Client({ name: 'tokens', version: '1' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  const listTokens = countTokens(JSON.stringify(listed))
  let callTokens = 0
  for (const [name, args] of calls) {
    const { content, isError } = await client.callTool({ name, arguments: args })
    const text = (content as { text?: string }[]).map(part => part.text ?? '').join('\n')
    if (isError) throw new Error(`${name}: ${text.slice(0, 300)}`)
    callTokens += countTokens(JSON.stringify({ name, args })) + countTokens(text)
  }
  await client.close()
  return {
    tools: tools.length,
    listTokens,
    tokensPerTool: listTokens / tools.length,
    listWholeTokens: countTokens(JSON.stringify(tools)),
    callTokens,
    conversationTokens: listTokens + callTokens,
  }
}

/** 20 workflows, and 20 executions of one of them. */
async function prepare(account: Account): Promise<{ calls: readonly Call[] }> {
  const plan = { steps: [{ id: 'answer', kind: 'return', value: { $: 'inputs.n' } }] }
  let id = ''
  for (let n = 1; n <= rows; n++)
    id = await account.createWorkflow({ name: `Report of day ${n}`, prompt: 'Return the number', plan })
  for (let n = 1; n <= rows; n++) await account.post(`/api/v1/workflows/${id}/execute`, { inputs: { n } })
  const { items } = (await account
    .post('/rpc', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'search_executions', arguments: { limit: 1 } },
    })
    .then(answer => (answer as { result: { structuredContent: unknown } }).result.structuredContent)) as {
    items: readonly { readonly id: string }[]
  }
  return {
    calls: [
      ['list_workflows', {}],
      ['search_executions', {}],
      ['get_workflow', { id }],
      ['execute_workflow', { id, inputs: { n: 1 } }],
      ['explain_execution', { id: items[0]!.id }],
    ],
  }
}

function filesIn(directory: string): readonly Call[] {
  mkdirSync(join(directory, 'reports'))
  for (let n = 1; n <= rows; n++)
    writeFileSync(join(directory, `reports/day-${n}.txt`), `Report of day ${n}\n`)
  const path = join(directory, 'reports')
  return [
    ['list_directory', { path }],
    ['search_files', { path, pattern: '**' }],
    ['read_text_file', { path: join(path, 'day-1.txt') }],
    ['write_file', { path: join(path, 'day-1.txt'), content: 'Report' }],
    ['get_file_info', { path: join(path, 'day-1.txt') }],
  ]
}

/** It has no lists: what it answers is small. */
const everyCall: readonly Call[] = [
  ['echo', { message: 'Report of day 1' }],
  ['get-sum', { a: 1, b: 2 }],
  ['get-annotated-message', { messageType: 'success' }],
  ['get-structured-content', { location: 'New York' }],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
]
