// Readings of one order are kept together: those of several orders in one sentence do not multiply, what was
// read before changes nothing, and no word that nobody knows is passed over.
import tap, { test } from 'tap'
import { read } from '../../../language/planner/reader.ts'
import { findDomains } from '../corpus/prompts.ts'
import { openShop } from '../corpus/shop.ts'

const domains = findDomains(['crm', 'devops', 'people'])
const shops = await Promise.all(domains.map(domain => openShop(domain)))
const [crm, devops, people] = ['crm', 'devops', 'people'].map(
  slug => shops[domains.findIndex(domain => domain.slug === slug)]!.tools,
)

test('what was read before a prompt changes nothing of its plan', async t => {
  const prompt =
    'List the customers from {{inputs.country}}, leave out the churned ones, tag the rest with "new"'
  const first = read(prompt, crm!, { timeZone: 'UTC' })
  for (const each of domains[0]!.prompts.slice(0, 12)) read(each.prompt, crm!, { timeZone: 'UTC' })
  t.same(read(prompt, crm!, { timeZone: 'UTC' }).steps, first.steps)
})

test('the ways to read three orders do not multiply', async t => {
  const one = 'add the tag "a" to customer cus_1'
  const three = `${one}, add the tag "b" to customer cus_2 and add the tag "c" to customer cus_3`
  const cost = (prompt: string) => read(prompt, crm!, { timeZone: 'UTC' }).trace!.parser.meter.work
  t.ok(cost(three) < 15 * cost(one), `${cost(three)} and ${cost(one)}`)
})

test('what "and" joins to the order of a condition is done in that case, too', async t => {
  const { steps, diagnostics } = read(
    'Get incident {{inputs.id}}. If it is resolved, post "Over" to #ops and post "Done" to #qa.',
    devops!,
    { timeZone: 'UTC' },
  )
  t.same(diagnostics, [])
  t.match(steps.at(-1), { kind: 'if', cases: [{ steps: { length: 2 } }] })
})

test('a word that nobody knows is refused, whatever rule could take it', async t => {
  for (const prompt of [
    'Get employee {{inputs.id}} and return blorfing object with name: its name',
    'List every blorfing of the employees',
    'Return blorfing {name, email} of employee {{inputs.id}}',
  ])
    t.not(read(prompt, people!, { timeZone: 'UTC' }).diagnostics.length, 0, prompt)
})

test('who "me" is, is asked: nobody is taken for the author', async t => {
  const { diagnostics } = read('Ask me to approve the payment, then post "Paid" to #ops.', devops!, {
    timeZone: 'UTC',
  })
  t.match(diagnostics, [{ code: 'UNKNOWN_ASSIGNEE', message: /"me"/ }])
})

test('fields in braces are those of what is spoken of', async t => {
  const { steps, diagnostics } = read('Get employee {{inputs.id}} and return {name, email}', people!, {
    timeZone: 'UTC',
  })
  t.same(diagnostics, [])
  t.match(steps.at(-1), { kind: 'return', value: { name: { $: String }, email: { $: String } } })
})

tap.teardown(() => Promise.all(shops.map(shop => shop.hub.close())))
