// How close does reading one workflow by API key come to a server that does nothing? Both servers run at once
// and are measured in turn (A B A B). The generator bounds both, and a ratio of bounded figures flatters, so
// the processor time of the two servers for each request is compared as well.
import { requestBytes } from '../measure.ts'
import { startProduct } from '../product.ts'
import type { Figures, Sample, Scenario } from '../scenario.ts'
import { measureServing } from '../servers/serving.ts'
import { forkServer } from '../started.ts'

const connections = 64

export const reads: Scenario = {
  name: 'reads',
  goals: ['S5'],
  question:
    'GET /api/v1/workflows/:id by API key, 64 connections: how many a second, against raw uWebSockets.js?',
  async round(span) {
    const hello = await forkServer('./servers/hello-server.ts')
    const product = await startProduct()
    const account = await product.signUp()
    const workflowId = await account.createWorkflow({
      name: 'Read me',
      prompt: 'Return the number.',
      plan: {
        steps: [{ id: 'number', title: 'Return the number', kind: 'return', value: { $: 'inputs.n' } }],
      },
    })
    const path = `/api/v1/workflows/${workflowId}`
    const request = requestBytes('GET', path, { bearer: account.apiKey })
    const load = { connections, request }
    const raw = await measureServing({ ...load, port: hello.port, pid: hello.pid, expect: 'Hello' }, span)
    const read = await measureServing(
      { ...load, port: product.port, pid: product.pid, expect: workflowId },
      span,
    )
    await product.stop()
    await hello.end()
    return [{ label: 'raw uWebSockets.js', figures: raw }, compared(read, raw)]
  },
}

function compared(read: Figures, raw: Figures): Sample {
  const shareOfRaw = read['perSecond']! / raw['perSecond']!
  return {
    label: 'GET a workflow',
    figures: { ...read, shareOfRaw },
    goals: [
      { figure: 'perSecond', atLeast: 25_000 },
      { figure: 'shareOfRaw', atLeast: 0.5 },
    ],
  }
}
