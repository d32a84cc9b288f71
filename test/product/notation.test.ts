// Workflows in Troupe's notation, from what somebody types to what a run gives, and back.
import { test } from 'tap'
import { sharedProduct } from '../support/product.ts'
import { runToEnd } from '../support/workflows.ts'

const product = await sharedProduct()
const workflows = '/api/v1/workflows'

const prompt = `1. Call csv_parse with text: {{inputs.orders}}. Call it orders.
2. For each order of the list {{steps.orders}}. Call it lines:
   1. If {{number(order.amount) > 10}}:
      1. Let line be "{{order.item}}, large".
      Otherwise:
      1. Let small be {{order.item}}.
3. Return {{join(steps.lines, "; ")}}.`
const inputs = { orders: 'item,amount\ntea,3\nrice,12' }

test('a plan that is typed runs; what is shown of it is typed again, and runs as it was changed', async t => {
  const { client } = await product.signUp()
  const made = await client.post(workflows, { name: 'Lines', prompt })
  t.match(made, { status: 201, body: { status: 'ready', plannedBy: 'author', notation: `${prompt}\n` } })
  const { id } = made.body
  t.match(await runToEnd(client, id, inputs), { status: 'completed', output: 'tea; rice, large' })
  const shown = (await client.get(`${workflows}/${id}`)).body.notation
  const changed = shown.replace('> 10', '> 2').replace('"; "', '" + "')
  t.match(await client.put(`${workflows}/${id}`, { prompt: changed }), {
    status: 200,
    body: { status: 'ready', version: 2, prompt: changed, notation: changed },
  })
  t.match(await runToEnd(client, id, inputs), { output: 'tea, large + rice, large' })
  const scheduled = await client.put(`${workflows}/${id}`, {
    prompt: `Start every weekday at 09:00 in Europe/Berlin. Its inputs are ${JSON.stringify(inputs)}.\n${changed}`,
  })
  t.match(scheduled.body, { status: 'ready', schedule: { cron: '0 9 * * 1-5', inputs } })
  const { body } = await client.get(`${workflows}/${id}`)
  t.match(body.notation, /^Start every weekday at 09:00 in Europe\/Berlin\. /)
  t.equal(body.notation, scheduled.body.notation)
})

test('a workflow that is typed in the chat is its plan, too', async t => {
  const { client } = await product.signUp()
  const session = (await client.post('/api/v1/chat/sessions', {})).body
  const message = `create a workflow called Lines:\n${prompt}`
  const { body } = await client.post(`/api/v1/chat/sessions/${session.id}/messages`, { message })
  t.match(body.reply.content, /\*\*Lines\*\* is made/)
  const [made] = (await client.get(workflows)).body
  t.match(made, { name: 'Lines', prompt, status: 'ready', plannedBy: 'author' })
})
