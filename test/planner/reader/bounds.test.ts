// What a reading may cost is bounded, counted and not timed: hostile texts of the greatest length, and the
// corpus, each within its work.
import tap, { test } from 'tap'
import { leftRecursive } from '../../../language/planner/chart/chart.ts'
import { exploreBounds } from '../../../language/planner/meaning/explore.ts'
import { grammar } from '../../../language/planner/parser.ts'
import { read, readerBounds } from '../../../language/planner/reader.ts'
import { domainsFolder, loadDomain } from '../corpus/prompts.ts'
import { openShop } from '../corpus/shop.ts'
import { dearTexts, longTexts } from './hostile.ts'

const shop = await openShop(loadDomain(`${domainsFolder}/crm.json`))
test('a hostile text is refused within the work that a prompt may cost', async t => {
  for (const [name, prompt] of Object.entries({ ...longTexts, ...dearTexts })) {
    const meter = { work: 0, limit: readerBounds.work }
    const { steps, diagnostics } = read(prompt, shop.tools, { timeZone: 'UTC' }, meter)
    t.ok(steps.length === 0 || (diagnostics.length === 0 && name in dearTexts), name)
    t.ok(meter.work <= readerBounds.work + exploreBounds.runWork, name)
  }
})

test('where the work is spent, nothing is guessed from what was found so far', async t => {
  const prompt = 'List the deals with the stage "won". Return the number of the deals.'
  t.strictSame(read(prompt, shop.tools, { timeZone: 'UTC' }).diagnostics, [])
  t.match(read(prompt, shop.tools, { timeZone: 'UTC' }, { work: 0, limit: 300 }), {
    steps: [],
    diagnostics: [{ code: 'TOO_LARGE', message: /too many ways/ }],
  })
})

test('the prompts of the corpus cost four fifths of what they may at most', async t => {
  const works = shop.domain.prompts.map(
    ({ prompt }) => read(prompt, shop.tools, { timeZone: 'UTC' }).trace?.parser.meter.work ?? 0,
  )
  t.ok(Math.max(...works) < readerBounds.work * 0.8, `${Math.max(...works)}`)
  t.ok(works.toSorted((a, b) => a - b)[works.length >> 1]! < 15_000, 'in the median')
})

test('a line that says when costs nothing of the steps below it', t => {
  const steps = [
    'Get https://example.com/orders and call it orders',
    'Filter the orders where status is "open" and amount is over 100 and call it open_orders',
    'Sort the open_orders by amount, largest first',
    'Post the first 10 of the result with the text "The largest open orders" to https://example.com/hook',
    'Sum the amount of the open_orders and post the sum to https://example.com/sums',
  ]
  const workOf = (prompt: string) => {
    const meter = { work: 0, limit: Number.POSITIVE_INFINITY }
    read(prompt, shop.tools, { timeZone: 'UTC' }, meter)
    return meter.work
  }
  const bare = workOf(steps.map((step, index) => `${index + 1}. ${step}`).join('\n'))
  for (const head of [
    'Every weekday at 9:00:',
    'Every Monday at 8:00 do the following:',
    'Run this every 2 hours:',
    'If {{inputs.amount}} is over 100:',
    'For each order in {{inputs.all}}:',
  ]) {
    const work = workOf(`${head}\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`)
    t.ok(work < bare * 2 + 20_000 && work < readerBounds.work, `${head} ${work} of ${bare}`)
  }
  t.end()
})

test('nothing begins with itself', async t => {
  t.strictSame(leftRecursive(grammar).toSorted(), [])
})

tap.teardown(() => shop.hub.close())
