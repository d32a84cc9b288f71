// Between organizations, and within what one may do: the rest of tenancy.ts, and the laws of what counts.
import { test } from 'tap'
import { pageBounds } from '../../domain/page.ts'
import { isList } from '../support/lists.ts'
import { answersOf } from '../support/pages.ts'
import { probes } from '../support/probes.ts'
import { createWorkflow, execute, returning, runToEnd } from '../support/workflows.ts'
import { ask, nameOf, pathOf, routes } from './matrix.ts'
import { makeOneOfEach } from './owned.ts'
import { newOwner } from './people.ts'
import { freeExecutions, type Probed } from './probed.ts'

/**
 * Everything whose answer is an array: test/http/lists.test.ts sees to it that they declare how they page.
 */
const lists = routes.filter(isList)

/** What an item of a list is known by: the rest of it may change between two looks. */
function keyOf({ id, userId, name, unit }: Readonly<Record<string, string>>): string {
  return id ?? userId ?? name ?? unit!
}

const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }

export function authorizationProbes({ engine, product, exampleUrl }: Probed): void {
  test(`${engine}: what a client may not set stays as it is (P72, P87)`, async t => {
    probes(t, 72, 87)
    const { client } = await newOwner(product)
    const other = await newOwner(product)
    const id = await createWorkflow(client, returning(1))
    const before = (await client.get(`/api/v1/workflows/${id}`)).body
    const wishes = { id: 'wf_x', orgId: other.organizationId, organizationId: other.organizationId }
    const more = { createdAt: 1, status: 'needs_review', version: 99, ...wishes }
    const { status } = await client.put(`/api/v1/workflows/${id}`, { ...more, name: before.name })
    t.ok(status === 200 || status === 400)
    const { updatedAt: _, ...after } = (await client.get(`/api/v1/workflows/${id}`)).body
    t.match(before, after, 'P72')
    t.strictSame((await other.client.get('/api/v1/workflows')).body, [])

    const body = { inputs: {}, cu: -5, usage: -1, executions: -1, status: 'failed', limit: 1e9 }
    const run = await client.post(`/api/v1/workflows/${id}/execute`, body, { prefer: 'wait=20' })
    const usual = { status: 'completed', cu: (await runToEnd(client, id)).cu }
    const isIgnored = run.body.status === usual.status && run.body.cu === usual.cu
    t.ok(run.status === 400 || isIgnored, 'P87 refused or ignored')
  })

  test(`${engine}: a page holds at most 100, on every list (P76)`, async t => {
    probes(t, 76)
    const own = await newOwner(product)
    const theirs = await makeOneOfEach(product, own, exampleUrl)
    for (const route of lists) {
      for (const query of [
        'limit=1e9',
        'limit=1000000000',
        'limit=101',
        'limit=-1',
        'limit=0',
        'limit=abc',
        'limit=1&limit=2',
        'cursor=x',
        'cursor=',
        `cursor=${Buffer.from('tools').toString('base64url')}`,
      ]) {
        const path = `${pathOf(route, theirs, 'own')}?${query}`
        const { status, text } = await ask(product, { method: route.method, path, credential: own.token })
        t.equal(status, 400, `P76 ${nameOf(route)} ${query}: ${status} ${text.slice(0, 80)}`)
      }
    }

    let seen = 0
    for (const route of lists) {
      const path = pathOf(route, theirs, 'own')
      const whole = (await answersOf(own.client, `${path}?limit=100`)).flatMap(({ body }) => body)
      // Twenty pages at most: the tools are many.
      const limit = Math.max(1, Math.ceil(whole.length / 20))
      const pages = (await answersOf(own.client, `${path}?limit=${limit}`)).map(({ body }) => body)
      t.ok(
        pages.every(page => Array.isArray(page) && JSON.stringify(page).length <= pageBounds.bytes),
        nameOf(route),
      )
      t.ok(
        pages.every((page, n) => (n === pages.length - 1 ? page.length <= limit : page.length === limit)),
        nameOf(route),
      )
      t.strictSame(pages.flat().map(keyOf), whole.map(keyOf), nameOf(route))
      if (whole.length > 1) seen++
    }
    t.ok(seen > 5, `${seen} lists have more than one item`)
  })

  test(`${engine}: a search finds what its organization has, whatever it asks for (P79)`, async t => {
    probes(t, 79)
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
          `P79 ${list} ${query}`,
        )
      }
    }
    t.equal(theirs.length, 3)
  })

  test(`${engine}: with one execution left, of fifty starts over REST and /rpc one is accepted (P80, P97)`, async t => {
    probes(t, 80, 97)
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
    t.equal(accepted + called, 1, 'P80 P97')
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
    probes(t, 82, 84)
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
      'P82 by a stranger',
    )
    const decisions = ['approve', 'deny', 'approve', 'deny', 'approve']
    const answers = await Promise.all(
      decisions.map(decision => client.post(`/api/v1/approvals/${approval}`, { decision })),
    )
    t.strictSame(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409], 'P82')

    const second = (await execute(client, workflow)).body.id
    const late = await approvalOf(second)
    t.equal((await client.post(`/api/v1/executions/${second}/cancel`)).status, 200)
    t.equal(
      (await client.post(`/api/v1/approvals/${late}`, { decision: 'approve' })).status,
      409,
      'P82 too late',
    )

    const done = (await runToEnd(client, await createWorkflow(client, returning(1)))).id
    t.equal((await client.post(`/api/v1/executions/${done}/cancel`)).status, 409, 'P84')
  })
}
