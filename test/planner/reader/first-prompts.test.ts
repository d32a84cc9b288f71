// What people try first, with nothing but the built-in tools: figures of an input, words of a text, and what
// follows a failure once it was said what comes back.
import { test } from 'tap'
import { readWithBuiltins as read } from '../../support/planned.ts'

const total = { kind: 'set', value: { $: 'sum(inputs.numbers.map(each, number(each)))' } }

for (const prompt of [
  'Sum the numbers in {{inputs.numbers}} and return the sum',
  'Sum the values in {{inputs.numbers}} and return the sum',
  'Sum {{inputs.numbers}} and return the total',
])
  test(`${prompt}: an input that is many by its name is added up`, async t => {
    const { steps, errors } = read(prompt)
    t.same(errors, [])
    t.match(steps, [total, { kind: 'return', value: { $: 'steps.total' } }])
  })

test('records are not added up without a field', async t => {
  for (const prompt of ['Sum the orders in {{inputs.orders}}', 'Sum {{inputs.orders}}'])
    t.not(read(prompt).errors.length, 0, prompt)
})

test('words and lines are those of a text, and no fields of it', async t => {
  t.match(read('Count the words in {{inputs.text}}').steps, [{ value: { $: 'size(words(inputs.text))' } }])
  t.match(read('Count the lines of {{inputs.note}}').steps, [{ value: { $: 'size(lines(inputs.note))' } }])
  for (const prompt of [
    'Count the characters in {{inputs.text}}',
    'Return the longest of the words in {{inputs.text}}',
    'Return the smallest of the lines in {{inputs.text}}',
  ])
    t.not(read(prompt).errors.length, 0, prompt)
})

test('a failure may be spoken of after the end, when another end follows it', async t => {
  const { steps, errors } = read(
    'Fetch https://example.com and return the status. If it fails, return "no orders today".',
  )
  t.same(errors, [])
  t.match(steps, [
    { tool: 'http_get', onError: { steps: [{ kind: 'return', value: 'no orders today' }] } },
    { kind: 'return', value: { $: 'steps.http_get.status' } },
  ])
  for (const prompt of [
    'Fetch https://example.com and return the status. If it fails, wait 5 minutes.',
    'Fetch https://example.com and return the status. If it fails, return "a". Return "b".',
    'Return "a". If it fails, return "b".',
  ])
    t.not(read(prompt).errors.length, 0, prompt)
})

test('rows of an input are what the input is called', async t => {
  for (const prompt of [
    'Parse {{inputs.orders}} as CSV and return the number of orders per customer',
    'Parse {{inputs.orders}} as CSV. Return the number of rows per customer.',
  ]) {
    const { steps, errors } = read(prompt)
    t.same(errors, [], prompt)
    t.match(
      steps,
      [{ tool: 'csv_parse' }, { tool: 'list_group', args: { field: 'customer' } }, {}, {}],
      prompt,
    )
  }
})

test('one number has no sum', async t => {
  for (const prompt of ['Sum {{inputs.number}}', 'Total {{inputs.amount}}', 'Sum {{inputs.x}}'])
    t.not(read(prompt).errors.length, 0, prompt)
})

test('the current time and date are those of the clock when the step runs', async t => {
  const now = { tool: 'time_now', args: {} }
  for (const prompt of ['Return the current time', 'Wait 10 seconds and return the current time']) {
    const { steps, errors } = read(prompt)
    t.same(errors, [])
    t.match(steps.slice(-2), [now, { kind: 'return', value: { $: 'steps.now' } }])
  }
  const day = { tool: 'date_format', args: { date: { $: 'steps.now' }, format: 'yyyy-MM-dd' } }
  for (const prompt of [
    'Return the current date',
    "Return today's date",
    'Get the current date and return it',
  ])
    t.match(read(prompt).steps, [now, day, { kind: 'return' }], prompt)
  t.match(read('Return the current date', { timeZone: 'Europe/Berlin' }).steps, [
    { tool: 'time_now', args: { timeZone: 'Europe/Berlin' } },
  ])
  for (const prompt of [
    'Return the date',
    'Return the current times',
    'Return the current date of the order',
  ])
    t.not(read(prompt).errors.length, 0, prompt)
})

test('a percentage is added to and taken from a number that is there', async t => {
  const price = 'number(inputs.price)'
  for (const [prompt, value] of [
    ['Add 19 % to {{inputs.price}} and return the total', `round(${price} * (1 + 0.19), 10)`],
    ['Add 19 % VAT to the price {{inputs.price}}. Return the total.', `round(${price} * (1 + 0.19), 10)`],
    ['Take 10 % off {{inputs.price}} and return the result', `round(${price} * (1 - 0.1), 10)`],
    ['Increase {{inputs.price}} by 19 % and return it', `round(${price} * (1 + 0.19), 10)`],
    ['Reduce the price {{inputs.price}} by 5 % and return the total', `round(${price} * (1 - 0.05), 10)`],
  ] as const) {
    const { steps, errors } = read(prompt)
    t.same(errors, [], prompt)
    t.match(steps, [{ kind: 'return', value: { $: value } }], prompt)
  }
  const summed =
    'Parse {{inputs.orders}} as CSV. Sum the amount of the orders. Add 19 % VAT and return the total'
  t.match(read(summed).steps.at(-1), { kind: 'return', value: { $: 'round(steps.total * (1 + 0.19), 10)' } })
  // What is said of a thing changes it, and nothing here can.
  for (const prompt of ['Increase the price of the product by 5 %', 'Add 10 % to the price'])
    t.not(read(prompt).errors.length, 0, prompt)
})

test('an input that is taken is there, when it is called as what it is', async t => {
  for (const prompt of [
    'Take the price {{inputs.price}}, add 19 % VAT and tell me the total',
    'Take {{inputs.price}}, add 19 % VAT and tell me the total',
  ]) {
    const { steps, errors } = read(prompt)
    t.same(errors, [], prompt)
    t.match(steps, [{ kind: 'return', value: { $: 'round(number(inputs.price) * (1 + 0.19), 10)' } }], prompt)
  }
  t.match(read('Take the text {{inputs.text}}, count its words and return the number').steps, [
    { kind: 'set', value: { $: 'size(words(inputs.text))' } },
    { kind: 'return', value: { $: 'steps.count' } },
  ])
  for (const prompt of [
    'Read the price {{inputs.price}}',
    'Take the spreadsheet {{inputs.file}} and count the rows',
    'Take the spreadsheet {{inputs.spreadsheet}} and count the rows',
  ])
    t.not(read(prompt).errors.length, 0, prompt)
})
