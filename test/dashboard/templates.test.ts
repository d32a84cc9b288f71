// The templates of the page to write a workflow, against the real service, without a browser.
import { test } from 'tap'
import { templates } from '../../dashboard/pages/workflows/templates.ts'
import { words } from '../../dashboard/words/home.ts'
import { newId } from '../../domain/ids.ts'
import { password, sharedProduct } from '../support/product.ts'

const product = await sharedProduct()
const email = `${newId('user')}@example.com`
const { token } = (await product.client(null).post('/api/v1/auth/signup', { email, password })).body
const client = product.client(token)

test('templates have ids of their own, and there are enough to choose from', t => {
  t.equal(new Set(templates.map(({ id }) => id)).size, templates.length)
  t.ok(templates.length >= 6)
  t.end()
})

test('the example in the first field is understood', async t => {
  const { body } = await client.post('/api/v1/workflows/plan', { prompt: words.describeExample })
  t.match(body, { status: 'ready', plannedBy: 'reader' })
})

for (const { id, title, prompt, inputs } of templates) {
  test(`the template ${id} plans, runs and finishes with its inputs`, async t => {
    const { body } = await client.post('/api/v1/workflows/plan', { prompt })
    t.match(body, { status: 'ready', plannedBy: 'author', notation: `${prompt}\n` })
    t.strictSame(Object.keys(body.inputsSchema.properties).sort(), Object.keys(inputs).sort())
    // Nothing of the tests asks another host.
    if (id === 'web-page') return
    const workflow = (await client.post('/api/v1/workflows', { name: title, prompt })).body
    t.strictSame(workflow.startable, { ok: true, reasons: [] }, 'by hand, and by its schedule')
    const start = `/api/v1/workflows/${workflow.id}/execute`
    // Somebody decides first; the others end by themselves.
    const wait = id === 'payment-approval' ? 1 : 20
    const started = await client.post(start, { inputs }, { Prefer: `wait=${wait}` })
    t.equal(started.status, 201)
    const ended = started.body.status === 'awaiting_approval' ? await approved(started.body.id) : started.body
    t.match(ended, { status: 'completed', error: null })
    t.ok(ended.output)
  })
}

/** The execution after its approval. */
async function approved(executionId: string) {
  const { body } = await client.get('/api/v1/approvals?status=pending')
  const approval = body.find((each: { executionId: string }) => each.executionId === executionId)
  await client.post(`/api/v1/approvals/${approval.id}`, { decision: 'approve' })
  return (await client.get(`/api/v1/executions/${executionId}`, { Prefer: 'wait=20' })).body
}
