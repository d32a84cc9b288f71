// Between organizations, and within what one may do: the rest of tenancy.ts, and the laws of what counts.
import { test } from 'tap'
import { createWorkflow, execute, returning, runToEnd } from '../support/workflows.ts'
import { ask, nameOf, pathOf, routes } from './matrix.ts'
import { newOwner } from './people.ts'
import { freeExecutions, type Probed } from './probed.ts'

const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }

export function authorizationProbes({ engine, product, owner, samples }: Probed): void {
  test(`${engine}: what a client may not set stays as it is (P72, P87)`, async t => {
    const { client } = await newOwner(product)
    const other = await newOwner(product)
    const id = await createWorkflow(client, returning(1))
    const before = (await client.get(`/api/v1/workflows/${id}`)).body
    const wishes = { id: 'wf_x', orgId: other.organizationId, organizationId: other.organizationId }
    const more = { createdAt: 1, status: 'needs_review', version: 99, ...wishes }
    const { status } = await client.put(`/api/v1/workflows/${id}`, { ...more, name: before.name })
    t.ok(status === 200 || status === 400)
    const { updatedAt: _, ...after } = (await client.get(`/api/v1/workflows/${id}`)).body
    t.match(before, after)
    t.strictSame((await other.client.get('/api/v1/workflows')).body, [])

    const body = { inputs: {}, cu: -5, usage: -1, executions: -1, status: 'failed', limit: 1e9 }
    const run = await client.post(`/api/v1/workflows/${id}/execute`, body, { prefer: 'wait=20' })
    if (run.status !== 400) t.match(run.body, { status: 'completed', cu: (await runToEnd(client, id)).cu })
  })

  test(`${engine}: a page holds at most 100, on every list (P76)`, async t => {
    const lists = routes.filter(
      ({ method, options }) => method === 'GET' && options.query && 'limit' in options.query.shape,
    )
    t.ok(lists.length > 5, 'they are found')
    for (const route of lists) {
      for (const query of [
        'limit=1e9',
        'limit=1000000000',
        'limit=-1',
        'limit=0',
        'limit=abc',
        'limit=1&limit=2',
        'cursor=x',
      ]) {
        const path = `${pathOf(route, samples, 'unknown')}?${query}`
        const { status, text } = await ask(product, { method: 'GET', path, credential: owner.token })
        const isRefused = status === 400 || status === 404
        t.ok(
          isRefused || (status === 200 && itemsOf(text).length <= 100),
          `${nameOf(route)} ${query}: ${status}`,
        )
      }
    }
  })

  test(`${engine}: a search finds what its organization has, whatever it asks for (P79)`, async t => {
    const one = await newOwner(product)
    const other = await newOwner(product)
    for (const { client } of [one, other]) {
      const workflow = await createWorkflow(client, returning(1))
      for (let n = 0; n < 3; n++) await runToEnd(client, workflow)
    }
    const theirs = (await other.client.get('/api/v1/executions')).body.map(({ id }: { id: string }) => id)
    const link = (await other.client.get('/api/v1/executions?limit=1')).headers.get('link')!
    const cursor = /cursor=([^&>]+)/.exec(link)![1]
    for (const query of [
      `orgId=${other.organizationId}`,
      'org=*',
      `organizationId=${other.organizationId}`,
      `cursor=${cursor}`,
    ]) {
      for (const list of ['executions', 'executions/search']) {
        const { status, body } = await one.client.get(`/api/v1/${list}?${query}`)
        t.ok(status === 200 || status === 400, `${list} ${query}`)
        t.notOk(
          theirs.some((id: string) => JSON.stringify(body).includes(id)),
          `${list} ${query}`,
        )
      }
    }
    t.equal(theirs.length, 3)
  })

  test(`${engine}: with one execution left, of fifty starts over REST and /rpc one is accepted (P80, P97)`, async t => {
    const { client } = await newOwner(product)
    const workflow = await createWorkflow(client, returning(1))
    for (let n = 1; n < freeExecutions; n++) await execute(client, workflow)
    const params = { name: 'execute_workflow', arguments: { id: workflow, inputs: {} } }
    const [rest, rpc] = await Promise.all([
      Promise.all(Array.from({ length: 25 }, () => execute(client, workflow))),
      Promise.all(
        Array.from({ length: 25 }, () =>
          client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        ),
      ),
    ])
    const accepted = rest.filter(({ status }) => status === 201).length
    const called = rpc.filter(({ body }) => !body.result.isError).length
    t.equal(accepted + called, 1)
    for (const { status, body } of rest.filter(({ status }) => status !== 201)) {
      t.equal(status, 402)
      t.match(body, {
        error: String,
        limit: freeExecutions,
        current: freeExecutions,
        upgrade: '/api/v1/billing/checkout',
      })
    }
  })

  test(`${engine}: an approval is decided once, by its own people, and not after a cancel (P82, P84)`, async t => {
    const { client } = await newOwner(product)
    const stranger = await newOwner(product)
    const approvalOf = async (id: string) => {
      for await (const _ of client.stream(`/api/v1/executions/${id}/logs`)) {
        const { approvals } = (await client.get(`/api/v1/executions/${id}`)).body
        if (approvals.length > 0) return approvals[0].id as string
      }
      throw new Error('it did not ask')
    }
    const workflow = await createWorkflow(client, asking)
    const first = (await execute(client, workflow)).body.id
    const approval = await approvalOf(first)
    t.equal(
      (await stranger.client.post(`/api/v1/approvals/${approval}`, { decision: 'approve' })).status,
      404,
    )
    const decisions = ['approve', 'deny', 'approve', 'deny', 'approve']
    const answers = await Promise.all(
      decisions.map(decision => client.post(`/api/v1/approvals/${approval}`, { decision })),
    )
    t.strictSame(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])

    const second = (await execute(client, workflow)).body.id
    const late = await approvalOf(second)
    t.equal((await client.post(`/api/v1/executions/${second}/cancel`)).status, 200)
    t.equal((await client.post(`/api/v1/approvals/${late}`, { decision: 'approve' })).status, 409)

    const done = (await runToEnd(client, await createWorkflow(client, returning(1)))).id
    t.equal((await client.post(`/api/v1/executions/${done}/cancel`)).status, 409)
  })
}

/** A list is bare; the inbox is not. */
function itemsOf(text: string): readonly unknown[] {
  const list = JSON.parse(text)
  return list.items ?? list
}
