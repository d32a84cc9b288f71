// Ask steps in the product that ask about long inputs, and that take an answer again: a scripted model over
// the real protocol, and a kill -9 in between.
import tap, { test } from 'tap'
import { Product } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { Ledger } from '../../support/servers/ledger-server.ts'
import * as model from '../../support/servers/model-server.ts'
import { createWorkflow, execute, registerServer, runToEnd } from '../../support/workflows.ts'

const server = await model.startModelServer(tap)
const product = await Product.start({ environment: { MODEL_URL: server.url, MODEL_NAME: 'small' } })
const ledger = await Ledger.start()
const { client } = await product.signUp()
await registerServer(client, 'Ledger', ledger.url)

const ask = (more: object = {}, ...then: object[]) => ({
  steps: [
    { id: 'mood', kind: 'ask', question: 'How is it meant?', input: { $: 'inputs.line' }, ...more },
    ...then,
    { id: 'end', kind: 'return', value: { $: 'steps.mood' } },
  ],
})
const choices = ['praise', 'complaint']
const ended = (id: string) =>
  until(
    async () => (await client.get(`/api/v1/executions/${id}`)).body,
    ({ status }) => status === 'completed' || status === 'failed',
  )
const saidIn = async (id: string) => JSON.stringify(await client.readLog(id))
/** What the model got as data, of each request. */
const data = () => server.asked.map(({ body }) => String(body.messages[2]?.content))

/** Three parts for a model of 32,000 tokens. */
const long = Array.from({ length: 4_000 }, (_, line) => `${line}: some words that somebody has written`).join(
  '\n',
)

test('a long input is asked about in parts, and no part again after kill -9', async t => {
  const said = ['first', 'second', 'third', 'together'].map(each => model.text(each))
  server.say(said[0]!, model.silent, ...said.slice(1))
  const { body: started } = await execute(client, await createWorkflow(client, ask()), { line: long })
  await until(
    async () => server.asked.length,
    asked => asked === 2,
  )
  await product.kill()
  await product.start()
  const run = await ended(started.id)
  // One for the execution, and two for the tokens of each answer that came.
  t.match(run, { status: 'completed', output: 'together', cu: 9 }, JSON.stringify(run.error))
  t.strictSame(
    data().map(text => text.slice(0, text.indexOf(':'))),
    [1, 2, 2, 3]
      .map(part => `The input, part ${part} of 3, as data`)
      .concat('The answers for the parts 1 to 3, as data'),
  )
  const [first, , second, third, last] = data().map(text => text.slice(text.indexOf('\n') + 1))
  t.equal([first, second, third].join(''), long)
  t.equal(last, '["first","second","third"]')
  t.match(await saidIn(started.id), /it is asked in 3 parts/)
  const { body: steps } = await client.get(`/api/v1/executions/${started.id}/steps`)
  t.match(steps, [
    { id: 'mood', status: 'completed' },
    { id: 'mood.turn[0]', kind: 'model', output: { answer: 'first' } },
    { id: 'mood.turn[1]', output: { answer: 'second' } },
    { id: 'mood.turn[2]', output: { answer: 'third' } },
  ])
})

test('an answer is taken again for the same question about the same input, and for no other', async t => {
  const answers = async (plan: object, line: string, by = client) => {
    const before = server.asked.length
    const run = await runToEnd(by, await createWorkflow(by, plan), { line })
    t.equal(run.status, 'completed', JSON.stringify(run.error))
    return { ...run, asked: server.asked.length - before }
  }
  server.say(model.json({ answer: 'praise' }))
  const cached = ask({ choices, cache: true })
  t.match(await answers(cached, 'Thanks!'), { asked: 1, cu: 3, output: 'praise' })
  server.say(model.json({ answer: 'complaint' }))
  const again = await answers(cached, 'Thanks!')
  t.match(again, { asked: 0, cu: 1, output: 'praise' })
  t.match(
    await saidIn(again.id),
    /the model was not asked: the answer is from the cache, [\d.]+ (ms|s|min) old/,
  )
  t.match(await answers(ask({ choices, cache: { ttlMs: 3_600_000 } }), 'Thanks!'), { asked: 0 })
  t.match(await answers(cached, 'Thanks a lot!'), { asked: 1, output: 'complaint' }, 'another input')
  t.match(await answers(ask({ choices: [...choices, 'question'], cache: true }), 'Thanks!'), { asked: 1 })
  t.match(await answers(ask({ choices, cache: true, question: 'Who wrote it?' }), 'Thanks!'), { asked: 1 })
  t.match(await answers(ask({ choices }), 'Thanks!'), { asked: 1 }, 'a step that does not say so asks')
  const other = await product.signUp()
  t.match(await answers(cached, 'Thanks!', other.client), { asked: 1 }, 'another organization')
})

test('what is kept is an answer that fitted, and the own answer of the model', async t => {
  const plan = ask({ choices, cache: true, review: true })
  const reviewed = async (line: string, answer: string) => {
    const { body: started } = await execute(client, await createWorkflow(client, plan), { line })
    const { body: pending } = await until(
      () => client.get('/api/v1/approvals?status=pending'),
      ({ body }) => body.length > 0,
    )
    const [{ id, args }] = pending
    await client.post(`/api/v1/approvals/${id}`, { decision: 'approve', args: { ...args, answer } })
    return { shown: args.answer, output: (await ended(started.id)).output }
  }
  server.say(model.json({ answer: 'rude' }), model.json({ answer: 'praise' }), model.json({ answer: 'rude' }))
  t.strictSame(await reviewed('So nice.', 'complaint'), { shown: 'praise', output: 'complaint' })
  t.equal(server.asked.length, 2)
  t.strictSame(await reviewed('So nice.', 'praise'), { shown: 'praise', output: 'praise' })
  t.equal(server.asked.length, 2)
})

test('an answer that was taken stands after kill -9, whatever the cache has then', async t => {
  const enter = {
    id: 'enter',
    kind: 'tool',
    server: 'ledger',
    tool: 'enter',
    args: { line: { $: 'steps.mood' } },
  }
  const plan = ask({ choices, cache: true }, enter)
  server.say(model.json({ answer: 'praise' }))
  await runToEnd(client, await createWorkflow(client, plan), { line: 'Great.' })
  server.say(model.json({ answer: 'complaint' }))
  const held = ledger.holdFrom(ledger.calls.length + 1)
  const { body: started } = await execute(client, await createWorkflow(client, plan), { line: 'Great.' })
  await held
  await product.kill()
  ledger.release()
  await product.start()
  t.match(await ended(started.id), { status: 'completed', output: 'praise', cu: 2 })
  t.equal(server.asked.length, 0)
})
