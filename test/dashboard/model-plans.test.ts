// Plans of a language model on the page to write a workflow: asked for by a person, and accepted by one.
import tap, { test } from 'tap'
import * as model from '../support/servers/model-server.ts'
import { axeFindings, noBrowser, startDashboard } from './dashboard.ts'

const server = await model.startModelServer(tap)
const environment = { MODEL_URL: server.url, MODEL_NAME: 'small', MODEL_API_KEY: 'sk-of-the-service-123456' }
const kit = noBrowser === false ? await startDashboard(environment) : null

const words = 'Let the outcome be forty, whatever happens'
const answer = model.json({
  plan: { steps: [{ id: 'answer', kind: 'return', value: 40 }] },
  quotes: {},
})

test('a model is asked by a click, never by typing, and its plan is accepted once it is read', {
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
  const accept = page.getByRole('button', { name: 'Accept this plan' })
  await accept.waitFor()
  t.strictSame(await axeFindings(page), [])
  const id = new URL(page.url()).pathname.split('/')[2]!
  const { digest } = (await client.get(`/api/v1/workflows/${id}`)).body.acceptance
  await page.getByText(digest.slice(0, 12)).waitFor()
  await accept.click()
  await page.getByText('A language model made this plan. Accepted').waitFor()
  t.match((await client.get(`/api/v1/workflows/${id}`)).body.acceptance, { acceptedAt: Number })
  t.strictSame(complaints, [])
})
