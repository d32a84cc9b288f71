// What a model answered, reviewed in the dashboard: every field of it can be corrected, in a control that
// suits it, and what does not fit is said beside the field.
import tap, { test } from 'tap'
import type { Json } from '../../domain/json.ts'
import { until, untilStatus } from '../support/runs.ts'
import * as model from '../support/servers/model-server.ts'
import { axeFindings, isTooWide, noBrowser, startDashboard, type Visitor, widths } from './dashboard.ts'

const server = await model.startModelServer(tap)
const kit = noBrowser === false ? await startDashboard({ MODEL_URL: server.url, MODEL_NAME: 'small' }) : null
const skip = noBrowser

/** Starts a run whose answer waits for its review. @returns ids of the run and of its approval */
async function reviewing({ client }: Pick<Visitor, 'client'>, answer: Json, form: object) {
  server.say(model.json(answer))
  const ask = { id: 'bill', kind: 'ask', question: 'What does the bill say?', input: { $: 'inputs.bill' } }
  const steps = [
    { ...ask, ...form, review: true },
    { id: 'end', kind: 'return', value: { $: 'steps.bill' } },
  ]
  const made = await client.post('/api/v1/workflows', { name: 'Bills', prompt: 'By hand', plan: { steps } })
  const inputs = { bill: 'Dear Ada, please pay 70 euros.\nYours, Charles' }
  const { id: run } = (await client.post(`/api/v1/workflows/${made.body.id}/execute`, { inputs })).body
  const { approvals } = await untilStatus(client, run, 'awaiting_approval')
  return { run: run as string, approval: approvals[0].id as string }
}

const outputOf = async ({ client }: Pick<Visitor, 'client'>, run: string) =>
  (
    await until(
      () => client.get(`/api/v1/executions/${run}`),
      ({ body }) => body.status === 'completed',
    )
  ).body.output

const outputSchema = {
  type: 'object',
  properties: {
    from: { type: 'string', title: 'Who sent it' },
    kind: { enum: ['bill', 'reminder'] },
    tags: { type: 'array', items: { type: 'string', enum: ['private', 'office', 'travel'] } },
    total: { type: 'number', maximum: 1_000 },
    isPaid: { type: 'boolean' },
    rows: { type: 'array', items: { type: 'object' } },
    note: { type: 'string' },
  },
  required: ['from', 'kind', 'tags', 'total', 'isPaid', 'rows'],
  additionalProperties: false,
}
const answer = {
  ...{ from: 'Charles', kind: 'reminder', tags: ['travel'], total: 7, isPaid: true },
  rows: [{ what: 'an engine', price: 7 }],
}

for (const viewport of widths) {
  test(`every field of an answer is corrected, ${viewport.width} wide`, { skip }, async t => {
    const visitor = await kit!.visit(t, { viewport })
    const { page, complaints } = visitor
    const { run, approval } = await reviewing(visitor, answer, { outputSchema })
    await page.goto(`/approvals/${approval}`)
    await page.getByRole('button', { name: 'Correct the answer' }).click()
    const form = page.getByRole('group', { name: 'Answer' })
    t.equal(await form.getByLabel('question').count(), 0, 'the question is not among what can be changed')
    await form.getByRole('textbox', { name: 'Who sent it' }).fill('Charles\nBabbage')
    await form.getByLabel('kind').selectOption('bill')
    const tags = form.getByRole('group', { name: 'tags' })
    await tags.getByLabel('travel').uncheck()
    await tags.getByLabel('office').check()
    await tags.getByLabel('private').check()
    await form.getByLabel('total').fill('7000')
    await form.getByLabel('isPaid').uncheck()
    await form.getByLabel('rows').fill('[{"what": "an engine"')
    await page.getByText('This is no JSON').waitFor()
    await page.getByRole('button', { name: 'Approve' }).click()
    t.equal((await visitor.client.get(`/api/v1/approvals/${approval}`)).body.status, 'pending')
    await form.getByLabel('rows').fill('[{"what": "an engine", "price": 70}]')
    t.equal(await isTooWide(page), false)
    t.strictSame(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Approve' }).click()
    await form.getByText(/1000/).waitFor()
    await form.getByLabel('total').fill('70')
    const changes = await page.getByRole('region', { name: 'What you changed' }).innerText()
    for (const name of ['from', 'kind', 'tags', 'total', 'isPaid', 'rows']) t.match(changes, name)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Nothing waits').waitFor()
    t.strictSame(await outputOf(visitor, run), {
      ...{ from: 'Charles\nBabbage', kind: 'bill', tags: ['private', 'office'], total: 70, isPaid: false },
      rows: [{ what: 'an engine', price: 70 }],
    })
    t.strictSame(
      complaints.filter(each => !each.includes('status of 400')),
      [],
    )
  })
}

test('a text is corrected in lines, a choice by a list, some of many by boxes', { skip }, async t => {
  const visitor = await kit!.visit(t)
  const { page } = visitor
  const choices = ['praise', 'complaint', 'question']
  const corrected = async (said: Json, form: object, correct: () => Promise<unknown>) => {
    const { run, approval } = await reviewing(visitor, said, form)
    await page.goto(`/approvals/${approval}`)
    await page.getByRole('button', { name: 'Correct the answer' }).click()
    await correct()
    await page.getByRole('button', { name: 'Approve with changes' }).click()
    await page.getByText('Nothing waits').waitFor()
    return outputOf(visitor, run)
  }
  const field = page.getByRole('group', { name: 'Answer' }).getByLabel('Answer')
  t.equal(await corrected('Well.', {}, () => field.fill('Well\nsaid.')), 'Well\nsaid.')
  const one = await corrected({ answer: 'praise' }, { choices }, () => field.selectOption('question'))
  t.equal(one, 'question')
  const some = await corrected({ answer: ['question'] }, { choices, many: true }, () =>
    page.getByLabel('praise', { exact: true }).check(),
  )
  t.strictSame(some, ['praise', 'question'])
  const computed = { choices: { $: "['red', 'green']" } }
  const red = await corrected({ answer: 'green' }, computed, () => field.selectOption('red'))
  t.equal(red, 'red')
})
