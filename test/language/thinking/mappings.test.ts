import { test } from 'tap'
import { openMappings } from '../../../language/thinking/mappings.ts'

const asker = { organizationId: 'org_1' }
const names = ['body', 'query']

test('inputs are computed in a thread; what fails is named', async t => {
  const mappings = openMappings()
  t.teardown(() => mappings.close())
  const scope = { body: { a: 1, list: [1, 2] }, query: {} }
  t.strictSame(await mappings.map(asker, 'inputs.', { x: 'body.a + 1', y: 'body.list' }, scope), {
    x: 2,
    y: [1, 2],
  })
  await t.rejects(mappings.map(asker, 'inputs.', { x: 'body.a', y: 'body.b.c' }, scope), {
    ...{ code: 'validation-failed', message: /^inputs\.y: / },
  })
  t.strictSame(await mappings.map(asker, 'inputs.', {}, scope), {})
})

test('an expression that cannot be used is refused before it is kept', async t => {
  const mappings = openMappings()
  t.teardown(() => mappings.close())
  await mappings.refuseUnusable(asker, 'inputs.', { a: 'body.x', b: '"text"', c: 'query["y"]' }, names)
  for (const [source, message] of [
    ['body.', /^inputs\.a: /],
    ['inputs.x', /^inputs\.a: expected body or query, received `inputs`/],
    ['steps.x', /received `steps`/],
    ['now', /received `now`/],
  ] as const) {
    const refused = mappings.refuseUnusable(asker, 'inputs.', { a: source }, names)
    await t.rejects(refused, { code: 'validation-failed', message })
  }
})

test('an expression that does too much ends, and the next delivery is served', async t => {
  const mappings = openMappings()
  t.teardown(() => mappings.close())
  const list = Array.from({ length: 3_000 }, (_, index) => index)
  const heavy = { x: 'body.map(a, body.map(b, body.filter(c, c == a + b)))' }
  await t.rejects(mappings.map(asker, 'inputs.', heavy, { body: list }), {
    ...{ code: 'validation-failed', message: /^inputs\.x: .*too much work/ },
  })
  t.strictSame(await mappings.map({ organizationId: 'org_2' }, '', { x: 'body[1]' }, { body: list }), {
    x: 1,
  })
})

test('an organization with too much in line is refused alone', async t => {
  const bounds = { threads: 1, timeoutMs: 5_000, heapMegabytes: 128, pieces: 100, piecesEach: 2 }
  const mappings = openMappings(bounds)
  t.teardown(() => mappings.close())
  const map = (organizationId: string) => mappings.map({ organizationId }, '', { x: 'body' }, { body: 1 })
  const many = await Promise.allSettled(Array.from({ length: 6 }, () => map('org_1')))
  const other = await map('org_2')
  t.match(
    many.filter(({ status }) => status === 'rejected'),
    [{ reason: { code: 'rate-limited' } }],
  )
  t.ok(many.some(({ status }) => status === 'fulfilled'))
  t.strictSame(other, { x: 1 })
})
