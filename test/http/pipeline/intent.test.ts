// What is asked of an actor is asked again when its host dies, or when it cannot know what became of a
// commit. It is taken once all the same, also when the request had no Idempotency-Key.
import { test } from 'tap'
import type { Event } from '../../../actors/execution/protocol.ts'
import { isId } from '../../../domain/ids.ts'
import { unkeyed } from '../../../http/pipeline/intent.ts'
import { turns } from '../../support/actors/host.ts'
import { ann, block, organizationId, startOf } from '../../support/execution.ts'
import { World } from '../../support/world.ts'

const wait = (id: string) => block(id, { kind: 'wait', event: 'paid' })

/** A world with one execution, which waits; the next commit is taken, and nobody hears of it. */
async function waiting(t: Parameters<typeof World.start>[0], steps: Parameters<typeof World.start>[1]) {
  const world = await World.start(t, steps)
  const { id } = JSON.parse(await world.client.start(startOf()))
  await turns()
  world.journal.losses.push('after')
  return { world, id }
}

test('a request without a key has a name, and the next one another', async t => {
  const [one, other] = [unkeyed.id, unkeyed.id]
  t.ok(isId('event', one))
  t.not(one, other)
})

test('an event is taken once', async t => {
  const { world, id } = await waiting(t, [wait('one'), wait('two')])
  const sent = world.client.sendEvent(organizationId, id, { name: 'paid', body: 1, intent: unkeyed.id })
  await world.pass(1_000)
  t.match(JSON.parse(await sent), { status: 'waiting' }, 'the second step still waits')
  const again = world.client.sendEvent(organizationId, id, { name: 'paid', body: 2, intent: unkeyed.id })
  await world.pass(1_000)
  t.match(JSON.parse(await again), { status: 'completed', output: 2 }, 'another event is another')
})

test('a decision is no conflict with itself', async t => {
  const { world, id } = await waiting(t, [block('ask', { kind: 'approval', message: 'Sure?' })])
  const decided = world.client.decide(id, {
    ...{ organizationId, approvalId: approvalOf(world, id), decision: 'approve', by: ann },
    ...{ note: null, args: null, form: null, digest: null, intent: unkeyed.id },
  })
  await world.pass(1_000)
  t.match(JSON.parse(await decided), { status: 'completed' })
})

function approvalOf(world: World, id: string): string {
  const events = world.journal.entries.get(id)!.flatMap(({ body }) => JSON.parse(body) as Event[])
  return events.flatMap(event => (event.type === 'approval-requested' ? [event.request.id] : []))[0]!
}
