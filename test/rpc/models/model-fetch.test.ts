// The body of a model's answer, as the AI SDK reads it.
import { test } from 'tap'
import { type ModelFetchParts, modelFetch, modelTimes } from '../../../rpc/models/model-fetch.ts'
import type { BodyReader, Outbound } from '../../../rpc/outbound/outbound.ts'
import { systemClock } from '../../../runtime/clock.ts'

const url = 'http://127.0.0.1:1/v1'

/** An answer that the test sends piece by piece. */
async function open(parts: Partial<ModelFetchParts> = {}) {
  let body!: BodyReader
  const whole = Promise.withResolvers<void>()
  const outbound = {
    async request({ openBody }: Parameters<Outbound['request']>[0]) {
      const head = { status: 200, headers: {} }
      body = openBody!(head)!
      await whole.promise
      return { ...head, body: Buffer.alloc(0) }
    },
  } as unknown as Outbound
  const bounds = { times: modelTimes, totalMs: 10_000, maxBytes: 1_000 }
  const response = await modelFetch({ outbound, clock: systemClock, url, ...bounds, ...parts })(url)
  const reader = response.body!.getReader()
  return {
    ...{ body, whole, reader },
    send: (text: string) => body.read(Buffer.from(text)),
    read: async () => Buffer.from((await reader.read()).value ?? []).toString(),
  }
}

test('what arrives before its reader is ready is handed on as one piece', async t => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asked: unknown[] = []
  const ready = () => gates[asked.push('ready') - 1]!.promise
  const { body, whole, send, read, reader } = await open({ ready })
  const first = read()
  send('a')
  send('b')
  t.equal(body.heldBytes, 2)
  gates[0]!.resolve()
  t.equal(await first, 'ab')
  t.equal(body.heldBytes, 0)
  const second = read()
  send('c')
  send('d')
  gates[1]!.resolve()
  t.equal(await second, 'cd')
  t.strictSame(asked, ['ready', 'ready'])
  gates.push(Promise.withResolvers())
  gates[2]!.resolve()
  whole.resolve()
  t.equal((await reader.read()).done, true)
})

test('what has arrived is handed on before the end', async t => {
  const { whole, send, read, reader } = await open()
  send('a')
  send('b')
  whole.resolve()
  t.equal(await read(), 'ab')
  t.equal((await reader.read()).done, true)
})

test('a reader that waits gets each piece as it comes, and needs not be asked', async t => {
  const { whole, send, read } = await open()
  for (const text of ['a', 'b']) {
    const reading = read()
    send(text)
    t.equal(await reading, text)
  }
  whole.resolve()
})

test('a break reaches the reader at once, also one that is not ready', async t => {
  const broken = new Error('broken')
  const { whole, send, reader } = await open({ ready: () => new Promise(() => {}) })
  const reading = reader.read()
  send('a')
  whole.reject(broken)
  await t.rejects(reading, broken)
})

test('a body that nobody reads on takes no more', async t => {
  const { body, whole, reader } = await open()
  await reader.cancel()
  t.equal(body.read(Buffer.from('a')), true)
  whole.resolve()
})
