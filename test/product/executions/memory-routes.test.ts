// What workflows keep between runs, over HTTP and from the command line: lists, removal, memories that
// workflows share, and who may.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { CommandLine } from '../../support/people/command-line.ts'
import { sharedProduct } from '../../support/product.ts'
import { createWorkflow, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()

const tool = (id: string, name: string, args: object) => ({ id, kind: 'tool', tool: name, args })
const remembering = (memory?: string) => ({
  steps: [
    tool('kept', 'remember', {
      key: { $: 'inputs.key' },
      value: { $: 'inputs.value' },
      ...(memory !== undefined && { memory }),
    }),
  ],
})
const claiming = { steps: [tool('new', 'only_new', { list: { $: 'inputs.list' }, onFail: 'release' })] }

test('what a workflow keeps is listed by key, searched, paged, and removed', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, remembering())
  const path = `/api/v1/workflows/${workflow}/memory`
  t.strictSame((await client.get(path)).body, [])
  for (const key of ['b/1', 'a', 'B 2']) await runToEnd(client, workflow, { key, value: { of: key } })
  t.match((await client.get(path)).body, [
    { key: 'B 2', kind: 'value', value: { of: 'B 2' }, executionId: null, expiresAt: null },
    { key: 'a' },
    { key: 'b/1' },
  ])
  t.match((await client.get(`${path}?q=b`)).body, [{ key: 'B 2' }, { key: 'b/1' }])
  const first = await client.get(`${path}?limit=2`)
  t.equal(first.body.length, 2)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')![1]!
  t.match((await client.get(new URL(next, product.url).href.slice(product.url.length))).body, [
    { key: 'b/1' },
  ])
  t.match(await client.get(`${path}?cursor=made-up`), { status: 400 })
  const one = `${path}/${encodeURIComponent('b/1')}`
  t.match(await client.send('DELETE', one), { status: 200, body: { key: 'b/1', deleted: true } })
  t.match(await client.send('DELETE', one), { status: 404 })
  t.match(await client.send('DELETE', path), { status: 200, body: { removed: 2 } })
  t.strictSame((await client.get(path)).body, [])
})

test('an item that was removed by hand is new to the next run', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, claiming)
  const path = `/api/v1/workflows/${workflow}/memory`
  const { id } = await runToEnd(client, workflow, { list: ['x', 'y'] })
  t.match((await client.get(path)).body, [
    { key: 'item:="x"', kind: 'item', value: null, executionId: id },
    { key: 'item:="y"' },
  ])
  await client.send('DELETE', `${path}/${encodeURIComponent('item:="x"')}`)
  t.strictSame((await runToEnd(client, workflow, { list: ['x', 'y'] })).output, ['x'])
})

test('workflows share a memory that an admin has made, and those it names may use it', async t => {
  const { client } = await product.signUp()
  const made = await client.post('/api/v1/memory', { name: 'customers' })
  t.match(made, {
    status: 201,
    body: { name: 'customers', readers: 'all', writers: 'all', keys: 0, bytes: 0 },
  })
  t.match(await client.post('/api/v1/memory', { name: 'customers' }), { status: 409 })
  for (const body of [
    { name: 'No Name' },
    { name: 'x', readers: ['wf'] },
    { name: 'x', writers: [newId('workflow')] },
  ])
    t.match(await client.post('/api/v1/memory', body), { status: 400 }, JSON.stringify(body))
  const [one, other] = [
    await createWorkflow(client, remembering('customers')),
    await createWorkflow(client, remembering('customers')),
  ]
  t.match(await runToEnd(client, one, { key: 'ada', value: 1 }), { status: 'completed' })
  t.match((await client.get('/api/v1/memory/customers/keys')).body, [{ key: 'ada', value: 1 }])
  t.match(await client.put('/api/v1/memory/customers', { writers: [other] }), {
    body: { readers: 'all', writers: [other], keys: 1, bytes: 1 },
  })
  t.match(await runToEnd(client, one, { key: 'bob', value: 1 }), {
    status: 'failed',
    error: { code: 'memory-not-allowed', message: /the memory "customers" is not for this workflow/ },
  })
  t.match(await runToEnd(client, other, { key: 'bob', value: 1 }), { status: 'completed' })
  t.match((await client.get('/api/v1/memory')).body, [{ name: 'customers', keys: 2 }])
  t.match(await client.send('DELETE', '/api/v1/memory/customers'), { body: { deleted: true } })
  t.match(await client.get('/api/v1/memory/customers'), { status: 404 })
  t.match(await runToEnd(client, other, { key: 'bob', value: 1 }), { error: { code: 'unknown-memory' } })
})

test('who only reads changes no memory, and nobody sees one of another organization', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, remembering())
  await client.post('/api/v1/memory', { name: 'mine' })
  const { body } = await client.post('/api/v1/apikeys', { name: 'reads', scopes: ['read'] })
  const path = `/api/v1/workflows/${workflow}/memory`
  const stranger = (await product.signUp()).client
  const reads = { authorization: `Bearer ${body.key}` }
  t.equal((await client.send('GET', path, undefined, reads)).status, 200)
  t.equal((await client.send('GET', '/api/v1/memory/mine', undefined, reads)).status, 200)
  for (const [method, where] of [
    ['DELETE', path],
    ['DELETE', `${path}/k`],
    ['DELETE', '/api/v1/memory/mine'],
  ] as const)
    t.equal((await client.send(method, where, undefined, reads)).status, 403, `${method} ${where}`)
  t.equal((await client.send('POST', '/api/v1/memory', { name: 'x' }, reads)).status, 403)
  for (const where of [path, '/api/v1/memory/mine', '/api/v1/memory/mine/keys'])
    t.equal((await stranger.get(where)).status, 404, where)
  t.equal((await stranger.send('DELETE', path)).status, 404)
})

test('troupe memory shows what workflows keep, removes it, and makes shared ones', async t => {
  const { client } = await product.signUp()
  const scopes = ['read', 'write', 'execute', 'admin']
  const { body } = await client.post('/api/v1/apikeys', { name: 'cli', scopes })
  const shell = new CommandLine({ TROUPE_URL: product.url, TROUPE_API_KEY: body.key })
  const workflow = await createWorkflow(client, remembering())
  for (const key of ['a', 'b']) await runToEnd(client, workflow, { key, value: { of: key } })
  t.match((await shell.run(`memory list ${workflow}`)).stdout, /KEY +VALUE[\s\S]*a +\{ ?"of": "a" ?\}/)
  t.match(await shell.json(`memory list ${workflow} --find B`), [{ key: 'b' }])
  t.match((await shell.run(`memory forget ${workflow} a`)).stdout, /has forgotten a/)
  t.match(await shell.json(`memory clear ${workflow}`), { removed: 1 })
  t.match(await shell.json(`memory create known --writers ${workflow}`), {
    ...{ name: 'known', readers: 'all', writers: [workflow] },
  })
  t.match((await shell.run('memory shared')).stdout, /NAME[\s\S]*known +0 +0 +all +wf_/)
  t.match((await shell.run('memory delete known')).stdout, /known is deleted/)
})
