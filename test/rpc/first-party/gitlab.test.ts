import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import { gitlabServer } from '../../../rpc/first-party/gitlab/index.ts'
import { type Installation, install } from './installed.ts'
import { type Answer, record, type Seen } from './recording.ts'

const issue = {
  id: 500,
  iid: 7,
  title: 'Broken',
  state: 'opened',
  web_url: 'https://gitlab.com/acme/shop/-/issues/7',
  author: { username: 'ada' },
  labels: ['bug'],
  assignees: [{ username: 'bob' }],
  milestone: { title: 'v1' },
  description: 'It is.',
  user_notes_count: 2,
  due_date: null,
  created_at: '2026-01-05T10:00:00Z',
}
const project = 'acme/tools/shop'

test('issues come over all pages up to the limit, of a project by its path', async t => {
  const { call, seen } = await gitlab(t, ({ url }) => {
    const full = Array.from({ length: 100 }, () => issue)
    return { json: url.endsWith('per_page=100&page=1') ? full : [issue] }
  })
  const args = { project, labels: ['bug', 'ui'], assignee: 'bob', state: 'all', limit: 200 }
  t.equal(((await call('list_issues', args)) as Json as Json[]).length, 101)
  t.equal(
    seen[0]?.url,
    '/api/v4/projects/acme%2Ftools%2Fshop/issues?labels=bug%2Cui&assignee_username=bob&per_page=100&page=1',
  )
  t.equal(seen[0]?.headers['authorization'], 'Bearer s3cret')
  const [first] = (await call('list_issues', { project: '42', limit: 1 })) as Json as Json[]
  t.match(first, {
    number: 7,
    author: 'ada',
    labels: ['bug'],
    assignees: ['bob'],
    milestone: 'v1',
    comments: 2,
  })
  t.match(seen.at(-1)?.url, '/api/v4/projects/42/issues?state=opened')
})

test('a token may also go in a header of its own', async t => {
  const secret = { kind: 'header', name: 'PRIVATE-TOKEN', value: 'glpat-s3cret' } as const
  const { call, seen } = await gitlab(t, () => ({ json: [] }), { secret })
  await call('list_releases', { project })
  t.equal(seen[0]?.headers['private-token'], 'glpat-s3cret')
})

test('an issue is created, changed, read with its comments, and commented on', async t => {
  const notes = [
    { body: 'changed title', system: true, author: { username: 'ada' } },
    { body: 'Yes', system: false, author: { username: 'bob' }, created_at: '2026-01-05T11:00:00Z' },
  ]
  const { call, seen } = await gitlab(t, ({ url, method }) => {
    if (!url.includes('/notes')) return { json: issue }
    return { json: method === 'POST' ? { id: 99 } : notes }
  })
  await call('create_issue', { project, title: 'Broken', description: 'It is.', labels: ['a', 'b'] })
  await call('update_issue', { project, number: 7, state: 'closed', dueDate: '2026-02-01' })
  t.match(await call('get_issue', { project, number: 7, comments: true }), {
    issue: { number: 7 },
    comments: [{ author: 'bob', body: 'Yes' }],
  })
  t.strictSame(await call('comment_issue', { project, number: 3, body: 'Fixed', on: 'merge_request' }), {
    id: '99',
  })
  t.match(seen, [
    { method: 'POST', json: { title: 'Broken', description: 'It is.', labels: 'a,b' } },
    { method: 'PUT', url: /\/issues\/7$/, json: { state_event: 'close', due_date: '2026-02-01' } },
    { method: 'GET', url: /\/issues\/7$/ },
    { method: 'GET', url: /\/issues\/7\/notes\?sort=asc/ },
    { method: 'POST', url: /\/merge_requests\/3\/notes$/, json: { body: 'Fixed' } },
  ])
  await t.rejects(call('update_issue', { project, number: 7 }), { code: 'invalid-arguments' })
})

test('files, merge requests, releases and pipelines have the fields that matter', async t => {
  const merge = {
    iid: 3,
    title: 'Fix',
    state: 'merged',
    web_url: 'u',
    draft: false,
    source_branch: 'fix',
    target_branch: 'main',
  }
  const release = { tag_name: 'v1', _links: { self: 'u' }, assets: { links: [{ name: 'a', url: 'd' }] } }
  const file = { file_name: 'a b.md', content: Buffer.from('# grün').toString('base64'), blob_id: 'abc' }
  const { call, seen } = await gitlab(t, ({ url }) => {
    if (url.includes('/files/')) return { json: file }
    if (url.includes('/merge_requests')) return { json: [merge] }
    return { json: url.includes('/pipeline') ? { id: 5, status: 'created', web_url: 'u' } : [release] }
  })
  t.match(await call('get_file', { project, path: 'docs/a b.md' }), {
    text: '# grün',
    sha: 'abc',
    file: { name: 'a b.md' },
  })
  t.match(seen[0]?.url, '/repository/files/docs%2Fa%20b.md?ref=HEAD')
  t.match(await call('list_merge_requests', { project, state: 'merged' }), [
    { number: 3, source: 'fix', target: 'main' },
  ])
  t.match(await call('list_releases', { project }), [{ tag: 'v1', assets: [{ name: 'a', url: 'd' }] }])
  t.strictSame(await call('run_pipeline', { project, ref: 'main', variables: { N: 1 } }), {
    id: '5',
    status: 'created',
    url: 'u',
  })
  t.same(seen.at(-1)?.json, { ref: 'main', variables: [{ key: 'N', value: '1' }] })
})

test('a refusal has its code, the words of GitLab, and the wait that it asks for', async t => {
  const reset = String(Math.ceil(Date.now() / 1_000) + 60)
  const answers: Answer[] = [
    { status: 401, json: { message: '401 Unauthorized' } },
    { status: 404, json: { message: '404 Project Not Found' } },
    { status: 400, json: { message: { title: ["can't be blank"] } } },
    { status: 429, body: 'Retry later', headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': reset } },
    {
      status: 403,
      json: { error: 'insufficient_scope', error_description: 'The request requires higher privileges' },
    },
  ]
  const { call } = await gitlab(t, () => answers.shift() ?? {})
  const refusal = () => call('get_issue', { project, number: 7 }).catch(error => error)
  t.match(await refusal(), { code: 'not-authorized', retryable: false })
  t.match(await refusal(), {
    code: 'not-found',
    message: /GitLab answered 404 to GET .*404 Project Not Found/,
  })
  t.match(await refusal(), { code: 'rejected', message: /can't be blank/ })
  const limited = await refusal()
  t.match(limited, { code: 'rate-limited', retryable: true, message: /Retry later/ })
  t.ok(limited.retryAfterMs > 30_000 && limited.retryAfterMs <= 62_000)
  t.match(await refusal(), { code: 'forbidden', message: /higher privileges/ })
})

async function gitlab(t: Teardown, answer: (seen: Seen) => Answer, installation: Installation = {}) {
  const { origin, seen } = await record(t, answer)
  const secret = { kind: 'bearer', token: 's3cret' } as const
  const settings = { baseUrl: `${origin}/api/v4` }
  return { call: install(t, gitlabServer, { secret, settings, ...installation }), seen }
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}
