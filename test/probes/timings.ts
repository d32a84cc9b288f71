// What the probes promise about time, measured on a running product: none of it stands in a test. Pairs are
// asked in turn, so that whatever else the machine does falls on both.
import { connect } from 'node:net'
import { newId } from '../../domain/ids.ts'
import { newApiKey } from '../../domain/people/api-key.ts'
import type { Product } from '../support/product.ts'
import { createWorkflow, returning } from '../support/workflows.ts'
import { newKey, newOwner } from './people.ts'

export interface Timing {
  readonly probe: string
  readonly what: string
  /** What was measured, for a person. */
  readonly measured: string
  readonly goal: string
  readonly holds: boolean
}

type Ask = () => Promise<unknown>

export async function measure(product: Product): Promise<readonly Timing[]> {
  const owner = await newOwner(product)
  const other = await newOwner(product)
  const key = await newKey(owner)
  const client = product.client(key)
  const guest = product.client()
  const foreign = await createWorkflow(other.client, returning(1))
  const post = (body: string) => () => client.post('/api/v1/workflows', body)
  const logIn =
    (email: string, password = 'wrong horse') =>
    () =>
      guest.post('/api/v1/auth/login', { email, password })
  const search = (q: string) => () =>
    client.get(`/api/v1/executions/search?q=${encodeURIComponent(q).slice(0, 7_500)}`)
  const forgot = (email: string) => () => guest.post('/api/v1/auth/forgot-password', { email })
  const get = (credential: string, id: string) => () =>
    product.client(credential).get(`/api/v1/workflows/${id}`)
  return [
    await atMost('P24', '1 MB of [', 20, post('['.repeat(1_000_000))),
    await atMost('P24', '150,000 deep', 20, post('{"a":'.repeat(150_000))),
    await atMost('P36', 'an e-mail address of 100 KB', 50, logIn(`a@${'a.'.repeat(50_000)}!`)),
    await atMost(
      'P36',
      'a name of 500 KB of spaces',
      50,
      post(`{"name":"${' '.repeat(500_000)}","prompt":"x"}`),
    ),
    await atMost(
      'P36',
      'cron */1 10,000 times',
      50,
      post(`{"name":"a","prompt":"x","schedule":{"cron":"${'*/1'.repeat(10_000)}"}}`),
    ),
    await atMost('P39', 'a search for %_ 1,000 times', 200, search('%_'.repeat(1_000))),
    await atMost('P61', 'a password of 1 MB', 20, logIn(owner.email, 'x'.repeat(1_000_000))),
    await atMost('P76', 'a page of 100', 200, () => client.get('/api/v1/executions?limit=100')),
    await alike('P53', 'a key with the right beginning, and a random one', 5_000, [
      get(
        newApiKey(Buffer.from(`${key.slice(3, 57)}${key.slice(57, 59) === '00' ? '01' : '00'}`, 'hex')),
        foreign,
      ),
      get(newApiKey(), foreign),
    ]),
    await alike('P70', 'an id of somebody else, and one that never was', 2_000, [
      get(key, foreign),
      get(key, newId('workflow')),
    ]),
    await sameMedian('P55', 'login: unknown address, wrong password', 200, [
      logIn(`x${owner.email}`),
      logIn(owner.email),
    ]),
    await sameMedian('P56', 'forgot password: unknown, known', 200, [
      forgot(`x${owner.email}`),
      forgot(owner.email),
    ]),
    await undisturbed(product, () => client.get('/api/v1/workflows')),
  ]
}

async function timesOf(ask: Ask, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) times.push(await timeOf(ask))
  return times
}

async function timeOf(ask: Ask): Promise<number> {
  const from = performance.now()
  await ask()
  return performance.now() - from
}

/** The median of 20, after 3 that warm up. */
async function atMost(probe: string, what: string, goalMs: number, ask: Ask): Promise<Timing> {
  await timesOf(ask, 3)
  const ms = quantile(await timesOf(ask, 20), 0.5)
  return { probe, what, measured: `${ms.toFixed(1)} ms`, goal: `<= ${goalMs} ms`, holds: ms <= goalMs }
}

/** Each time in the other order: who comes second finds what the first has warmed. */
async function inTurn(pair: readonly [Ask, Ask], count: number): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let n = 0; n < count; n++) {
    const first = n % 2
    times[first]!.push(await timeOf(pair[first]!))
    times[1 - first]!.push(await timeOf(pair[1 - first]!))
  }
  return times
}

/** Welch's t, the slowest 5 % of each left out: they are the machine's. */
async function alike(probe: string, what: string, count: number, pair: readonly [Ask, Ask]): Promise<Timing> {
  await inTurn(pair, 100)
  const [a, b] = (await inTurn(pair, count)).map(times => spread(fastest(times))) as [Spread, Spread]
  const t = Math.abs(a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count)
  return { probe, what, measured: `|t| = ${t.toFixed(2)}`, goal: '< 4.5', holds: t < 4.5 }
}

async function sameMedian(
  probe: string,
  what: string,
  count: number,
  pair: readonly [Ask, Ask],
): Promise<Timing> {
  const [a, b] = (await inTurn(pair, count)).map(times => quantile(times, 0.5)) as [number, number]
  const percent = (100 * Math.abs(a - b)) / Math.min(a, b)
  return {
    probe,
    what,
    measured: `${a.toFixed(1)} and ${b.toFixed(1)} ms`,
    goal: '5 % apart at most',
    holds: percent < 5,
  }
}

/** P112: the p99 of the API beside a flood of health checks, against without. */
async function undisturbed({ port }: Product, ask: Ask): Promise<Timing> {
  await timesOf(ask, 100)
  const alone = quantile(await timesOf(ask, 1_000), 0.99)
  const flood = startFlood(port, 10_000)
  const beside = quantile(await timesOf(ask, 1_000), 0.99)
  const perSecond = flood.stop()
  const measured = `p99 ${alone.toFixed(1)}, then ${beside.toFixed(1)} ms beside ${perSecond} a second`
  return {
    probe: 'P112',
    what: '/healthz 10,000 times a second',
    measured,
    goal: '<= 2x',
    holds: beside <= 2 * alone,
  }
}

/** Health checks at a rate, pipelined over a few connections. */
function startFlood(port: number, perSecond: number): { stop: () => number } {
  const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'))
  let answers = 0
  for (const socket of sockets) {
    socket.on('data', chunk => {
      answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1
    })
    socket.on('error', () => {})
  }
  const everyMs = 10
  const batch = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(
    (perSecond * everyMs) / 1_000 / sockets.length,
  )
  const timer = setInterval(() => sockets.forEach(socket => void socket.write(batch)), everyMs)
  const from = performance.now()
  return {
    stop() {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      return Math.round((1_000 * answers) / (performance.now() - from))
    },
  }
}

interface Spread {
  readonly count: number
  readonly mean: number
  readonly variance: number
}

function spread(values: readonly number[]): Spread {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  return { count, mean, variance }
}

function fastest(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b).slice(0, Math.floor(values.length * 0.95))
}

function quantile(values: readonly number[], part: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)]!
}
