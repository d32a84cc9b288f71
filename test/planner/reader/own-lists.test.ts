// What a list is made of: "the orders in {{inputs.orders}}" are the list itself, no field of each of them.
import { test } from 'tap'
import { planned, readWithBuiltins as read } from '../../support/planned.ts'

const values: Readonly<Record<string, string>> = {
  'Return the orders in {{inputs.orders}}': 'inputs.orders',
  'Return the invoices of {{inputs.invoices}}': 'inputs.invoices',
  'Return the first order in {{inputs.orders}}': 'first(inputs.orders)',
  'Return the amounts in {{inputs.orders}}': 'inputs.orders.map(order, order.amount)',
  'Keep the orders in {{inputs.orders}} with an amount over 100':
    'inputs.orders.filter(order, number(order.amount) > 100)',
  'Keep the orders in {{inputs.orders}} whose amount is over 100':
    'inputs.orders.filter(order, number(order.amount) > 100)',
  'Keep the orders in {{inputs.list}} that have an amount of more than 100':
    'inputs.list.filter(order, number(order.amount) > 100)',
  'Count the orders in {{inputs.orders}} and return it': 'size(inputs.orders)',
}

for (const [prompt, cel] of Object.entries(values)) {
  test(prompt, async t => {
    const { status, plan } = planned(prompt)
    t.equal(status, 'ready')
    t.match(plan.steps[0], { value: { $: cel } })
  })
}

const orders = 'Parse {{inputs.csv}} as CSV and call it orders. Keep the orders with an amount over 100'
const sumOf = (list: string) => ({
  value: { $: `sum(${list}.map(item, item.amount).map(each, number(each)))` },
})

test('a figure of a list that was named is of all of it, whatever was kept of it', t => {
  for (const [rest, list] of [
    [' and call it large. Return the sum of the amounts of the orders and the number of the large.', 'rows'],
    [' and call it large. Sum the amount of the orders. Return the total and the large.', 'rows'],
    ['. Return the number of the result and the sum of the amounts of the orders.', 'rows'],
    [' and call it large. Sum the amount of the large and return it.', 'kept_orders'],
    [' and call it orders. Sum the amount of the orders and return it.', 'kept_orders'],
    ['. Sum the amounts of the result and return it.', 'kept_orders'],
    ['. Sum their amounts and return it.', 'kept_orders'],
  ] as const) {
    const { steps, errors } = read(`${orders}${rest}`)
    t.same(errors, [], rest)
    t.ok(
      steps.some(step => JSON.stringify(step).includes(sumOf(`steps.${list}`).value.$)),
      rest,
    )
  }
  const people =
    'Parse {{inputs.csv}} as CSV and call it tickets. Filter the tickets where status is "open" and call it open.'
  t.match(read(`${people} Return the tickets and the number of the open.`).steps.at(-1), {
    value: { tickets: { $: 'steps.rows' } },
  })
  t.end()
})

test('a filter that nothing uses is refused, and it is said how to use it', t => {
  const { errors } = read(`${orders}. Return the sum of the amounts of the orders.`)
  t.match(errors, [{ message: /never used: .*"the result" or by a name/ }])
  t.end()
})

test('"each order in" a list is each of its items, however the list came to be', t => {
  const rows =
    '1. Parse {{inputs.csv}} as CSV\n2. Keep the rows with an amount over 100\n3. Sort the result by amount'
  for (const [noun, each, over] of [
    ['order', 'For each order in the result of step 3', 'steps.sorted'],
    ['order', 'For every order in the output of step 3', 'steps.sorted'],
    ['invoice', 'For each invoice from step 3', 'steps.sorted'],
    ['ticket', 'For each ticket in step 2', 'steps.kept_row'],
    ['person', 'For each person in the result of step 1', 'steps.rows'],
    ['thing', 'For each thing in the result', 'steps.sorted'],
  ] as const) {
    const prompt = `${rows}\n4. ${each}: post {{${noun}.id}} to https://example.com/hook\n5. Return the result of step 3`
    const { steps, errors } = read(prompt)
    t.same(errors, [], each)
    t.match(
      steps[3],
      { kind: 'foreach', over, as: noun, steps: [{ args: { body: { $: `${noun}.id` } } }] },
      each,
    )
  }
  // What is called as a field of rows is that field.
  const { steps } = read(
    `${rows}\n4. For each email in the result of step 3: post it to https://example.com/hook`,
  )
  t.match(steps[3], { over: 'steps.sorted.map(item, item.email)', as: 'email' })
  t.end()
})

test('"the orders in the result" are the result, where it was made of orders', t => {
  const named =
    '1. Parse {{inputs.csv}} as CSV and call it orders\n2. Keep the orders with an amount over 100\n3. Sort the result by amount'
  const { steps, errors } = read(
    `${named}\n4. Sum the amounts of the orders in the result of step 3\n5. Return the total`,
  )
  t.same(errors, [])
  t.match(steps[3], sumOf('steps.sorted'))
  t.match(
    read('Get https://example.com/x and call it orders. Count the orders in the orders and return it')
      .steps[1],
    {
      value: { $: 'size(steps.http_get.body)' },
    },
  )
  for (const prompt of ['Parse {{inputs.csv}} as CSV. Count the orders in the result and return it'])
    t.notMatch(JSON.stringify(read(prompt).steps), / in steps\./, prompt)
  t.end()
})
