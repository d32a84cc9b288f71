// kill -9 at the worst moments of a chat, and what must hold afterwards: one message, one answer, one
// execution, one piece of news. `npm run chat:races` runs 1,000 races of decisions instead of 40.
import { parseArgs } from 'node:util'
import { Client as Database } from 'pg'
import { test } from 'tap'
import { answerTo, messagesOf, openSession, say, session, untilMessages } from '../../support/chat.ts'
import type { Client } from '../../support/people/client.ts'
import { restartableProduct } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'
import { registerServer } from '../../support/workflows.ts'
import { runRaces } from './decision-races.ts'

const { values } = parseArgs({ options: { races: { type: 'string', default: '40' } }, strict: false })
const races = Number(values.races)
const product = await restartableProduct()

async function withWorkflow(name: string, step: object) {
  const account = await product.signUp()
  const ledger = await Ledger.start()
  await registerServer(account.client, 'Ledger', ledger.url)
  const plan = { steps: [step] }
  await account.client.post('/api/v1/workflows', { name, prompt: name, plan })
  return { client: account.client, ledger, id: await openSession(account.client) }
}

const entry = { id: 'enter', kind: 'tool', server: 'ledger', tool: 'enter', args: { line: 'rent' } }

test('a server killed in the middle of an answer gives one answer, of one execution', async t => {
  for (const wantsEvents of [true, false]) {
    const { client, ledger, id } = await withWorkflow('Enter', entry)
    const held = ledger.holdFrom(1)
    const key = { 'idempotency-key': 'once' }
    const body = { message: 'run "Enter"' }
    const cut: Promise<unknown> = wantsEvents
      ? Array.fromAsync(answerTo(client, id, body, key))
      : client.post(`${session(id)}/messages`, body, key)
    const broken = t.rejects(cut, 'the connection breaks')
    await held
    await product.kill()
    ledger.release()
    await broken
    await product.start()
    const answered = await client.post(`${session(id)}/messages`, body, key)
    t.match(answered, { status: 201, body: { reply: { status: 'complete', content: /rent/ } } })
    const { reply, ...message } = answered.body
    t.strictSame(await messagesOf(client, id), [message, reply])
    t.strictSame((await client.post(`${session(id)}/messages`, body, key)).body, answered.body)
    t.equal((await client.get('/api/v1/executions')).body.length, 1)
    t.equal(ledger.entries.size, 1)
    t.match((await say(client, id, 'list my workflows')).body.reply, { content: /Enter/ })
  }
})

test('messages that waited when the server was killed are answered in their order, each once', async t => {
  const { client, ledger, id } = await withWorkflow('Enter', entry)
  const held = ledger.holdFrom(1)
  const first = say(client, id, 'run "Enter"').catch(() => null)
  await held
  const waiting: Promise<unknown>[] = []
  for (let n = 1; n <= 5; n++) {
    waiting.push(say(client, id, `help ${n}`).catch(() => null))
    await untilMessages(client, id, n + 1)
  }
  await product.kill()
  ledger.release()
  await Promise.all([first, ...waiting])
  await product.start()
  const messages = await untilMessages(client, id, 12)
  const roles = messages.map(({ role }: { role: string }) => role)
  t.strictSame(roles, [...Array(6).fill('user'), ...Array(6).fill('assistant')])
  t.match(messages[6].content, 'rent', 'the first is answered first')
  t.equal((await client.get('/api/v1/executions')).body.length, 1)
})

test('a server killed between the end of an execution and its news tells it once', async t => {
  const { client, id } = await withWorkflow('Gated', { ...entry, approval: { message: 'Enter rent?' } })
  const { reply } = (await say(client, id, 'run "Gated"')).body
  const { approval } = reply.parts.find(({ type }: { type: string }) => type === 'approval')
  const database = new Database({ connectionString: product.databaseUrl })
  await database.connect()
  try {
    // The commit of the news writes this row, and waits for us.
    await database.query('begin')
    await database.query('select from chat_sessions where id = $1 for update', [id])
    await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'approve' })
    await until(
      async () =>
        (await database.query('select status from executions where id = $1', [reply.executionId])).rows,
      ([row]) => row.status === 'completed',
    )
    await until(
      () => blockedBy(database),
      count => count > 0,
    )
    await product.kill()
    t.equal((await database.query('select from chat_messages where session_id = $1', [id])).rowCount, 2)
  } finally {
    await database.end()
  }
  await product.start()
  await untilMessages(client, id, 3)
  await say(client, id, 'help')
  const messages = await messagesOf(client, id)
  t.equal(messages.filter(tellsOfEnd).length, 1)
  t.equal(messages.length, 5)
})

function tellsOfEnd({ parts }: { parts: { type: string; status?: string }[] }): boolean {
  return parts.some(({ type, status }) => type === 'execution' && status === 'completed')
}

async function blockedBy(database: Database): Promise<number> {
  const sql = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
  return (await database.query(sql)).rowCount!
}

test('a reader whose server was killed resumes without a gap and without a repeat', async t => {
  const { client, ledger, id } = await withWorkflow('Enter', entry)
  const held = ledger.holdFrom(1)
  const before: { id: number | null; event: string }[] = []
  const cut = (async () => {
    for await (const event of answerTo(client, id, { message: 'run "Enter"' })) before.push(event)
  })().catch(() => {})
  await held
  await product.kill()
  ledger.release()
  await cut
  await product.start()
  const last = before.findLast(({ id }) => id !== null)!.id!
  const after = await upToDone(client, id, last)
  const whole = await upToDone(client, id, before[0]!.id! - 1)
  t.strictSame([...before.filter(({ id }) => id !== null), ...after], whole)
})

async function upToDone(client: Client, id: string, after: number) {
  const seen: { id: number | null; event: string }[] = []
  for await (const event of client.stream(`${session(id)}/events?after=${after}`)) {
    if (event.id !== null) seen.push(event)
    if (event.event === 'done') break
  }
  return seen
}

test('of a decision in the chat and one in the inbox exactly one counts, whenever the server is killed', {
  timeout: 60_000 + 1_000 * races,
}, async t => {
  t.comment(`${races} races`)
  t.strictSame(await runRaces(product, { races, atOnce: 40, random: Math.random }), [])
})
