// `npm run chat:load -- [--sessions 100000] [--streams 1000] [--seconds 20]`: what chats cost. First sessions
// at rest: memory of the server before and after, and bytes of the database. Then answers that stream at
// once, by a model whose words carry the time at which it said them: events, latency and memory.
// The figures stand in docs/internals/measurements/chat.md.

import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import tap, { test } from 'tap'
import { callsAtOnce } from '../../../rpc/models/call-places.ts'
import { openSession, say, session } from '../../support/chat.ts'
import { type Client, eventsOf } from '../../support/people/client.ts'
import { query } from '../../support/people/colleagues.ts'
import { Product } from '../../support/product.ts'
import { startModelServer } from '../../support/servers/model-server.ts'

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '100000' },
    streams: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
  },
  strict: false,
})
const sessionCount = Number(values.sessions)
const streamCount = Number(values.streams)
const seconds = Number(values.seconds)
/** Words that the model says a second in each answer. */
const wordsASecond = 10
let refused = 0

const model = await startModelServer(tap)
const product = await Product.start({
  environment: { MODEL_URL: model.url, MODEL_NAME: 'timed', MODEL_API_KEY: 'sk-none', HOSTS: '1' },
})
const { client } = await product.signUp()
// The first of everything is dearer than all others.
model.say(speak(1))
await say(client, await openSession(client), 'warm up')

if (sessionCount > 0) test('sessions at rest', () => atRest())
test('answers that stream at once', () => streaming())

async function atRest(): Promise<void> {
  const before = { memory: memoryOf(product.pid), database: await databaseBytes() }
  const beganAt = performance.now()
  await inLanes(sessionCount, 100, async () => {
    await openSession(client)
  })
  const tookMs = performance.now() - beganAt
  const after = memoryOf(product.pid)
  await pause(60_000)
  const rested = memoryOf(product.pid)
  const bytes = ((await databaseBytes()) - before.database) / sessionCount
  report('sessions at rest', {
    sessions: sessionCount,
    'opened a second': Math.round(sessionCount / (tookMs / 1_000)),
    'MB before': before.memory,
    'MB when all are open': after,
    'MB a minute later': rested,
    'bytes of the database for each': Math.round(bytes),
  })
}

async function streaming(): Promise<void> {
  model.say(speak(seconds))
  const readers = await openReaders()
  const before = memoryOf(product.pid)
  const cpuBefore = cpuSecondsOf(product.pid)
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(product.pid))
  }, 500)
  const beganAt = performance.now()
  const read = await Promise.all(readers.map(({ client, id }) => readAnswer(client, id)))
  const tookMs = performance.now() - beganAt
  clearInterval(watch)
  const latencies = read.flatMap(({ lateMs }) => lateMs).sort((a, b) => a - b)
  const first = read.map(({ firstMs }) => firstMs).sort((a, b) => a - b)
  const words = read.reduce((sum, each) => sum + each.words, 0)
  report('answers that stream at once', {
    answers: streamCount,
    'whole answers': read.filter(({ isWhole }) => isWhole).length,
    'what others say': JSON.stringify([...new Set(read.map(({ other }) => other.slice(0, 200)))].slice(0, 5)),
    'refused at first (503)': refused,
    'words said a second in each': wordsASecond,
    'seconds of talk, and until all were read': `${seconds}, ${(tookMs / 1_000).toFixed(1)}`,
    'words delivered': words,
    'events delivered a second': Math.round(
      read.reduce((sum, { events }) => sum + events, 0) / (tookMs / 1_000),
    ),
    'first words, p50 and p99 ms': `${at(first, 0.5)}, ${at(first, 0.99)}`,
    'word to reader, p50, p99 and longest ms': `${at(latencies, 0.5)}, ${at(latencies, 0.99)}, ${at(latencies, 1)}`,
    'MB before, and at most': `${before}, ${peak}`,
    'CPU seconds of the server': (cpuSecondsOf(product.pid) - cpuBefore).toFixed(1),
  })
}

/** Of as many organizations as it takes: each has a bound of calls of models under way. */
async function openReaders() {
  const readers: { readonly client: Client; readonly id: string }[] = []
  await inLanes(Math.ceil(streamCount / callsAtOnce), 8, async () => {
    const account = await product.signUp()
    for (let n = 0; n < callsAtOnce; n++)
      readers.push({ client: account.client, id: await openSession(account.client) })
  })
  return readers.slice(0, streamCount)
}

interface Read {
  readonly events: number
  readonly words: number
  readonly isWhole: boolean
  /** What is no time. */
  readonly other: string
  readonly firstMs: number
  /** From the model to the reader, of each word. */
  readonly lateMs: readonly number[]
}

async function readAnswer(reader: Client, id: string): Promise<Read> {
  const beganAt = Date.now()
  let [events, words, firstMs, isWhole] = [0, 0, 0, false]
  const lateMs: number[] = []
  let other = ''
  for await (const { event, data } of patientAnswerTo(reader, id)) {
    events++
    const now = Date.now()
    if (event === 'restart') words = 0
    if (event === 'chunk') {
      if (words === 0) firstMs = now - beganAt
      for (const word of data.text.split(' ').filter(Boolean)) {
        words++
        if (/^\d+$/.test(word)) lateMs.push(now - Number(word))
        else other += `${word} `
      }
    }
    if (event === 'done') isWhole = data.message.status === 'complete' && words === wordsASecond * seconds
  }
  return { events, words, isWhole, firstMs, lateMs, other }
}

/** Sends again what a busy server refuses with 503, as clients do. */
async function* patientAnswerTo(reader: Client, id: string) {
  const path = `${session(id)}/messages`
  for (;;) {
    const response = await reader.open(
      'POST',
      path,
      { message: 'talk to me' },
      { accept: 'text/event-stream' },
    )
    if (response.status === 200) return yield* eventsOf(response)
    if (response.status !== 503) throw new Error(`the message was answered ${response.status}`)
    refused++
    await response.body?.cancel()
    await pause(1_000)
  }
}

/** Words that are the times at which they are said. */
function speak(forSeconds: number) {
  return async (response: ServerResponse): Promise<void> => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    const write = (choice: object) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'timed', choices: [{ index: 0, ...choice }] })}\n\n`,
      )
    for (let word = 0; word < forSeconds * wordsASecond; word++) {
      write({ delta: { role: 'assistant', content: `${Date.now()} ` } })
      await pause(1_000 / wordsASecond)
    }
    write({ delta: {}, finish_reason: 'stop' })
    response.end('data: [DONE]\n\n')
  }
}

async function inLanes(count: number, lanes: number, make: () => Promise<void>): Promise<void> {
  let left = count
  const lane = async () => {
    while (left-- > 0) await make()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Resident megabytes of the server with its threads; of its database not. */
function memoryOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}

/** Of the server with its threads; of its database not. A busy machine does not change it much. */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  // User and system time in ticks of 10 ms: fields 14 and 15 of proc(5).
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function databaseBytes(): Promise<number> {
  const [row] = await query<{ bytes: string }>(
    product,
    'select pg_database_size(current_database()) as bytes',
  )
  return Number(row!.bytes)
}

function at(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
}

function report(title: string, figures: Readonly<Record<string, string | number>>): void {
  console.log(`\n${title}`)
  for (const [name, value] of Object.entries(figures)) console.log(`  ${name}: ${value}`)
}
