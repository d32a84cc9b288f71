// What does a call of a tool server gain in latency when it goes through the hub (/rpc, MCP 2026-07-28)
// instead of directly to the server, and how many such calls go through a second? Both ways end at the same
// loopback server.
import { startProduct } from '../product.ts'
import { modernRequest, plainRequest } from '../rpc-requests.ts'
import { counted, type Figures, type Goal, type Sample, type Scenario } from '../scenario.ts'
import { measureServing } from '../servers/serving.ts'
import { forkServer } from '../started.ts'

/** One call after the other for the latency that is added; many at once for the throughput. */
const loads: readonly { connections: number; goals: readonly Goal[] }[] = [
  {
    connections: 1,
    goals: [
      { figure: 'addedP50Ms', atMost: 0.3 },
      { figure: 'addedP99Ms', atMost: 1 },
    ],
  },
  { connections: 64, goals: [{ figure: 'perSecond', atLeast: 8_000 }] },
]

export const hub: Scenario = {
  name: 'hub',
  goals: ['S8'],
  question: 'tools/call of a tool server, direct and through the hub: what is added, how many a second?',
  async round(span) {
    const echo = await forkServer('./servers/echo-server.ts')
    const product = await startProduct({ NETWORK_POLICY: 'open' })
    const account = await product.signUp()
    const url = `http://127.0.0.1:${echo.port}/rpc`
    const { slug } = (await account.post('/api/v1/mcp-servers', { name: 'Echo', url })) as { slug: string }
    const call = (name: string) =>
      ({ method: 'tools/call', params: { name, arguments: { value: 'marker' } } }) as const
    const expect = 'marker'
    const ways = {
      direct: { port: echo.port, pid: echo.pid, expect, request: plainRequest(call('echo')) },
      through: {
        ...{ port: product.port, pid: product.pid, expect },
        request: modernRequest({ ...call(`${slug}__echo`), bearer: account.apiKey }),
      },
    }
    const samples: Sample[] = []
    for (const { connections, goals } of loads) {
      const direct = await measureServing({ ...ways.direct, connections }, span)
      const through = await measureServing({ ...ways.through, connections }, span)
      const many = counted(connections, 'connection')
      samples.push({ label: `direct, ${many}`, figures: direct })
      samples.push({
        label: `through the hub, ${many}`,
        figures: { ...through, ...added(through, direct) },
        goals,
      })
    }
    await product.stop()
    await echo.end()
    return samples
  },
}

function added(through: Figures, direct: Figures): Figures {
  return {
    addedP50Ms: through['p50Ms']! - direct['p50Ms']!,
    addedP99Ms: through['p99Ms']! - direct['p99Ms']!,
  }
}
