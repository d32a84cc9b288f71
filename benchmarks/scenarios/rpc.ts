// What does /rpc answer a second, in the plain lane and in that of MCP 2026-07-28, and how many times what
// the official SDK's server answers? That one has the same tools, and its calls return at once what the
// product's call returns: the product reads its workflow, checks an API key, rights and arguments; the SDK's
// server does none of it.
import type { Account } from '../account.ts'
import { startProduct } from '../product.ts'
import { modernRequest, plainRequest, type RpcRequest } from '../rpc-requests.ts'
import type { Figures, Sample, Scenario, Span } from '../scenario.ts'
import type { SdkServerTools } from '../servers/sdk-server.ts'
import { measureServing } from '../servers/serving.ts'
import { forkServer } from '../started.ts'

const connections = 64

export const rpc: Scenario = {
  name: 'rpc',
  goals: ['S7'],
  question: `tools/list and tools/call of get_workflow at /rpc, ${connections} connections: how many a second, against the official SDK's server?`,
  async round(span) {
    const product = await startProduct()
    const account = await product.signUp()
    const workflowId = await account.createWorkflow({
      name: 'Read me',
      prompt: 'Return the number.',
      plan: {
        steps: [{ id: 'number', title: 'Return the number', kind: 'return', value: { $: 'inputs.n' } }],
      },
    })
    const called = { name: 'get_workflow', arguments: { id: workflowId } }
    const sdk = await forkServer('./servers/sdk-server.ts', await toolsOf(account, called))
    const samples: Sample[] = []
    for (const { params, ...request } of [
      { method: 'tools/list', expect: '"list_workflows"' },
      { method: 'tools/call', params: called, expect: workflowId },
    ] as const) {
      const measured = { ...request, ...(params && { params }) }
      samples.push(...(await compare({ product, sdk, bearer: account.apiKey }, measured, span)))
    }
    await product.stop()
    await sdk.end()
    return samples
  },
}

interface Server {
  readonly port: number
  readonly pid: number
}

async function compare(
  { product, sdk, bearer }: { product: Server; sdk: Server; bearer: string },
  { expect, ...request }: RpcRequest & { expect: string },
  span: Span,
): Promise<Sample[]> {
  const serve = ({ port, pid }: Server, bytes: string) =>
    measureServing({ port, pid, connections, request: bytes, expect }, span)
  const reference = await serve(sdk, plainRequest(request))
  const plain = await serve(product, plainRequest({ ...request, bearer }))
  const modern = await serve(product, modernRequest({ ...request, bearer }))
  return [
    { label: `${request.method}, official SDK`, figures: reference },
    compared(`${request.method}, plain`, plain, reference),
    compared(`${request.method}, 2026-07-28`, modern, reference),
  ]
}

function compared(label: string, figures: Figures, sdk: Figures): Sample {
  const timesSdk = figures['perSecond']! / sdk['perSecond']!
  return {
    label,
    figures: { ...figures, timesSdk },
    goals: [
      { figure: 'perSecond', atLeast: 20_000 },
      { figure: 'timesSdk', atLeast: 8 },
    ],
  }
}

async function toolsOf(account: Account, called: object): Promise<SdkServerTools> {
  const ask = async (method: string, params: object = {}) => {
    const answer = (await account.post('/rpc', { jsonrpc: '2.0', id: 1, method, params })) as {
      result: unknown
    }
    return answer.result
  }
  const { tools } = (await ask('tools/list')) as Pick<SdkServerTools, 'tools'>
  return { tools, called: (await ask('tools/call', called)) as SdkServerTools['called'] }
}
