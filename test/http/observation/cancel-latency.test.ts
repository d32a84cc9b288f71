// The figure behind "a cancel always ends": measured for every cancel over the API, whatever came of it.
import { Registry } from 'prom-client'
import { test } from 'tap'
import type { ExecutionClient } from '../../../actors/execution/client.ts'
import { Failure } from '../../../domain/failure.ts'
import { measureCancels } from '../../../http/observation/cancel-latency.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { turns } from '../../support/actors/host.ts'
import { block, organizationId, startOf } from '../../support/execution.ts'
import { World } from '../../support/world.ts'

async function figures(registry: Registry): Promise<{ count: number; sum: number }> {
  const [metric] = await registry.getMetricsAsJSON()
  const figureOf = (name: string) =>
    (metric!.values as { metricName?: string; value: number }[]).find(each => each.metricName === name)!.value
  return { count: figureOf('execution_cancel_seconds_count'), sum: figureOf('execution_cancel_seconds_sum') }
}

test('a cancel counts until its end is durable, and once, however often it is asked for', async t => {
  const world = await World.start(t, [block('wait', { kind: 'wait', event: 'never' })])
  const registry = new Registry()
  const client = measureCancels(world.client, registry, world.clock)
  const { id } = JSON.parse(await client.start(startOf()))
  await turns()
  const commits = world.journal.hold()
  const cancelled = client.cancel(organizationId, id)
  await world.pass(1_500)
  t.strictSame(await figures(registry), { count: 0, sum: 0 }, 'accepted is not ended')
  commits()
  t.match(JSON.parse(await cancelled), { status: 'cancelled' })
  t.strictSame(await figures(registry), { count: 1, sum: 1.5 })
  await world.pass(1_000)
  t.match(JSON.parse(await client.cancel(organizationId, id)), { status: 'cancelled' })
  await t.rejects(client.cancel('org_of_somebody_else', id), { code: 'not-found' })
  t.strictSame(await figures(registry), { count: 1, sum: 1.5 })
})

test('a cancel that is not answered in time is not missing from the figures', async t => {
  const clock = new SimulatedClock()
  const registry = new Registry()
  const cancel = async () => {
    clock.advance(30_000)
    throw new Failure('unavailable', 'no answer in time')
  }
  const client = measureCancels({ cancel } as unknown as ExecutionClient, registry, clock)
  await t.rejects(client.cancel(organizationId, 'exec_1'), { code: 'unavailable' })
  t.strictSame(await figures(registry), { count: 1, sum: 30 })
})
