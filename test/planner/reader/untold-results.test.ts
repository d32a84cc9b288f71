// Tools that say nothing of what they give: it may be one thing or many, records or a text. It is what the
// prompt says that it is, as a whole, and never a field of it.
import { type Test, test } from 'tap'
import { plainTool, readerOf } from '../../support/planned.ts'

const read = readerOf([
  plainTool('mail__send_email', 'Send an e-mail to somebody', ['to', 'subject', 'body']),
  plainTool('billing__find_invoice', 'Find an invoice', [], { effect: 'read' }),
  plainTool('crm__list_customers', 'List customers', [], { effect: 'read' }),
  plainTool('desk__search_tickets', 'Search tickets', [], { effect: 'read' }),
])
const mail = (noun: string) => `send an e-mail to {{${noun}.email}} with the subject "a" and the body "b"`
const list = 'steps.find_invoice'

function loops(t: Test, prompt: string, over: string, noun: string): void {
  const { steps, errors } = read(prompt)
  t.same(errors, [], prompt)
  const call = { tool: 'send_email', args: { to: { $: `${noun}.email` } } }
  t.match(steps, [{ kind: 'tool' }, { kind: 'foreach', over, as: noun, steps: [call] }], prompt)
}

test('what is done for each in a result is done for each', t => {
  for (const each of [
    'For each invoice in the result of step 1:',
    'For each invoice in the result of step 1,',
    'For each invoice in the output of step 1:',
    'For every invoice from step 1:',
    'For each invoice in step 1,',
    'For each invoice in the result:',
    'For all invoices in the result of step 1:',
  ])
    loops(t, `1. Find the invoices\n2. ${each} ${mail('invoice')}`, list, 'invoice')
  loops(
    t,
    `1. Find the invoices\n2. For each invoice in the result of step 1:\n   - ${mail('invoice')}`,
    list,
    'invoice',
  )
  loops(
    t,
    `1. List the customers\n2. For each customer in the result of step 1: ${mail('customer')}`,
    'steps.customer',
    'customer',
  )
  loops(
    t,
    `1. Search the tickets\n2. For every ticket in the result of step 1, ${mail('ticket')}`,
    'steps.ticket',
    'ticket',
  )
  t.end()
})

test('what is one thing is not gone through without a word', t => {
  for (const [prompt, message] of [
    [`Find the invoice. For each customer in the result, ${mail('customer')}`, /of the kind "invoice"/],
    [`List the customers. For each order in the result, ${mail('order')}`, /of the kind "customer"/],
    [`Find the invoice. For each invoice, ${mail('invoice')}`, /./],
  ] as const)
    for (const made of [read(prompt)])
      t.ok(
        made.errors.some(error => message.test(error.message)) || made.steps[1]?.kind === 'foreach',
        prompt,
      )
  t.end()
})

test('a name that is a plural makes a list of it, and is no field', t => {
  for (const [called, noun] of [
    ['invoices', 'invoice'],
    ['bills', 'bill'],
    ['open_invoices', 'invoice'],
  ] as const)
    loops(
      t,
      `Find the invoices and call it ${called}. For each ${noun} in the ${called}, ${mail(noun)}.`,
      list,
      noun,
    )
  loops(
    t,
    `Find the invoices and call it bills. For each invoice in the bills, ${mail('invoice')}.`,
    list,
    'invoice',
  )
  const called = 'Find the invoices and call it invoices.'
  for (const [rest, value] of [
    ['Return the amounts in the invoices.', `${list}.map(item, item.amount)`],
    ['Return the number of the invoices.', /^steps\.count$/],
    ['Count the invoices in the invoices and return it.', /^steps\.count$/],
    ['Sum the amount in the invoices and return it.', /^steps\.total$/],
    ['Return the invoices.', list],
  ] as const) {
    const { steps, errors } = read(`${called} ${rest}`)
    t.same(errors, [], rest)
    t.match(steps.at(-1), { kind: 'return', value: { $: value } }, rest)
    t.notMatch(JSON.stringify(steps), /\.invoices?\b(?!")/, rest)
  }
  t.end()
})

test('a name of two words is none, which is said', t => {
  for (const name of ['open invoices', 'unpaid bills', 'large ones'])
    t.match(read(`Find the invoices and call it ${name}. Return the result.`).errors[0], {
      message: `a name is one word: write "${name.replace(' ', '_')}"`,
    })
  t.end()
})

test('the result as a text is the result as a whole', t => {
  for (const [get, cel] of [
    ['Find the invoice', 'string(steps.find_invoice)'],
    ['List the customers', 'string(steps.customer)'],
    ['Search the tickets', 'string(steps.ticket)'],
  ] as const)
    for (const rest of [
      'Send an e-mail to a@b.example with the subject "a" and the result as the text',
      'Send an e-mail to a@b.example with the subject "a" and the result as the body',
      'Send an e-mail to a@b.example with the subject "a" and the body: the result',
    ]) {
      const { steps, errors } = read(`${get}. ${rest}`)
      t.same(errors, [], `${get}. ${rest}`)
      t.match(steps.at(-1), { tool: 'send_email', args: { body: { $: cel } } }, `${get}. ${rest}`)
    }
  const posted = read(
    'Parse {{inputs.csv}} as CSV. Post to https://example.com/hook with the result as the text.',
  )
  t.match(posted.steps.at(-1), { tool: 'http_request', args: { body: { $: 'steps.rows' } } })
  t.end()
})

test('records whose fields are known are no text, and it is said what to write', t => {
  const properties = { id: { type: 'string' }, name: { type: 'string' } }
  const items = { type: 'object', properties, required: ['id', 'name'], additionalProperties: false }
  const known = readerOf([
    plainTool('mail__send_email', 'Send an e-mail to somebody', ['to', 'subject', 'body']),
    plainTool('crm__list_leads', 'List leads', [], {
      effect: 'read',
      outputSchema: { type: 'array', items },
    }),
  ])
  const prompt =
    'List the leads. Send an e-mail to a@b.example with the subject "a" and the result as the text'
  t.match(known(prompt).errors[0], { message: /records are no text: say which of their fields/ })
  t.end()
})
