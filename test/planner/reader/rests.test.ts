// What an order is about when it stands behind names, what "the rest" is, and what a figure is for.
import { test } from 'tap'
import { planned } from '../corpus/judge.ts'
import { findDomains } from '../corpus/prompts.ts'
import { openShop } from '../corpus/shop.ts'

async function stepsOf(slug: string, prompt: string): Promise<string> {
  const shop = await openShop(findDomains([slug])[0]!, { hasFirstParty: false })
  const { status, plan } = await planned(prompt, shop)
  await shop.hub.close()
  return `${status} ${JSON.stringify(plan.steps)}`
}

for (const order of ['cheapest first', 'the cheapest at the top', 'the cheapest ones first'])
  test(`names of records with a price, ${order}: the records are in that order`, async t => {
    const prompt = `Give me the names of the carriers with a price per kg below 3, ${order}`
    const steps = await stepsOf('logistics', prompt)
    t.match(steps, /^ready .*carrier\.price_per_kg\) < 3/)
    t.match(steps, /"field":"price_per_kg","order":"ascending"/)
    t.match(steps, /steps\.sorted\.map\(carrier, carrier\.name\)/)
  })

for (const out of [
  'Leave out the churned ones',
  'Exclude the ones that are churned',
  'Skip the churned ones',
])
  test(`${out}: the rest is what it leaves`, async t => {
    for (const rest of ['the rest', 'the others']) {
      const steps = await stepsOf('crm', `List the customers from DE. ${out}. Tag ${rest} with "summer".`)
      t.match(steps, /^ready .*filter\(customer, !\(customer\.status == \\"churned\\"\)\)/)
      t.match(steps, /"over":"steps\.kept_customer"/)
    }
  })

test('a percentage that is worked out is given back', async t => {
  const steps = await stepsOf('school', 'Work out which percentage of the absences is unexcused.')
  t.match(steps, /^ready .*"kind":"return","value":\{"\$":"steps\.percentage"\}/)
})

test('an order that is said once more is the one that the list has', async t => {
  const best = await stepsOf('content', 'Get the top 3 posts by views. Return their titles, best first.')
  t.match(best, /^ready .*"field":"views","order":"descending".*steps\.first\.map/)
  t.equal(best.match(/list_sort/g)?.length, 1)
  for (const other of [
    'Get the newest 3 posts. Return their titles, best first.',
    'Get the top 3 posts by views. Return their titles, worst first.',
  ])
    t.match(await stepsOf('content', other), /^needs_review/)
})

test('what is done instead is done where the other would have been, and never both', async t => {
  const find = 'Find the latest production deployment of {{inputs.service}} and post its version to #deploys.'
  const steps = await stepsOf('devops', `${find} If there is none, post "None" instead.`)
  t.match(steps, /^ready .*"when":"size\(steps\.sorted\) == 0".*"channel":"#deploys","text":"None"/)
  t.match(steps, /"else":\[\{.*"channel":"#deploys","text":\{"\$":"steps\.deployment_2\.version"\}/)
  t.match(await stepsOf('devops', `${find} If there is none, post "None".`), /^needs_review/)
})

test('"only" before the order of a case is that nothing else is done there; of things it picks', async t => {
  const cases = (order: string) =>
    `If {{inputs.minutes}} is at least 60, post "Long" to #ops. Otherwise ${order}.`
  t.match(await stepsOf('devops', cases('only post "Short" to #ops')), /^ready .*"else":\[.*"text":"Short"/)
  t.match(await stepsOf('devops', cases('only the failed builds are listed')), /^needs_review/)
})

test('what others do is no order, unless it says which', async t => {
  const post = 'Post "x" to #finance.'
  t.match(
    await stepsOf('finance', `Vendors mail us HTML. ${post}`),
    /^ready [^{]*\{[^{]*\{"channel":"#finance","text":"x"\},"effect":"write"\}\]$/,
  )
  for (const other of ['Vendors send us only paid invoices.', 'Vendors do not mail us HTML.'])
    t.match(await stepsOf('finance', `${other} ${post}`), /^needs_review/)
})
