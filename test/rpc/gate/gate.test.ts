// What stands between the hub and registered tools. The reports go to a list, calls to whatever a test says.

import { test } from 'tap'
import type { StepErrorCode } from '../../../domain/tools/failures/step-errors.ts'
import type { ThreadFigures } from '../../../domain/tools/server-figures.ts'
import type { ToolError, ToolResult } from '../../../domain/tools/tool.ts'
import type { RegisteredServer } from '../../../domain/tools/tool-server.ts'
import { noControls, type ToolControls } from '../../../domain/tools/tool-settings.ts'
import { breakerBounds } from '../../../rpc/gate/breaker.ts'
import { Gate } from '../../../rpc/gate/gate.ts'
import { type RateLease, ToolRates } from '../../../rpc/gate/tool-rates.ts'
import { toolOf } from '../../support/actors/tool-server-life.ts'

const refund = toolOf('refund')
const destroy = toolOf('destroy', { effect: 'destructive' })
const answered: ToolResult = { ok: true, output: 1 }

function serverOf(
  controls: Partial<ToolControls> = {},
  rest: Partial<RegisteredServer> = {},
): RegisteredServer {
  return {
    ...{ id: 'srv_1', organizationId: 'org_1', name: 'Orders', slug: 'orders', url: 'http://127.0.0.1:9/' },
    ...{ enabled: true, protocol: 'plain', tools: [refund, destroy], status: 'healthy', error: null },
    ...{ lastCheckedAt: null, createdAt: 1, controls: { ...noControls, ...controls } },
    ...rest,
  }
}

const failure = (code: StepErrorCode): ToolResult => ({
  ok: false,
  error: { code, message: `it was ${code}`, retryable: true },
})
const call = (rest = {}) => ({ timeoutMs: 5_000, signal: new AbortController().signal, ...rest })

/** A gate, and everything that it reported. */
function watchedGate(rates: ToolRates | null = null) {
  const said: string[] = []
  const figures: { serverId: string; figures: ThreadFigures }[] = []
  const gate = new Gate({
    rates,
    scrub: async (_organizationId, text) => text,
    reports: {
      tripped: ({ id }, error) => said.push(`tripped ${id} ${error}`),
      recovered: ({ id }) => said.push(`recovered ${id}`),
      toolsChanged: ({ id }) => said.push(`changed ${id}`),
      figures: rows => figures.push(...rows),
    },
  })
  const send = (result: ToolResult, server = serverOf(), rest = {}) =>
    gate.pass(server, refund, call(rest), async () => result)
  return { gate, said, figures, send }
}
const errorOf = (result: ToolResult): Partial<ToolError> => (result.ok ? {} : result.error)

test('a tool that is off, quarantined or gone is refused with what to do', async t => {
  const { gate } = watchedGate()
  const withheld = (['off', 'quarantined', 'removed'] as const).map(status => ({ name: status, status }))
  const server = serverOf({ withheld })
  for (const [name, words] of [
    ['off', /switch it on/],
    ['quarantined', /accept/],
    ['removed', /no longer offered/],
  ] as const)
    t.match(gate.withheld(server, name), {
      ok: false,
      error: { code: `tool-${name}`, message: words, retryable: false },
    })
  t.equal(gate.withheld(server, 'refund'), null)
  t.equal(gate.withheld(serverOf(), 'off'), null)
})

test('a mode asks for an approval of each call, or of destructive ones; an approved call passes', async t => {
  const { gate } = watchedGate()
  const passes = async (mode: 'never' | 'always' | 'destructive', tool: typeof refund, approved = false) => {
    const server = serverOf({ defaults: { ...noControls.defaults, approval: mode } })
    return errorOf(await gate.pass(server, tool, call({ approved }), async () => answered)).code ?? 'passes'
  }
  t.equal(await passes('never', destroy), 'passes')
  t.equal(await passes('destructive', refund), 'passes')
  t.equal(await passes('destructive', destroy), 'approval-required')
  const silent = toolOf('silent', { annotations: {} })
  t.equal(await passes('destructive', silent), 'approval-required', 'a server that does not say otherwise')
  const adding = toolOf('adding', { annotations: { destructiveHint: false } })
  t.equal(await passes('destructive', adding), 'passes')
  t.equal(await passes('always', refund), 'approval-required')
  t.equal(await passes('always', refund, true), 'passes')
})

test('a tool has its own setting where there is one, else the default of its server', async t => {
  const { gate } = watchedGate()
  const own = { name: 'refund', enabled: true, approval: 'never', rate: null, timeoutMs: 100 } as const
  const server = serverOf({ defaults: { approval: 'always', rate: null, timeoutMs: 900 }, settings: [own] })
  const deadlines: number[] = []
  const send = async (timeoutMs: number) => {
    deadlines.push(timeoutMs)
    return answered
  }
  t.match(await gate.pass(server, refund, call(), send), answered)
  t.match(await gate.pass(server, destroy, call({ approved: true }), send), answered)
  t.match(await gate.pass(server, refund, call({ timeoutMs: 50 }), send), answered)
  t.strictSame(deadlines, [100, 900, 50])
})

test('failures in a row give a server up, which is told, and its calls are refused at once', async t => {
  const { send, said } = watchedGate()
  for (let n = 0; n < breakerBounds.failures; n++) await send(failure('unreachable'))
  t.strictSame(said, ['tripped srv_1 it was unreachable'])
  const refused = await send(answered)
  t.match(refused, {
    ok: false,
    error: { code: 'tool-server-down', message: /"Orders"/, retryable: true, retryAfterMs: Number },
  })
})

test('what a tool says, a refusal of ours, a caller that left and a hurried call tell nothing of the server', async t => {
  const { send, said } = watchedGate()
  const gone = AbortSignal.abort()
  for (let n = 0; n < 3 * breakerBounds.failures; n++) {
    for (const code of ['tool-failed', 'invalid-arguments', 'rate-limited', 'credential-failed'] as const)
      await send(failure(code))
    await send(failure('timeout'), serverOf(), { timeoutMs: 100 })
    await send(failure('reset'), serverOf(), { signal: gone })
  }
  t.strictSame(said, [])
  t.match(await send(answered), answered)
})

test('answers that nobody can use are counted, and no reason to give a server up', async t => {
  const { gate, send, said, figures } = watchedGate()
  for (let n = 0; n < 3 * breakerBounds.failures; n++) await send(failure('bad-answer'))
  gate.close()
  t.strictSame(said, [])
  t.match(figures, [{ figures: { failures: 3 * breakerBounds.failures, breaker: 'closed' } }])
})

test('what the actor found out is taken over with the next version of the server', async t => {
  const { send, said } = watchedGate()
  await send(answered)
  const found = { status: 'down', error: 'refused the connection' } as const
  const late = serverOf({}, { ...found, lastCheckedAt: Date.now() })
  t.match(await send(answered, late), answered, 'found before this thread was answered, told after it')
  await send(answered)
  const down = serverOf({}, { ...found, lastCheckedAt: Date.now() + 60_000 })
  t.match(await send(answered, down), {
    error: { code: 'tool-server-down', message: /refused the connection/ },
  })
  t.match(await send(answered, serverOf()), answered, 'up again: the call that tries goes well')
  t.strictSame(said, ['recovered srv_1'])
  t.match(await send(answered, serverOf()), answered)
})

test('of a server that was down before this thread knew it, the first call decides', async t => {
  const { send } = watchedGate()
  const down = serverOf({}, { status: 'down' })
  t.match(await send(failure('unreachable'), down), { error: { code: 'unreachable' } })
  t.match(await send(answered, down), { error: { code: 'tool-server-down' } })
})

test('another URL is another server: what was known of it is forgotten', async t => {
  const { send } = watchedGate()
  for (let n = 0; n < breakerBounds.failures; n++) await send(failure('unreachable'))
  t.match(await send(answered, serverOf({}, { url: 'http://127.0.0.1:8/' })), answered)
})

test('a call that throws is a defect, and leaves the gate as it was', async t => {
  const { gate, send } = watchedGate()
  await t.rejects(
    gate.pass(serverOf(), refund, call(), () => Promise.reject(new TypeError('ours'))),
    { message: 'ours' },
  )
  t.match(await send(answered), answered)
})

test('figures are reported, of the servers that were called, at the latest when the gate closes', async t => {
  const { gate, send, figures } = watchedGate()
  await send(answered)
  await send(failure('timeout'))
  await send(failure('invalid-arguments'))
  gate.close()
  t.match(figures, [
    {
      serverId: 'srv_1',
      figures: { calls: 3, failures: 1, lastError: { message: 'it was timeout' }, breaker: 'closed' },
    },
  ])
  gate.close()
  t.equal(figures.length, 1)
})

test('calls over the rate are refused until the next minute, and take leases a few at a time', async t => {
  const taken: RateLease[] = []
  let left = 40
  const rates = new ToolRates({
    async take(lease) {
      taken.push(lease)
      if (lease.wanted > left) return false
      left -= lease.wanted
      return true
    },
  })
  const { send } = watchedGate(rates)
  const server = serverOf({ defaults: { ...noControls.defaults, rate: { perMinute: 40 } } })
  const results = await Promise.all(Array.from({ length: 50 }, () => send(answered, server)))
  t.equal(results.filter(({ ok }) => ok).length, 40)
  t.match(
    results.find(({ ok }) => !ok),
    { error: { code: 'tool-rate-limited', retryable: true, retryAfterMs: Number } },
  )
  t.ok(taken.length <= 12, `${taken.length} leases`)
  t.match(taken[0], { serverId: 'srv_1', tool: 'refund', wanted: 4, perMinute: 40 })
})
