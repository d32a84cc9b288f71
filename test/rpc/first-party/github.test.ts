import { test } from 'tap'
import type { Json, JsonObject } from '../../../domain/json.ts'
import { githubServer } from '../../../rpc/first-party/github/index.ts'
import { type Installation, install } from './installed.ts'
import { type Answer, record, type Seen } from './recording.ts'

const issue = {
  id: 1,
  number: 7,
  title: 'Broken',
  state: 'open',
  html_url: 'https://github.com/acme/shop/issues/7',
  user: { login: 'ada' },
  labels: [{ name: 'bug' }],
  assignees: [{ login: 'bob' }],
  milestone: null,
  body: 'It is.',
  comments: 2,
  created_at: '2026-01-05T10:00:00Z',
  updated_at: '2026-01-06T10:00:00Z',
  closed_at: null,
}

test('issues come over all pages, without pull requests, up to the limit', async t => {
  const { call, seen } = await github(t, ({ url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'))
    const items = Array.from({ length: page === 3 ? 10 : 100 }, (_, index) => ({
      ...issue,
      number: page * 1_000 + index,
      ...(index % 2 === 0 ? { pull_request: {} } : {}),
    }))
    return { json: items }
  })
  const issues = (await call('list_issues', {
    repository: 'acme/shop',
    labels: ['bug', 'a b'],
    limit: 80,
  })) as Json
  t.equal((issues as Json[]).length, 80)
  t.match((issues as Json[])[0], {
    number: 1_001,
    author: 'ada',
    labels: ['bug'],
    assignees: ['bob'],
    body: 'It is.',
  })
  t.equal(seen.length, 2)
  t.match(seen[0], {
    url: '/repos/acme/shop/issues?state=open&labels=bug%2Ca+b&per_page=100&page=1',
    headers: {
      authorization: 'Bearer s3cret',
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
  })
  const all = (await call('list_issues', { repository: 'acme/shop', limit: 500 })) as Json
  t.equal((all as Json[]).length, 105, 'ends with the last page')
})

test('a repository is that of the step, else that of the installation', async t => {
  const { call, seen } = await github(t, () => ({ json: [] }), { settings: { repository: 'acme/docs' } })
  await call('list_releases', {})
  await call('list_releases', { repository: 'acme/shop' })
  t.same(
    seen.map(({ url }) => url.split('?')[0]),
    ['/repos/acme/docs/releases', '/repos/acme/shop/releases'],
  )
  const bare = await github(t, () => ({ json: [] }))
  await t.rejects(bare.call('list_releases', {}), { code: 'invalid-arguments', message: /repository/ })
  for (const repository of ['../..', 'acme/..', 'acme/shop/issues', 'acme', 'acme/a?b']) {
    await t.rejects(bare.call('list_releases', { repository }), { code: 'invalid-arguments' }, repository)
  }
  t.equal(bare.seen.length, 0)
})

test('an issue is created, changed, read with its comments, and commented on', async t => {
  const { call, seen } = await github(t, ({ url, method }) => {
    if (!url.includes('/comments')) return { status: method === 'POST' ? 201 : 200, json: issue }
    if (method === 'POST') return { status: 201, json: { id: 99, html_url: 'https://github.com/c' } }
    return { json: [{ user: { login: 'bob' }, body: 'Yes', created_at: '2026-01-05T11:00:00Z' }] }
  })
  const repository = 'acme/shop'
  const made = await call('create_issue', { repository, title: 'Broken', body: 'It is.', labels: ['bug'] })
  t.match(made, { number: 7, url: 'https://github.com/acme/shop/issues/7', milestone: null })
  await call('update_issue', { repository, number: 7, state: 'closed', reason: 'completed' })
  const read = await call('get_issue', { repository, number: 7, comments: true })
  t.match(read, { issue: { number: 7 }, comments: [{ author: 'bob', body: 'Yes' }] })
  t.strictSame(await call('comment_issue', { repository, number: 7, body: 'Fixed' }), {
    id: '99',
    url: 'https://github.com/c',
  })
  t.match(seen, [
    {
      method: 'POST',
      url: '/repos/acme/shop/issues',
      json: { title: 'Broken', body: 'It is.', labels: ['bug'] },
    },
    {
      method: 'PATCH',
      url: '/repos/acme/shop/issues/7',
      json: { state: 'closed', state_reason: 'completed' },
    },
    { method: 'GET', url: '/repos/acme/shop/issues/7' },
    { method: 'GET', url: '/repos/acme/shop/issues/7/comments?per_page=100&page=1' },
    { method: 'POST', url: '/repos/acme/shop/issues/7/comments', json: { body: 'Fixed' } },
  ])
  await t.rejects(call('update_issue', { repository, number: 7 }), { code: 'invalid-arguments' })
})

test('a file is text when it is text, and always a file; its path stays in the repository', async t => {
  const contents: Record<string, Buffer> = { 'a b.md': Buffer.from('# grün'), 'x.png': Buffer.from([0, 255]) }
  const { call, seen } = await github(t, ({ url }) => {
    const name = decodeURIComponent(url.split('?')[0]!.split('/').at(-1)!)
    if (name === 'docs') return { json: [] }
    const content = contents[name]!.toString('base64').replace(/(.{4})/g, '$1\n')
    return { json: { type: 'file', encoding: 'base64', content, name, sha: 'abc' } }
  })
  const settings = { repository: 'acme/shop' }
  const text = await call('get_file', { path: '/docs/a b.md', ref: 'v1', ...settings })
  t.match(text, { text: '# grün', sha: 'abc', file: { name: 'a b.md', sizeBytes: 7 } })
  t.equal(seen[0]?.url, '/repos/acme/shop/contents/docs/a%20b.md?ref=v1')
  t.match(await call('get_file', { path: 'x.png', ...settings }), { text: null, file: { base64: 'AP8=' } })
  await t.rejects(call('get_file', { path: 'docs', ...settings }), { code: 'not-a-file' })
  for (const path of ['../../acme/other', 'a//b', 'docs/../..']) {
    await t.rejects(call('get_file', { path, ...settings }), { code: 'invalid-arguments' }, path)
  }
})

test('pull requests, releases and results of a search have the fields that matter', async t => {
  const pull = {
    ...issue,
    draft: true,
    head: { ref: 'fix' },
    base: { ref: 'main' },
    requested_reviewers: [{ login: 'eve' }],
  }
  const release = {
    tag_name: 'v1',
    html_url: 'u',
    published_at: null,
    assets: [{ name: 'a', browser_download_url: 'd' }],
  }
  const results = {
    total_count: 1,
    items: [{ ...issue, repository_url: 'https://api.github.com/repos/acme/shop' }],
  }
  const { call, seen } = await github(t, ({ url }) => {
    if (url.startsWith('/search')) return { json: results }
    return { json: url.includes('/pulls') ? [pull] : [release] }
  })
  const repository = 'acme/shop'
  t.match(await call('list_pull_requests', { repository, base: 'main' }), [
    { number: 7, isDraft: true, head: 'fix', base: 'main', reviewers: ['eve'], mergedAt: null },
  ])
  t.match(await call('list_releases', { repository }), [{ tag: 'v1', assets: [{ name: 'a', url: 'd' }] }])
  t.match(await call('search', { query: 'is:open label:"a b"' }), [
    { title: 'Broken', repository: 'acme/shop', number: 7 },
  ])
  t.match(seen[2]?.url, '/search/issues?q=is%3Aopen+label%3A%22a+b%22&')
})

test('a workflow run is started with its inputs as text', async t => {
  const { call, seen } = await github(t, () => ({ status: 204 }))
  const args = { repository: 'acme/shop', workflow: 'deploy.yml', ref: 'main', inputs: { n: 1, s: 'x' } }
  t.strictSame(await call('run_workflow', args), { started: true })
  t.match(seen[0], {
    url: '/repos/acme/shop/actions/workflows/deploy.yml/dispatches',
    json: { ref: 'main', inputs: { n: '1', s: 'x' } },
  })
})

test('every refusal has its code, the words of GitHub, and the wait that it asks for', async t => {
  const reset = String(Math.ceil(Date.now() / 1_000) + 3_600)
  const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
  const limited = { message: 'API rate limit exceeded' }
  const invalid = { message: 'Validation Failed', errors: [{ field: 'title', code: 'missing_field' }] }
  const cases: [Answer, JsonObject][] = [
    [
      { status: 401, json: { message: 'Bad credentials' } },
      { code: 'not-authorized', retryable: false },
    ],
    [
      { status: 403, json: { message: 'Resource not accessible' } },
      { code: 'forbidden', retryable: false },
    ],
    [
      { status: 403, json: limited, headers: spent },
      { code: 'rate-limited', retryable: true },
    ],
    [
      { status: 403, json: limited, headers: { 'retry-after': '60' } },
      { code: 'rate-limited', retryAfterMs: 60_000 },
    ],
    [
      { status: 429, json: limited, headers: { 'retry-after': '5' } },
      { code: 'rate-limited', retryAfterMs: 5_000 },
    ],
    [
      { status: 404, json: { message: 'Not Found' } },
      { code: 'not-found', retryable: false },
    ],
    [
      { status: 422, json: invalid },
      { code: 'rejected', message: '/Validation Failed; .*missing_field/' },
    ],
    [
      { status: 502, body: '<html>' },
      { code: 'unavailable', retryable: true },
    ],
    [{ status: 301, headers: { location: '/repositories/1/issues' } }, { code: 'redirect' }],
    [{ status: 200, body: '<html>' }, { code: 'bad-answer' }],
  ]
  for (const [answer, { message, ...expected }] of cases) {
    const { call } = await github(t, () => answer)
    const failure = await call('get_issue', { repository: 'acme/shop', number: 7 }).catch(error => error)
    t.match(failure, { name: 'ToolFailure', ...expected }, `${answer.status}`)
    if (message !== undefined)
      t.match(failure.message, /GitHub answered 422 to GET .*Validation Failed; .*missing_field/)
    if (answer.headers === spent) t.ok(failure.retryAfterMs > 3_000_000 && failure.retryAfterMs <= 3_602_000)
    t.notMatch(failure.message, 's3cret')
  }
})

async function github(
  t: Teardown,
  answer: (seen: Seen) => Answer,
  { settings, ...installation }: Installation = {},
) {
  const { origin, seen } = await record(t, answer)
  const secret = { kind: 'bearer', token: 's3cret' } as const
  return {
    call: install(t, githubServer, { ...installation, settings: { baseUrl: origin, ...settings }, secret }),
    seen,
  }
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}
