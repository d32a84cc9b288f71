// A request with an Idempotency-Key is handled once, on both engines, whatever becomes of it.
import { randomBytes } from 'node:crypto'
import { type Test, test } from 'tap'
import { z } from 'zod'
import { Failure } from '../../../domain/failure.ts'
import { createIdempotency } from '../../../http/pipeline/idempotency.ts'
import { reply } from '../../../http/pipeline/reply.ts'
import { route } from '../../../http/pipeline/route.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { memoryIdempotencyKeys } from '../../support/idempotency-keys.ts'
import { startTestServer } from '../../support/servers/http-server.ts'
import { openRaw } from '../../support/servers/raw-http.ts'

const secret = randomBytes(32)

/** Holds handlers back while it is closed, and says when one has come and when somebody waits for it. */
class Gate {
  readonly #reached = Promise.withResolvers<void>()
  readonly #waiting = Promise.withResolvers<void>()
  #opened: PromiseWithResolvers<void> | null = null

  get reached(): Promise<void> {
    return this.#reached.promise
  }

  get waiting(): Promise<void> {
    return this.#waiting.promise
  }

  close(): void {
    this.#opened = Promise.withResolvers()
  }

  open(): void {
    this.#opened?.resolve()
  }

  async pass(): Promise<void> {
    this.#reached.resolve()
    await this.#opened?.promise
  }

  /** The clock, noticing the timer that a waiting request sets. */
  watch(clock: SimulatedClock) {
    return {
      now: () => clock.now(),
      after: (delayMs: number, callback: () => void) => {
        const callOff = clock.after(delayMs, callback)
        this.#waiting.resolve()
        return callOff
      },
    }
  }
}

for (const engine of ['uws', 'node'] as const) {
  test(`${engine}: the same key and body get the first answer again, and nothing is made twice`, async t => {
    const { create, made } = await serve(t, engine)
    const first = await create('k1', { name: 'a' })
    t.match(first, { status: 201, replayed: null, location: '/made' })
    const again = await create('k1', { name: 'a' })
    t.match(again, { status: 201, replayed: 'true', body: first.body })
    t.equal(made.length, 1)
    t.not((await create('k2', { name: 'a' })).body.id, first.body.id, 'another key is another request')
    t.not((await create(null, { name: 'a' })).body.id, first.body.id, 'and so is none')
    t.equal(made.length, 3)
  })

  test(`${engine}: the same key with another body or path is 409, and does nothing`, async t => {
    const { create, made } = await serve(t, engine)
    await create('k1', { name: 'a' })
    t.match(await create('k1', { name: 'b' }), { status: 409, code: 'conflict', replayed: null })
    t.match(await create('k1', { name: 'a' }, { path: '/api/v1/secrets' }), { status: 409 })
    t.equal(made.length, 1)
  })

  test(`${engine}: another client's key is another key`, async t => {
    const { create, made } = await serve(t, engine)
    await create('k1', { name: 'a' })
    t.match(await create('k1', { name: 'b' }, { as: 'two' }), { status: 201, replayed: null })
    t.equal(made.length, 2)
  })

  test(`${engine}: of 20 at once one is handled, the others wait for its answer`, async t => {
    const { create, made, gate } = await serve(t, engine)
    gate.close()
    const answers = Promise.all(Array.from({ length: 20 }, () => create('k1', { name: 'a' })))
    const other = await create('k1', { name: 'b' })
    t.equal(other.status, 409, 'another body is told at once')
    gate.open()
    const all = await answers
    t.equal(made.length, 1)
    t.equal(new Set(all.map(({ body }) => body.id)).size, 1)
    t.equal(all.filter(({ replayed }) => replayed === 'true').length, 19)
    t.ok(all.every(({ status }) => status === 201))
  })

  test(`${engine}: a key is 1 to 255 visible characters in one header`, async t => {
    const { create, made, port } = await serve(t, engine)
    t.equal((await create('k'.repeat(255), { name: 'a' })).status, 201)
    for (const key of ['', 'k'.repeat(256), 'two words', 'schl\u00fcssel']) {
      t.match(await create(key, { name: 'a' }), { status: 400, code: 'bad-request' }, key.slice(0, 9))
    }
    const raw = await openRaw(port)
    const head =
      'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk_one\r\nContent-Type: application/json\r\n'
    await raw.send(
      `${head}Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 12\r\n\r\n{"name":"x"}`,
    )
    t.equal((await raw.answer())?.status, 400, 'two of them')
    raw.close()
    t.equal(made.length, 1)
  })
}

test('a refusal keeps nothing: the key is free again', async t => {
  const { create, made, keys } = await serve(t)
  t.equal((await create('k1', { name: 'refused' })).status, 402)
  t.equal(keys.rows.size, 0)
  t.equal((await create('k1', { name: 'a' })).status, 201)
  t.equal(made.length, 1)
})

test('a request that died is handled again with the same identifiers', async t => {
  const { create, made } = await serve(t)
  t.equal((await create('k1', { name: 'dies' })).status, 500)
  t.match(await create('k1', { name: 'dies' }), { status: 201, replayed: null })
  t.strictSame(
    made.map(({ isRepeated }) => isRepeated),
    [false, true],
  )
  t.equal(made[0]!.id, made[1]!.id)
  t.equal((await create('k1', { name: 'dies' })).replayed, 'true')
  t.equal(made.length, 2)
})

test('a request that may have been done is not freed by a database that is away', async t => {
  const { create, made } = await serve(t)
  t.equal((await create('k1', { name: 'away' })).status, 503)
  t.equal((await create('k1', { name: 'away' })).status, 201)
  t.equal(made[0]!.id, made[1]!.id)
})

test('a request that died on a route without repetition is 409, ever after', async t => {
  const { create, created } = await serve(t)
  const path = '/api/v1/breaks'
  t.equal((await create('k1', { name: 'a' }, { path })).status, 500)
  for (let n = 0; n < 2; n++) t.equal((await create('k1', { name: 'a' }, { path })).status, 409)
  t.strictSame(created, [])
})

test('an answer over 256 KiB is not kept: it is made anew of what is there', async t => {
  const { create, keys, made } = await serve(t)
  const name = 'x'.repeat(300_000)
  const first = await create('k1', { name })
  t.strictSame([...keys.rows.values()][0]!.answer, { status: 201, body: null })
  t.match(await create('k1', { name }), { status: 201, replayed: 'true', body: { id: first.body.id } })
  t.equal(made[1]!.isRepeated, true)
})

test('an answer with a secret is written nowhere', async t => {
  const { create, keys } = await serve(t)
  const path = '/api/v1/secrets'
  t.equal((await create('k1', { name: 'a' }, { path })).status, 201)
  t.strictSame([...keys.rows.values()][0]!.answer, { status: 201, body: null })
  t.match(await create('k1', { name: 'a' }, { path }), { status: 409, body: { error: /shown once/ } })
  t.match(await create('k1', { name: 'a' }, { path }), { status: 409 }, 'and stays so')
})

test('whoever waits too long for the answer is told to come back', async t => {
  const clock = new SimulatedClock()
  const { create, gate, made } = await serve(t, 'uws', { clock })
  gate.close()
  const first = create('k1', { name: 'a' })
  await gate.reached
  const second = create('k1', { name: 'a' })
  await gate.waiting
  clock.advance(5_000)
  t.match(await second, { status: 409, retryAfter: '1' })
  gate.open()
  t.equal((await first).status, 201)
  t.equal(made.length, 1)
})

test('what does not create takes no key, what names itself repeatable does', async t => {
  const { create, keys } = await serve(t)
  await create('k1', {}, { path: '/api/v1/executions/x/cancel' })
  t.equal(keys.rows.size, 0)
  t.equal((await create('bad key', {}, { path: '/api/v1/executions/x/cancel' })).status, 200)
  await create('k1', { name: 'a' }, { path: '/api/v1/acts' })
  t.match(await create('k1', { name: 'a' }, { path: '/api/v1/acts' }), { status: 200, replayed: 'true' })
})

test('what is kept of a body says nothing about it without the secret', async t => {
  const [one, other] = [await serve(t), await serve(t, 'uws', { fingerprints: randomBytes(32) })]
  for (const { create } of [one, other]) await create('k1', { name: 'password1' })
  const hashOf = ({ keys }: typeof one) => [...keys.rows.values()][0]!.hash
  t.match(hashOf(one), /^[\w-]{43}$/)
  t.not(hashOf(one), hashOf(other))
})

test('a request that was fingerprinted under another key is refused, not made twice', async t => {
  const keys = memoryIdempotencyKeys()
  const before = await serve(t, 'uws', { keys })
  const after = await serve(t, 'uws', { keys, fingerprints: randomBytes(32) })
  t.equal((await before.create('k1', { name: 'a' })).status, 201)
  t.equal((await after.create('k1', { name: 'a' })).status, 409)
  t.strictSame(after.made, [])
})

/** A server whose `POST /api/v1/things` makes things, and what it made. */
async function serve(
  t: Test,
  engine: 'uws' | 'node' = 'uws',
  { clock = new SimulatedClock(), fingerprints = secret, keys = memoryIdempotencyKeys() } = {},
) {
  const made: { id: string; name: string; isRepeated: boolean }[] = []
  const gate = new Gate()
  const body = z.object({ name: z.string() })
  const returns = z.object({ id: z.string(), name: z.string() })
  const make = async (name: string, intent: { newId(kind: 'workflow'): string; isRepeated: boolean }) => {
    const { isRepeated } = intent
    if (name === 'refused') throw new Failure('quota-exceeded', 'no more')
    const thing = { id: intent.newId('workflow'), name }
    made.push({ ...thing, isRepeated })
    if (name === 'dies' && !isRepeated) throw new TypeError('dies')
    if (name === 'away' && !isRepeated) throw new Failure('unavailable', 'away')
    await gate.pass()
    return thing
  }
  const created = { summary: 'Make', permission: 'workflow:write', body, returns, status: 201 } as const
  const routes = [
    route('POST /api/v1/things', { ...created, repeatable: true }).handle(async ({ body, intent }) =>
      reply(await make(body.name, intent), { headers: { Location: '/made' } }),
    ),
    route('POST /api/v1/breaks', created).handle(() => {
      throw new TypeError('breaks')
    }),
    route('POST /api/v1/secrets', { ...created, repeatable: true, secret: true }).handle(
      ({ body, intent }) => {
        if (intent.isRepeated) throw new Failure('conflict', 'it is shown once')
        return make(body.name, intent)
      },
    ),
    route('POST /api/v1/acts', { summary: 'Act', body, returns, repeatable: true }).handle(
      ({ body, intent }) => make(body.name, intent),
    ),
  ]
  const log = { error: () => {} }
  const idempotency = createIdempotency({
    keys,
    secret: fingerprints,
    log,
    waitMs: 5_000,
    clock: gate.watch(clock),
  })
  const server = await startTestServer(t, { engine, routes, pipeline: { idempotency } })

  async function create(key: string | null, body: object, { path = '/api/v1/things', as = 'one' } = {}) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer sk_${as}`,
        'content-type': 'application/json',
        ...(key !== null && { 'idempotency-key': key }),
      },
      body: JSON.stringify(body),
    })
    return {
      status: answer.status,
      replayed: answer.headers.get('idempotency-replayed'),
      code: answer.headers.get('x-error-code'),
      location: answer.headers.get('location'),
      retryAfter: answer.headers.get('retry-after'),
      body: (await answer.json()) as { id: string },
    }
  }
  return { create, made, keys, gate, created: server.created, port: server.port }
}
