// Plans of a language model on the page to write a workflow: asked for by a person, and accepted by one.
import tap, { test } from 'tap'
import { plain } from '../support/people/agent.ts'
import { ChangingServer } from '../support/servers/changing-server.ts'
import * as model from '../support/servers/model-server.ts'
import { registerServer } from '../support/workflows.ts'
import { axeFindings, noBrowser, startDashboard } from './dashboard.ts'

const server = await model.startModelServer(tap)
const environment = { MODEL_URL: server.url, MODEL_NAME: 'small', MODEL_API_KEY: 'sk-of-the-service-123456' }
const kit = noBrowser === false ? await startDashboard(environment) : null

const destroy = {
  name: 'destroy',
  description: 'Destroys an order',
  annotations: { destructiveHint: true },
  inputSchema: {
    type: 'object',
    properties: { order: { type: 'integer' }, to: { type: 'string' } },
    required: ['order'],
  },
}

const words = 'Let the outcome be forty, whatever happens'
const answer = model.json({
  plan: { steps: [{ id: 'answer', kind: 'return', value: 40 }] },
  quotes: {},
})

test('a model is asked by a click, never by typing, and its plan is confirmed once it is read', {
  skip: noBrowser,
}, async t => {
  const path = `/workflows/new?prompt=${encodeURIComponent(`${words}.`)}`
  const { page, client, complaints } = await kit!.visit(t, { path })
  await page.getByText('1 thing to clear up').waitFor()
  t.equal(server.asked.length, 0)
  server.say(answer, answer)
  await page.getByRole('button', { name: 'Plan it with the language model' }).click()
  await page.getByText('Ready to run').waitFor()
  t.equal(server.asked.length, 1)
  await page.getByRole('button', { name: 'Dry run', exact: true }).click()
  await page.getByRole('region', { name: 'What would happen' }).waitFor()
  t.equal(server.asked.length, 1, 'the plan that is shown is the one that is tried')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/workflows\/wf_/)
  const confirm = page.getByRole('button', { name: 'Confirm this plan' })
  await confirm.waitFor()
  t.strictSame(await axeFindings(page), [])
  const id = new URL(page.url()).pathname.split('/')[2]!
  const { digest } = (await client.get(`/api/v1/workflows/${id}/confirmation`)).body
  await page.getByText(digest.slice(0, 12)).waitFor()
  await confirm.click()
  await page.getByText('A language model made this plan. Confirmed').waitFor()
  t.match((await client.get(`/api/v1/workflows/${id}`)).body.acceptance, { acceptedAt: Number })
  t.strictSame(complaints, [])
})

test('what is removed is ticked one by one beside the plan; what nobody has asked for is seen', {
  skip: noBrowser,
}, async t => {
  const tools = await ChangingServer.start(t, destroy)
  const { page, client, complaints } = await kit!.visit(t, { path: '/workflows' })
  await registerServer(client, 'Orders', tools.url)
  const call = (id: string, order: number) => ({
    id,
    kind: 'tool',
    server: 'orders',
    tool: 'destroy',
    args: { order, to: 'eve@example.com' },
  })
  const plan = { steps: [call('first', 7), call('second', 8)] }
  const args = { name: 'Made', prompt: 'Destroy order 7', plan, quotes: { first: 'Destroy order 7' } }
  const { result } = await plain(client, 'tools/call', { name: 'create_workflow', arguments: args })
  await page.goto(new URL(`/workflows/${result.structuredContent.id}`, page.url()).href)
  const confirm = page.getByRole('button', { name: 'Confirm this plan' })
  await page.getByText('An agent made this plan.').waitFor()
  await page.getByText('2 are left to tick').waitFor()
  t.ok(await confirm.isDisabled())
  t.equal(await page.getByText('not in your words', { exact: true }).count(), 3)
  await page.getByText('Not named by you').waitFor()
  t.strictSame(await axeFindings(page), [])
  const boxes = page.getByRole('checkbox', { name: /orders__destroy/ })
  await boxes.nth(0).check()
  await page.getByText('One is left to tick').waitFor()
  await boxes.nth(1).check()
  await confirm.click()
  await page.getByText('An agent made this plan. Confirmed').waitFor()
  t.strictSame(complaints, [])
})
