// JSON and validation: whatever is sent, the answer is a refusal or the value comes back as it was; never a
// 500.
import { test } from 'tap'
import { probes } from '../support/probes.ts'
import { createWorkflow, returning } from '../support/workflows.ts'
import { ask, bodyOf, fieldsOf, nameOf, pathOf, routes } from './matrix.ts'
import { newOwner } from './people.ts'
import type { Probed } from './probed.ts'

/** P34: none of them is what a field is for, or only just. */
const oddValues = [null, 3, [], {}, true, -1e308, 'a'.repeat(100_000)]
/** P28 */
const brokenTexts = ['\\u0000', 'a\\ud800b']
/** P36 */
const slowTexts = {
  domain: `a@${'a.'.repeat(50_000)}!`,
  spaces: ' '.repeat(300_000),
  cron: '*/1'.repeat(10_000),
  commas: ','.repeat(200_000),
  parentheses: '('.repeat(60_000),
}

export function jsonProbes(probed: Probed): void {
  const { engine, product, document, owner, samples } = probed

  /** Each field of each body, with everything else in place. */
  async function tryFields(valueTexts: readonly string[], judge: (where: string, status: number) => void) {
    for (const route of routes) {
      const base = JSON.parse(bodyOf(route, document) ?? '{}')
      for (const field of fieldsOf(route, document)) {
        for (const text of valueTexts) {
          const rest = JSON.stringify({ ...base, [field]: undefined }).slice(1, -1)
          const body = `{${JSON.stringify(field)}:${text}${rest === '' ? '' : ','}${rest}}`
          const path = pathOf(route, samples, 'unknown')
          const answer = await ask(product, { method: route.method, path, body, credential: owner.token })
          const where = `${nameOf(route)} ${field}: ${text.slice(0, 30)}: ${answer.text.slice(0, 100)}`
          judge(where, answer.status)
        }
      }
    }
  }

  test(`${engine}: any value in any field of any route is no 500 (P34)`, async t => {
    probes(t, 34)
    let tried = 0
    const broken: string[] = []
    await tryFields(
      oddValues.map(value => JSON.stringify(value)),
      (where, status) => {
        tried++
        if (status >= 500) broken.push(`${status} ${where}`)
      },
    )
    t.ok(tried > 300, `${tried} were tried`)
    t.strictSame(broken, [], 'P34')
  })

  test(`${engine}: NUL and half a character are refused in every field (P28)`, async t => {
    probes(t, 28)
    await tryFields(
      brokenTexts.map(text => `"${text}"`),
      (where, status) => t.equal(status, 400, `P28 ${where}`),
    )
  })

  test(`${engine}: texts that would keep a bad pattern busy are answered like others (P36)`, async t => {
    probes(t, 36)
    const { client } = owner
    for (const [what, text] of Object.entries(slowTexts)) {
      const guest = product.client()
      const login = await guest.post('/api/v1/auth/login', { email: text, password: 'correct horse' })
      t.ok([400, 401].includes(login.status), `P36 ${what}: ${login.status}`)
      const made = await client.post('/api/v1/workflows', {
        name: text,
        prompt: text,
        schedule: { cron: text },
      })
      t.equal(made.status, 400, `P36 ${what}`)
      t.equal(
        (await client.get(`/api/v1/executions/search?q=${encodeURIComponent(text).slice(0, 7_000)}`)).status <
          500,
        true,
      )
      t.equal((await client.post('/api/v1/workflows/plan', { prompt: text })).status < 500, true, what)
    }
  })

  test(`${engine}: what a query smuggles in is refused or matches nothing, and no SQL comes back (P37, P39)`, async t => {
    probes(t, 37, 39)
    const { client } = await newOwner(product)
    await createWorkflow(client, returning(1))
    for (const query of [
      `workflows?include=${encodeURIComponent("stats' OR 1=1--")}`,
      'executions?status[$ne]=x',
      `executions?status=${encodeURIComponent("' or ''='")}`,
      `executions/search?q=${encodeURIComponent("')) union select password_hash from users--")}`,
      `executions/search?workflowId=${encodeURIComponent('$."a"\'] or true')}`,
      `executions/search?q=${'%25_'.repeat(1_000)}`,
      `executions/search?q=${'x'.repeat(7_000)}`,
      `executions/search?sort=${encodeURIComponent('id; drop table users')}`,
    ]) {
      const { status, body } = await client.get(`/api/v1/${query}`)
      t.ok(status === 200 || status === 400, `${query.slice(0, 60)}: ${status}`)
      t.notMatch(JSON.stringify(body), /select |syntax|relation|pg_|password_hash/i, 'P37 no SQL')
      const isNothing = status !== 200 || !query.startsWith('executions') || body.length === 0
      t.ok(isNothing, `P37 P39 ${query.slice(0, 60)} finds nothing`)
    }
  })
}

/** How a body is read, which is the engine's in part. */
export function bodyProbes({ engine, product }: Probed): void {
  test(`${engine}: inputs come back as they were sent, or are refused (P25, P27, P29)`, async t => {
    probes(t, 25, 27, 29)
    const { client } = await newOwner(product)
    const workflow = await createWorkflow(client, returning({ $: 'inputs.value' }))
    const send = (value: string) =>
      client.post(`/api/v1/workflows/${workflow}/execute`, `{"inputs":{"value":${value}}}`, {
        prefer: 'wait=20',
      })
    for (const value of [
      '1e400',
      '-1e400',
      '9007199254740993',
      '1e-400',
      '-0',
      '[1e999]',
      'NaN',
      '0x1',
      '01',
    ]) {
      const { status, body } = await send(value)
      // A long whole number comes back as a text of the same digits.
      const isSame = status === 201 && [value, `"${value}"`].includes(JSON.stringify(body.inputs.value))
      t.ok(isSame || status === 400, `P29 ${value}: ${status}`)
    }
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    // Inputs are one level of the 64 themselves.
    t.equal((await send(nested(63))).status, 201, 'P25 as deep as may be')
    t.equal((await send(nested(64))).status, 400, 'P25 one deeper')
    t.equal((await send(nested(150_000))).status, 400)
    const twice = await client.post('/api/v1/workflows', '{"name":"a","name":"b","prompt":"1. Return 1"}')
    t.ok([201, 400].includes(twice.status), 'P27')
    if (twice.status === 201) {
      t.equal(
        (await client.get(`/api/v1/workflows/${twice.body.id}`)).body.name,
        'b',
        'P27 the last one holds',
      )
    }
  })

  test(`${engine}: a body that is not said to be JSON changes nothing (P31, P33)`, async t => {
    probes(t, 31, 33)
    const { client } = await newOwner(product)
    const text = '{"name":"a","prompt":"1. Return 1"}'
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-7',
    ]) {
      const { status } = await client.post('/api/v1/workflows', text, { 'content-type': type })
      t.ok(status === 400 || status === 415, `P31 ${type}: ${status}`)
    }
    for (const body of ['null', '[]', '"x"', ' ', `\ufeff${text}`]) {
      t.equal((await client.post('/api/v1/workflows', body)).status, 400, `P33 ${JSON.stringify(body)}`)
    }
    t.equal((await client.post('/api/v1/workflows')).status, 400, 'no body')
    t.strictSame((await client.get('/api/v1/workflows')).body, [], 'P31 nothing was made')
  })
}
