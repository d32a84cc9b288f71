import { test } from 'tap'
import { spentBy } from '../../../domain/budgets/budget.ts'
import { compile } from '../../../domain/compiler/compiler.ts'
import { compileSchema } from '../../../domain/schema/schema-check.ts'
import type { MarketplaceEntry } from '../../../domain/tools/marketplace/marketplace.ts'
import { toolSearch } from '../../../domain/tools/search/tool-search.ts'
import { englishReader } from '../../../language/planner/planner.ts'
import { keyOf, partsOf } from '../../../language/thinking/catalogs.ts'
import { openThinking, thinkingBounds } from '../../../language/thinking/thinking.ts'
import { plannerContract, planningContext } from '../../contracts/planner.ts'
import { fixtureTools } from '../../support/fixture-tools.ts'

const thinking = openThinking()
const asker = { organizationId: 'org_1' }
/** Some seconds of reading. */
const long = 'Fetch https://example.com/a '.concat(
  'and the orders of the customers with the total '.repeat(30),
)

plannerContract('the English reader in a thread', () => thinking.reader, { read: ['Return 1'], long: [] })

test('the answer of the thread is the one that this thread would give', async t => {
  for (const prompt of ['Return 1', 'Fetch https://example.com/a and return its body', 'Frobnicate it']) {
    const planned = await englishReader.plan(prompt, planningContext())
    t.strictSame(await thinking.reader.plan(prompt, planningContext()), planned)
    const context = { tools: fixtureTools, prompt, ...planned, withheld: new Map(), credentials: [] }
    t.strictSame(await thinking.compile(asker, planned.plan, context), compile(planned.plan, context))
    t.strictSame(
      await thinking.reader.suggest!(prompt, prompt.length, planningContext()),
      await englishReader.suggest!(prompt, prompt.length, planningContext()),
    )
  }
})

test('a catalog is sent once, and another array is another catalog', async t => {
  const tools = [...fixtureTools]
  t.equal(keyOf(tools), keyOf(tools))
  t.not(keyOf(tools), keyOf([...tools]))
  t.strictSame(
    (await partsOf(tools)).flatMap(part => JSON.parse(part)),
    JSON.parse(JSON.stringify(tools)),
  )
  let read = 0
  const counted = new Proxy(tools, {
    get(target, name, receiver) {
      if (name === 'slice') read++
      return Reflect.get(target, name, receiver)
    },
  })
  const plan = { steps: [{ id: 'a', kind: 'return', title: 'Return', value: 1 }] } as const
  for (let n = 0; n < 3; n++)
    t.match(await thinking.compile(asker, plan, { tools: counted }), { status: 'ready' })
  t.equal(read, 1)
})

test('tools that are too many are refused before they are sent', async t => {
  const large = { ...fixtureTools[0]!, description: 'x'.repeat(1024 * 1024) }
  const tools = Array.from({ length: 25 }, () => large)
  await t.rejects(thinking.compile(asker, { steps: [] }, { tools }), {
    code: 'conflict',
    message: /a list of 25 takes more than 24 MiB/,
  })
})

test('tools are found, a value is held against a schema, and a schema that cannot be used is refused', async t => {
  t.equal(await thinking.check(asker, { type: 'object' }, {}), null)
  t.match(
    await thinking.check(asker, { properties: { n: { type: 'number' } } }, { n: 'a' }),
    /n: expected number/,
  )
  await t.rejects(thinking.check(asker, { $ref: '#/nowhere' }, {}), { code: 'conflict', message: /nowhere/ })
  const entry = { name: 'Orders', slug: 'orders', categories: [], description: 'Lists', publisher: 'us' }
  const entries = [{ ...entry, name: 'Bills', slug: 'bills' }, entry] as unknown as MarketplaceEntry[]
  t.match(await thinking.browse(asker, entries, 'order'), [{ at: 1 }])
  t.strictSame(
    await thinking.search(asker, fixtureTools, 'fetch'),
    toolSearch(fixtureTools)
      .matching('fetch')
      .map(({ tool }) => fixtureTools.indexOf(tool)),
  )
})

test('what a check costs this thread is bounded; what costs more has the same answer', async t => {
  const items = { type: 'string', pattern: '^(a|b|c)*d?$', maxLength: 100 }
  const schema = { type: 'object', properties: { list: { type: 'array', items } } }
  const value = { list: Array.from({ length: 20_000 }, (_, n) => (n === 19_999 ? 'abcx' : 'abcd')) }
  const here = spentBy(() => compileSchema(schema)(value))
  t.ok(here > 20_000, `${here} units`)
  let asked: Promise<string | null> = Promise.resolve(null)
  t.ok(spentBy(() => (asked = thinking.check(asker, { ...schema }, value))) <= 20_000)
  t.equal(await asked, compileSchema(schema)(value))
  t.match(await asked, /list\.19999/)
})

test('what meets a bound says which, and the next is answered', async t => {
  const narrow = openThinking({ ...thinkingBounds, threads: 1, timeoutMs: 1, piecesEach: 2 })
  const context = () => planningContext({ organizationId: 'org_1' })
  t.match(await narrow.reader.plan(long, context()), { diagnostics: [{ code: 'PLANNING_TIMED_OUT' }] })
  t.strictSame(await narrow.reader.suggest!(long, long.length, context()), {
    from: long.length,
    suggestions: [],
  })
  // More than a warm thread does in a millisecond.
  const steps = Array.from({ length: 100 }, (_, at) => ({
    ...({ id: `s${at}`, kind: 'set', title: 'Set' } as const),
    value: { $: `inputs.list.filter(item, item.total > ${at}).map(item, item.name + "${at}")` },
  }))
  await t.rejects(narrow.compile(asker, { steps }, { tools: [] }), {
    code: 'validation-failed',
    message: /the plan: the work took longer than 1 ms/,
  })
  const said = { text: JSON.stringify({ plan: { steps } }), value: null }
  const judging = { said, asked: { request: 'Do it.' }, context: {} }
  t.equal(await narrow.judge(asker, [], judging), null, 'an answer of a model is no answer then')
  const all = [1, 2, 3].map(() => narrow.reader.plan(long, context()).catch((error: unknown) => error))
  t.match(await all[2], { code: 'rate-limited', message: /at most 2 pieces of an organization/ })
  await Promise.all(all)
  await narrow.close()
  await t.rejects(narrow.compile(asker, { steps: [] }, { tools: [] }), { code: 'unavailable' })
})

test('memory is bounded, too', async t => {
  // On a busy machine the memory may take longer to fill than a prompt may take.
  const timeoutMs = 120_000
  const small = openThinking({ ...thinkingBounds, heapMegabytes: 64, timeoutMs })
  const words = Array.from({ length: 400_000 }, (_, n) => `word${n}`).join(' ')
  const tools = [{ ...fixtureTools[0]!, description: words }]
  const planned = await small.reader.plan(
    'Flurbelize it',
    planningContext({ tools, deadline: Date.now() + timeoutMs }),
  )
  t.match(planned, {
    diagnostics: [{ code: 'TOO_LARGE', message: /the prompt: .* more than 64 MB of memory/ }],
  })
  await t.rejects(small.compile(asker, { steps: [] }, { tools }), {
    code: 'validation-failed',
    message: /the plan: .* more than 64 MB/,
  })
  t.match(await small.reader.plan('Return 1', planningContext()), { diagnostics: [] })
  await small.close()
})

test('it ends', async t => {
  await thinking.close()
  await t.rejects(thinking.compile(asker, { steps: [] }, { tools: [] }), { code: 'unavailable' })
})
