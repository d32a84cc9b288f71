// A workflow that is made in a chat with a language model: its reader sees what it does before it starts by
// itself and confirms it there, and what is said about it later changes it by the same planner.
import tap, { test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import type { Client } from '../../support/people/client.ts'
import { Product } from '../../support/product.ts'
import { ChangingServer } from '../../support/servers/changing-server.ts'
import * as model from '../../support/servers/model-server.ts'
import { registerServer } from '../../support/workflows.ts'

const server = await model.startModelServer(tap)
const product = await Product.start({
  environment: { MODEL_URL: server.url, MODEL_NAME: 'small', MODEL_API_KEY: 'sk-of-the-service-654321' },
})

const wipe = {
  name: 'wipe',
  description: 'Removes an order',
  annotations: { destructiveHint: true },
  inputSchema: {
    type: 'object',
    properties: { order: { type: 'integer' }, to: { type: 'string' } },
    required: ['order'],
  },
}
const request = 'Wipe order 7'
const wiping = (args: JsonObject): JsonObject => ({
  steps: [
    { id: 'wipe', kind: 'tool', server: 'orders', tool: 'wipe', args },
    { id: 'end', kind: 'return', value: 'wiped' },
  ],
})
/** Of the planner. */
const planned = (args: JsonObject) =>
  model.json({ plan: wiping(args), quotes: { wipe: request }, name: 'Wipe an order' })

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
type Anything = any

async function talk(t: Parameters<typeof ChangingServer.start>[0], account: { readonly client: Client }) {
  const { client } = account
  const tools = await ChangingServer.start(t, wipe)
  await registerServer(client, 'Orders', tools.url)
  const { id } = (await client.post('/api/v1/chat/sessions', {})).body
  const path = `/api/v1/chat/sessions/${id}/messages`
  const send = (body: object, by = client) => by.post(path, body)
  const parts = (message: Anything, type: string) =>
    message.parts.filter((part: Anything) => part.type === type)
  return { client, tools, send, path, parts }
}

/** By a command, which is carried out before the model is asked for an answer. */
async function made({ send, parts }: Awaited<ReturnType<typeof talk>>) {
  server.say(planned({ order: 7 }))
  const { reply } = (await send({ message: `new workflow called Wiper: ${request}` })).body
  const [card] = parts(reply, 'confirmation')
  return { reply, card }
}

test('what is made in a chat is shown there with what it does, and confirmed by its reader', async t => {
  const chat = await talk(t, await product.signUp())
  const { client, send, path, parts } = chat
  const { reply, card } = await made(chat)
  t.match(card, { workflowName: 'Wiper', mayConfirm: true, page: /\/workflows\/wf_/ })
  t.match(card.confirmation, { accepted: false, required: true, digest: String })
  const [tick] = card.confirmation.entries
  t.match(tick, { id: 'effect:wipe', severity: 'tick', says: /orders__wipe removes or overwrites something/ })
  const own = (await client.get(`/api/v1/workflows/${card.workflowId}/confirmation`)).body
  t.strictSame(card.confirmation, own, 'the same as everywhere')
  t.match(
    reply.content,
    /orders__wipe removes[\s\S]*order: 7 \(in your words\)[\s\S]*signed in/,
    'in text, too',
  )
  t.match(reply.content, card.page)

  const confirm = (more: object, by = client) =>
    send({ confirmation: { workflowId: card.workflowId, digest: own.digest, ...more } }, by)
  t.match(await confirm({}), { status: 400, body: { error: /missing: effect:wipe/ } })
  t.match(await confirm({ entries: [tick.id], digest: 'another' }), { status: 409 })
  const before = (await client.get(path)).body.length
  const { status, body } = await confirm({ entries: [tick.id] })
  t.equal(status, 201)
  t.match(body, { content: 'Confirm', reply: { content: /Wiper\*\* is confirmed/ } })
  t.match(parts(body.reply, 'confirmation'), [{ confirmation: { accepted: true } }])
  const messages = (await client.get(path)).body
  t.equal(messages.length, before + 2, 'what was refused is no message')
  t.strictSame(
    messages
      .flatMap((message: Anything) => parts(message, 'confirmation'))
      .map((part: Anything) => part.confirmation?.accepted),
    [undefined, true],
    'the last message shows it',
  )
  const { body: entries } = await client.get('/api/v1/audit?action=workflow.accepted')
  t.match(entries, [{ target: { id: card.workflowId }, details: { by: 'chat' } }])
})

test('a key without the scope reads the list and confirms nothing; a budget, a token and a model neither', async t => {
  const chat = await talk(t, await product.signUp())
  const { client, send, path, parts } = chat
  const { card } = await made(chat)
  const confirmation = {
    workflowId: card.workflowId,
    digest: card.confirmation.digest,
    entries: ['effect:wipe'],
  }
  const keyOf = async (facts: object) =>
    product.client((await client.post('/api/v1/apikeys', { name: 'Page', ...facts })).body.key)
  const page = await keyOf({ scopes: ['read', 'write', 'chat'] })
  const seen = (await page.get(path)).body.flatMap((message: Anything) => parts(message, 'confirmation'))
  t.match(seen, [{ mayConfirm: false, confirmation: { entries: [{ id: 'effect:wipe' }] } }])
  t.match(await send({ confirmation }, page), { status: 403, body: { error: /the scope confirm/ } })
  const described = (await send({ message: 'describe Wiper' })).body.reply
  t.match(parts(described, 'confirmation'), [{ workflowId: card.workflowId }], 'it is shown again')
  const chatting = await keyOf({ scopes: ['chat'] })
  t.equal((await chatting.post(path, { confirmation })).status, 404, 'it is not their session')
  const own = `/api/v1/chat/sessions/${(await chatting.post('/api/v1/chat/sessions', {})).body.id}/messages`
  t.equal((await chatting.post(own, { confirmation })).status, 403)

  server.say(
    model.toolCall('confirm_workflow', JSON.stringify({ id: card.workflowId })),
    model.text('I cannot.'),
  )
  await send({ message: 'please confirm it for me' })
  t.match((await client.get(`/api/v1/workflows/${card.workflowId}`)).body, {
    acceptance: { acceptedAt: null },
  })
  const passing = await keyOf({ scopes: ['read', 'chat', 'confirm'] })
  t.equal((await send({ confirmation }, passing)).status, 201)
})

test('a digest that has drifted is refused, and the messages show the new list', async t => {
  const chat = await talk(t, await product.signUp())
  const { client, send, path, parts } = chat
  const { card } = await made(chat)
  const { workflowId, confirmation } = card
  await client.put(`/api/v1/workflows/${workflowId}`, {
    plan: wiping({ order: 8 }),
    plannedBy: 'model',
  })
  const old = { workflowId, digest: confirmation.digest, entries: ['effect:wipe'] }
  t.match(await send({ confirmation: old }), { status: 409, body: { error: /another plan/ } })
  const [now] = (await client.get(path)).body.flatMap((message: Anything) => parts(message, 'confirmation'))
  t.match(now.confirmation.entries, [{ says: /order: 8/ }])
  t.not(now.confirmation.digest, confirmation.digest)
  const { body } = await client.get(`/api/v1/workflows/${workflowId}`)
  t.match(body.acceptance, { acceptedAt: null })
})

test('what is said about it later goes to the planner with what is there; a change by hand stays', async t => {
  const chat = await talk(t, await product.signUp())
  const { client, send, parts } = chat
  const { card } = await made(chat)
  const { workflowId: id } = card
  // By hand: another order. The model's own plan is the version before.
  await client.put(`/api/v1/workflows/${id}`, { plan: wiping({ order: 8 }) })
  server.say(model.toolCall('change_workflow', JSON.stringify({ id, change: 'also tell #ops' })))
  const { approval } = parts((await send({ message: 'also tell #ops' })).body.reply, 'approval')[0]
  t.match(approval, { tool: 'change_workflow', args: { change: 'also tell #ops' }, remember: ['once'] })
  const asked: Anything = server.asked.at(-1)!.body
  t.match(JSON.stringify(asked.messages), `spoken of last is ${id}`)
  const offered = JSON.stringify(asked.tools.map((tool: Anything) => tool.function))
  t.notMatch(offered, /assumptions|update_workflow/, 'the plans of chats come from the planner')

  const both = { plan: wiping({ order: 7, to: '#ops' }), quotes: { wipe: request }, name: 'Wipe an order' }
  server.say(model.json(both), model.text('It tells #ops now.'))
  const { reply } = (await send({ approval: { id: approval.id, decision: 'approve' } })).body
  const planning = JSON.stringify(server.asked.at(-2)!.body.messages)
  t.match(planning, /also tell #ops/)
  t.match(reply.content, /It tells #ops now\.[\s\S]*What is different now:[\s\S]*args\.to/)
  const workflow = (await client.get(`/api/v1/workflows/${id}`)).body
  t.match(workflow, { version: 3, plannedBy: 'model', acceptance: { acceptedAt: null } })
  t.match(workflow.plan.steps[0].args, { order: 8, to: '#ops' }, 'a three-way merge')
  t.match(workflow.prompt, `${request}\nalso tell #ops`)
  t.match(parts(reply, 'confirmation'), [{ workflowId: id, confirmation: { accepted: false } }])
})

test('what was changed by hand stays through all changes that come after it', async t => {
  const chat = await talk(t, await product.signUp())
  const { client, send, parts } = chat
  const { card } = await made(chat)
  const { workflowId: id } = card
  await client.put(`/api/v1/workflows/${id}`, { plan: wiping({ order: 8 }) })
  const saying = async (change: string, args: object) => {
    server.say(model.toolCall('change_workflow', JSON.stringify({ id, change })))
    const { approval } = parts((await send({ message: change })).body.reply, 'approval')[0]
    const plan = wiping({ order: 7, ...args })
    server.say(model.json({ plan, quotes: { wipe: request }, name: 'Wipe' }), model.text('Done.'))
    await send({ approval: { id: approval.id, decision: 'approve' } })
    return (await client.get(`/api/v1/workflows/${id}`)).body
  }
  t.match(await saying('also tell #ops', { to: '#ops' }), { version: 3, plannedBy: 'model' })
  const version = (await client.get(`/api/v1/workflows/${id}/versions/3`)).body
  t.match(version.plan.steps, [{ args: { order: 8, to: '#ops' } }])
  t.match(version.base.steps, [{ args: { order: 7, to: '#ops' } }], 'as the model wrote it')
  const changed = await saying('tell #all', { to: '#all' })
  t.match(changed, { version: 4, plan: { steps: [{ args: { order: 8, to: '#all' } }] } })
})

test('a change that leaves a question keeps nothing, and is kept with its answer', async t => {
  const chat = await talk(t, await product.signUp())
  const { client, send, parts } = chat
  const { card } = await made(chat)
  const { workflowId: id } = card
  await client.put(`/api/v1/workflows/${id}`, { plan: wiping({ order: 8 }) })
  const change = 'make it order 9'
  const changing = async (args: object, ...said: model.Said[]) => {
    server.say(model.toolCall('change_workflow', JSON.stringify({ id, change, ...args })))
    const { approval } = parts((await send({ message: change })).body.reply, 'approval')[0]
    server.say(...said, model.text('Well.'))
    return (await send({ approval: { id: approval.id, decision: 'approve' } })).body.reply
  }
  const nine = model.json({ plan: wiping({ order: 9 }), quotes: { wipe: change }, name: 'Wipe' })
  const asks = await changing({}, nine)
  const [{ output }] = parts(asks, 'tool')
  t.match(output, {
    kept: false,
    questions: [{ id: 'keep:wipe.args.order', options: ['by hand: 8', 'by the model: 9'] }],
  })
  t.match((await client.get(`/api/v1/workflows/${id}`)).body, { version: 2 })
  const kept = await changing({ answers: { 'keep:wipe.args.order': 'by the model: 9' } }, nine)
  t.match(parts(kept, 'tool'), [{ output: { kept: true, version: 3 } }])
  t.match((await client.get(`/api/v1/workflows/${id}`)).body.plan.steps, [{ args: { order: 9 } }])
})
