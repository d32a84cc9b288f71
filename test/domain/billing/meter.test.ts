import { test } from 'tap'
import { cuRates } from '../../../domain/billing/compute-units.ts'
import { charge, isOurs, meterText, noUse, startCu } from '../../../domain/billing/meter.ts'

test('what is charged is the rate list', async t => {
  const meter = noUse()
  const rates = new Map(cuRates.map(({ unit, cu }) => [unit, cu]))
  t.equal(startCu, rates.get('execution'))
  t.equal(charge(meter, { kind: 'tool', tool: 'http_get' }, 1), rates.get('tool_call'))
  t.equal(charge(meter, { kind: 'code' }, 1), rates.get('code_step'))
  t.strictSame(meter, { tools: { http_get: 1 }, code: 1, tokens: 0 })
})

test('what is taken back leaves nothing behind, whatever a tool is called', async t => {
  const meter = noUse()
  for (const tool of ['constructor', 'toString', 'a__b']) {
    t.equal(charge(meter, { kind: 'tool', tool }, 1) + charge(meter, { kind: 'tool', tool }, -1), 0)
  }
  t.strictSame(meter, noUse())
  t.equal(meterText(meter), null)
  charge(meter, { kind: 'tool', tool: 'x' }, 1)
  t.strictSame(JSON.parse(meterText(meter)!), { tools: { x: 1 }, code: 0, tokens: 0 })
})

test('a failure of ours is known by its code, and no failure of others is', async t => {
  for (const code of ['unavailable', 'tool-server-down', 'tool-rate-limited', 'parked'])
    t.ok(isOurs({ code }))
  for (const code of ['tool-failed', 'timeout', 'code-failed', 'unreachable']) t.notOk(isOurs({ code }))
})
