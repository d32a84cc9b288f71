// What a list is made of: "the orders in {{inputs.orders}}" are the list itself, no field of each of them.
import { test } from 'tap'
import { planned } from '../../support/planned.ts'

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
