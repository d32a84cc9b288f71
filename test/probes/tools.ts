// Tools and /rpc: what callers send to our own tool server, and what templates in texts become. Hostile tool
// servers are in test/product/rpc/rpc-bad-servers.test.ts and test/rpc/remote/, addresses in
// public-network.test.ts.
import { test } from 'tap'
import { probes } from '../support/probes.ts'
import { rawRequest } from '../support/servers/raw-http.ts'
import { createWorkflow, execute, registerServer, returning, runToEnd } from '../support/workflows.ts'
import { newOwner } from './people.ts'
import type { Probed } from './probed.ts'

/** P98 */
const templates = [
  "{{constructor.constructor('return process')()}}",
  '`' + '$' + "{require('child_process')}`",
  '$' + '{7*7}',
  '<%= 7*7 %>',
  '#{7*7}',
  '{{7*7}}',
]

/** Heads and envelopes of `/rpc`. */
export function rpcProbes({ engine, product, owner }: Probed): void {
  test(`${engine}: /rpc wants a credential, and no web page of elsewhere (P95)`, async t => {
    probes(t, 95)
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    t.equal((await product.client().post('/rpc', list)).status, 401, 'P95')
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      t.equal((await owner.client.post('/rpc', list, { origin })).status, 403, `P95 ${origin}`)
    }
    for (const host of ['evil', 'evil.example:8080', 'localhost.evil.example']) {
      const body = JSON.stringify(list)
      const head = `POST /rpc HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${owner.token}`
      const entity = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      t.equal((await rawRequest(product.port, `${head}\r\n${entity}`))?.status, 403, `P95 ${host}`)
    }
  })

  test(`${engine}: odd envelopes are errors of the protocol (P95)`, async t => {
    probes(t, 95)
    const { client } = owner
    const list = { jsonrpc: '2.0', method: 'tools/list' }
    for (const method of [
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      'x'.repeat(100_000),
      '',
    ]) {
      const { status, body } = await client.post('/rpc', { ...list, id: 1, method })
      t.ok(status < 500 && [-32601, -32600].includes(body.error.code), `P95 ${method.slice(0, 20)}`)
    }
    for (const id of [{}, [], true]) {
      const { body } = await client.post('/rpc', { ...list, id })
      t.match(body, { id: null, error: { code: -32600 } }, JSON.stringify(id))
    }
    const many = await client.post(
      '/rpc',
      Array.from({ length: 10_000 }, (_, id) => ({ ...list, id })),
    )
    t.ok(many.status < 500)
    t.match(JSON.stringify(many.body).slice(0, 1_000), /"error"/)
    const twins = await client.post('/rpc', [
      { ...list, id: 1 },
      { ...list, id: 1 },
    ])
    t.ok(twins.status < 500)
    for (const params of [
      { name: 'x'.repeat(1_000_000) },
      7,
      'x',
      null,
      [],
      { name: {} },
      { name: '__proto__' },
    ]) {
      const { status, body } = await client.post('/rpc', { ...list, id: 1, method: 'tools/call', params })
      t.ok(status < 500 && body.error !== undefined, `P95 ${JSON.stringify(params).slice(0, 40)}`)
    }
    t.match((await client.post('/rpc', { ...list, id: 1 })).body, { result: { tools: Array } }, 'and goes on')
  })
}

export function toolProbes({ engine, product, owner, exampleUrl }: Probed): void {
  test(`${engine}: a stranger’s workflow is none over /rpc (P97)`, async t => {
    probes(t, 97)
    const stranger = await newOwner(product)
    const workflow = await createWorkflow(owner.client, returning(1))
    for (const [name, args] of [
      ['execute_workflow', { id: workflow, inputs: {} }],
      ['get_workflow', { id: workflow }],
    ] as const) {
      const params = { name, arguments: args }
      const { body } = await stranger.client.post('/rpc', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params,
      })
      t.match(body, { result: { isError: true, content: [{ text: 'workflow not found' }] } }, `P97 ${name}`)
    }
  })

  test(`${engine}: what looks like a template is text, wherever it comes from (P98)`, async t => {
    probes(t, 98)
    const { client } = await newOwner(product)
    await registerServer(client, 'Example', exampleUrl)
    const echo = {
      id: 'echo',
      title: 'Echo',
      kind: 'tool',
      server: 'example',
      tool: 'echo',
      args: { text: { $: 'inputs.text' } },
    }
    const answer = {
      id: 'answer',
      title: 'Answer',
      kind: 'return',
      value: { $: '{"echo": steps.echo.text, "input": inputs.text}' },
    }
    const workflow = await createWorkflow(client, { steps: [echo, answer] })
    const all = templates.join(' ')
    const run = await runToEnd(client, workflow, { text: all })
    t.match(run, { status: 'completed', inputs: { text: all }, output: { echo: all, input: all } }, 'P98')
    for (const text of templates) {
      const made = await client.post('/api/v1/workflows', { name: text, prompt: text, description: text })
      t.equal(made.status, 201)
      const kept = (await client.get(`/api/v1/workflows/${made.body.id}`)).body
      t.match(kept, { name: text, prompt: text, description: text }, `P98 ${text}`)
      if (kept.status === 'ready')
        t.notMatch(JSON.stringify((await execute(client, kept.id)).body.output ?? ''), /49|object/)
    }
  })
}
