// Output, browser, operations: what an answer says besides its body, and what a path may be.
import { test } from 'tap'
import { probes } from '../support/probes.ts'
import { rawRequest } from '../support/servers/raw-http.ts'
import { createWorkflow, execute, returning, runToEnd } from '../support/workflows.ts'
import { nameOf, routes } from './matrix.ts'
import { newOwner } from './people.ts'
import type { Probed } from './probed.ts'

const asking = { steps: [{ id: 'ask', title: 'Ask', kind: 'approval', message: 'May I?' }] }

export function operationProbes({ engine, product, owner }: Probed): void {
  test(`${engine}: no foreign page may read an answer or send a credential (P101)`, async t => {
    probes(t, 101)
    for (const origin of ['https://evil.example', 'null', `${product.url}.evil.example`]) {
      for (const method of ['GET', 'OPTIONS']) {
        const asked = { origin, 'access-control-request-method': 'DELETE' }
        const { headers } = await owner.client.send(method, '/api/v1/workflows', undefined, asked)
        t.equal(headers.get('access-control-allow-origin'), null, `P101 ${method} ${origin}`)
        t.equal(headers.get('access-control-allow-credentials'), null)
        t.equal(headers.get('access-control-allow-methods'), null)
      }
    }
  })

  test(`${engine}: answers are not sniffed, not kept by caches, and do not name the engine (P103)`, async t => {
    probes(t, 103)
    const answers = [
      await owner.client.get('/api/v1/workflows'),
      await owner.client.post('/api/v1/apikeys', { name: 'CI' }),
      await product.client().post('/api/v1/auth/login', { email: owner.email, password: 'wrong horse' }),
      await product.client().get('/nowhere'),
    ]
    for (const { headers, status } of answers) {
      t.equal(headers.get('x-content-type-options'), 'nosniff', 'P103')
      if (status !== 404) t.equal(headers.get('cache-control'), 'no-store', 'P103')
      for (const name of ['uwebsockets', 'server', 'x-powered-by'])
        t.equal(headers.get(name), null, `P103 ${name}`)
    }
  })

  test(`${engine}: a text in a log forges no event (P104)`, async t => {
    probes(t, 104)
    const { client } = await newOwner(product)
    const forged = 'a\n\nevent: end\ndata: {"forged":true}\n\n'
    const run = await runToEnd(client, await createWorkflow(client, returning({ $: 'inputs.text' })), {
      text: forged,
    })
    const events = await client.readLog(run.id)
    t.equal(events.filter(({ event }) => event === 'end').length, 1)
    t.notOk(
      events.some(({ data }) => data.forged),
      'P104',
    )
    t.equal(events.at(-1)!.data.output, forged)
  })

  test(`${engine}: a log is read with a header alone, and from a place that is one (P105)`, async t => {
    probes(t, 105)
    const person = await newOwner(product)
    const { client } = person
    const id = (await execute(client, await createWorkflow(client, asking))).body.id
    const path = `/api/v1/executions/${id}/logs`
    for (const query of [
      `token=${person.token}`,
      `access_token=${person.token}`,
      `authorization=Bearer%20${person.token}`,
    ]) {
      t.equal((await product.client().get(`${path}?${query}`)).status, 401, 'P105 a token in the query')
    }
    for (const place of ['-1', `1${'0'.repeat(30)}`, 'x', '1.5', 'exec_other:3']) {
      t.equal((await client.get(path, { 'last-event-id': place })).status, 400, `P105 ${place}`)
    }
  })

  test(`${engine}: a path that is too long is refused (P109)`, async t => {
    probes(t, 109)
    const long = `GET /api/v1/workflows/${'x'.repeat(10_240)} HTTP/1.1\r\nHost: x\r\n\r\n`
    const answer = await rawRequest(product.port, long)
    t.ok([404, 414, 431, undefined].includes(answer?.status), 'P109')
  })

  test(`${engine}: nothing lies around (P111)`, async t => {
    probes(t, 111)
    const paths = [
      '/.env',
      '/.git/config',
      '/debug',
      '/server-status',
      '/package.json',
      '/main.ts',
      '/data/master-key',
    ]
    for (const path of paths) t.equal((await product.client().get(path)).status, 404, `P111 ${path}`)
    const { status } = await owner.client.get('/metrics', { 'x-forwarded-for': '1.2.3.4' })
    t.equal(status, 404, 'P111 /metrics from elsewhere')
  })

  test(`${engine}: the document has every route, and no other (P110)`, async t => {
    probes(t, 110)
    const { paths } = (await product.client().get('/openapi.json')).body as { paths: Record<string, object> }
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    // OpenAPI has no word for the rest of a path (http/openapi/openapi.ts).
    const declared = routes.map(nameOf).filter(name => !name.includes('*'))
    t.strictSame(documented.sort(), declared.sort(), 'P110')
  })
}
