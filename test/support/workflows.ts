// The few calls that nearly every test of the product begins with, over the API as anybody would make them.
import type { Client } from './people/client.ts'

/** A plan that gives back a value. */
export function returning(value: unknown) {
  return { steps: [{ id: 'answer', title: 'Answer', kind: 'return', value }] }
}

/** @returns its id. @throws {Error} the plan has errors */
export async function createWorkflow(client: Client, plan: object): Promise<string> {
  const { body } = await client.post('/api/v1/workflows', { name: 'Test', prompt: 'Do it', plan })
  if (body.status !== 'ready') throw new Error(JSON.stringify(body))
  return body.id
}

/** Starts a workflow; the answer has the execution as it is then. */
export function execute(client: Client, workflow: string, inputs: object = {}) {
  return client.post(`/api/v1/workflows/${workflow}/execute`, { inputs })
}

/** The execution, when it has ended. */
export async function runToEnd(client: Client, workflow: string, inputs: object = {}) {
  const path = `/api/v1/workflows/${workflow}/execute`
  return (await client.post(path, { inputs }, { prefer: 'wait=20' })).body
}

export function registerServer(client: Client, name: string, url: string) {
  return client.post('/api/v1/mcp-servers', { name, url })
}

/** A plan that waits in a tool call; the example server has to be registered as Example. */
export function pausing(ms: number) {
  const step = { id: 'pause', title: 'Pause', kind: 'tool', server: 'example', tool: 'slow', args: { ms } }
  return { steps: [step] }
}
