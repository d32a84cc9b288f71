// Races of two decisions about one approval: by the card of a chat, and by the inbox, with the server killed
// in between. crashes.test.ts runs a few of them, `npm run chat:races` as many as one likes. The laws:
// 1. Exactly one decision stands, and the execution ends by it.
// 2. Both places show that decision, and the session tells the outcome once.
// 3. A message that is sent again under its Idempotency-Key after a kill is one message with one answer.
import { setTimeout as pause } from 'node:timers/promises'
import { messagesOf, openSession, say, session } from '../../support/chat.ts'
import type { Client } from '../../support/people/client.ts'
import { query } from '../../support/people/colleagues.ts'
import type { Product } from '../../support/product.ts'
import { until } from '../../support/runs.ts'

export interface RaceOptions {
  readonly races: number
  /** Of one batch, which is killed once. */
  readonly atOnce: number
  /** From 0 to below 1. */
  readonly random: () => number
}

interface Race {
  readonly sessionId: string
  readonly executionId: string
  readonly approvalId: string
  /** What the card says; the inbox says the opposite. */
  readonly decision: 'approve' | 'deny'
}

const opposite = { approve: 'deny', deny: 'approve' } as const
const gate = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'Go on?' }] }

/** @returns what broke a law; empty when all hold */
export async function runRaces(product: Product, { races, atOnce, random }: RaceOptions): Promise<string[]> {
  const { client } = await product.signUp()
  const { id } = (await client.post('/api/v1/workflows', { name: 'Gated', prompt: 'Ask', plan: gate })).body
  const broken: string[] = []
  for (let done = 0; done < races; done += atOnce) {
    const count = Math.min(atOnce, races - done)
    const batch = await Promise.all(Array.from({ length: count }, () => beginRace(client, id, random)))
    const killed = killAfter(product, random() * 120)
    const won = await Promise.all(batch.map(race => decideTwice(client, race, random)))
    await killed
    for (const [index, race] of batch.entries())
      broken.push(
        ...(await judge(product, client, race, won[index]!)).map(what => `${race.sessionId}: ${what}`),
      )
  }
  return broken
}

async function beginRace(client: Client, workflowId: string, random: () => number): Promise<Race> {
  const sessionId = await openSession(client, { workflowId })
  const { reply } = (await say(client, sessionId, 'run "Gated"')).body
  const part = reply.parts.find(({ type }: { type: string }) => type === 'approval')
  if (part === undefined) throw new Error(`no approval in ${JSON.stringify(reply)}`)
  const { approval } = part
  const decision = random() < 0.5 ? 'approve' : 'deny'
  return { sessionId, executionId: reply.executionId, approvalId: approval.id, decision }
}

async function killAfter(product: Product, ms: number): Promise<void> {
  await pause(ms)
  await product.kill()
  await product.start()
}

interface Won {
  readonly byCard: boolean
  /** Null: the answer was cut off. */
  readonly byInbox: boolean | null
}

async function decideTwice(client: Client, race: Race, random: () => number): Promise<Won> {
  const { sessionId, approvalId, decision } = race
  const [before, after] = [random() * 60, random() * 60]
  const byCard = async () => {
    await pause(before)
    const body = { approval: { id: approvalId, decision } }
    const headers = { 'idempotency-key': `card-${approvalId}` }
    const answer = await again(() => client.post(`${session(sessionId)}/messages`, body, headers))
    return answer.body.reply?.status === 'complete'
  }
  const byInbox = async () => {
    await pause(after)
    const body = { decision: opposite[decision] }
    const answer = await client.post(`/api/v1/approvals/${approvalId}`, body).catch(() => null)
    return answer === null || answer.status >= 500 ? null : answer.status === 200
  }
  const [card, inbox] = await Promise.all([byCard(), byInbox()])
  return { byCard: card, byInbox: inbox }
}

/** Sends until it is answered, as a client does whose server went away. */
async function again<T extends { readonly status: number }>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await send().catch(() => null)
    if (answer !== null && answer.status < 500 && answer.status !== 409) return answer
    await pause(50)
  }
}

async function judge(product: Product, client: Client, race: Race, won: Won): Promise<string[]> {
  const { sessionId, executionId, approvalId, decision } = race
  const broken: string[] = []
  const must = (isSo: boolean, what: string) => {
    if (!isSo) broken.push(what)
  }
  const isOver = ({ status }: { status: string }) => status === 'completed' || status === 'failed'
  const execution = await until(
    async () => (await client.get(`/api/v1/executions/${executionId}`)).body,
    isOver,
  )
  const approval = (await client.get(`/api/v1/approvals/${approvalId}`)).body
  const isOfCard = approval.status === (decision === 'approve' ? 'approved' : 'denied')
  must(
    execution.status === (approval.status === 'approved' ? 'completed' : 'failed'),
    'it ends by the decision',
  )
  must(won.byCard === isOfCard, `the card says ${won.byCard}, the approval is ${approval.status}`)
  must(won.byInbox === null || won.byInbox === !isOfCard, `the inbox says ${won.byInbox}`)
  const decisions = await decisionsOf(product, executionId)
  must(decisions === 1, `${decisions} decisions`)

  const messages = await until(
    () => messagesOf(client, sessionId),
    all => all.some((message: Told) => tells(message, execution.status)),
  )
  const told = messages.filter((message: Told) => tells(message, execution.status)).length
  must(told === 1, `told ${told} times`)
  must(messages.filter(({ role }: Told) => role === 'user').length === 2, 'two messages of the user')
  must(new Set(messages.map(({ id }: Told) => id)).size === messages.length, 'each message is there once')
  const shown = messages.flatMap(({ parts }: Told) =>
    parts.flatMap(part => (part.type === 'approval' ? [part.approval!.status] : [])),
  )
  must(shown.length > 0 && shown.every((status: string) => status === approval.status), `shown as ${shown}`)
  return broken
}

interface Told {
  readonly id: string
  readonly role: string
  readonly parts: readonly { type: string; status?: string; approval?: { status: string } }[]
}

function tells({ parts }: Told, status: string): boolean {
  return parts.some(part => part.type === 'execution' && part.status === status)
}

async function decisionsOf(product: Product, executionId: string): Promise<number> {
  const rows = await query<{ body: string }>(product, 'select body from journal where address = $1', [
    executionId,
  ])
  const events = rows.flatMap(({ body }) => JSON.parse(body) as { type: string }[])
  return events.filter(({ type }) => type === 'approval-decided').length
}
