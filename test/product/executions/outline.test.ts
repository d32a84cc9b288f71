// The tree of steps and the whole step over HTTP, as the page of a run reads them.
import { test } from 'tap'
import { sharedProduct } from '../../support/product.ts'

const product = await sharedProduct()
const { client: ada } = await product.signUp()
const { client: bob } = await product.signUp()

const plan = {
  steps: [
    {
      ...{ id: 'loop', kind: 'foreach', over: 'inputs.list', as: 'item', title: 'Each of them' },
      steps: [{ id: 'one', kind: 'set', value: { $: 'item' } }],
    },
    { id: 'ask', kind: 'approval', message: 'Go on?' },
  ],
}

test('the outline and the steps of an execution are read by its own organization', async t => {
  const { body: workflow } = await ada.post('/api/v1/workflows', { name: 'Loop', prompt: 'By hand', plan })
  const list = Array.from({ length: 40 }, (_, n) => n)
  const { body: run } = await ada.post(
    `/api/v1/workflows/${workflow.id}/execute`,
    { inputs: { list } },
    { prefer: 'wait=20' },
  )
  const path = `/api/v1/executions/${run.id}`
  const { status, body } = await ada.get(`${path}/outline`)
  t.equal(status, 200)
  t.match(body, { executionId: run.id, next: null, inside: { steps: 42, open: 1 } })
  t.match(body.rows[0], { id: 'loop', title: 'Each of them', inside: { rows: 40 } })
  const inside = await ada.get(`${path}/outline?in=loop&limit=30`)
  t.equal(inside.body.rows.length, 30)
  t.type(inside.body.next, 'string')
  t.equal((await ada.get(`${path}/outline?limit=501`)).status, 400)
  t.equal((await bob.get(`${path}/outline`)).status, 404)

  const [approval] = (await ada.get('/api/v1/approvals')).body
  await ada.post(`/api/v1/approvals/${approval.id}`, { decision: 'approve', note: 'fine' })
  const { body: step } = await ada.get(`${path}/steps/ask`)
  t.match(step, { phases: [{ kind: 'approval' }], log: [{ message: /approved by .*: fine/ }] })
})
