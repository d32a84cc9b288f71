// What becomes of the calls that a model asks for.
import { test } from 'tap'
import type { JsonObject } from '../../../domain/json.ts'
import { type JudgedCall, verdictOf } from '../../../domain/models/model-call.ts'

const get: Partial<JudgedCall> = { name: 'http_get', tool: { effect: 'read', inputSchema: {} } }

function judge(args: JsonObject, said: readonly string[] = [], more: Partial<JudgedCall> = {}) {
  return verdictOf({
    ...{ name: 'http_get', args, words: { said, plan: [] }, hosts: [], granted: new Set<string>() },
    ...{
      tool: { effect: 'read', inputSchema: {} },
      asksForEffects: true,
      isApproved: false,
      ...get,
      ...more,
    },
  })
}

const asks = (...given: Parameters<typeof judge>) => judge(...given).type === 'asks'

test('what writes or destroys asks, unless it was approved or granted, or a plan has chosen it', t => {
  for (const effect of ['write', 'destructive'] as const) {
    const tool = { effect, inputSchema: {} }
    const named = { name: 'shop__pay', tool }
    t.strictSame(judge({}, [], named), { type: 'asks', why: null, remembers: 'shop__pay' })
    t.notOk(asks({}, [], { ...named, isApproved: true }))
    t.notOk(asks({}, [], { ...named, granted: new Set(['shop__pay']) }))
    t.ok(asks({}, [], { ...named, granted: new Set(['shop__pay evil.example']) }))
    t.notOk(asks({}, [], { ...named, asksForEffects: false }))
  }
  t.notOk(asks({ n: 1 }, [], { tool: { effect: 'pure', inputSchema: {} } }))
  t.notOk(asks({ n: 1 }))
  t.end()
})

test('an address is read without a question when somebody has named it, all of it', t => {
  const words = [
    'Look at https://api.example.com/orders?status=open, (https://shop.example/a) and news.example.org/feed.',
    'Status closed, of page 2 please.',
  ]
  for (const url of [
    'https://api.example.com/orders?status=open',
    'https://API.example.com/orders?status=open#top',
    'https://api.example.com/orders?status=closed&page=2',
    'https://api.example.com/orders',
    'https://shop.example/a',
    'https://news.example.org/feed',
    'http://news.example.org/feed',
  ])
    t.notOk(asks({ url }, words), url)
  for (const url of [
    'https://evil.example/?data=secret',
    'https://api.example.com/orders?status=secret',
    'https://api.example.com/orders/secret',
    'https://api.example.com:8443/orders',
    'http://api.example.com/orders',
    'https://secret@api.example.com/orders',
    'https://api.example.com.evil.example/orders',
    'https://secret.news.example.org/feed',
    'ftp://api.example.com/orders',
    'https://shop.example/',
    '//evil.example/x',
    'evil.example/x',
    '  https://evil.example/x  ',
  ])
    t.ok(asks({ url }, words), url)
  t.end()
})

test('what stands beside the address counts as a part of it', t => {
  const words = ['GET https://api.example.com/orders with status open and the header X-Team: blue']
  const url = 'https://api.example.com/orders'
  t.notOk(asks({ url, query: { status: 'open' }, headers: { accept: 'application/json' } }, words))
  t.notOk(asks({ url, headers: { 'x-team': 'blue' } }, words))
  t.ok(asks({ url, query: { status: 'the secret' } }, words))
  t.ok(asks({ url, query: { status: ['open', 'the secret'] } }, words))
  t.ok(asks({ url, headers: { accept: 'the secret' } }, words))
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`open${at}`, 'open']))
  t.ok(asks({ url, query: many }, words))
  t.end()
})

test('addresses are found wherever a tool takes them, and not in content', t => {
  const found: readonly JsonObject[] = [
    { page: 'https://evil.example/x' },
    { list: ['a', 'https://evil.example/x'] },
    { deep: { er: [{ source_url: 'evil.example' }] } },
    { imageUrl: 'evil.example/pixel.gif' },
    { host: 'evil.example:443' },
    { place: 'evil.example' },
  ]
  const tool = {
    effect: 'read',
    inputSchema: { properties: { place: { type: 'string', format: 'uri' } } },
  } as const
  for (const args of found) t.ok(asks(args, [], { tool }), JSON.stringify(args))
  for (const args of [
    { text: 'Read https://example.com/x for more.' },
    { file: 'notes.md', path: '/a/b.c' },
    { uri: 'note://internal/7' },
    { id: 'example.com' },
  ])
    t.notOk(asks(args, [], { tool }), JSON.stringify(args))
  t.end()
})

test('a plan names addresses with holes: each stands for one part, and never for a host', t => {
  const text = [
    'Get https://api.example.com/orders/${inputs.id}/lines?of=${inputs.of} and https://${x}/y, (https://b.example/${inputs.id}), {{inputs.no}}',
  ]
  const plan = { words: { said: [], plan: text } }
  t.notOk(asks({ url: 'https://api.example.com/orders/7/lines?of=me' }, [], plan))
  t.ok(asks({ url: 'https://api.example.com/orders/7/8/lines' }, [], plan))
  t.ok(asks({ url: 'https://api.example.com/orders/7' }, [], plan))
  t.notOk(asks({ url: 'https://b.example/8' }, [], plan))
  t.ok(asks({ url: 'https://evil.example/y' }, [], plan))
  t.ok(
    asks({ url: 'https://b.example/8' }, text),
    'a person who hands on what a stranger wrote names no holes',
  )
  t.end()
})

test('hosts that an admin allows are reached without a question, and so is one that was granted', t => {
  const url = 'https://api.partner.example/v1?q=anything'
  t.notOk(asks({ url }, [], { hosts: ['*.partner.example'] }))
  t.notOk(
    asks({ url, query: { q: 'anything' }, headers: { a: 'b' } }, [], { hosts: ['api.partner.example'] }),
  )
  t.ok(asks({ url }, [], { hosts: ['partner.example'] }))
  t.ok(asks({ url, callback: 'https://evil.example' }, [], { hosts: ['*.partner.example'] }))
  const verdict = judge({ url })
  t.match(verdict, { remembers: 'http_get api.partner.example', why: /reaches api\.partner\.example/ })
  t.notOk(asks({ url }, [], { granted: new Set(['http_get api.partner.example']) }))
  t.ok(asks({ url }, [], { granted: new Set(['http_get']) }))
  t.end()
})

test('a credential is chosen by a person or the plan, never by a model', t => {
  const url = 'https://api.example.com/x'
  const words = [`Read ${url} with the credential Acme CRM`]
  t.notOk(asks({ url, credential: 'Acme CRM' }, words))
  t.match(judge({ url, credential: 'Payroll' }, words), {
    why: /credential "Payroll"/,
    remembers: 'http_get with the credential Payroll',
  })
  t.ok(asks({ url, credential: 'Acme' }, ['Read https://api.example.com/x, says Acmes']))
  t.ok(asks({ url, credential: '' }, words))
  const both = judge({ url: 'https://evil.example', credential: 'Payroll' })
  t.match(both, { remembers: 'http_get evil.example with the credential Payroll' })
  t.ok(asks({ url, credential: 'Payroll' }, words, { granted: new Set(['http_get']), hosts: ['*'] }))
  t.end()
})

test('a tool that is granted asks again for an address that nobody named', t => {
  const named = { name: 'execute_workflow', tool: { effect: 'write', inputSchema: {} } } as const
  const granted = new Set(['execute_workflow'])
  t.notOk(asks({ id: 'wf_1', inputs: { n: 1 } }, [], { ...named, granted }))
  t.ok(asks({ id: 'wf_1', inputs: { to: 'https://evil.example' } }, [], { ...named, granted }))
  t.end()
})

test('whatever a model writes is judged in bounded time', t => {
  const long = `https://${'a.'.repeat(5_000)}example/${')'.repeat(200_000)}x`
  t.ok(asks({ url: 'https://evil.example/x' }, [long, ')'.repeat(500_000), '-.'.repeat(200_000)]))
  t.ok(asks({ url: long }, [long]))
  t.end()
})
