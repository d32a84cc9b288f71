// What an API answers: fields that no schema names, records that an address names, rows of a file. Nobody
// knows what is in them, so their fields are read by name, and are never taken for values.
import { test } from 'tap'
import { readWithBuiltins as read } from '../../support/planned.ts'

const page = 'steps.http_get.body'
const gives = (cel: string) => [{ tool: 'http_get' }, { kind: 'return', value: { $: cel } }]

for (const [prompt, steps] of Object.entries({
  'Fetch https://example.com/posts/1 and return the title': gives(`${page}.title`),
  "Fetch https://example.com/posts/1 and return the owner's name": gives(`${page}.owner.name`),
  'Fetch https://example.com/posts/1 and tell me the title and the author': [
    {},
    { value: { title: { $: `${page}.title` }, author: { $: `${page}.author` } } },
  ],
  'Fetch https://example.com/health and return the status': gives('steps.http_get.status'),
  'Fetch https://example.com/posts/1 and return the status of the response': gives('steps.http_get.status'),
  "Fetch https://example.com/posts/1 and return the post's status": gives(`${page}.status`),
  'Fetch https://example.com/posts and return the status of each post': gives(
    `${page}.map(item, item.status)`,
  ),
  'Fetch https://example.com/orders/1. If the status is "paid", return "ok".': [
    {},
    { kind: 'if', cases: [{ when: `${page}.status == "paid"` }] },
  ],
  'Fetch https://example.com/users/1. Fetch https://example.com/orders/1. Return the name of the user and the id of the order':
    [{}, {}, { value: { name: { $: `${page}.name` }, id: { $: 'steps.http_get_2.body.id' } } }],
  '1. Fetch https://example.com/users/1\n2. Fetch https://example.com/users/2\n3. Return the name of step 1 and the email of step 2':
    [{}, {}, { value: { name: { $: `${page}.name` }, email: { $: 'steps.http_get_2.body.email' } } }],
  'Fetch https://example.com/orders. For each order, post the id to https://example.com/hook.': [
    {},
    { kind: 'foreach', steps: [{ args: { body: { $: 'order.id' } } }] },
  ],
  'Fetch https://example.com/users/1. Post its email to https://example.com/hook. Return the name.': [
    {},
    {},
    { value: { $: `${page}.name` } },
  ],
  'Fetch https://example.com/posts and return the post with the most likes': [
    {},
    { tool: 'list_sort', args: { field: 'likes', order: 'descending' } },
    {},
    {},
  ],
  'Fetch https://example.com/price. If the price is above 100, return "dear".': [
    {},
    { kind: 'if', cases: [{ when: `number(${page}.price) > 100` }] },
  ],
  'Fetch https://example.com/posts/1, parse the body as JSON and return the title': [
    {},
    { tool: 'json_parse' },
    { value: { $: 'steps.parsed.title' } },
  ],
  'Fetch https://example.com/users and return their names': gives(`${page}.map(item, item.name)`),
  'Fetch https://example.com/users.json and return the names': gives(`${page}.map(item, item.name)`),
  'Fetch https://example.com/users?page=1 and return the name of each user': gives(
    `${page}.map(item, item.name)`,
  ),
  'Fetch https://example.com/users and count the users': [{}, { value: { $: `size(${page})` } }],
  'Fetch https://example.com/users. For each user, post their name to https://example.com/hook.': [
    {},
    { kind: 'foreach', over: page, as: 'user', steps: [{ args: { body: { $: 'user.name' } } }] },
  ],
  'Fetch https://example.com/orders. For each order with a total above 100, post it to https://example.com/hook.':
    [
      {},
      { value: { $: `${page}.filter(item, number(item.total) > 100)` } },
      { kind: 'foreach', steps: [{ args: { body: { $: 'order' } } }] },
    ],
  'Fetch https://example.com/orders and return the order with the highest amount': [
    {},
    { tool: 'list_sort', args: { field: 'amount', order: 'descending' } },
    { value: { $: 'first(steps.sorted)' } },
    { value: { $: 'steps.order' } },
  ],
  'Call https://example.com/status': [{ tool: 'http_get' }],
  'Call https://example.com/orders with {{inputs.order}}': [
    { tool: 'http_request', args: { body: { $: 'inputs.order' } } },
  ],
}))
  test(prompt, async t => {
    const found = read(prompt)
    t.same(found.errors, [])
    t.match(found.steps, steps)
  })

test('where it is not said which field, or which of two things, it is asked', async t => {
  for (const prompt of [
    'Fetch https://example.com/posts/1 and return the tags',
    'Fetch https://example.com/data and return the names',
    'Fetch https://example.com/posts/1 and return the summary',
    'Fetch https://example.com/todos and count the ones that are completed',
    'Fetch https://example.com/todos and return the titles of those that are completed',
    'Fetch https://example.com/todos, keep the completed ones and return their titles',
    'Fetch https://example.com/orders, sort them by date and return the newest',
    'Fetch https://example.com/orders and return the total of all orders',
    'Fetch https://example.com/orders. For each order over 100, ask for approval.',
    'Fetch https://example.com/orders/7 and return the total and the status',
    'Fetch https://example.com/orders/7 and return its status',
    'Fetch https://example.com/orders/7 and call it order. Return {{order.status}}',
    'Fetch https://example.com/posts/1. Fetch https://example.com/posts/2. Return the title.',
    'Fetch https://example.com/users. Fetch https://example.com/orders. Return the names.',
    'Fetch https://example.com/users and return the name',
    'Fetch https://example.com/users and return the active users',
    'Fetch https://example.com/users and return the number of users over 18',
    'Fetch https://example.com/users/1 and call it ada. Fetch https://example.com/users/2 and call it bob. Return the name of ada and the name of bob.',
    'Fetch https://example.com/ads. For each ad, fetch https://example.com/stats/{{ad.id}}. Post the clicks to https://example.com/hook.',
    'Fetch https://example.com/orders and return the orders of today',
    'Fetch https://example.com/orders/1 and return the items',
    'Fetch https://example.com/orders. For every second order, post it to https://example.com/hook.',
    'Fetch https://example.com/posts and return the post with the longest title',
    'Fetch https://example.com/users and return the user with the highest score per country',
    'Fetch https://example.com/users and return unique users by email',
    'Fetch https://example.com/weather. If it is raining, return "umbrella".',
    'Fetch https://example.com/weather and return the content type',
    'Fetch https://example.com/next. Fetch the url. Return the name.',
    'Fetch https://example.com/orders. Ask ada@example.com to approve the first order, then post it to https://example.com/hook.',
    'Send a DELETE request to https://example.com/orders/1',
    'Fetch https://example.com/orders. Ask ada@example.com to approve the ids, then post them to https://example.com/hook.',
    'Fetch https://example.com/posts. For each post, post the body to https://example.com/hook.',
    'Fetch https://example.com/posts/1 and return the title and the body',
    'Fetch https://example.com/posts. Fetch https://example.com/users. For each user return the number of posts.',
    'Fetch https://example.com/posts and return the number of comments of each post',
    '1. Get https://example.com/orders\n2. In parallel:\n   - get https://example.com/users\n   - get https://example.com/ads\n3. Return the result',
    'Fetch https://example.com/orders. For each order, get https://example.com/users/{{order.userId}} and call it user. Return the user.',
    'Fetch https://example.com/users. For each user, post "New: {{title}}" to https://example.com/hook.',
    'Fetch https://example.com/orders and return the order with the newest customer',
    'Fetch https://example.com/orders and return the orders without duplicates by email',
    'Call https://example.com/users with name {{inputs.name}}',
    'If {{inputs.amount}} is more than 100, fail',
    'Return {{inputs.a}} over 100',
  ])
    t.not(read(prompt).errors.length, 0, prompt)
})

test('rows of a file are no values, either', async t => {
  for (const rest of [
    'count the ones that are completed',
    'keep the completed ones and return their titles',
    'sort them by date and return the newest',
    'return the total of all orders',
    'return the name of the latest order',
    'return the rows without duplicates by email',
  ])
    t.not(read(`Parse {{inputs.orders}} as CSV and ${rest}`).errors.length, 0, rest)
  t.same(read('Parse {{inputs.orders}} as CSV and return the order with the highest amount').errors, [])
})

test('what a file holds is text, and is compared as what is said', async t => {
  const kept = (pred: string) =>
    read(`Parse {{inputs.users}} as CSV and call it users. Return the users whose ${pred}.`).steps[1]
  t.match(kept('active is true'), {
    value: { $: 'steps.rows.filter(item, string(item.active) == string(true))' },
  })
  t.match(kept('id is 5 or 6'), { value: { $: 'steps.rows.filter(item, number(item.id) in [5, 6])' } })
  t.match(kept('clicks are below 100'), {
    value: { $: 'steps.rows.filter(item, number(item.clicks) < 100)' },
  })
})

test('of two readings that lead to different effects no one is offered alone', async t => {
  const guarded =
    'Get https://example.com/orders/7. If the total is above 100, ask owner to approve "Big order", then post it to https://example.com/hook'
  const [error] = read(guarded).errors
  t.match(error, { message: /two ways/ })
  t.not((error?.fixes ?? []).length, 1)
})

test('of two values one may be the larger, and none has that as a field', async t => {
  const [of, greater] = ['of {{inputs.a}} and {{inputs.b}}', { list: { $: '[inputs.a, inputs.b]' } }]
  t.match(read(`Return the larger ${of}`).steps, [{ tool: 'list_maximum', args: greater }])
  t.match(read(`Return the smaller ${of}`).steps, [{ tool: 'list_minimum', args: greater }])
  for (const word of ['older', 'difference', 'quotient', 'better'])
    t.not(read(`Return the ${word} ${of}`).errors.length, 0, word)
})
