// The same as local-steps, when each step calls a tool server over JSON-RPC (loopback, a process of its own).
import { chain, connectionCounts, measureExecutions } from '../executions.ts'
import { startProduct } from '../product.ts'
import { counted, type Sample, type Scenario } from '../scenario.ts'
import { forkServer } from '../started.ts'

export const toolServerSteps: Scenario = {
  name: 'tool-server-steps',
  goals: ['S3'],
  question: 'Durable executions of three steps that call a tool server: how many a second, how long each?',
  async round(span) {
    const echo = await forkServer('./servers/echo-server.ts')
    const product = await startProduct({ NETWORK_POLICY: 'open' })
    const account = await product.signUp()
    const url = `http://127.0.0.1:${echo.port}/rpc`
    const server = (await account.post('/api/v1/mcp-servers', { name: 'Echo', url })) as { slug: string }
    const workflowId = await account.createWorkflow({
      name: 'Three calls',
      prompt: 'Echo the number, three times.',
      plan: chain(value => ({ kind: 'tool', server: server.slug, tool: 'echo', args: { value } })),
    })
    const samples: Sample[] = []
    for (const connections of connectionCounts) {
      const figures = await measureExecutions(product, { account, workflowId, connections, ...span })
      const goals = connections === 256 ? [{ figure: 'perSecond', atLeast: 4_000 }] : []
      samples.push({ label: counted(connections, 'connection'), figures, goals })
    }
    await product.stop()
    await echo.end()
    return samples
  },
}
