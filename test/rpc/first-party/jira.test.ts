import { test } from 'tap'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { jiraServer } from '../../../rpc/first-party/jira/index.ts'
import { install } from './installed.ts'
import { type Answer, record, type Seen } from './recording.ts'

const issue = {
  id: '10001',
  key: 'SHOP-7',
  fields: {
    summary: 'Broken',
    status: { name: 'Open' },
    issuetype: { name: 'Bug' },
    priority: { name: 'High' },
    project: { key: 'SHOP' },
    assignee: { displayName: 'Ada' },
    reporter: null,
    labels: ['ui'],
    description: 'It is.',
    created: '2026-01-05T10:00:00.000+0000',
    comment: {
      comments: [{ author: { displayName: 'Bob' }, body: 'Yes', created: '2026-01-05T11:00:00.000+0000' }],
    },
  },
  transitions: [
    { id: '11', name: 'Start', to: { name: 'In Progress' } },
    { id: '31', name: 'Finish', to: { name: 'Done' } },
  ],
}

test('a search follows the tokens of Jira Cloud up to the limit', async t => {
  const { call, seen, origin } = await jira(t, ({ url }) => {
    const token = new URL(url, 'http://x').searchParams.get('nextPageToken')
    const issues = Array.from({ length: 50 }, () => issue)
    if (token === null) return { json: { issues, nextPageToken: 'a', isLast: false } }
    return { json: token === 'a' ? { issues, nextPageToken: 'b' } : { issues: [issue], isLast: true } }
  })
  const jql = 'project = SHOP and status = "In Progress"'
  const found = (await call('search_issues', { jql, limit: 200 })) as Json as JsonObject[]
  t.equal(found.length, 101)
  t.match(found[0], {
    key: 'SHOP-7',
    url: `${origin}/browse/SHOP-7`,
    status: 'Open',
    assignee: 'Ada',
    reporter: null,
  })
  t.equal(new URL(seen[0]!.url, 'http://x').pathname, '/rest/api/2/search/jql')
  t.equal(new URL(seen[0]!.url, 'http://x').searchParams.get('jql'), jql)
  t.equal(
    seen[0]?.headers['authorization'],
    `Basic ${Buffer.from('ada@example.com:s3cret').toString('base64')}`,
  )
  t.equal(((await call('search_issues', { jql, limit: 60 })) as Json as Json[]).length, 60)
})

test('a search counts through the results of Data Center', async t => {
  const { call, seen } = await jira(
    t,
    ({ url }) => {
      const startAt = Number(new URL(url, 'http://x').searchParams.get('startAt') ?? 0)
      return {
        json: { startAt, total: 120, issues: Array.from({ length: startAt === 0 ? 100 : 20 }, () => issue) },
      }
    },
    { deployment: 'data-center' },
  )
  t.equal(
    ((await call('search_issues', { jql: 'project = SHOP', limit: 500 })) as Json as Json[]).length,
    120,
  )
  t.match(seen, [{ url: /^\/rest\/api\/2\/search\?/ }, { url: /startAt=100/ }])
  t.equal(seen.length, 2)
})

test('an issue is created in the project of the step or of the installation', async t => {
  const { call, seen, origin } = await jira(
    t,
    () => ({ status: 201, json: { id: '10001', key: 'SHOP-7' } }),
    {
      project: 'SHOP',
    },
  )
  t.strictSame(await call('create_issue', { summary: 'Broken', assignee: 'id1', priority: 'High' }), {
    key: 'SHOP-7',
    id: '10001',
    url: `${origin}/browse/SHOP-7`,
  })
  await call('create_issue', {
    summary: 'x',
    project: 'OPS',
    type: 'Bug',
    parent: 'OPS-1',
    fields: { customfield_1: 2 },
  })
  t.strictSame(
    seen.map(({ json }) => (json as { fields: Json }).fields),
    [
      {
        summary: 'Broken',
        priority: { name: 'High' },
        assignee: { accountId: 'id1' },
        project: { key: 'SHOP' },
        issuetype: { name: 'Task' },
      },
      {
        customfield_1: 2,
        summary: 'x',
        project: { key: 'OPS' },
        issuetype: { name: 'Bug' },
        parent: { key: 'OPS-1' },
      },
    ],
  )
  const { call: bare } = await jira(t, () => ({}))
  await t.rejects(bare('create_issue', { summary: 'x' }), { code: 'invalid-arguments', message: /project/ })
})

test('an issue is read with comments and transitions, changed and commented on', async t => {
  const { call, seen } = await jira(t, ({ method }) => {
    if (method === 'PUT') return { status: 204 }
    return { json: method === 'POST' ? { id: '5' } : issue }
  })
  t.match(await call('get_issue', { key: 'SHOP-7' }), {
    issue: { summary: 'Broken', description: 'It is.' },
    comments: [{ author: 'Bob', body: 'Yes' }],
    transitions: [{ id: '11', to: 'In Progress' }, { id: '31' }],
  })
  t.strictSame(await call('update_issue', { key: 'SHOP-7', labels: ['a'], dueDate: '2026-02-01' }), {
    updated: true,
  })
  t.strictSame(await call('comment_issue', { key: 'SHOP-7', body: 'Fixed' }), { id: '5' })
  t.match(seen.slice(1), [
    {
      method: 'PUT',
      url: '/rest/api/2/issue/SHOP-7',
      json: { fields: { labels: ['a'], duedate: '2026-02-01' } },
    },
    { method: 'POST', url: '/rest/api/2/issue/SHOP-7/comment', json: { body: 'Fixed' } },
  ])
  await t.rejects(call('update_issue', { key: 'SHOP-7' }), { code: 'invalid-arguments' })
  await t.rejects(call('get_issue', { key: '../user' }), { code: 'invalid-arguments' })
})

test('an issue is moved by the name of a status or a transition, once', async t => {
  const { call, seen } = await jira(t, ({ method }) =>
    method === 'POST' ? { status: 204 } : { json: issue },
  )
  t.strictSame(
    await call('transition_issue', { key: 'SHOP-7', to: 'done', comment: 'Shipped', resolution: 'Fixed' }),
    {
      status: 'Done',
    },
  )
  t.strictSame(seen[1]?.json, {
    transition: { id: '31' },
    fields: { resolution: { name: 'Fixed' } },
    update: { comment: [{ add: { body: 'Shipped' } }] },
  })
  t.strictSame(await call('transition_issue', { key: 'SHOP-7', to: 'Start' }), { status: 'In Progress' })
  t.strictSame(await call('transition_issue', { key: 'SHOP-7', to: 'Open' }), { status: 'Open' })
  t.equal(seen.filter(({ method }) => method === 'POST').length, 2)
  const impossible = {
    code: 'conflict',
    message: /"Open" and cannot become "Closed" now; possible: In Progress, Done/,
  }
  await t.rejects(call('transition_issue', { key: 'SHOP-7', to: 'Closed' }), impossible)
})

test('a refusal has its code, the words of Jira, and the wait that it asks for', async t => {
  const answers: Answer[] = [
    { status: 400, json: { errorMessages: ["The value 'X' does not exist"], errors: {} } },
    { status: 400, json: { errorMessages: [], errors: { summary: 'You must specify a summary' } } },
    { status: 429, headers: { 'retry-after': '12' } },
    { status: 401, body: 'Client must be authenticated' },
  ]
  const { call } = await jira(t, () => answers.shift() ?? {})
  const refusal = () => call('search_issues', { jql: 'x' }).catch(error => error)
  t.match(await refusal(), { code: 'rejected', message: /The value 'X' does not exist/ })
  t.match(await refusal(), { code: 'rejected', message: /You must specify a summary/ })
  t.match(await refusal(), { code: 'rate-limited', retryable: true, retryAfterMs: 12_000 })
  t.match(await refusal(), {
    code: 'not-authorized',
    message: 'Jira answered 401 to GET /rest/api/2/search/jql: Client must be authenticated',
  })
})

async function jira(t: Teardown, answer: (seen: Seen) => Answer, settings: JsonObject = {}) {
  const { origin, seen } = await record(t, answer)
  const secret = { kind: 'basic', username: 'ada@example.com', password: 's3cret' } as const
  return {
    call: install(t, jiraServer, { secret, settings: { baseUrl: `${origin}/`, ...settings } }),
    seen,
    origin,
  }
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}
