// What conversations of the tests speak about: workflows by name, and waiting for what becomes of them.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../support/people/client.ts'

/** Asks before it goes on. */
export const guarded = {
  steps: [
    { id: 'ask', kind: 'approval', message: 'Pay the invoice?' },
    { id: 'answer', title: 'Answer', kind: 'return', value: 'paid' },
  ],
}

/** Asks for more than a message has room for. */
export const lengthy = {
  steps: [
    {
      ...{ id: 'ask', kind: 'tool', tool: 'text_case', args: { text: 'x'.repeat(17_000), case: 'upper' } },
      approval: { message: 'Shout?' },
    },
    { id: 'answer', title: 'Answer', kind: 'return', value: 'done' },
  ],
}

/** Goes on when somebody sends the event: see `finish`. */
export const lingering = {
  steps: [
    { id: 'hold', kind: 'wait', event: 'go-on' },
    { id: 'answer', title: 'Answer', kind: 'return', value: 'finished at last' },
  ],
}

export async function named(client: Client, name: string, plan: object): Promise<void> {
  const { status, body } = await client.post('/api/v1/workflows', { name, prompt: 'Do it', plan })
  if (status !== 201 || body.status !== 'ready') throw new Error(JSON.stringify(body))
}

/** Sends the event that the one execution of the organization waits for. */
export async function finish(client: Client): Promise<void> {
  const [execution] = (await client.get('/api/v1/executions')).body
  const { status, body } = await client.post(`/api/v1/executions/${execution.id}/events/go-on`, {})
  if (status >= 300) throw new Error(JSON.stringify(body))
}

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
export async function sessionsOf(client: Client): Promise<any[]> {
  return (await client.get('/api/v1/chat/sessions')).body
}

/** Resolves when it is so. @throws {Error} it is not in 20 s */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let left = 1_000; left > 0; left--) {
    if (await isSo()) return
    await pause(20)
  }
  throw new Error(`not in time: ${isSo}`)
}
