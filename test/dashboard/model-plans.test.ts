// Plans of a language model on the page to write a workflow: asked for, answered, changed and confirmed by a
// person.
import type { Page } from 'playwright-core'
import tap, { type Test, test } from 'tap'
import { plain } from '../support/people/agent.ts'
import { ChangingServer } from '../support/servers/changing-server.ts'
import * as model from '../support/servers/model-server.ts'
import { registerServer } from '../support/workflows.ts'
import { axeFindings, noBrowser, startDashboard } from './dashboard.ts'
import { looksWell } from './looks.ts'

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
const returning = (value: number) => ({ steps: [{ id: 'answer', kind: 'return', value }] })
const answer = model.json({ plan: returning(40), quotes: {}, name: 'Forty' })
const editor = (page: Page) => page.getByRole('textbox', { name: 'What should happen' })
const first = 'small plans it when you ask'
/** The last message to the model. */
const heard = () => String(server.asked.at(-1)!.body.messages.at(-1)!.content)

/** The page with words that no reader understands, planned by a model that answers so. */
async function plannedBy(t: Test, ...script: readonly model.Said[]) {
  const path = `/workflows/new?prompt=${encodeURIComponent(`${words}.`)}`
  const visitor = await kit!.visit(t, { path })
  const { page } = visitor
  await page.getByRole('heading', { name: first }).waitFor()
  server.say(...script)
  await editor(page).press('Control+Enter')
  return visitor
}

test('a model is asked by the keys, never by typing, and its plan is kept and confirmed as it is', {
  skip: noBrowser,
}, async t => {
  const { page, client, complaints } = await kit!.visit(t, { path: '/workflows/new' })
  const planned: string[] = []
  page.on('request', request => {
    if (/\/workflows\/plan/.test(request.url())) planned.push(request.url())
  })
  server.say(answer)
  await editor(page).click()
  await editor(page).pressSequentially(`${words}.`)
  await page.getByRole('heading', { name: first }).waitFor()
  t.strictSame(planned, [], 'nobody is asked while somebody types')
  t.equal(await page.getByRole('img', { name: 'Error' }).count(), 0)
  t.strictSame(await axeFindings(page), [])
  await editor(page).press('Control+Enter')
  await page.getByText('Ready to run').waitFor()
  t.equal(server.asked.length, 1)
  t.equal(await page.getByLabel('Name of the workflow').inputValue(), 'Forty')
  await page.getByRole('button', { name: 'Dry run', exact: true }).click()
  await page.getByRole('region', { name: 'What would happen' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/workflows\/wf_/)
  const confirm = page.getByRole('button', { name: 'Confirm this plan' })
  await confirm.waitFor()
  t.equal(server.asked.length, 1, 'the plan that is shown is the one that is tried and kept')
  t.strictSame(await axeFindings(page), [])
  const id = new URL(page.url()).pathname.split('/')[2]!
  const { digest } = (await client.get(`/api/v1/workflows/${id}/confirmation`)).body
  await page.getByText(digest.slice(0, 12)).waitFor()
  await confirm.click()
  await page.getByText('A language model made this plan. Confirmed').waitFor()
  t.match((await client.get(`/api/v1/workflows/${id}`)).body, {
    plannedBy: 'model',
    acceptance: { acceptedAt: Number },
  })
  t.strictSame(complaints, [])
})

test('words that have changed since the plan are planned again when somebody asks', {
  skip: noBrowser,
}, async t => {
  const { page } = await plannedBy(t, answer)
  await page.getByText('Ready to run').waitFor()
  await editor(page).press('Control+End')
  await page.keyboard.insertText(' Or fifty.')
  await page.getByRole('heading', { name: 'Your words have changed since this plan.' }).waitFor()
  t.ok(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled())
  t.equal(server.asked.length, 1)
  await page.getByRole('region', { name: 'Plan' }).getByRole('button', { name: 'Plan it' }).click()
  await page.getByText('Ready to run').waitFor()
  t.equal(server.asked.length, 2)
})

test('what a model asks is answered in place; what it cannot do is left out by a click', {
  skip: noBrowser,
}, async t => {
  const cannot = [{ words: 'whatever happens', why: 'no-tool', nearest: 'a tool that sees the future' }]
  const assumptions = [{ step: 'answer', field: 'value', text: 'Forty is a number.', options: ['a text'] }]
  const said = { plan: returning(40), quotes: {}, cannot, assumptions }
  const questions = [{ id: 'unit', text: 'Forty of what?', options: ['Euros', 'Dollars'] }]
  const asking = model.json({ ...said, questions })
  const { page, client, complaints } = await plannedBy(t, asking, model.json(said))
  const left = page.getByRole('region', { name: 'Not in the plan' })
  await left.getByText('whatever happens').waitFor()
  await left.getByText('No tool does this.').waitFor()
  await left.getByText('a tool that sees the future').waitFor()
  await page.getByRole('region', { name: 'Taken for granted' }).getByText('Forty is a number.').waitFor()
  t.equal(await page.getByRole('img', { name: 'Error' }).count(), 0, 'each is said once')
  await looksWell(t, page, 'what a model said')
  await page.getByRole('button', { name: 'Euros' }).click()
  t.equal(await page.getByLabel('Forty of what?').inputValue(), 'Euros')
  await page.getByRole('button', { name: 'Answer' }).click()
  await page.getByText('Forty of what?').waitFor({ state: 'detached' })
  await editor(page).locator('.cm-line').nth(1).waitFor()
  t.match(heard(), 'Answers to questions: {"unit":"Euros"}')
  t.match(await editor(page).innerText(), /whatever happens\.\nEuros/)
  await left.getByRole('button', { name: 'Use it without this' }).click()
  await page.getByText('Ready to run').waitFor()
  t.equal(server.asked.length, 2)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/workflows\/wf_/)
  const id = new URL(page.url()).pathname.split('/')[2]!
  t.match((await client.get(`/api/v1/workflows/${id}`)).body, { status: 'ready', plannedBy: 'model' })
  const { entries } = (await client.get(`/api/v1/workflows/${id}/confirmation`)).body
  t.match(entries, [{ kind: 'assumption' }], 'what was taken for granted is kept with it')
  t.equal(server.asked.length, 2)
  t.strictSame(complaints, [])
})

test('a plan with an open question is kept as one that does not run yet', { skip: noBrowser }, async t => {
  const questions = [{ id: 'unit', text: 'Forty of what?', options: [] }]
  const { page, client } = await plannedBy(t, model.json({ plan: returning(40), quotes: {}, questions }))
  await page.getByText('Forty of what?').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/workflows\/wf_/)
  await page.getByRole('heading', { name: first }).waitFor()
  const [{ id }] = (await client.get('/api/v1/workflows')).body
  t.match((await client.get(`/api/v1/workflows/${id}`)).body, { status: 'needs_review', plannedBy: 'model' })
  t.equal(server.asked.length, 1, 'the same request is not asked twice')
})

test('a plan is changed in words, and what is different is shown', { skip: noBrowser }, async t => {
  const fifty = model.json({ plan: returning(50), quotes: {} })
  const { page, complaints } = await plannedBy(t, answer, fifty)
  await page.getByText('Ready to run').waitFor()
  await page.getByLabel('Change it in words').fill('make it fifty')
  await page.getByLabel('Change it in words').press('Control+Enter')
  const difference = page.getByRole('region', { name: 'What is different' })
  await difference.getByText('changed: value').waitFor()
  await editor(page).locator('.cm-line').nth(1).waitFor()
  t.match(heard(), 'Change: "make it fifty"')
  t.match(await editor(page).innerText(), /whatever happens\.\nmake it fifty/)
  t.strictSame(await axeFindings(page), [])
  t.strictSame(complaints, [])
})

test('what was changed by hand stays through changes in words, of a saved workflow, too', {
  skip: noBrowser,
}, async t => {
  const { page, client, complaints } = await kit!.visit(t, { path: '/workflows' })
  const plan = { plan: returning(40), quotes: {}, plannedBy: 'model' }
  const { id } = (await client.post('/api/v1/workflows', { name: 'Forty', prompt: `${words}.`, ...plan }))
    .body
  await client.put(`/api/v1/workflows/${id}`, { plan: returning(41) })
  await page.goto(new URL(`/workflows/${id}`, page.url()).href)
  for (const value of ['one', 'two']) {
    // The model writes its own forty again and again.
    const steps = [{ id: 'note', kind: 'set', value }, ...returning(40).steps]
    server.say(model.json({ plan: { steps }, quotes: {} }))
    await page.getByLabel('Change it in words').fill(`note ${value}`)
    await page.getByLabel('Change it in words').press('Control+Enter')
    await editor(page).getByText(`note ${value}`).waitFor()
    const saved = page.waitForResponse(response => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save as a version' }).click()
    await saved
    const { body } = await client.get(`/api/v1/workflows/${id}`)
    t.match(body.plan.steps, [
      { id: 'note', value },
      { id: 'answer', value: 41 },
    ])
  }
  t.strictSame(complaints, [])
})

test('a plan of a model stays its own when its layout is touched, and what it left open stays open', {
  skip: noBrowser,
}, async t => {
  const cannot = [{ words: 'whatever happens', why: 'no-tool', nearest: null }]
  const { page, client } = await plannedBy(t, model.json({ plan: returning(40), quotes: {}, cannot }))
  const left = page.getByRole('region', { name: 'Not in the plan' })
  await left.waitFor()
  const notation = page.getByRole('textbox', { name: 'Notation of the plan' })
  const write = async (text: string, value: string) => {
    await page.getByRole('tab', { name: 'Notation' }).click()
    await notation.press('Control+a')
    await page.keyboard.insertText(text)
    await page.getByRole('tab', { name: 'Outline' }).click()
    await page.getByRole('list', { name: 'What the workflow does' }).getByText(value).waitFor()
  }
  await write('1. Return 41. Call it answer.', '41')
  await left.waitFor()
  t.ok(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled())
  await write('1. Return 40. Call it answer.\n\n', '40')
  await left.getByRole('button', { name: 'Use it without this' }).click()
  await page.getByText('Ready to run').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/workflows\/wf_/)
  const id = new URL(page.url()).pathname.split('/')[2]!
  t.match((await client.get(`/api/v1/workflows/${id}`)).body, { status: 'ready', plannedBy: 'model' })
})

test('one sees that a model plans, and can stop it', { skip: noBrowser }, async t => {
  const { page } = await plannedBy(t, model.silent)
  const plan = page.getByRole('region', { name: 'Plan' })
  await plan.getByText('asking small').waitFor()
  t.strictSame(await axeFindings(page), [])
  await plan.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('heading', { name: first }).waitFor()
})

test('a model that gives no plan is said first, with what there is without it', {
  skip: noBrowser,
}, async t => {
  const { page } = await plannedBy(t, model.failing(401, 'who are you?'))
  await page.getByRole('alert').getByText('small gave no plan').waitFor()
  await page.getByRole('region', { name: 'Let your agent write it' }).waitFor()
  t.equal(await page.getByRole('region', { name: 'Connect a language model' }).count(), 0)
  server.say(answer)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Ready to run').waitFor()
})

test('a template is read at once, and runs without asking the model', { skip: noBrowser }, async t => {
  const { page } = await kit!.visit(t, { path: '/workflows/new' })
  server.say(answer)
  await page.getByRole('button', { name: /Find the large orders/ }).click()
  await page.getByText('Ready to run').waitFor()
  await page.getByRole('button', { name: 'Dry run', exact: true }).click()
  await page.getByRole('region', { name: 'What would happen' }).waitFor()
  await page.getByRole('button', { name: 'Save and run' }).click()
  await page.waitForURL(/\/runs\/exec_/)
  t.equal(server.asked.length, 0)
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
  const said = {
    quotes: { first: 'Destroy order 7' },
    assumptions: [{ step: 'first', text: 'Order 7 is meant', options: ['Order \u202e8'] }],
  }
  const args = { name: 'Made', prompt: 'Destroy\u202e order 7', plan, ...said }
  const { result } = await plain(client, 'tools/call', { name: 'create_workflow', arguments: args })
  await page.goto(new URL(`/workflows/${result.structuredContent.id}`, page.url()).href)
  const confirm = page.getByRole('button', { name: 'Confirm this plan' })
  await page.getByText('An agent made this plan.').waitFor()
  await page.getByText('2 are left to tick').waitFor()
  t.ok(await confirm.isDisabled())
  t.equal(await page.getByText('not in the request', { exact: true }).count(), 3)
  await page.getByText('Not in the request', { exact: true }).waitFor()
  await page.getByText('"Destroy\\u202e order 7"').first().waitFor()
  await page.getByText('"Order \\u202e8"').waitFor()
  await page.getByText('The request is as your agent says it').waitFor()
  t.strictSame(await axeFindings(page), [])
  const boxes = page.getByRole('checkbox', { name: /orders__destroy/ })
  await boxes.nth(0).check()
  await page.getByText('One is left to tick').waitFor()
  await boxes.nth(1).check()
  await confirm.click()
  await page.getByText('An agent made this plan. Confirmed').waitFor()
  t.strictSame(complaints, [])
})

test('where the organization does without a confirmation, nobody says that nothing starts', {
  skip: noBrowser,
}, async t => {
  const { page, client } = await kit!.visit(t, { path: '/workflows' })
  await client.put('/api/v1/models', { acceptPlans: false })
  const args = { name: 'Made', prompt: 'Answer 1', plan: returning(1) }
  const { result } = await plain(client, 'tools/call', { name: 'create_workflow', arguments: args })
  await page.goto(new URL(`/workflows/${result.structuredContent.id}`, page.url()).href)
  await page.getByText('does without a confirmation: it starts by itself').waitFor()
  t.equal(await page.getByText('Until somebody confirms').count(), 0)
})
