import { setTimeout as pause } from 'node:timers/promises'
import tap, { test } from 'tap'
import { turnMs } from '../../../actors/webhook/endpoint.ts'
import { webhookBounds } from '../../../domain/news/webhook.ts'
import { eventStore } from '../../../storage/events/events.ts'
import { EndpointLife, refused, taken } from '../../support/actors/endpoint-life.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const lives: EndpointLife[] = []
tap.teardown(() => Promise.all(lives.map(life => life.stop())))

async function open(): Promise<EndpointLife> {
  const life = await EndpointLife.open(database)
  lives.push(life)
  return life
}

/** @throws {Error} it takes too long */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const endsAt = Date.now() + 30_000; !(await isSo()); await pause(10))
    if (Date.now() > endsAt) throw new Error('not in time')
}
const statuses = async (life: EndpointLife) => (await life.deliveries()).map(({ status }) => status)
const isEvery = async (life: EndpointLife, status: string) =>
  (await statuses(life)).every(each => each === status)

test('a resource waits for its own, and for nobody else', async t => {
  const life = await open()
  const held = Promise.withResolvers<void>()
  life.answer = async ({ resource }, n) => {
    if (resource === 'slow' && n === 0) await held.promise
    return taken
  }
  void life.start()
  await life.tell('slow', 'slow', 'slow', 'a', 'b', 'a')
  await until(() => life.sent.length === 4)
  t.strictSame(life.resources.toSorted(), ['a', 'a', 'b', 'slow'])
  held.resolve()
  await until(() => life.sent.length === 6)
  await until(() => isEvery(life, 'delivered'))
  await life.stop()
})

test('what follows a delivery that failed waits as long as that', async t => {
  const life = await open()
  life.answer = (_, n) => (n === 0 ? refused(500) : taken)
  void life.start(3_600_000)
  await life.tell('a')
  await until(async () => (await life.deliveries())[0]?.attempts === 1)
  await life.tell('a', 'b')
  await until(() => life.resources.includes('b'))
  t.strictSame(life.resources, ['a', 'b'])
  const [late, , early] = (await life.deliveries()).toSorted((x, y) => (x.id < y.id ? 1 : -1))
  t.ok([late, early].some(each => each!.nextAttemptAt !== null))
  life.pass(3_600_001)
  await until(() => life.sent.length === 4)
  t.strictSame(life.resources.slice(2), ['a', 'a'])
  await life.stop()
})

test('an endpoint that asks to be left alone is', async t => {
  const life = await open()
  life.answer = () => refused(429, 600_000)
  void life.start()
  await life.tell('a')
  await until(async () => (await life.deliveries())[0]?.attempts === 1)
  const [delivery] = await life.deliveries()
  t.ok(delivery!.nextAttemptAt! - life.clock.now() > 500_000)
  await life.stop()
})

test('so many go out at once, and one at a time once all of them fail', async t => {
  const life = await open()
  const gate = Promise.withResolvers<void>()
  life.answer = async () => {
    await gate.promise
    return refused(503)
  }
  void life.start(100)
  await life.tell(...Array.from({ length: 30 }, (_, n) => `r${n}`))
  await until(() => life.underWay === webhookBounds.atOnce)
  gate.resolve()
  await until(() => life.sent.length > webhookBounds.atOnce)
  life.mostUnderWay = life.underWay
  await until(() => life.sent.length >= webhookBounds.atOnce + 4)
  t.equal(life.mostUnderWay, 1)
  life.answer = () => taken
  for (; !(await isEvery(life, 'delivered')); await pause(20)) life.pass(10_000)
  await life.stop()
})

test('after a day a delivery is given up, the endpoint is failing, and its owner is told', async t => {
  const life = await open()
  life.answer = () => refused(500)
  void life.start()
  await life.tell('a')
  await until(async () => (await life.deliveries())[0]?.attempts === 1)
  const before = life.clock.now()
  life.pass(webhookBounds.lifeMs)
  await until(() => isEvery(life, 'dead'))
  const [row] = await database.query<{ since: number }>(failing, [life.id])
  t.ok(row!.since < before)
  const [told] = (await untilTold(life)).filter(
    ({ organizationId }) => organizationId === life.organizationId,
  )
  t.match(JSON.parse(told!.body).data, {
    webhookId: life.id,
    error: String,
    url: /^http/,
    createdBy: /^user_/,
  })
  life.answer = () => taken
  await life.tell('b')
  await until(
    async () => (await database.query<{ since: number | null }>(failing, [life.id]))[0]!.since === null,
  )
  await life.stop()
})

async function untilTold(life: EndpointLife) {
  await life.tell()
  return eventStore(database).read(0, 10_000, ['webhook.failing'])
}

test('what was under way when a host died is sent again, and nothing else', async t => {
  const life = await open()
  life.answer = ({ resource }) => (resource === 'cut' ? new Promise(() => {}) : taken)
  void life.start()
  await life.tell('cut', 'whole')
  await until(async () => (await statuses(life)).includes('delivered') && life.sent.length === 2)
  await Promise.race([life.stop(), pause(100)])
  life.answer = () => taken
  void life.start()
  await until(() => isEvery(life, 'delivered'))
  t.strictSame(life.resources.toSorted(), ['cut', 'cut', 'whole'])
  await life.stop()
})

test('one that says that it is gone is switched off', async t => {
  const life = await open()
  life.answer = () => refused(410)
  const word = life.start()
  await life.tell('a', 'b')
  t.match(await word, { type: 'switched-off', revision: 2 })
})

test('a turn ends in its time, with nothing under way, and the next goes on', async t => {
  const life = await open()
  const held = Promise.withResolvers<void>()
  life.answer = async ({ resource }) => {
    if (resource === 'slow') await held.promise
    return taken
  }
  void life.start()
  await life.tell('slow', 'a')
  await until(() => life.sent.length === 2)
  life.pass(turnMs)
  await life.tell('b')
  await until(async () => (await life.deliveries()).length === 3)
  t.equal(life.turns, 0)
  t.notOk(life.resources.includes('b'), 'nothing more is begun')
  held.resolve()
  await until(() => isEvery(life, 'delivered'))
  t.equal(life.turns, 1)
  t.strictSame(life.resources, ['slow', 'a', 'b'])
  life.pass(turnMs)
  await until(() => life.turns === 2)
  await life.stop()
})

test('an endpoint that is spared is so in the next turn', async t => {
  const life = await open()
  life.answer = () => refused(503)
  const engine = await life.startActor(100)
  t.teardown(() => engine.stop())
  const setting = { id: life.id, organizationId: life.organizationId, active: true, revision: 1 }
  await engine.system.ask(life.id, { type: 'set', setting })
  await life.tell(...Array.from({ length: 30 }, (_, n) => `r${n}`))
  await until(() => life.sent.length > webhookBounds.atOnce)
  life.pass(turnMs)
  await until(() => life.turns === 1)
  const gate = Promise.withResolvers<void>()
  life.answer = async () => {
    await gate.promise
    return refused(503)
  }
  const before = life.sent.length
  await until(() => life.sent.length > before)
  life.mostUnderWay = life.underWay
  gate.resolve()
  await until(() => life.sent.length >= before + 3)
  t.equal(life.mostUnderWay, 1)
})

test('one turn follows another for as long as delivering is owed, and none after that', async t => {
  const life = await open()
  const engine = await life.startActor()
  t.teardown(() => engine.stop())
  const setting = { id: life.id, organizationId: life.organizationId, active: true, revision: 1 }
  await engine.system.ask(life.id, { type: 'set', setting })
  for (const resource of ['a', 'b', 'c']) {
    await life.tell(resource)
    await until(() => life.resources.includes(resource))
    await until(() => isEvery(life, 'delivered'))
    const before = life.turns
    await until(() => {
      life.pass(turnMs)
      return life.turns > before
    })
  }
  t.equal(life.entries, 1, 'turns leave nothing in the journal')
  await engine.system.ask(life.id, { type: 'set', setting: { ...setting, active: false, revision: 2 } })
  const { begun } = life
  await life.tell('d')
  life.pass(turnMs)
  t.equal(life.begun, begun, 'no turn begins any more')
  t.strictSame(life.resources, ['a', 'b', 'c'])
})

const failing = { name: '', text: 'select failing_since as since from webhooks where id = $1' }
